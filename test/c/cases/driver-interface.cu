// The driver's functions beside modules, symbols by their names, and an old name that a program takes for itself.
#include <cstdio>
#include <cuda.h>
struct surface { int n; };
surface texture = {3};
__constant__ float factors[2];
__global__ void scale(float *x) { x[threadIdx.x] *= factors[threadIdx.x & 1]; }
static void check(CUresult e, int line) { const char *name; if (e) { cuGetErrorName(e, &name); printf("%d: %s\n", line, name); } }
#define CHECK(e) check(e, __LINE__)
int main() {
  int n = 0, threads = 0; CUdevice d; CUcontext c, now; CUdeviceptr p; CUstream s; CUevent first, last; CUmodule m; float ms;
  unsigned int words[4]; float h[4] = {1, 2, 3, 4}, f[2] = {10, 100};
  CHECK(cuInit(0)); CHECK(cuDeviceGetCount(&n)); CHECK(cuDeviceGet(&d, 0)); CHECK(cuDeviceGet(&d, 99)); CHECK(cuCtxCreate(&c, 0, d));
  CHECK(cuDeviceGetAttribute(&threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, d));
  char name[8]; CHECK(cuDeviceGetName(name, sizeof name, d)); CHECK(cuCtxGetCurrent(&now));
  printf("%d %d %d %d\n", n > 0, threads, (int)sizeof p, now->device == d);
  CHECK(cuMemAlloc(&p, 16)); CHECK(cuMemsetD32(p, 7, 4)); CHECK(cuMemcpyDtoH(words, p, 16)); printf("%u %u\n", words[0], words[3]);
  CHECK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING)); CHECK(cuEventCreate(&first, 0)); CHECK(cuEventCreate(&last, 0)); CHECK(cuEventRecord(first, s));
  CHECK(cuMemcpyHtoDAsync(p, h, 16, s)); printf("%d", cudaMemcpyToSymbol("factors", f, sizeof f)); printf(" %d\n", cudaMemcpyToSymbol("nothing", f, 4));
  scale<<<1, 4, 0, s>>>((float *)p); CHECK(cuEventRecord(last, s)); CHECK(cuStreamSynchronize(s)); CHECK(cuEventElapsedTime(&ms, first, last));
  CHECK(cuMemcpyDtoH(h, p, 16)); printf("%g %g %g %g\n", h[0], h[1], h[2], h[3]);
  CHECK(cuModuleLoadData(&m, ".version 8.0")); CHECK(cuMemAlloc(&p, 0)); CHECK(cuMemFree(p)); CHECK(cuCtxSynchronize()); CHECK(cuCtxDestroy(c));
  printf("%d\n", texture.n);
}
