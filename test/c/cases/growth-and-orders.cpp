// Algorithms over two ends, with orders; what a vector moves and what it copies as it grows.
#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <functional>
#include <list>
#include <vector>
struct P { int a; int b; };
struct Slow { int n; Slow(int k) : n(k) {} Slow(const Slow &o) : n(o.n) { printf("copy %d\n", n); } Slow(Slow &&o) : n(o.n) { printf("move %d\n", n); } ~Slow() {} };
struct Fast { int n; Fast(int k) : n(k) {} Fast(const Fast &o) : n(o.n) { printf("copy %d\n", n); } Fast(Fast &&o) noexcept : n(o.n) { printf("move %d\n", n); } ~Fast() { printf("-%d\n", n); } };
int main() {
  std::list<int> l{3, 1, 2}; std::deque<int> d{3, 1, 2, 5}; std::vector<int> v{3, 1, 2};
  printf("%d %d %d %d\n", std::equal(l.begin(), l.end(), d.begin()), std::equal(l.begin(), l.end(), d.begin(), d.end()), std::equal(v.begin(), v.end(), l.begin(), l.end()), std::equal(v.begin(), v.end(), d.begin(), d.end(), [](int x, int y) { return x == y; }));
  auto m = std::mismatch(d.begin(), d.end(), v.begin(), v.end()); printf("%d\n", *m.first);
  std::vector<P> ps{{3, 0}, {1, 1}, {1, 2}, {3, 3}};
  auto [lo, hi] = std::minmax_element(ps.begin(), ps.end(), [](const P &x, const P &y) { return x.a < y.a; }); printf("%d %d\n", lo->b, hi->b);
  auto e = std::minmax_element(v.begin(), v.end()); printf("%d %d\n", *e.first, *e.second);
  auto [x, y] = std::minmax({5, 2, 9, 4}); printf("%d %d\n", x, y);
  int p = 7, q = 3; auto mm = std::minmax(p, q, std::greater<int>()); printf("%d %d %d\n", mm.first, mm.second, std::max({1, 5, 3}, [](int s, int t) { return s > t; }));
  std::array<int, 4> a{{4, 2, 9, 1}}; for (auto it = a.rbegin(); it != a.rend(); ++it) printf("%d ", *it); std::sort(a.rbegin(), a.rend()); printf("%d %d %d\n", a[0], a[3], a > std::array<int, 4>{{9, 1, 1, 1}});
  { std::vector<Slow> s; s.emplace_back(1); s.emplace_back(2); } { std::vector<Fast> f; f.emplace_back(1); f.emplace_back(2); f.emplace_back(3); }
  std::vector<std::vector<int>> nested(2, std::vector<int>{1}); int *first = nested[0].data(); nested.reserve(100); printf("%d\n", nested[0].data() == first);
  std::function<int(P &)> member = &P::b; printf("%d\n", member(ps[3])); std::function<void(int)> drop = [](int k) { return k * 2; }; drop(1);
}
