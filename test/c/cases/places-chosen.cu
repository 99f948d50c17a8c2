// Assignments to what `?:` and `,` choose among variables.
#include <cstdio>
__host__ __device__ double root(double l, double r) {
  while (r - l > 1e-9) {
    double m = (l + r) / 2;
    ((l * l - 2) * (m * m - 2) <= 0 ? r : l) = m;
  }
  return l;
}
__host__ __device__ int counted(int n) {
  int even = 0, odd = 0, last = 0;
  for (int i = 0; i < n; i++) {
    (i % 2 ? odd : even) += i;
    ++(i % 3 ? last : odd);
    (last++, even) -= 1;
    (i > 4 ? even : i > 2 ? odd : last)--;
  }
  return even * 10000 + odd * 100 + last;
}
__global__ void run(double *d, int *n) {
  d[threadIdx.x] = root(1, 2 + threadIdx.x);
  n[threadIdx.x] = counted(threadIdx.x + 5);
}
int main() {
  double *d;
  int *n;
  cudaMallocManaged(&d, 4 * sizeof *d);
  cudaMallocManaged(&n, 4 * sizeof *n);
  run<<<1, 4>>>(d, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < 4; i++) printf("%.6f %d %d\n", d[i], n[i], n[i] == counted(i + 5));
  printf("%.6f\n", root(0, 2));
}
