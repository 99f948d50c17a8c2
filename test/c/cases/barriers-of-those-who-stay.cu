// A barrier waits for the threads that have not ended: those that leave its loop or its branch, and only end behind it, need not come.
#include <cstdio>
__global__ void ranks(long *list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    long node, next;
    while ((node = list[i]) >> 32 != -1 && (next = list[node >> 32]) >> 32 != -1) {
      long made = (node & 0xffffffff) + (next & 0xffffffff) + ((next >> 32) << 32);
      __syncthreads();
      list[i] = made;
    }
  }
}
__global__ void rounds(int *out, int *left) {
  __shared__ int sum;
  int t = threadIdx.x;
  if (t == 0) sum = 0;
  __syncthreads();
  for (int k = 0;; k++) {
    if (k == t) break;
    atomicAdd(&sum, 1);
    __syncthreads();
    if (t == (int)blockDim.x - 1) out[k] = sum;
    __syncthreads();
  }
  left[t] = t * 10;
}
int main() {
  const int n = 1000;
  long *list;
  int *out, *left;
  cudaMallocManaged(&list, n * sizeof(long));
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMallocManaged(&left, 64 * sizeof(int));
  for (int i = 0; i < n; i++) list[i] = i + 1 < n ? (long)(i + 1) << 32 | 1 : -1L << 32;
  ranks<<<(n + 127) / 128, 128>>>(list, n);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  int wrong = 0;
  for (int i = 0; i < n; i++) wrong += (list[i] & 0xffffffff) != n - 1 - i;
  printf("%d wrong\n", wrong);
  rounds<<<1, 40>>>(out, left);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  for (int k = 0; k < 39; k++) printf("%d ", out[k]);
  printf("\n%d %d %d\n", left[0], left[20], left[39]);
}
