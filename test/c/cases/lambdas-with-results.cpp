// Results that lambdas name, behind words too, and what they call: functions with results made of their parameters.
#include <cstdio>
template <class A, class B> auto quotient(A x, B y) -> decltype(x / y) { return x / y; }
template <class F> auto twice(F f) -> decltype(f(f(1))) { return f(f(1)); }

struct Counter {
  int k = 3;
  auto scaled() { return [this](auto x) mutable noexcept(true) -> short { return x * k + 100000; }(5); }
  auto shared() { return [&](auto x) { return quotient(x + 90, k); }(6); }
};

int main() {
  unsigned short v = 9;
  auto captured = [=](int a, auto c) { return quotient(65535u, v) + quotient(a, c); };
  printf("%u\n", captured(7, 2));
  auto plain = [](auto a, auto b) { return quotient(a, b); };
  printf("%d %g\n", plain(7, 2), plain(7, 2.0));
  auto named = [&](int a, int x) { return quotient(a, v) + x; };
  printf("%d %zu\n", named(100, 1), sizeof named);
  unsigned long long sum = 77;
  auto narrow = [&](int a, auto b) mutable -> unsigned char { sum += a; return -5 - b; };
  auto r = narrow(3, 0LL);
  printf("%llu %d %zu\n", sum, r, sizeof r);
  auto counted = [n = 1](auto... x) mutable -> unsigned char { n += sizeof...(x); return n * 100; };
  int first = counted(1, 2), second = counted(1);
  printf("%d %d\n", first, second);
  auto wide = [](int a) mutable -> decltype(a + 1LL) { return a; };
  auto constant = [](int a) constexpr -> signed char { return a + 300; };
  auto through = [](auto &&a) -> decltype(a) { return a; };
  int q = 4;
  through(q) = 8;
  printf("%zu %d %d\n", sizeof wide(1), constant(3), q);
  printf("%d %d %d\n", Counter().scaled(), Counter().shared(), twice([](auto x) { return quotient(x + 20, 3); }));
}
