// NaNs of 16 bits are copied as the bits that they are: structures, arrays of a thread, shared memory, vectors, on the host.
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
struct pair { __half a; __nv_bfloat16 b; };
__device__ pair swap(pair p, const pair &q, bool w) { return w ? q : p; }
__global__ void k(const pair *a, pair *b, int n) { int i = threadIdx.x; __half h[2]; h[0] = a[i].a; h[1] = a[(i + 1) % n].a; b[i].a = h[i & 1]; b[i].b = a[i].b; }
__global__ void c(const pair *a, pair *b, int n) { __shared__ pair s[32]; int i = threadIdx.x; s[i] = a[i]; __syncthreads(); b[i] = swap(s[n - 1 - i], s[i], i % 3 == 0); }
__global__ void h2(const __half2 *a, __half2 *b) { __half2 v = a[threadIdx.x]; b[threadIdx.x] = __halves2half2(v.y, v.x); }
int main() {
  const int n = 32; pair *a, *b; cudaMallocManaged(&a, n * 4); cudaMallocManaged(&b, n * 4);
  unsigned short *p = (unsigned short *)a, *q = (unsigned short *)b;
  for (int i = 0; i < n; i++) p[2 * i] = 0x7c00 + i * 37 + (i & 1) * 0x8000, p[2 * i + 1] = 0x7f80 + i + (i & 1) * 0x8000;
  k<<<1, n>>>(a, b, n); cudaDeviceSynchronize(); int bad = 0;
  for (int i = 0; i < n; i++) bad += q[2 * i] != p[2 * ((i + (i & 1)) % n)] , bad += q[2 * i + 1] != p[2 * i + 1];
  printf("k %d\n", bad);
  c<<<1, n>>>(a, b, n); cudaDeviceSynchronize(); bad = 0;
  for (int i = 0; i < n; i++) { int j = i % 3 == 0 ? i : n - 1 - i; bad += q[2 * i] != p[2 * j]; bad += q[2 * i + 1] != p[2 * j + 1]; }
  printf("c %d\n", bad);
  h2<<<1, n>>>((__half2 *)a, (__half2 *)b); cudaDeviceSynchronize(); bad = 0;
  for (int i = 0; i < n; i++) bad += q[2 * i] != p[2 * i + 1], bad += q[2 * i + 1] != p[2 * i];
  printf("h2 %d\n", bad);
  pair x = a[5], y; y = x; b[0] = y; bad = memcmp(&b[0], &a[5], 4) != 0; printf("host %d\n", bad);
}
