// What the CUDA runtime refuses, occupancy by the device's limits, reverse order.
#include <cstdio>
#include <list>
#include <vector>
#include <algorithm>
#include <cmath>
__global__ void k(int *p) { p[0] = 1; }
int main() {
  printf("%s\n", cudaGetErrorName(cudaDeviceEnablePeerAccess(7, 0))); printf("%s\n", cudaGetErrorName(cudaSetDeviceFlags(12345678)));
  size_t v; cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20); cudaDeviceGetLimit(&v, cudaLimitPrintfFifoSize); printf("%zu\n", v); cudaGetLastError();
  int n; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 256, 0); printf("%d\n", n); cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 1024, 0); printf("%d\n", n);
  cudaStream_t s; printf("%d\n", cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, -1));
  std::list<int> l; l.resize(5); l.resize(3); std::vector<float> f = {3, 1, 2}; std::sort(f.rbegin(), f.rend()); printf("%zu %g %g\n", l.size(), f[0], jn(2, 1.5));
}
