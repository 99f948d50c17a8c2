#include <stdio.h>
__device__ float square(float x) { return x * x; }
__global__ void add(float *a, const float *b, int n) {
  __shared__ float tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? b[i] : 0.0f;
  __syncthreads();
  if (i < n) a[i] += square(tile[threadIdx.x]) + sqrtf(4.0f);
  if (i == 3) printf("thread %d has %f %s\n", i, a[i], "ok");
}
extern "C" void wrap(float *a, const float *b, int n) {
  float *da, *db;
  cudaMalloc((void **)&da, n * sizeof(float));
  cudaMalloc(&db, n * sizeof(float));
  cudaMemcpy(da, a, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, n * sizeof(float), cudaMemcpyHostToDevice);
  add<<<(n + 63) / 64, 64>>>(da, db, n);
  printf("error: %s\n", cudaGetErrorString(cudaGetLastError()));
  cudaMemcpy(a, da, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
}
