// Kernels of CUDA C with one weakness each, and some with none.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void columnsOf(const float *a, float *s, int rows, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float t = 0;
  //ADVICE uncoalesced: `a[i * n + j]` is read
  for (int j = 0; j < n; j++) t += a[i * n + j];
  s[i] = t;
}

__global__ void turn(const float *in, float *out, int n) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  //ADVICE bank-conflicts: `tile[threadIdx.x][threadIdx.y + k]` needs 32.0 passes
  for (int k = 0; k < 32; k += 8) out[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}

__global__ void tone(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float y = x[i];
  //ADVICE double-literal: `0.999` is double precision
  for (int k = 0; k < 40; k++) y = y * 0.999 + 0.001f;
  x[i] = y;
}

__global__ void countOf(const float *x, int *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  //ADVICE atomic-contention: 32 threads of a warp meet
  if (i < n && x[i] > 0.5f) atomicAdd(c, 1);
}

__global__ void phases(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float y = x[i];
  //ADVICE divergence
  if (i % 4 == 0)
    for (int k = 0; k < 60; k++) y = y * y + 0.1f;
  else if (i % 4 == 1)
    for (int k = 0; k < 60; k++) y = y * 0.5f - 0.1f;
  else
    for (int k = 0; k < 60; k++) y = 0.25f - y * y * 0.5f;
  x[i] = y;
}

struct Particle {
  float x, y, z, u, v, w, mass, charge;
};

__global__ void masses(const Particle *p, float *e, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  //ADVICE uncoalesced: neighbouring threads are 8 elements (32 bytes) apart
  if (i < n) e[i] = p[i].mass * 0.5f;
}

//ADVICE too-few-blocks: 8 blocks of 256 threads
__global__ void few(float *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] = sqrtf(x[i]) + 1.0f;
}

__constant__ float weights[256];
__global__ void weighted(float *y, const int *k, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float t = 0;
  //ADVICE constant-scatter
  for (int j = 0; j < 8; j++) t += weights[(37 * i + 11 * j) % 256];
  y[i] = t;
}

__global__ void unpack(int *k, int n, int a, int b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  //ADVICE integer-division
  k[i] = i / a % b + i % a * (i / b);
}

//ADVICE small-blocks
__global__ void crumbs(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1.0f;
}

__global__ void saxpy(const float *x, float *y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}

__global__ void turned(const float *in, float *out, int n) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) out[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}

__global__ void stencil(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i > 0 && j > 0 && i < n - 1 && j < n - 1)
    b[j * n + i] = 0.25f * (a[j * n + i - 1] + a[j * n + i + 1] + a[(j - 1) * n + i] + a[(j + 1) * n + i]);
}

__global__ void sums(const float *x, float *s, int n) {
  __shared__ float part[8];
  float t = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) t += x[i];
  for (int d = 16; d > 0; d /= 2) t += __shfl_down_sync(0xffffffff, t, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = t;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < 8; w++) t += part[w];
    atomicAdd(s, t);
  }
}

int main() {
  const int m = 2048, n = 1 << 22;
  float *a, *b, *s;
  int *c;
  Particle *p;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&s, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(int));
  cudaMalloc(&p, n * sizeof(Particle));
  cudaMemset(a, 0x3f, n * sizeof(float));
  cudaMemset(c, 0, n * sizeof(int));
  cudaMemset(p, 0, n * sizeof(Particle));
  columnsOf<<<n / 32 / 256, 256>>>(a, s, n / 32, 32);
  turn<<<dim3(m / 32, m / 32), dim3(32, 8)>>>(a, b, m);
  tone<<<n / 256, 256>>>(b, n);
  countOf<<<n / 256, 256>>>(a, c, n);
  phases<<<n / 256, 256>>>(b, n);
  masses<<<n / 256, 256>>>(p, s, n);
  few<<<8, 256>>>(a, n);
  weighted<<<n / 256, 256>>>(b, c, n);
  unpack<<<n / 256, 256>>>(c, n, 100, 90);
  crumbs<<<n / 32, 32>>>(a, n);
  saxpy<<<n / 256, 256>>>(a, b, 2.0f, n);
  turned<<<dim3(m / 32, m / 32), dim3(32, 8)>>>(a, b, m);
  stencil<<<dim3(m / 32, m / 8), dim3(32, 8)>>>(a, b, m);
  sums<<<132 * 8, 256>>>(a, s, n);
  float h;
  cudaMemcpy(&h, b, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", h);
}
