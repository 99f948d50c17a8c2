// Elements of a std::initializer_list live as long as the variable that is the list.
#include <cstdio>
#include <initializer_list>
#include <string>
#include <vector>
struct A { int i; A(int i) : i(i) { printf("+%d ", i); } A(const A &o) : i(o.i) { printf("c%d ", i); } ~A() { printf("-%d ", i); i = -1; } };
int sum(std::initializer_list<A> l) { int s = 0; for (auto &a : l) s += a.i; return s; }
int main() {
  { std::initializer_list<A> l = {1, 2}; for (auto &a : l) printf("%d ", a.i); puts("|"); }
  { std::initializer_list<A> l{3}; for (auto &a : l) printf("%d ", a.i); puts("|"); }
  { auto l = {A(4), A(5)}; for (auto &a : l) printf("%d ", a.i); puts("|"); }
  { printf("%d ", sum({6, 7})); puts("|"); }
  { auto &&l = std::initializer_list<A>{8}; for (auto &a : l) printf("%d ", a.i); puts("|"); }
  for (auto &a : std::initializer_list<A>{9, 10}) printf("%d ", a.i);
  puts("|");
  for (auto &a : {A(11), A(12)}) printf("%d ", a.i);
  puts("|");
  { std::initializer_list<std::string> l = {"one", "two two two two two two two"}; for (auto &s : l) printf("%s ", s.c_str()); puts("|"); }
  puts("");
}
