// Classes made with their heirs, lists of types, conditions one after another.
#include <cstdio>
#include <tuple>
#include <type_traits>
template <class D> struct Base { int call() { return static_cast<D *>(this)->impl(); } };
template <int N> struct Link : Base<Link<N>> { int impl() { if constexpr (N == 0) return 1; else return 1 + Link<N - 1>().call(); } };
template <class... T> struct Count;
template <> struct Count<> : std::integral_constant<int, 0> {};
template <class H, class... T> struct Count<H, T...> : std::integral_constant<int, 1 + Count<T...>::value> {};
template <int N, class... T> struct Repeat : Repeat<N - 1, int, T...> {};
template <class... T> struct Repeat<0, T...> { static constexpr int value = Count<T...>::value; };
template <int N> struct Fib { static constexpr unsigned long long value = Fib<N - 1>::value + Fib<N - 2>::value; };
template <> struct Fib<0> { static constexpr unsigned long long value = 0; };
template <> struct Fib<1> { static constexpr unsigned long long value = 1; };
template <int N, bool> struct IsPrime { static const bool value = (N % 2 != 0); };
template <int N, int D> struct NoDiv { static const bool value = N % D != 0 && NoDiv<N, D - 1>::value; };
template <int N> struct NoDiv<N, 1> { static const bool value = true; };
int main() { printf("%d %d %llu %d\n", Link<200>().call(), Repeat<100>::value, Fib<90>::value, (int)NoDiv<797, 796>::value); }
