// Literals of the program and of the library, functions that are one try block, packs in aggregates, folds over truths.
#include <array>
#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
using namespace std::literals;
struct Metres { double v; };
constexpr Metres operator""_m(long double x) { return Metres{(double)x}; }
constexpr Metres operator""_km(unsigned long long x) { return Metres{1000.0 * x}; }
int operator""_length(const char *, size_t n) { return (int)n; }
int operator""_code(char c) { return c; }
int operator""_digits(const char *s) { int n = 0; while (s[n]) n++; return n; }
int tried(int x) try { if (x) throw x; return 0; } catch (int e) { return 2 * e; }
struct Part { int n; Part(int k) : n(k) { if (k < 0) throw "negative"; } };
struct Whole { Part p; Whole(int k) try : p(k) { printf("made %d\n", p.n); } catch (const char *s) { printf("caught %s\n", s); } };
template <size_t... i> constexpr auto squares(std::index_sequence<i...>) { return std::array<int, sizeof...(i)>{int(i * i)...}; }
template <class T, class... R> constexpr bool same = (std::is_same_v<T, R> && ...);
struct Pairs { int a[2][2]; int b; };
template <class... T> Pairs pairs(T... t) { return {t..., 9}; }
int main() {
  printf("%g %g %d %d %d\n", (1.5_m).v, (3_km).v, "four"_length, 'A'_code, 12345_digits);
  printf("%zu %zu %ld\n", ("a"s + "bc"s).size(), "view"sv.size(), (long)std::chrono::milliseconds(2s).count());
  printf("%d %d\n", tried(0), tried(21));
  Whole w(3);
  try { Whole(-1); } catch (const char *s) { printf("again %s\n", s); }
  for (int v : squares(std::make_index_sequence<5>{})) printf("%d ", v);
  Pairs p = pairs(1, 2, 3, 4);
  printf("%d %d %d %d %d\n", p.a[0][0], p.a[0][1], p.a[1][0], p.a[1][1], p.b);
  printf("%d %d\n", same<int, int, int>, same<int, int, long>);
}
