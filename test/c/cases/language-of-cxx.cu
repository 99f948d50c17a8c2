#include <cstdio>
#include <initializer_list>
struct V { int s = 0; int n = 0; V(std::initializer_list<int> l) { for (int x : l) { s += x; n++; } } V(int a, int b) { s = a * b; } };
struct P { int x; float y; };
template <class T, class U> struct pair2 { T first; U second; };
int total(V v) { return v.s; }
constexpr int fact(int n) { int r = 1; for (int i = 2; i <= n; i++) r *= i; return r; }
template <int N> struct Arr { int a[N]; static constexpr int size = N; };
template <bool B, class T = void> struct enable_if {}; template <class T> struct enable_if<true, T> { typedef T type; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <class T> struct is_int { static constexpr bool value = false; }; template <> struct is_int<int> { static constexpr bool value = true; };
template <class T, enable_if_t<is_int<T>::value, int> = 0> const char *kind(T) { return "int"; }
template <class T, enable_if_t<!is_int<T>::value, int> = 0> const char *kind(T) { return "other"; }
template <class T> const char *ptr(T) { return "value"; } template <class T> const char *ptr(T *) { return "pointer"; }
template <class T> typename enable_if<sizeof(T) == 4, int>::type bytes(T) { return 4; }
template <class T> typename enable_if<sizeof(T) == 8, int>::type bytes(T) { return 8; }
template <class F, class... A> auto apply(F f, A &&...a) -> decltype(f(a...)) { return f(a...); }
int counter() { static int k = fact(3); return k++; }
struct Big { Big() { printf("Big "); } };
Big &big() { static Big b; return b; }
template <class T> struct Tr { template <class U> T conv(U u) { return (T)u; } };
template <class T, class = void> struct has_x { static const bool value = false; };
template <class...> using void_t = void;
template <class T> T &&declval();
template <class T> struct has_x<T, void_t<decltype(declval<T>().x)>> { static const bool value = true; };
int twice(int x) { return 2 * x; }
int call(int (*f)(int), int x) { return f(x); }
enum class Color : char { red = 1, green };
int main() {
  V a{1, 2, 3}; V b(4, 5); V c = {7, 8, 9, 10};
  printf("%d %d %d %d\n", a.s, b.s, c.s, total({1, 1, 1}));
  auto [x, y] = P{3, 1.5f};
  printf("%d %g\n", x, y);
  int q[2] = {5, 6}; auto &[u, v] = q; u = 9; printf("%d %d\n", q[0], v);
  pair2<int, const char *> list[2] = {{1, "one"}, {2, "two"}};
  for (auto &[n, t] : list) { n *= 10; printf("%d %s ", n, t); }
  for (const auto &e : list) printf("%d ", e.first);
  for (int k : {4, 5, 6}) printf("%d ", k);
  printf("\n");
  Arr<fact(4)> arr; printf("%d %d\n", (int)(sizeof arr.a / sizeof(int)), Arr<3>::size);
  printf("%s %s %s %s %d %d\n", kind(1), kind(2.0), ptr(1), ptr(&q), bytes(1), bytes(1.0));
  int base = 100;
  auto add = [&](auto p, auto q) { return p + q + base; };
  printf("%d %g\n", add(1, 2), add(1.5, 2));
  auto inc = [k = 1]() mutable { return k++; }; inc(); printf("%d\n", inc());
  printf("%d %d\n", apply(twice, 4), apply([](int a, int b) { return a - b; }, 9, 4));
  counter(); counter(); printf("%d\n", counter());
  big(); big(); printf("\n");
  Tr<double> tr; printf("%g %d %d\n", tr.conv(3), has_x<P>::value, has_x<V>::value);
  printf("%d %d\n", call([](int x) { return x + 1; }, 5), call(twice, 5));
  if (int z = twice(4); z > 7) printf("z %d %d\n", z, (int)Color::green);
  if constexpr (fact(3) == 6) printf("six\n"); else printf("x");
  static_assert(fact(5) == 120, "fact");
  auto lam = [=](auto... xs) { return (xs + ... + base); };
  printf("%d\n", lam(1, 2, 3));
}
