// Functions made by functions, packs with many members, results found in each other, long computations of constants.
#include <cstdio>
#include <utility>
template <int N> int down(int x) { if constexpr (N == 0) return x; else return down<N - 1>(x + 1); }
int sum() { return 0; }
template <class T, class... R> int sum(T a, R... r) { return a + sum(r...); }
template <std::size_t... I> int many(std::index_sequence<I...>) { return sum((int)I...); }
template <int N> auto grow() { if constexpr (N == 0) return 1L; else return 1 + grow<N - 1>(); }
template <unsigned... I> struct List { static constexpr unsigned size = sizeof...(I); };
template <unsigned N, unsigned... I> struct Make : Make<N - 1, N - 1, I...> {};
template <unsigned... I> struct Make<0, I...> { using type = List<I...>; };
constexpr long fact(int n) { return n == 0 ? 0 : n + fact(n - 1); }
constexpr int loops() { int s = 0; for (int i = 0; i < 200000; i++) s ^= i; return s; }
int main() {
  constexpr long f = fact(500);
  constexpr int l = loops();
  printf("%d %d %ld %u %ld %d\n", down<880>(0), many(std::make_index_sequence<150>()), grow<400>(), Make<300>::type::size, f, l);
}
