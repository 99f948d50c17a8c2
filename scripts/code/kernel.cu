// What scripts/code.mjs runs for the code of the front end of C.
#include <cstdio>
#include <vector>

template <typename T>
__global__ void saxpy(int n, T a, const T *x, T *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

struct Range {
  float first, step;
  float at(int i) const { return first + step * i; }
};

int main() {
  const int n = 1000;
  Range range{1.0f, 0.5f};
  std::vector<float> x(n), y(n, 1.0f);
  for (int i = 0; i < n; i++) x[i] = range.at(i);
  float *x_d, *y_d;
  cudaMalloc(&x_d, n * sizeof(float));
  cudaMalloc(&y_d, n * sizeof(float));
  cudaMemcpy(x_d, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(y_d, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  saxpy<<<(n + 255) / 256, 256>>>(n, 2.0f, x_d, y_d);
  cudaMemcpy(y.data(), y_d, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %s\n", y[n - 1], cudaGetErrorString(cudaGetLastError()));
  cudaFree(x_d);
  cudaFree(y_d);
  return 0;
}
