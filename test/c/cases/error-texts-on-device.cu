// Names and texts of error codes in device code.
#include <cstdio>
__host__ __device__ int length(cudaError_t e) {
  int n = 0;
  for (const char *s = cudaGetErrorString(e); *s; s++) n++;
  return n;
}
__global__ void told(int *n) {
  cudaError_t e = n ? cudaErrorInvalidValue : cudaSuccess;
  if (threadIdx.x == 0) printf("%s: %s; %s\n", cudaGetErrorName(e), cudaGetErrorString(e), cudaGetErrorName((cudaError_t)12345));
  n[threadIdx.x] = length(threadIdx.x ? cudaErrorNoDevice : cudaSuccess);
}
int main() {
  int *n;
  cudaMallocManaged(&n, 2 * sizeof(int));
  told<<<1, 2>>>(n);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", n[0], n[1], length(cudaSuccess), length(cudaErrorNoDevice));
  const char *(*f)(cudaError_t) = cudaGetErrorString;
  printf("%s; %s\n", f(cudaErrorMemoryAllocation), cudaGetErrorName(cudaErrorMemoryAllocation));
}
