// `f<int>` alone names one function: as an argument that says what a parameter of a template is.
#include <cstdio>
#include <algorithm>
#include <utility>
template <int n> __global__ void k(unsigned a, float *p) { p[threadIdx.x] = n * 2.0f + a; }
template <typename K, typename T, typename... R> void go(K kernel, T x, R... rest) { kernel<<<1, 2>>>((unsigned)x, rest...); }
template <typename T> T twice(T x) { return 2 * x; }
template <typename T> void doubled(T *x, int n) { for (int i = 0; i < n; i++) x[i] *= 2; }
template <typename F, typename T> auto apply(F f, T x) { return f(x); }
template <typename F> auto by_reference(F &&f) { return f(21); }
template <class A, class B> bool above(A a, B b) { return a > b; }
struct Caller { template <class F> int operator()(F f) const { return f(4); } };
template <int m, class T> __device__ T scaled(T x) { return m * x; }
template <class F> __global__ void with(F, float *p) { p[0] = scaled<3, float>(p[0]); }
int main() {
  float *p; cudaMallocManaged(&p, 8);
  go(k<7>, 1, p);
  cudaDeviceSynchronize();
  printf("%g\n", p[1]);
  auto named = k<2>;
  named<<<1, 2>>>(1, p);
  go(&k<3>, 1, p);
  cudaDeviceSynchronize();
  printf("%g\n", p[1]);
  printf("%d %g %d %d\n", apply(twice<int>, 4), apply(&twice<double>, 1.5), by_reference(twice<int>), Caller()(twice<int>));
  int a[] = {3, 1, 2};
  std::sort(a, a + 3, above<int, int>);
  printf("%d %d %d\n", a[0], a[1], a[2]);
  auto pair = std::make_pair(twice<int>, 3);
  printf("%d\n", pair.first(pair.second));
  void (*several)(int *, int) = doubled<int>;
  several(a, 3);
  printf("%d\n", a[0]);
}
