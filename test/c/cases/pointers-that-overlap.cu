// Parameters of kernels that lead to the same memory, which C allows unless they are restricted: each thread finds what it has stored, through whichever pointer.
#include <cstdio>

__device__ int counter;

__global__ void same(int *a, int *b, int *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int x = a[i];
    b[i] = x + 1;
    int y = a[i];
    c[i] = x * 1000 + y;
  }
}

__global__ void rows(const int *a, int *b, int m) {
  for (int j = 0; j < m; j++) b[j] = a[j] + 1;
}

__global__ void sums(const int *a, int *s, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int j = 0; j < m; j++) s[i] += a[j * n + i];
}

__global__ void variable(int *p) {
  p[0] = 1;
  int before = counter;
  p[0] = 2;
  p[1] = counter * 10 + before;
}

// a tile that is read whole before any of it is stored again, one cell further on
__global__ void shifted(const int *a, int *b) {
  __shared__ int t[64];
  t[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  b[threadIdx.x] = t[63 - threadIdx.x];
}

struct Pair {
  int *from, *to;
};

__global__ void pair(Pair p, int n) {
  int i = threadIdx.x;
  if (i < n) {
    p.to[i] = 7;
    int x = p.from[i];
    p.to[i] = x + 1;
  }
}

__global__ void restricted(int *__restrict__ a, const int *__restrict__ b, int n) {
  int i = threadIdx.x;
  if (i < n)
    for (int j = 0; j < n; j++) a[i] += b[j];
}

int main() {
  const int n = 100;
  int *a, *c, bad = 0;
  cudaMallocManaged(&a, 100000);
  cudaMallocManaged(&c, 100000);
  for (int i = 0; i < n; i++) a[i] = i;
  same<<<1, 128>>>(a, a, c, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i++) bad += c[i] != i * 1000 + i + 1;
  printf("same %d\n", bad);
  for (int d = 1; d <= 5; d++)
    for (int m = 5; m < 60; m += 7) {
      for (int i = 0; i < n; i++) a[i] = 0;
      rows<<<1, 1>>>(a, a + d, m);
      cudaDeviceSynchronize();
      for (int j = 0; j < m; j++) bad += a[j + d] != j / d + 1;
    }
  printf("rows %d\n", bad);
  for (int i = 0; i < n * 6; i++) a[i] = 1;
  sums<<<1, 128>>>(a, a + n, 6, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i++) bad += a[n + i] != 8;
  printf("sums %d\n", bad);
  int *p;
  cudaGetSymbolAddress((void **)&p, counter);
  variable<<<1, 1>>>(a);
  cudaDeviceSynchronize();
  printf("apart %d %d\n", a[0], a[1]);
  int *q;
  cudaMalloc(&q, 1024);
  cudaMemset(q, 0, 1024);
  for (int i = 0; i < 64; i++) a[i] = i;
  cudaMemcpy(q, a, 256, cudaMemcpyDefault);
  shifted<<<1, 64>>>(q, q + 1);
  cudaMemcpy(a, q, 260, cudaMemcpyDefault);
  for (int i = 0; i < 64; i++) bad += a[i + 1] != 63 - i;
  printf("shifted %d\n", bad);
  for (int i = 0; i < 64; i++) a[i] = i;
  pair<<<1, 64>>>(Pair{a, a}, 64);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; i++) bad += a[i] != 8;
  printf("pair %d\n", bad);
  for (int i = 0; i < n; i++) c[i] = i, a[i] = 0;
  restricted<<<1, 128>>>(a, c, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i++) bad += a[i] != 4950;
  printf("restricted %d\n", bad);
}
