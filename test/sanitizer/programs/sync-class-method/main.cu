#include <cstdio>
#include "queue.h"
__global__ void fill(int *items) {
  Queue q{items};
  q.push(threadIdx.x, ALL);
  items[threadIdx.x + 128] = 1;
  __syncthreads();
}
int main() {
  int *items;
  cudaMalloc(&items, 256 * sizeof(int));
  fill<<<1, 128>>>(items);
  printf("%d\n", (int)cudaDeviceSynchronize());
}
// check: sync; wrong: -DALL=false; right: -DALL=true
