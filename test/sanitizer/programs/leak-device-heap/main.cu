#include <cstdio>
#include "nodes.cuh"
__global__ void chain(double *sum) {
  Link *list = nullptr;
  for (int i = 0; i < 3; i++) list = push(list, i);
  while (list) {
    *sum += list->value[0];
    Link *next = list->next;
    if (KEEP == 0 || next) delete list;
    list = next;
  }
}
int main() {
  double *sum;
  cudaMallocHost(&sum, sizeof(double));
  *sum = 0;
  chain<<<1, 1>>>(sum);
  cudaDeviceSynchronize();
  printf("%g\n", *sum);
  cudaFreeHost(sum);
}
// check: leak; wrong: -DKEEP=1; right: -DKEEP=0
