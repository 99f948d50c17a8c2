#include <cstdio>
#include <array>
constexpr int fact(int n) { int r = 1; for (int i = 2; i <= n; i++) r *= i; return r; }
constexpr std::array<int, 5> squares() { std::array<int, 5> a{}; for (int i = 0; i < 5; i++) a[i] = i * i; return a; }
struct P { double x, y; constexpr P(double a, double b) : x(a), y(b) {} constexpr double dot(const P &o) const { return x * o.x + y * o.y; } };
constexpr P origin(1, 2);
constexpr auto table = squares();
static_assert(fact(5) == 120, "");
static_assert(table[3] == 9, "");
static_assert(origin.dot(P(3, 4)) == 11, "");
template <int N> struct Sized { int v[N]; };
constexpr int primes(int n) { int c = 0; for (int i = 2; i < n; i++) { bool p = true; for (int j = 2; j * j <= i; j++) if (i % j == 0) { p = false; break; } if (p) c++; } return c; }
struct Table { int v[8]; constexpr Table() : v() { for (int i = 0; i < 8; i++) v[i] = 1 << i; } constexpr int operator[](int i) const { return v[i]; } };
constexpr Table powers;
static_assert(powers[5] == 32, "");
int main() { Sized<primes(30)> s; int arr[table[2]]; printf("%zu %zu %d\n", sizeof(s) / 4, sizeof(arr) / 4, powers[7]); switch (4) { case table[2]: puts("four"); } }
