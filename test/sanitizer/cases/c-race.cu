// check: race
// finds: 8 Error: Race reported between Write access
// A block of C that does not wait.
#include <cstdio>
__global__ void k(int *a) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  a[t] = s[127 - t];
}
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  k<<<1, 128>>>(a);
  printf("%d\n", cudaDeviceSynchronize());
  cudaFree(a);
}
