// check: memory
// finds: 8 Invalid __global__ read of size 16 bytes: -
// finds: 13 Invalid __shared__ read of size 8 bytes: -
// finds: 17 Invalid __shared__ write of size 16 bytes: -
// Vectors, and numbers of eight bytes, from a place between two of them, in global and shared memory; each where nothing leaves its array.
#include <cstdio>
__global__ void quad(const float *x, float2 *y) {
  float4 v = reinterpret_cast<const float4 *>(x + 1)[threadIdx.x];
  y[threadIdx.x] = make_float2(v.x, v.w);
}
__global__ void packed(double *out) {
  __shared__ __align__(16) unsigned char room[512];
  out[threadIdx.x] = *(double *)(room + 4 + 12 * threadIdx.x);
}
__global__ void tiles(const float4 *x, int skip) {
  extern __shared__ float s[];
  *(float4 *)&s[skip + 4 * threadIdx.x] = x[threadIdx.x];
}
__global__ void right(const float4 *x, float2 *y, int skip) {
  __shared__ float s[256];
  float4 *q = (float4 *)(s + 4 * skip);
  q[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = *(float2 *)(s + 4 * skip + 2 * (threadIdx.x / 2 * 2));
}
int main() {
  float *x;
  cudaMalloc(&x, 4096);
  float2 *y = (float2 *)(x + 512);
  cudaMemset(x, 0, 4096);
  right<<<1, 32>>>((float4 *)x, y, 3);
  quad<<<1, 32>>>(x, y);
  packed<<<1, 32>>>((double *)y);
  tiles<<<1, 32, 1024>>>((float4 *)x, 2);
  printf("%d\n", cudaDeviceSynchronize());
}
