// check: init
// finds: 4 Uninitialized __global__ memory read of size 4 bytes: -
// A counter that nobody has set to zero, by an atomic operation.
__global__ void count(const int *a, int *counter, int n) {  if ((int)threadIdx.x < n && a[threadIdx.x] > 3) atomicAdd(counter, 1);
}
int main() {
  int *a, *counter, h[32];
  for (int i = 0; i < 32; i++) h[i] = i;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&counter, 4);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  count<<<1, 32>>>(a, counter, 32);
  cudaDeviceSynchronize();
}
