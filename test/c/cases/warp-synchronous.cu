#include <cstdio>
template <unsigned int blockSize>
__device__ void warpReduce(volatile int *sdata, unsigned int tid) {
  if (blockSize >= 64) sdata[tid] += sdata[tid + 32];
  if (blockSize >= 32) sdata[tid] += sdata[tid + 16];
  if (blockSize >= 16) sdata[tid] += sdata[tid + 8];
  if (blockSize >= 8) sdata[tid] += sdata[tid + 4];
  if (blockSize >= 4) sdata[tid] += sdata[tid + 2];
  if (blockSize >= 2) sdata[tid] += sdata[tid + 1];
}
template <unsigned int blockSize>
__global__ void reduce6(int *g_idata, int *g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockSize * 2) + tid;
  unsigned int gridSize = blockSize * 2 * gridDim.x;
  sdata[tid] = 0;
  while (i < n) { sdata[tid] += g_idata[i] + g_idata[i + blockSize]; i += gridSize; }
  __syncthreads();
  if (blockSize >= 512) { if (tid < 256) { sdata[tid] += sdata[tid + 256]; } __syncthreads(); }
  if (blockSize >= 256) { if (tid < 128) { sdata[tid] += sdata[tid + 128]; } __syncthreads(); }
  if (blockSize >= 128) { if (tid < 64) { sdata[tid] += sdata[tid + 64]; } __syncthreads(); }
  if (tid < 32) warpReduce<blockSize>(sdata, tid);
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}
__device__ int scan_warp(volatile int *ptr, unsigned idx) {
  const unsigned lane = idx & 31;
  if (lane >= 1) ptr[idx] = ptr[idx - 1] + ptr[idx];
  if (lane >= 2) ptr[idx] = ptr[idx - 2] + ptr[idx];
  if (lane >= 4) ptr[idx] = ptr[idx - 4] + ptr[idx];
  if (lane >= 8) ptr[idx] = ptr[idx - 8] + ptr[idx];
  if (lane >= 16) ptr[idx] = ptr[idx - 16] + ptr[idx];
  return lane > 0 ? ptr[idx - 1] : 0;
}
__global__ void scan(int *a) {
  __shared__ volatile int s[128];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = scan_warp(s, threadIdx.x);
}
struct Pair { float v; int at; };
__global__ void best(const float *a, int *out) {
  __shared__ volatile float v[64];
  __shared__ volatile int at[64];
  int t = threadIdx.x;
  v[t] = a[t]; at[t] = t;
  __syncthreads();
  if (t < 32) {
    for (int d = 32; d > 0; d >>= 1)
      if (v[t + d] > v[t] && t + d < 64) { v[t] = v[t + d]; at[t] = at[t + d]; }
  }
  if (t == 0) *out = at[0];
}
int main() {
  int *a, *o; cudaMallocManaged(&a, 4096 * 4); cudaMallocManaged(&o, 64);
  for (int i = 0; i < 4096; i++) a[i] = i % 7;
  reduce6<256><<<4, 256, 1024>>>(a, o, 4096);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", o[0], o[1], o[2], o[3]);
  int sum = 0; for (int i = 0; i < 4096; i++) sum += a[i];
  printf("%d %d\n", sum, o[0] + o[1] + o[2] + o[3]);
  scan<<<1, 128>>>(a); cudaDeviceSynchronize();
  printf("%d %d %d %d\n", a[31], a[32], a[63], a[127]);
  float *f; cudaMallocManaged(&f, 256);
  for (int i = 0; i < 64; i++) f[i] = (i * 37) % 64;
  best<<<1, 64>>>(f, o); cudaDeviceSynchronize();
  printf("%d\n", o[0]);
}
