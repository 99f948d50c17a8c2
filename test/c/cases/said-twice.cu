// A parameter that a specialisation or a function's parameters name twice is the same both times; a class stands for no base of it there; what an expression makes is no place.
#include <cstdio>
#include <type_traits>
#include <utility>
#include <thrust/tuple.h>
template <int end, int now = 0> struct steps { static int sum() { return now + steps<end, now + 1>::sum(); } };
template <int end> struct steps<end, end> { static int sum() { return 100; } };
template <template <int> class F, int end, int now = 0> struct unrolled {
  template <class... A> __host__ __device__ static void with(A &&...a) { F<now>::apply(std::forward<A>(a)...); unrolled<F, end, now + 1>::with(a...); }
};
template <template <int> class F, int end> struct unrolled<F, end, end> { template <class... A> __host__ __device__ static void with(A...) {} };
template <int i> struct store {
  template <class... T> __host__ __device__ static void apply(float *to, thrust::tuple<T...> from) {
    using V = typename thrust::tuple_element<i, thrust::tuple<T...>>::type;
    to[i] = (V)thrust::get<i>(from);
  }
};
template <int m, int n> struct shape { static const char *name() { return "general"; } };
template <int n> struct shape<n, n> { static const char *name() { return "square"; } };
template <class T, T a, T b> struct range { static const char *name() { return "range"; } };
template <class T, T a> struct range<T, a, a> { static const char *name() { return "point"; } };
template <template <class> class C, template <class> class D> struct both { static const char *name() { return "two"; } };
template <template <class> class C> struct both<C, C> { static const char *name() { return "one"; } };
template <class T> struct box { T v; };
template <class T> struct crate { T v; };
struct ints : box<int> {};
template <class T> struct is_box { static const bool value = false; };
template <class T> struct is_box<box<T>> { static const bool value = true; };
template <class T> bool takes_box(const box<T> &) { return true; }
template <int n> int lengths(const int (&)[n], const int (&)[n]) { return n; }
int lengths(...) { return -1; }
struct counter { int from; int up(int by) { return from + by; } };
template <class M> struct method { static const int n = 0; };
template <class C, class R, class... A> struct method<R (C::*)(A...)> { static const int n = 1 + sizeof...(A); typedef R result; };
__global__ void k(float *to) { unrolled<store, 3>::with(to, thrust::make_tuple(1.5f, 2.75, 7)); }
int main() {
  printf("%d\n", steps<4>::sum());
  float *p;
  cudaMallocManaged(&p, 3 * sizeof *p);
  k<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  printf("%g %g %g\n", p[0], p[1], p[2]);
  printf("%s %s %s %s\n", shape<2, 3>::name(), shape<3, 3>::name(), range<long, 1, 2>::name(), range<char, 'a', 'a'>::name());
  printf("%s %s\n", both<box, crate>::name(), both<box, box>::name());
  printf("%d %d %d\n", is_box<ints>::value, is_box<box<ints>>::value, takes_box(ints()));
  int a[3] = {}, b[3] = {}, c[4] = {};
  printf("%d %d\n", lengths(a, b), lengths(a, c));
  printf("%d %d\n", method<decltype(&counter::up)>::n, (int)std::is_same<method<decltype(&counter::up)>::result, int>::value);
  printf("%d %d\n", (int)std::is_reference<decltype(counter{3})>::value, (int)std::is_reference<decltype((a))>::value);
}
