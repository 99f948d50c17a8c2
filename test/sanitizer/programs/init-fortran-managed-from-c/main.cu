#include <cstdio>
extern "C" __global__ void total(double *x, int n, double *s);
int main() {
  double *x, *s;
  int n = 70;
  cudaMallocManaged(&x, n * sizeof(double));
  cudaMallocManaged(&s, sizeof(double));
  *s = 0;
  for (int i = FIRST; i < n; i++) x[i] = i;
  total<<<1, 32>>>(x, n, s);
  cudaDeviceSynchronize();
  printf("%g\n", *s);
}
// check: init; wrong: -DFIRST=4; right: -DFIRST=0
