#include <cstdio>
extern "C" __global__ void add(const float *x, float *y, int n);
int main() {
  float *x, *y;
  cudaMalloc(&x, 50 * sizeof(float));
  cudaMalloc(&y, 50 * sizeof(float));
  cudaMemset(x, 0, 50 * sizeof(float));
  add<<<2, 32>>>(x, y, 50);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaFree(x);
  cudaFree(y);
}
// check: memory; wrong: -DWRONG; right: -DRIGHT
