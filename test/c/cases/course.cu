// The programs of an introduction to CUDA C, step by step: hello, one block, threads, both, guards, a stencil in shared memory.
#include <stdio.h>
#include <stdlib.h>
#define N (2048 * 2048 / 64)
#define THREADS_PER_BLOCK 512
#define RADIUS 3
#define BLOCK_SIZE 128

__global__ void mykernel(void) {}
__global__ void add_one(int *a, int *b, int *c) { *c = *a + *b; }
__global__ void add_blocks(int *a, int *b, int *c) { c[blockIdx.x] = a[blockIdx.x] + b[blockIdx.x]; }
__global__ void add_threads(int *a, int *b, int *c) { c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }
__global__ void add(int *a, int *b, int *c, int n) {
  int index = threadIdx.x + blockIdx.x * blockDim.x;
  if (index < n) c[index] = a[index] + b[index];
}
__global__ void stencil_1d(int *in, int *out) {
  __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
  int gindex = threadIdx.x + blockIdx.x * blockDim.x + RADIUS;
  int lindex = threadIdx.x + RADIUS;
  temp[lindex] = in[gindex];
  if (threadIdx.x < RADIUS) {
    temp[lindex - RADIUS] = in[gindex - RADIUS];
    temp[lindex + BLOCK_SIZE] = in[gindex + BLOCK_SIZE];
  }
  __syncthreads();
  int result = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++) result += temp[lindex + offset];
  out[gindex - RADIUS] = result;
}

void random_ints(int *x, int n) { for (int i = 0; i < n; i++) x[i] = rand() % 1000; }
int wrong(const int *a, const int *b, const int *c, int n) {
  int count = 0;
  for (int i = 0; i < n; i++) count += c[i] != a[i] + b[i];
  return count;
}

int main(void) {
  mykernel<<<1, 1>>>();
  printf("Hello World!\n");
  int a = 2, b = 7, c;
  int *d_a, *d_b, *d_c, size = sizeof(int);
  cudaMalloc((void **)&d_a, size); cudaMalloc((void **)&d_b, size); cudaMalloc((void **)&d_c, size);
  cudaMemcpy(d_a, &a, size, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, &b, size, cudaMemcpyHostToDevice);
  add_one<<<1, 1>>>(d_a, d_b, d_c);
  cudaMemcpy(&c, d_c, size, cudaMemcpyDeviceToHost);
  printf("%d + %d = %d\n", a, b, c);
  cudaFree(d_a); cudaFree(d_b); cudaFree(d_c);
  size = N * sizeof(int);
  int *x = (int *)malloc(size), *y = (int *)malloc(size), *z = (int *)malloc(size);
  random_ints(x, N); random_ints(y, N);
  cudaMalloc((void **)&d_a, size); cudaMalloc((void **)&d_b, size); cudaMalloc((void **)&d_c, size);
  cudaMemcpy(d_a, x, size, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, y, size, cudaMemcpyHostToDevice);
  add_blocks<<<512, 1>>>(d_a, d_b, d_c);
  cudaMemcpy(z, d_c, 512 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("blocks: %d wrong\n", wrong(x, y, z, 512));
  cudaMemset(d_c, 0, size);
  add_threads<<<1, 512>>>(d_a, d_b, d_c);
  cudaMemcpy(z, d_c, 512 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("threads: %d wrong\n", wrong(x, y, z, 512));
  cudaMemset(d_c, 0, size);
  const int n = N - 37;
  add<<<(n + THREADS_PER_BLOCK - 1) / THREADS_PER_BLOCK, THREADS_PER_BLOCK>>>(d_a, d_b, d_c, n);
  cudaMemcpy(z, d_c, size, cudaMemcpyDeviceToHost);
  printf("both: %d wrong, then %d\n", wrong(x, y, z, n), z[n]);
  stencil_1d<<<N / BLOCK_SIZE - 1, BLOCK_SIZE>>>(d_a, d_c);
  cudaMemcpy(z, d_c, size, cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int i = 0; i < (N / BLOCK_SIZE - 1) * BLOCK_SIZE; i++) {
    int sum = 0;
    for (int k = 0; k <= 2 * RADIUS; k++) sum += x[i + k];
    bad += sum != z[i];
  }
  printf("stencil: %d wrong\n", bad);
  add<<<1, 2000>>>(d_a, d_b, d_c, n);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  int count, managed = -1;
  cudaGetDeviceCount(&count);
  cudaDeviceGetAttribute(&managed, cudaDevAttrManagedMemory, 0);
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  printf("%d %d %d\n", count > 0, managed, prop.warpSize);
  free(x); free(y); free(z);
  cudaFree(d_a); cudaFree(d_b); cudaFree(d_c);
  return 0;
}
