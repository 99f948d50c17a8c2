#include <functional>
#include <string>
#include <cstdio>
int call(std::function<void()> f) { return 1; }
int call(std::function<void(const char *)> f) { f("x"); return 2; }
int call(std::function<std::string(int, int)> f) { return 3; }
struct M { int x; int get(int k) const { return x + k; } };
template <class T> T twice(T a) { return 2 * a; }
int plain(int a) { return a + 1; }
template <class F> int use(F f) { return f(4); }
struct K { int (*p)(int); template <class G> K(G g) : p(g) {} };
int main() {
  printf("%d %d %d\n", call([] {}), call([](const char *s) { printf("%s", s); }), call([](int, int) { return "text"; }));
  std::function<int(const M &, int)> f = &M::get;
  std::function<int(M &)> g = &M::x;
  M m{4};
  printf("%d %d\n", f(m, 3), g(m));
  std::function<int(int)> h = plain, k = twice<int>, l = [](auto x) { return x * 3; };
  printf("%d %d %d\n", h(1), k(2), l(3));
  std::function<double(int)> q = h;
  std::function<void(int)> r = h;
  r(3);
  std::function<int(int)> fact = [&fact](int n) { return n < 2 ? 1 : n * fact(n - 1); };
  printf("%g %d\n", q(2), fact(5));
  std::function<int()> bound = std::bind(plain, 8), ref = std::bind(&M::get, &m, 2);
  printf("%d %d\n", bound(), ref());
  K a = twice<int>, b(plain);
  printf("%d %d %d\n", use(twice<int>), a.p(3), b.p(5));
}
