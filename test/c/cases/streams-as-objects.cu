// Streams and sizes that are objects of classes; launches as objects; texts of errors that stay where they are.
#include <cstdio>
#include <cuda_runtime.h>
class Stream {
  cudaStream_t s;

 public:
  Stream() { cudaStreamCreate(&s); }
  ~Stream() { cudaStreamDestroy(s); }
  operator cudaStream_t() const { return s; }
};
struct Blocks { int n; operator unsigned int() const { return n; } };
__global__ void times(int *d, int n, float by) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) d[i] = d[i] * by + gridDim.x; }
int main() {
  const int n = 100;
  int h[n], *d;
  for (int i = 0; i < n; i++) h[i] = i;
  Stream s;
  cudaMallocAsync(&d, sizeof h, s);
  cudaMemcpyAsync(d, h, sizeof h, cudaMemcpyHostToDevice, s);
  times<<<Blocks{3}, Blocks{32}, 0, s>>>(d, n, 2);
  cudaLaunchConfig_t c = {};
  c.gridDim = 2;
  c.blockDim = dim3(16);
  c.stream = s;
  cudaLaunchAttribute a[1];
  a[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  a[0].val.programmaticStreamSerializationAllowed = 1;
  c.attrs = a;
  c.numAttrs = 1;
  cudaError_t e = cudaLaunchKernelEx(&c, times, d, n, 10);
  cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(s);
  printf("%s: %s: %d %d\n", cudaGetErrorName(e), cudaGetErrorString(e), h[1], h[99]);
  times<<<1, 5000, 0, s>>>(d, n, 2);
  e = cudaGetLastError();
  const char *name = cudaGetErrorName(e), *text = cudaGetErrorString(e);
  cudaGetErrorString(cudaErrorInvalidValue);
  printf("%s: %s\n", name, text);
}
