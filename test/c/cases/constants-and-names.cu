#include <cstdio>
#include <algorithm>
#include <vector>
#include <list>
#include <map>
#include <string>
#include <thrust/device_vector.h>
#include <cmath>
constexpr int depth[5] = {110, 64, 48, 36, 30};
constexpr int two[2][3] = {{1,2,3},{4,5}};
struct P { int a, b; };
constexpr P pp = {3, 4};
template <int n> struct L { void *addr[n][depth[n-1]]; };
template <int N> struct A { int x[std::max<int>(N,1)]; };
constexpr unsigned g1((17-1)/4);
constexpr unsigned g2(g1*2);
template<class T> __constant__ T mask[8];
template<class T> __global__ void k(T *o) { o[threadIdx.x] = mask<T>[threadIdx.x] * g2; }
__global__ void remap(thrust::device_ptr<const int> s, int *o, int n) { int i = threadIdx.x; if (i < n) { int v = s[i]; o[i] = v * 2; } }
static inline __host__ __device__ int lim(float x) { static constexpr auto lo = -5; static constexpr auto lof = static_cast<float>(lo); return x < lof ? lo : (int)x; }
__global__ void k2(int *o) { o[0] = lim(-7.5f); o[1] = lim(3.2f); }
template<class F> void call(F f) { f.template operator()<true, 3>(); }
int outer(int q, cudaStream_t stream = 0) {
  int r = 0;
  auto d = [&]<bool B, int N>() { if (B) r = q + N; else r = (int)(long)stream; };
  call(d);
  return r;
}
struct toString { int valueOf; std::string constructor() { return "names"; } };
int main() {
  puts(toString().constructor().c_str());
  printf("%d %d %d %d\n", (int)sizeof(L<2>)/8, (int)sizeof(A<0>)/4, (int)sizeof(A<5>)/4, outer(4));
  static_assert(two[1][1] == 5 && two[1][2] == 0 && pp.b == 4, "x");
  int h[8]; for (int i = 0; i < 8; i++) h[i] = i + 1;
  cudaMemcpyToSymbol(mask<int>, h, sizeof h);
  int *o; cudaMallocManaged(&o, 64);
  k<<<1, 8>>>(o); cudaDeviceSynchronize(); for (int i = 0; i < 8; i++) printf("%d ", o[i]); puts("");
  thrust::device_vector<int> v(4); for (int i = 0; i < 4; i++) v[i] = i * i;
  const int *pv = thrust::raw_pointer_cast(&v[0]);
  remap<<<1, 4>>>(v.data(), o, 4); cudaDeviceSynchronize(); printf("%d %d %d\n", o[3], o[2], pv == thrust::raw_pointer_cast(v.data()));
  k2<<<1,1>>>(o); cudaDeviceSynchronize(); printf("%d %d\n", o[0], o[1]);
  printf("%g %g %g %g %d\n", pow(4, 3ul), sqrt(16l), pow(2.0f, 3), std::atan2(1, 1.0f), (int)sizeof(pow(2.0f, 3.0f)));
  std::vector<int> w = {3, 1, 2}; sort(w.begin(), w.end()); printf("%d %d\n", w[0], (int)(find(w.begin(), w.end(), 2) - w.begin()));
  try { throw std::map<std::string, int>(); } catch (...) { puts("caught"); }
}
