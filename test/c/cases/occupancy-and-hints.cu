#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(float *p) { extern __shared__ float s[]; s[threadIdx.x] = 1; p[threadIdx.x] = s[threadIdx.x]; }
void more();
int main() {
  int n = -1; cudaError_t e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 128, 64 << 10); printf("%d %d\n", e, n);
  e = cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10); printf("%d\n", e);
  e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 128, 64 << 10); printf("%d %d\n", e, n > 0);
  e = cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20); printf("%d %s\n", e, cudaGetErrorName(cudaGetLastError()));
  more();
  float *p; cudaMallocManaged(&p, 4096); k<<<1, 32, 1 << 20>>>(p); printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  printf("%d %d\n", cudaMemPrefetchAsync((void *)p, 4096, 0, 0), cudaMemPrefetchAsync((void *)p, 4096, 99, 0)); printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
template <class T> __global__ void tk(T *p, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = i; }
void more() { int g, b; printf("%d", cudaOccupancyMaxPotentialBlockSize(&g, &b, tk<float>, 0, 0)); printf(" %d %d\n", g > 0, b); printf("%d %d\n", cudaOccupancyMaxPotentialBlockSize(&g, &b, tk<int>), cudaOccupancyMaxPotentialBlockSize(&g, &b, (void *)tk<int>, 0));
  float *p; cudaMallocManaged(&p, 4096); cudaMemLocation l = {cudaMemLocationTypeDevice, 0}; printf("%d %d %d %d\n", cudaMemPrefetchAsync(p, 4096, l, 0, 0), cudaMemAdvise(p, 4096, cudaMemAdviseSetReadMostly, 0), cudaMemAdvise(p, 4096, 77, 0), cudaFuncSetCacheConfig(tk<float>, cudaFuncCachePreferL1));
  void (*f)(float *, int) = tk<float>; printf("%d\n", cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, 70000)); }
