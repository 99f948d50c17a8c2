// Kernels of several template arguments where the runtime takes a kernel.
#include <cstdio>
template <class T, int N> __global__ void fill(T *p) { extern __shared__ char s[]; T *t = (T *)s; t[threadIdx.x] = N; __syncthreads(); p[threadIdx.x] = t[threadIdx.x]; }
template <class T, int N> __global__ void __launch_bounds__(128) add(T *p, T x) { p[threadIdx.x] += x + N; }
int main() {
  printf("%d\n", cudaFuncSetAttribute(fill<float, 7>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  auto f = fill<double, 3>;
  printf("%d\n", ::cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  printf("%d\n", cudaFuncSetCacheConfig((const void *)add<int, 2>, cudaFuncCachePreferL1));
  int n = 0, grid = 0, block = 0;
  cudaError_t e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, fill<float, 7>, 256, 1024);
  printf("%d %d\n", e, n > 0);
  e = cudaOccupancyMaxPotentialBlockSize(&grid, &block, add<int, 2>, 0, 96);
  printf("%d %d %d\n", e, grid > 0, block);
  e = cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, add<int, 2>, [](int threads) -> size_t { return threads * sizeof(int); });
  printf("%d %d %d\n", e, grid > 0, block);
  cudaFuncAttributes facts;
  e = cudaFuncGetAttributes(&facts, add<int, 2>);
  printf("%d %d %d\n", e, facts.maxThreadsPerBlock, (int)facts.sharedSizeBytes);
  e = cudaFuncGetAttributes(&facts, f);
  printf("%d %d %d\n", e, facts.maxThreadsPerBlock, facts.maxDynamicSharedSizeBytes);
  double *d; int *i, x = 40;
  cudaMallocManaged(&d, 64 * sizeof *d);
  cudaMallocManaged(&i, 64 * sizeof *i);
  for (int k = 0; k < 64; k++) i[k] = k;
  void *one[] = {&d}, *two[] = {&i, &x};
  printf("%d\n", cudaLaunchKernel((void *)fill<double, 3>, dim3(1), dim3(64), one, 64 * sizeof *d, 0));
  printf("%d\n", cudaLaunchKernel(add<int, 2>, dim3(1), dim3(64), two));
  printf("%d\n", cudaLaunchCooperativeKernel((const void *)&add<int, 2>, 1, 64, two));
  cudaDeviceSynchronize();
  printf("%g %d %d\n", d[63], i[0], i[63]);
}
