// check: sync
// finds: 8 Barrier error detected. Divergent thread(s)
// A barrier of the block in a branch that half of the threads take.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *a) {
  cg::thread_block block = cg::this_thread_block();
  if (threadIdx.x < 40) { a[threadIdx.x] = 1; __syncthreads(); }
  a[threadIdx.x] += block.size();
}
int main() {
  int *a;
  cudaMalloc(&a, 64 * 4);
  cudaMemset(a, 0, 64 * 4);
  k<<<1, 64>>>(a);
  cudaDeviceSynchronize();
}
