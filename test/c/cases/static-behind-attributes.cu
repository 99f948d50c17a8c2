// `static` behind attributes of member templates, in classes of all kinds.
#include <cstdio>
#define ALWAYS inline __attribute__((always_inline)) __device__ __host__
template <typename D, typename S> struct cast {
  template <size_t n> ALWAYS static void all(D *d, const S *s) { for (size_t i = 0; i < n; i++) d[i] = (D)s[i]; }
};
template <> struct cast<int, float> {
  template <size_t n> ALWAYS static void all(int *d, const float *s) { for (size_t i = 0; i < n; i++) d[i] = (int)(s[i] * 10); }
};
struct plain {
  template <class T> __launch_bounds__(32) static __device__ __host__ decltype(T() + 1) next(T x) { return x + 1; }
  template <class T> __attribute__((noinline)) __device__ __host__ T own(T x) { return x + k; }
  int k;
};
template <typename S, typename D, size_t n> __device__ __host__ void run(D (&d)[n], const S (&s)[n]) { cast<D, S>::template all<n>(d, s); }
__device__ __host__ void told() {
  float f[2] = {1.25f, 2.5f};
  int i[2], j[2] = {3, 4};
  double d[2];
  run(i, f);
  run(d, j);
  plain p = {5};
  printf("%d %d %g %g %g %d\n", i[0], i[1], d[0], d[1], plain::next(2.5), p.own(2));
}
__global__ void kernel() { told(); }
int main() { told(); kernel<<<1, 1>>>(); cudaDeviceSynchronize(); }
