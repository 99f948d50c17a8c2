// check: race
// finds: 6 Error: Race reported between Write access
// Counts in shared memory without atomic operations.
__global__ void count(const unsigned char *a, unsigned *bins, int n) {
  __shared__ unsigned mine[256]; for (int i = threadIdx.x; i < 256; i += blockDim.x) mine[i] = 0; __syncthreads(); for (int i = threadIdx.x; i < n; i += blockDim.x)
    mine[a[i]]++;
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&bins[i], mine[i]);
}
int main() {
  unsigned char *a, h[512]; unsigned *bins;
  for (int i = 0; i < 512; i++) h[i] = i * 7 % 31;
  cudaMalloc(&a, 512); cudaMalloc(&bins, 1024);
  cudaMemcpy(a, h, 512, cudaMemcpyHostToDevice); cudaMemset(bins, 0, 1024);
  count<<<1, 64>>>(a, bins, 512);
  cudaDeviceSynchronize();
}
