#include <cstdio>
#include <cooperative_groups.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;
struct Pair { float a; int b; };
__global__ void k(float *o) { auto t = cg::tiled_partition<16>(cg::this_thread_block()); Pair p{(float)threadIdx.x, (int)threadIdx.x * 2}; Pair q = t.shfl_xor(p, 3u); o[threadIdx.x] = q.a + 1000 * q.b + 1e5f * t.shfl(threadIdx.x, 2) + 1e-2f * t.shfl_down(0.5f, 1); }
int main() { float *o; cudaMallocManaged(&o, 128); k<<<1, 32>>>(o); cudaDeviceSynchronize(); printf("%g %g %s\n", o[0], o[20], cudaGetErrorString(cudaGetLastError())); }
