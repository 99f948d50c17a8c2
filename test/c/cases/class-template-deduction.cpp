// Class templates whose arguments their constructors, guides and braces tell.
#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
template <class T> struct box { T x; box(T y) : x(y) {} };
template <class T = double> struct range { T a, b; explicit range(T x = 0, T y = 1) : a(x), b(y) {} };
template <class A, class B> struct both { A a; B b; template <class C> both(const A &x, const B &y, C) : a(x), b(y) {} };
template <class T> struct sum { T a, b; };
template <class T> sum(T, T) -> sum<T>;
template <class T> struct holder { T x; holder(T y, int n = 3) : x(y) {} };
holder(const char *) -> holder<std::string>;
template <class F> struct at_end { F f; at_end(F g) : f(g) {} ~at_end() { f(); } };
struct other { int n; };
template <class T> int pick(const T &) { return 1; }
int pick(const other &) { return 2; }
template <class T> int kind(T) { return 1; }
template <class A, class B> int kind(const std::pair<A, B> &) { return 2; }
int main() {
  box b(3);
  box c{2.5};
  box same = b;
  const box d = 'x';
  range r{1.0f, 2.0f};
  range s;
  both t(1, 2.5, "abc");
  sum g{1, 2};
  auto z = box(7L);
  printf("%d %g %d %c %g %g %g %d %zu %zu\n", b.x, c.x, same.x, d.x, r.b, s.b, t.b, g.b, sizeof r, sizeof z);
  std::pair p(1, "two");
  std::tuple u(1, 2.5, 'c');
  std::array a{1, 2, 3};
  std::vector v(3, 1.5);
  std::vector w{1, 2, 3, 4};
  std::vector part(w.begin() + 1, w.end());
  std::optional o(4);
  holder h("abc");
  holder i(5);
  printf("%d %s %g %zu %zu %g %zu %zu %d %d %zu %d\n", p.first, p.second, std::get<1>(u), a.size(), v.size(), v[2], w.size(), part.size(), part[0], *o, h.x.size(), i.x);
  std::mutex m;
  {
    std::lock_guard lock(m);
    at_end last([&] { printf("last %d\n", b.x); });
    b.x = 9;
  }
  std::shared_ptr<int[]> shared = std::make_unique<int[]>(4);
  shared[2] = 7;
  std::shared_ptr<std::string> text = std::make_unique<std::string>("moved");
  printf("%d %s %ld\n", shared[2], text->c_str(), text.use_count());
  other n{1};
  std::pair q(1, 2);
  printf("%d %d %d %d\n", pick(n), pick(1), kind(q), kind(n));
}
