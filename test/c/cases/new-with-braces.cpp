#include <cstdio>
#include <string>
#include <vector>
#include <map>
struct T { int id; T() : id(-1) { printf("T "); } T(int i) : id(i) { printf("T%d ", i); } ~T() { printf("~%d ", id); } };
struct M { std::string s; M(std::string x) : s(x) {} M(const M &) = delete; M(M &&) = default; M &operator=(M &&) = default; };
struct C { int k; C(int k) : k(k) {} C(const C &o) : k(o.k + 1) {} C(C &&) = default; };
M make(std::string s) { M m(s); return m; }
int main() {
  int *a = new int[5]{1, 2, 3}; for (int i = 0; i < 5; i++) printf("%d ", a[i]); delete[] a; puts("");
  T *t = new T[4]{1, 2}; puts(""); delete[] t; puts("");
  double *d = new double[]{1.5, 2.5}; printf("%g\n", d[1]); auto *v = new std::vector<int>{1, 2, 3}; printf("%zu\n", v->size()); auto *w = new std::vector<int>(3, 2); printf("%zu\n", w->size());
  std::string *s = new std::string[3]{"a", "b"}; printf("%s%s[%s]\n", s[0].c_str(), s[1].c_str(), s[2].c_str()); delete[] s;
  M m("x"), n(std::move(m)); n = make("longer than a short string, that is"); std::vector<M> ms; ms.push_back(std::move(n)); ms.push_back(M("b")); ms.emplace_back("c"); printf("%s %zu\n", ms[0].s.c_str(), ms.size());
  C c(1), e(c), f(std::move(e)); printf("%d %d\n", e.k, f.k);
  std::map<std::pair<int, int>, int> grid; grid[{1, 2}] = 3; grid[{0, 5}]++; printf("%d %zu\n", grid[{1, 2}], grid.size());
  struct P { int x, y; }; P *p = new P{3, 4}; P *q = new P[2]{{1, 2}, {5, 6}}; printf("%d %d\n", p->y, q[1].x);
}
