// functions where a pointer to a function is wanted by reference
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>
#include <map>
#include <algorithm>
#include <utility>
#include <array>
typedef int (*Fn)(int);
int twice(int x) { return 2 * x; }
int thrice(int x) { return 3 * x; }
struct Keep { Fn f; Keep(const Fn &g) : f(g) {} int operator()(int x) const { return f(x); } };
struct Move { Fn f; Move(Fn &&g) : f(g) {} };
template <class F> struct Wrap { F f; Wrap(const F &g) : f(g) {} };
template <class F> int through(const F &f, int x) { return f(x); }
template <class F> int forward(F &&f, int x) { return std::forward<F>(f)(x); }
int byref(int (&f)(int), int x) { return f(x); }
void closeIt(int *p) { std::printf("closed %d\n", *p); }
int main() {
  Keep a(twice), b(&thrice); Move c(twice); Wrap<Fn> w(thrice);
  std::printf("%d %d %d %d\n", a(5), b(5), c.f(6), w.f(7));
  std::printf("%d %d %d\n", through(twice, 2), forward(thrice, 2), byref(twice, 4));
  std::vector<Fn> v; v.push_back(twice); v.push_back(thrice); v.emplace_back(twice); v.insert(v.begin(), thrice);
  int s = 0; for (auto f : v) s += f(1); std::printf("%d\n", s);
  std::map<char, Fn> m{{'a', twice}, {'b', thrice}}; m.insert({'c', twice}); m['d'] = thrice; m.emplace('e', twice);
  for (auto &[k, f] : m) std::printf("%c%d ", k, f(10));
  int x = 9; { std::unique_ptr<int, void (*)(int *)> p(&x, closeIt); std::unique_ptr<int, decltype(&closeIt)> q(&x, &closeIt); std::shared_ptr<int> r(&x, closeIt); }
  std::pair<int, Fn> pr(1, twice); auto pm = std::make_pair(2, thrice); std::printf("%d %d\n", pr.second(3), pm.second(3));
  const Fn &rf = twice; Fn &&rr = thrice; std::printf("%d %d %d\n", rf(1), rr(1), std::max(Fn(twice), Fn(twice))(4));
  std::function<int(int)> fu = twice; fu = thrice; const std::function<int(int)> &cf = twice; std::printf("%d %d\n", fu(2), cf(2));
  std::array<Fn, 2> ar{twice, thrice}; std::printf("%d\n", ar[1](5));
}
