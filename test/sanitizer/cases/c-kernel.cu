// check: memory
// finds: 8 Invalid __global__ write of size 4 bytes: -
// The same in CUDA C.
#include <cstdio>
__global__ void k(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n)
    a[i] = i;
}
int main() {
  int *a;
  cudaMalloc(&a, 100 * sizeof(int));
  k<<<4, 32>>>(a, 100);
  printf("%d\n", cudaDeviceSynchronize());
  cudaFree(a);
}
