#include <cstdio>
#include <string>
#include <stdexcept>
struct T { int id; T(int i) : id(i) { printf("T%d ", id); } T(const T &o) : id(o.id + 100) { printf("c%d ", id); } T(T &&o) : id(o.id + 1000) { printf("m%d ", id); } ~T() { printf("~%d ", id); } };
T pick(bool b) { return b ? T(1) : T(2); }
T pick2(bool b, T &x, const T &y) { return b ? x : T(3); }
const T &pick3(bool b, const T &x, const T &y) { return b ? x : y; }
T pick4(int b) { return b == 0 ? T(1) : b == 1 ? T(2) : throw std::runtime_error("bad"); }
T &pick5(T *p) { return p ? *p : throw std::runtime_error("null"); }
std::string word(bool b, std::string s) { return b ? "yes" : s; }
int main() {
  { T a = pick(true); T b = pick(false); puts(""); }
  { T x(5), y(6); T a = pick2(true, x, y); T b = pick2(false, x, y); puts(""); }
  { T x(7); printf("%d ", pick3(true, x, T(8)).id); puts(""); }
  for (int i = 0; i < 3; i++) try { T r = pick4(i); printf("r%d ", r.id); } catch (std::exception &e) { printf("%s ", e.what()); } puts("");
  { T x(9); pick5(&x).id = 10; printf("x%d ", x.id); try { pick5(nullptr); } catch (...) { printf("null "); } } puts("");
  printf("%s %s\n", word(true, "q").c_str(), word(false, "no").c_str());
  for (int i = 0; i < 2; i++) { std::string s = i ? std::string("one") : "zero"; const std::string &r = i ? s : "temp"; printf("%s %s ", s.c_str(), r.c_str()); } puts("");
  for (int i = 0; i < 2; i++) { i ? T(20) : T(21); printf("; "); } puts("");
  { T a(1), b(2); (a.id > 0 ? a : b).id = 50; printf("%d %d ", a.id, b.id); } puts("");
  int n = (true ? T(30) : T(31)).id + (false && T(32).id); printf("n%d ", n); puts("");
  { const T &r = n > 0 ? T(40) : T(41); printf("r%d ", r.id); } puts("");
  { T arr[2] = {n > 0 ? T(60) : T(61), pick(n < 0)}; printf("%d ", arr[1].id); } puts("");
  { struct Q { T a; T b; } q{T(70), n ? T(71) : T(72)}; Q r = n ? q : Q{T(73), T(74)}; printf("%d %d ", r.a.id, r.b.id); } puts("");
}
