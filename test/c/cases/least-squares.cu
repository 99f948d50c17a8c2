// Batched QR factorisations and least squares of cuBLAS by their names in C.
#include <cublas_v2.h>
#include <cstdio>
#include <vector>
const int m = 4, n = 2, batch = 3;
template <class T> T *onDevice(const std::vector<T> &v) {
  T *p;
  cudaMalloc(&p, v.size() * sizeof(T));
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}
template <class T> std::vector<T *> parts(T *p, int each) { std::vector<T *> of; for (int b = 0; b < batch; b++) of.push_back(p + b * each); return of; }
int main() {
  cublasHandle_t h;
  cublasCreate(&h);
  std::vector<double> a(m * n * batch), c(m * batch);
  for (int b = 0; b < batch; b++)
    for (int i = 0; i < m; i++) {
      a[b * m * n + i] = 1;
      a[b * m * n + m + i] = i + b;
      c[b * m + i] = 2 + 3 * (i + b) + (i % 2 ? 0.5 : -0.5);
    }
  double *da = onDevice(a), *dc = onDevice(c), *dt;
  cudaMalloc(&dt, n * batch * sizeof(double));
  double **pa = onDevice(parts(da, m * n)), **pc = onDevice(parts(dc, m)), **pt = onDevice(parts(dt, n));
  int *devInfo, info = 9;
  cudaMalloc(&devInfo, batch * sizeof(int));
  printf("%d", (int)cublasDgelsBatched(h, CUBLAS_OP_N, m, n, 1, pa, m, pc, m, &info, devInfo, batch));
  printf(" %d\n", info);
  cudaMemcpy(c.data(), dc, c.size() * sizeof(double), cudaMemcpyDeviceToHost);
  for (int b = 0; b < batch; b++) printf("%.4f %.4f\n", c[b * m], c[b * m + 1]);
  cudaMemcpy(da, a.data(), a.size() * sizeof(double), cudaMemcpyHostToDevice);
  c.assign(m * batch, 1.0);
  cudaMemcpy(dc, c.data(), c.size() * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(da, a.data(), a.size() * sizeof(double), cudaMemcpyHostToDevice);
  printf("%d", (int)cublasDgelsBatched(h, CUBLAS_OP_N, m, n, 1, pa, m, pc, m, &info, nullptr, batch));
  cudaMemcpy(c.data(), dc, c.size() * sizeof(double), cudaMemcpyDeviceToHost);
  printf(" %.4f %.4f\n", c[m], 0.0 + (int)(c[m + 1] * 1e9));
  cudaMemcpy(da, a.data(), a.size() * sizeof(double), cudaMemcpyHostToDevice);
  printf("%d", (int)cublasDgeqrfBatched(h, m, n, pa, m, pt, &info, batch));
  printf(" %d\n", info);
  cudaMemcpy(a.data(), da, a.size() * sizeof(double), cudaMemcpyDeviceToHost);
  for (int b = 0; b < batch; b++) printf("%.4f %.4f %.4f\n", a[b * m * n], a[b * m * n + m], a[b * m * n + m + 1]);
  printf("%d", (int)cublasDgelsBatched(h, CUBLAS_OP_N, m, n, 1, pa, 1, pc, m, &info, devInfo, batch));
  printf(" %d\n", info);
}
