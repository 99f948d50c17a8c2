// finds: 7 Invalid __global__ read of size 4 bytes: from[i]
#include <cstdio>
#include <cstring>
#include "lists.h"
__global__ void take(const int *from, int *to) {
  int i = threadIdx.x;
  to[i] = from[i];
}
int main() {
  List<int> list;
  int *plain = (int *)malloc(32 * sizeof(int)), *from, *to;
  memset(plain, 0, 32 * sizeof(int));
  memcpy(list.p, plain, 32 * sizeof(int));
  cudaMalloc(&to, 32 * sizeof(int));
  cudaMalloc(&from, 32 * sizeof(int));
  cudaMemcpy(from, list.p, 32 * sizeof(int), cudaMemcpyHostToDevice);
#ifdef WRONG
  take<<<1, 32>>>(list.p, to);
#else
  take<<<1, 32>>>(from, to);
#endif
  printf("%d\n", (int)cudaDeviceSynchronize());
  free(plain);
}
// check: memory; wrong: -DWRONG; right: -DRIGHT
