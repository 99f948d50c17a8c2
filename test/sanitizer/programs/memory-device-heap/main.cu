// finds: 11 Invalid __global__ write of size 4 bytes: mine->value[i + EXTRA]
#include <cstdio>
struct Node {
  int value[6];
};
__global__ void build(int *sum) {
  Node *mine = new Node;
  int *plain = (int *)malloc(6 * sizeof(int));
  if (!mine || !plain) return;
  for (int i = 0; i < 6; i++) {
    mine->value[i + EXTRA] = i;
    plain[i] = i;
  }
  for (int i = 0; i < 6; i++) sum[threadIdx.x] += mine->value[i] + plain[5 - i];
  delete mine;
  free(plain);
}
int main() {
  int *sum;
  cudaMalloc(&sum, 4 * sizeof(int));
  cudaMemset(sum, 0, 4 * sizeof(int));
  build<<<1, 4>>>(sum);
  printf("%d\n", (int)cudaDeviceSynchronize());
}
// check: memory; wrong: -DEXTRA=1; right: -DEXTRA=0
