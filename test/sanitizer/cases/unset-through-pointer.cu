// check: init
// finds: 16 Uninitialized __shared__ memory read of size 4 bytes: p[t & 7]
// finds: 7 Uninitialized __local__ memory read of size 4 bytes: q[i]
// Pointers that may go to shared memory or to a thread's own: which it is, is told.
#include <cstdio>
__device__ __noinline__ float pick(const float* q, int i) {
  return q[i];
}
__global__ void k(float* y, int which) {
  __shared__ float s[32];
  float own[8];
  int t = threadIdx.x;
  if (t >= 16) s[t] = t;
  if (which > 3) own[which & 1] = 1;
  const float* p = which & 4 ? s : own;
  y[t] = p[t & 7] + pick(which & 2 ? s + 16 : own, t & 7);
}
int main() {
  float* y;
  cudaMalloc(&y, 128);
  k<<<1, 32>>>(y, 4);
  printf("%d\n", (int)cudaDeviceSynchronize());
}
