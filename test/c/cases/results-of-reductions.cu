// A reduction's result is read by all before the next one stores there, as on GPUs, though no barrier says so.
#include <cstdio>
__device__ float sum(float x) {
  __shared__ float part[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int o = 16; o > 0; o /= 2) x += __shfl_xor_sync(~0u, x, o);
  if (lane == 0) part[warp] = x;
  __syncthreads();
  if (warp == 0) {
    x = lane < blockDim.x / 32 ? part[lane] : 0;
    for (int o = 16; o > 0; o /= 2) x += __shfl_xor_sync(~0u, x, o);
    if (lane == 0) part[0] = x;
  }
  __syncthreads();
  return part[0];
}
__global__ void spread(float *out, const float *in, int n) {
  float x = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) x += in[i];
  float mean = sum(x) / n;
  x = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) x += (in[i] - mean) * (in[i] - mean);
  float spread = sum(x) / n;
  for (int k = 0; k < 3; k++) spread += sum(threadIdx.x == k ? spread : 0.0f);
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = (in[i] - mean) + spread;
}
int main() {
  const int n = 1000;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; i++) in[i] = i % 10;
  for (int threads = 32; threads <= 512; threads *= 2) {
    spread<<<1, threads>>>(out, in, n);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < n; i++) wrong += out[i] - (i % 10 - 4.5f + 8 * 8.25f) > 1e-3f || out[i] - (i % 10 - 4.5f + 8 * 8.25f) < -1e-3f;
    printf("%d: %d wrong\n", threads, wrong);
  }
}
