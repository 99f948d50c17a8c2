#include <cub/cub.cuh>
#include <cstdio>
#include <vector>
#include <algorithm>
__global__ void k(const int *in, int *out) {
  typedef cub::BlockReduce<int, 128> R; typedef cub::BlockScan<int, 128> S;
  __shared__ typename R::TempStorage r; __shared__ S::TempStorage s;
  int x = in[threadIdx.x]; int sum = R(r).Sum(x); int m = R(r).Reduce(x, cub::Max()); int p; S(s).ExclusiveSum(x, p);
  if (threadIdx.x == 0) { out[0] = sum; out[1] = m; } if (threadIdx.x == 100) out[2] = p;
}
int main() {
  int n = 10000; int *in, *out, *v, *vo; cudaMallocManaged(&in, n * 4); cudaMallocManaged(&out, n * 4); cudaMallocManaged(&v, n * 4); cudaMallocManaged(&vo, n * 4);
  for (int i = 0; i < n; i++) { in[i] = (i * 7919) % 10007 - 5000; v[i] = i; }
  k<<<1, 128>>>(in, out); cudaDeviceSynchronize(); int a = 0, m = -99999, p = 0; for (int i = 0; i < 128; i++) { a += in[i]; m = std::max(m, in[i]); if (i < 100) p += in[i]; }
  printf("%d %d %d\n", out[0] == a, out[1] == m, out[2] == p);
  void *t = nullptr; size_t b = 0; cub::DeviceReduce::Sum(t, b, in, out, n); cudaMalloc(&t, b); cub::DeviceReduce::Sum(t, b, in, out, n); cudaDeviceSynchronize(); long all = 0; for (int i = 0; i < n; i++) all += in[i]; printf("%d\n", out[0] == all);
  cub::DeviceScan::InclusiveSum(t, b, in, out, n); cudaDeviceSynchronize(); bool ok = true; int run = 0; for (int i = 0; i < n; i++) { run += in[i]; ok = ok && out[i] == run; } printf("%d\n", ok);
  cub::DeviceRadixSort::SortPairs(t, b, in, out, v, vo, n); cudaDeviceSynchronize(); ok = true; for (int i = 1; i < n; i++) ok = ok && out[i - 1] <= out[i] && in[vo[i]] == out[i]; printf("%d\n", ok);
}
