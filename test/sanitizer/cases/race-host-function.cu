// check: race
// finds: 6 Error: Race reported between Write access
// The host reads a managed result before the stream was waited for; a host function behind the kernel may.
#include <cstdio>
__global__ void fill(int *a, int x) {
  a[threadIdx.x] = x + threadIdx.x;
}
static void CUDART_CB look(void *given) { printf("%d\n", ((int *)given)[3]); }
int main() {
  int *a;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocManaged(&a, 256);
  fill<<<1, 64, 0, stream>>>(a, 1);
  cudaLaunchHostFunc(stream, look, a);
  cudaStreamSynchronize(stream);
  fill<<<1, 64, 0, stream>>>(a, 2);
  int sum = 0;
  for (int i = 0; i < 64; i++) sum += a[i];
  cudaStreamSynchronize(stream);
  printf("%d\n", sum);
}
