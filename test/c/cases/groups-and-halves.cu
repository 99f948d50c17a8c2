#include <cstdio>
#include <cmath>
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
namespace cg = cooperative_groups;
__global__ void add(int *p, int n, float s) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] += (int)s; }
__global__ void red(const float *x, float *out, int n) {
  cg::thread_block b = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(b);
  float v = x[b.thread_rank()];
  for (int o = tile.size() / 2; o > 0; o /= 2) v += tile.shfl_down(v, o);
  if (tile.thread_rank() == 0) atomicAdd(out, v);
  cg::sync(b);
}
__global__ void halves(const half *a, half *c, __nv_bfloat16 *d, int n) { int i = threadIdx.x; if (i < n) { c[i] = __hfma(a[i], __float2half(2.0f), a[i]); d[i] = __float2bfloat16(__half2float(a[i])); } }
int main() {
  int *p; cudaMallocManaged(&p, 40); for (int i = 0; i < 10; i++) p[i] = i;
  int n = 10; float s = 5; void *args[] = {&p, &n, &s};
  cudaLaunchKernel((void *)add, dim3(1), dim3(32), args, 0, 0); cudaDeviceSynchronize();
  printf("%d %d\n", p[0], p[9]);
  float *x, *o; cudaMallocManaged(&x, 64 * 4); cudaMallocManaged(&o, 4); *o = 0; for (int i = 0; i < 64; i++) x[i] = i;
  red<<<1, 64>>>(x, o, 64); cudaDeviceSynchronize(); printf("%g\n", *o);
  half *a, *c; __nv_bfloat16 *d; cudaMallocManaged(&a, 16); cudaMallocManaged(&c, 16); cudaMallocManaged(&d, 16);
  for (int i = 0; i < 8; i++) a[i] = __float2half(0.1f * i);
  halves<<<1, 8>>>(a, c, d, 8); cudaDeviceSynchronize(); printf("%g %g %g\n", (float)a[3], __half2float(c[3]), __bfloat162float(d[3]));
  int v; cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 0); printf("%d %d\n", v, std::isnan(0.0 / 0.0));
  cudaStream_t st; cudaStreamCreate(&st); cudaGraph_t g; cudaGraphExec_t e;
  cudaStreamBeginCapture(st, cudaStreamCaptureModeGlobal); add<<<1, 32, 0, st>>>(p, 10, 1.0f); cudaStreamEndCapture(st, &g); cudaGraphInstantiate(&e, g, NULL, NULL, 0);
  for (int i = 0; i < 3; i++) cudaGraphLaunch(e, st); cudaStreamSynchronize(st); printf("%d\n", p[0]);
}
