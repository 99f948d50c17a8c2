// check: race
// finds: 6 Warning: Race reported between Write access
// The same by a pointer to volatile, as reductions had it before Volta.
#include <cstdio>
__device__ void last_warp(volatile int *s, int t) {
  s[t] += s[t + 16];
  __syncwarp();
}
__global__ void sum(const int *a, int *b) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = a[t];
  s[t + 64] = 0;
  __syncthreads();
  if (t < 32) {
    last_warp(s, t);
    last_warp(s + 16, t);
    if (t == 0) *b = s[0];
  }
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, sizeof(int));
  cudaMemset(a, 0, 64 * sizeof(int));
  sum<<<1, 64>>>(a, b);
  cudaDeviceSynchronize();
  std::printf("done\n");
  cudaFree(a);
  cudaFree(b);
}
