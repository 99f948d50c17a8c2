#include <cublas_v2.h>
#include <cufft.h>
#include <cstdio>
int main() {
  cublasHandle_t h; cublasStatus_t s = cublasCreate(&h);
  float *a, *b, *c; cudaMallocManaged(&a, 16); cudaMallocManaged(&b, 16); cudaMallocManaged(&c, 16);
  for (int i = 0; i < 4; i++) { a[i] = i + 1; b[i] = i; c[i] = 0; }
  float one = 1, zero = 0, d;
  cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, 2, b, 2, &zero, c, 2);
  cublasSdot(h, 4, a, 1, b, 1, &d); cudaDeviceSynchronize();
  printf("%d %g %g %g %g %g\n", s, c[0], c[1], c[2], c[3], d);
  cufftHandle p; cufftComplex *z; cudaMallocManaged(&z, 8 * 8); for (int i = 0; i < 8; i++) { z[i].x = i; z[i].y = 0; }
  int r = cufftPlan1d(&p, 8, CUFFT_C2C, 1); r += cufftExecC2C(p, z, z, CUFFT_FORWARD); cudaDeviceSynchronize(); printf("%d %g %g\n", r, z[0].x, z[1].y);
  cublasDestroy(h);
}
