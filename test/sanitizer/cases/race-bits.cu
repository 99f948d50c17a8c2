// check: race
// finds: 7 Error: Race reported between Write access
// finds: 12 Error: Race reported between Write access
// Eight threads of a warp set bits of one byte, and lanes overwrite each other's numbers in shared memory: no matter in which order lanes run, something is lost.
#include <cstdio>
__global__ void mark(unsigned char *bits) {
  bits[threadIdx.x >> 3] |= 1 << (threadIdx.x & 7);
}
__global__ void count(const int *keys, int *out) {
  __shared__ int n[8], last[32];
  if (threadIdx.x < 8) n[threadIdx.x] = 0;
  __syncthreads(); last[keys[threadIdx.x]] = threadIdx.x;
  __syncwarp();
  last[threadIdx.x] = n[threadIdx.x & 7];
  __syncthreads();
  out[threadIdx.x] = last[31 - threadIdx.x];
}
int main() {
  unsigned char *bits;
  int *keys, *out;
  cudaMalloc(&bits, 64);
  cudaMemset(bits, 0, 64);
  cudaMalloc(&keys, 256);
  cudaMemset(keys, 0, 256);
  cudaMalloc(&out, 256);
  mark<<<1, 32>>>(bits);
  count<<<1, 32>>>(keys, out);
  printf("%d\n", cudaDeviceSynchronize());
}
