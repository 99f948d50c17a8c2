// check: init
// finds: 7 Uninitialized __global__ memory read of size 4 bytes: -
// Memory of C that nobody has written.
#include <cstdio>
__global__ void k(float *a, float *b) {
  int t = threadIdx.x;
  b[t] = 2 * a[t];
}
int main() {
  float *a, *b;
  cudaMalloc(&a, 64 * sizeof(float));
  cudaMalloc(&b, 64 * sizeof(float));
  cudaMemset(a, 0, 32 * sizeof(float));
  k<<<1, 64>>>(a, b);
  printf("%d\n", cudaDeviceSynchronize());
  cudaFree(a);
  cudaFree(b);
}
