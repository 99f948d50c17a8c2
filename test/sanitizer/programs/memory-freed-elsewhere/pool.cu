#include "pool.h"
void Pool::open(int count) {
  n = count;
  cudaMalloc(&data, n * sizeof(float));
  cudaMemset(data, 0, n * sizeof(float));
}
void Pool::close() {
  cudaFree(data);
}
