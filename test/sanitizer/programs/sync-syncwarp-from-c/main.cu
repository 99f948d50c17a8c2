#include <cstdio>
extern "C" __global__ void part(int *a, int mask);
int main() {
  int *a;
  cudaMalloc(&a, 32 * sizeof(int));
#ifdef WRONG
  part<<<1, 32>>>(a, 0x7fffffff);
#else
  part<<<1, 32>>>(a, -1);
#endif
  printf("%d\n", (int)cudaDeviceSynchronize());
}
// check: sync; wrong: -DWRONG; right: -DRIGHT
