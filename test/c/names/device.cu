// Symbols of kernels and of what they call; device.out has what nvcc calls them.
#include <cuda_fp16.h>
enum Mode { first, second };
template <class T, int N> struct Tile {
  T data[N];
  __noinline__ __device__ T at(int i) const { return data[i]; }
};
template <class T, int N> __global__ void scale(T *a, int n) { a[n] = N; }
template <class T> __global__ void tiles(Tile<T, 4> *t, const Tile<const T *, 2> *u) { t->data[0] = t->at(1); }
template <Mode M, bool B, class... T> __global__ void several(T... t) {}
template <class T, class U = T> __global__ void defaulted(T t, U u) {}
template <class F> __global__ void each(F f, int *a) { a[0] = f(1); }
template <template <class, int> class W, class T> __global__ void wrapped(W<T, 2> w) {}
template <typename T> __global__ void halves(T *h, __half *g, float4 *f, float4 *e, unsigned char c) { h[0] = g[0]; }
template <class T> struct Holder {
  T x;
  template <class U> __noinline__ __device__ void put(U u, Holder<U> *) { x = u; }
};
template <class T> __global__ void holds(Holder<T> h, int *out) {
  h.put(2.5, (Holder<double> *)nullptr);
  out[0] = h.x;
}
namespace n {
namespace m {
template <class T> __global__ void inner(T *a, const T *b, T *const c) { a[0] = b[0]; }
} // namespace m
} // namespace n

int main() {
  int *a = nullptr;
  scale<float, 4><<<1, 1>>>((float *)nullptr, 3);
  scale<int, -1><<<1, 1>>>(a, 3);
  tiles<int><<<1, 1>>>(nullptr, nullptr);
  several<second, true, int, float><<<1, 1>>>(1, 2.f);
  several<first, false><<<1, 1>>>();
  defaulted<<<1, 1>>>(1, 2.f);
  defaulted<long><<<1, 1>>>(1, 2);
  each<<<1, 1>>>([] __device__(int x) { return x + 1; }, a);
  each<<<1, 1>>>([] __device__(long x) { return 1; }, a);
  each<<<1, 1>>>([] __device__(int x) { return x + 2; }, a);
  wrapped<<<1, 1>>>(Tile<int, 2>());
  halves<__half><<<1, 1>>>(nullptr, nullptr, nullptr, nullptr, 1);
  holds<<<1, 1>>>(Holder<int>(), a);
  n::m::inner<unsigned long long><<<1, 1>>>(nullptr, nullptr, nullptr);
  cudaDeviceSynchronize();
}
