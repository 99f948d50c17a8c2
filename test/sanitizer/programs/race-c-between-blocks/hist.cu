#include "hist.cuh"
extern "C" __global__ void histogram(const int *x, int *bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) count(bins, x[i]);
}
