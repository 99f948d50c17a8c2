// Tiles of several warps, and groups of the lanes that are there.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;
template <class T, unsigned int block, unsigned int tile> __global__ void sums(const T *from, T *to, int n) {
  __shared__ cg::block_tile_memory<block> scratch;
  auto cta = cg::this_thread_block(scratch);
  auto wide = cg::tiled_partition<tile>(cta);
  T v = 0;
  for (int i = threadIdx.x; i < n; i += block) v += from[i];
  v = cg::reduce(wide, v, cg::plus<T>());
  if (wide.thread_rank() == 0) to[wide.meta_group_rank()] = v;
  wide.sync();
  int last = wide.shfl((int)threadIdx.x, tile - 1), before = wide.shfl_up((int)threadIdx.x, 3);
  int some = wide.any(threadIdx.x == tile), every = wide.all(threadIdx.x >= tile);
  if (threadIdx.x == tile + 5) { to[8] = last; to[9] = before; to[10] = some; to[11] = every; }
}
template <unsigned int tile> __global__ void ranks(int *to) {
  auto wide = cg::tiled_partition<tile>(cg::this_thread_block());
  int before = cg::exclusive_scan(wide, (int)(threadIdx.x & 1));
  int most = cg::reduce(wide, (int)(threadIdx.x * 37 % 101), cg::greater<int>());
  to[threadIdx.x] = before * 1000 + most;
}
__global__ void odd(int *to) {
  if (threadIdx.x % 3 == 1) {
    auto here = cg::coalesced_threads();
    int s = cg::reduce(here, (int)threadIdx.x, cg::plus<int>());
    int low = cg::reduce(here, (int)(threadIdx.x * 7 % 19), cg::less<int>());
    int one = cg::invoke_one_broadcast(here, [] { return 42; });
    to[threadIdx.x] = s * 10000 + low * 100 + one;
  }
}
int main() {
  double *d, *r; int *i;
  cudaMallocManaged(&d, 1000 * sizeof *d);
  cudaMallocManaged(&r, 16 * sizeof *r);
  cudaMallocManaged(&i, 256 * sizeof *i);
  for (int k = 0; k < 1000; k++) d[k] = k;
  sums<double, 256, 64><<<1, 256>>>(d, r, 1000);
  cudaDeviceSynchronize();
  printf("%g %g %g %g: %g, %g %g %g %g\n", r[0], r[1], r[2], r[3], r[0] + r[1] + r[2] + r[3], r[8], r[9], r[10], r[11]);
  ranks<128><<<1, 256>>>(i);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", i[0], i[127], i[128], i[255]);
  for (int k = 0; k < 64; k++) i[k] = -1;
  odd<<<1, 64>>>(i);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", i[0], i[1], i[31], i[34]);
}
