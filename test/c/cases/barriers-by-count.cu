// Threads meet at barriers by their count, wherever these stand.
#include <cstdio>
__global__ void sides(int *out) {
  __shared__ int a[64], b[64];
  int t = threadIdx.x;
  if (t < 32) {
    a[t] = t + 1;
    __syncthreads();
    out[t] = a[t + 32];
    b[t] = out[t] * 2;
    __syncthreads();
    out[t] += b[63 - t];
  } else {
    a[t] = 100 + t;
    __syncthreads();
    b[t] = a[t - 32];
    __syncthreads();
    out[t] = b[t - 32];
  }
  __syncthreads();
  out[t] += b[t ^ 32];
}
__device__ void filled(int *out, int n) {
  __shared__ int s[256];
  if (threadIdx.x < 64) {
    for (int i = threadIdx.x; i < n; i += 64) out[i] = -1;
    __syncthreads();
    return;
  }
  int t = threadIdx.x - 64;
  s[t] = t * t;
  __syncthreads();
  if (t < 20) s[t] += s[t + 20];
  __syncthreads();
  if (t == 0) for (int i = 1; i < 20; i++) s[0] += s[i];
  __syncthreads();
  out[t] = s[0] + t;
}
__global__ void apart(int *out, int n) { filled(out, n); }
int main() {
  int *d, h[200];
  cudaMalloc(&d, sizeof h);
  sides<<<1, 64>>>(d);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaMemcpy(h, d, 64 * sizeof(int), cudaMemcpyDefault);
  for (int i = 0; i < 64; i += 7) printf("%d ", h[i]);
  apart<<<1, 128>>>(d, 200);
  printf("\n%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDefault);
  for (int i = 0; i < 200; i += 21) printf("%d ", h[i]);
  printf("\n");
}
