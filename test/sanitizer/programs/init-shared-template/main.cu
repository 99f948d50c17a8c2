#include <cstdio>
#include "tile.h"
template <typename T, int N> __global__ void turn(const T *from, T *to) {
  __shared__ Tile<T, N, FILL> tile;
  tile.load(from, threadIdx.x);
  __syncthreads();
  to[threadIdx.x] = tile.back(threadIdx.x);
}
int main() {
  double *a, *b;
  cudaMalloc(&a, 64 * sizeof(double));
  cudaMalloc(&b, 64 * sizeof(double));
  cudaMemset(a, 0, 64 * sizeof(double));
  turn<double, 64><<<1, 64>>>(a, b);
  printf("%d\n", (int)cudaDeviceSynchronize());
}
// check: init; wrong: -DFILL=60; right: -DFILL=64
