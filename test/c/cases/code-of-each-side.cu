// What is compiled for the device alone or the host alone, barriers with arrival, assertions of kernels and copies of nothing.
#include <cassert>
#include <cstdio>
#include <cuda/barrier>
#ifdef __CUDA_ARCH__
#define WHERE "device"
#else
#define WHERE "host"
#endif
__host__ __device__ int where() {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__;
#else
  return 1;
#endif
}
__device__ int counter = 5;
__constant__ float table[3] = {1, 2, 3};
template <class T> __global__ void k(T *out) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  static __shared__ T tile[32];
  tile[threadIdx.x] = (T)where() + counter;
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x] + table[1];
  if (threadIdx.x == 0) printf("on the %s\n", WHERE);
#endif
}
__global__ void turns(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  __shared__ int seen[64];
  if (threadIdx.x == 0) init(&all, blockDim.x);
  __syncthreads();
  int v = threadIdx.x;
  for (int turn = 0; turn < 3; turn++) {
    seen[threadIdx.x] = v;
    auto token = all.arrive();
    all.wait(std::move(token));
    int next = seen[(threadIdx.x + 1) % 64];
    all.arrive_and_wait();
    v += next;
  }
  out[threadIdx.x] = v;
}
__global__ void asserts(int n) { assert(threadIdx.x < n); }
int main() {
  int *list, sum = 0;
  cudaMallocManaged(&list, 64 * sizeof(int));
  turns<<<1, 64>>>(list);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; i++) sum += list[i];
  printf("%d %d\n", list[63], sum);
  printf("%s\n", cudaGetErrorName(cudaMemcpy(list + 64, list + 64, 0, cudaMemcpyDeviceToDevice)));
  double *d;
  cudaMallocManaged(&d, 32 * 8);
  k<<<1, 32>>>(d);
  cudaDeviceSynchronize();
  printf("%g %d %s\n", d[3], where(), WHERE);
  asserts<<<1, 32>>>(31);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
