// Places of 64 bits against limits of all kinds: as the host compares them.
#include <climits>
#include <cstdint>
#include <cstdio>

__host__ __device__ unsigned comparedSigned(long i, long n) {
  return (i < n) | (i <= n) << 1 | (i > n) << 2 | (i >= n) << 3 | (n < i) << 4 | (n <= i) << 5 | (n > i) << 6 | (n >= i) << 7;
}
__host__ __device__ unsigned comparedUnsigned(size_t i, size_t n) {
  return (i < n) | (i <= n) << 1 | (i > n) << 2 | (i >= n) << 3 | (n < i) << 4 | (n <= i) << 5 | (n > i) << 6 | (n >= i) << 7;
}
__global__ void signedPlaces(unsigned *out, long n) {
  long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = comparedSigned(i, n);
}
__global__ void unsignedPlaces(unsigned *out, size_t n) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = comparedUnsigned(i, n);
}
__global__ void shortPlaces(unsigned *out, size_t n) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = comparedUnsigned(i, n);
}
__global__ void before(unsigned *out, int64_t n) {
  int64_t i = (int64_t)(blockIdx.x * blockDim.x) + threadIdx.x - 1;
  out[i + 1] = comparedSigned(i, n);
}
__global__ void fromBelow(unsigned *out, size_t n) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x - 1;
  out[i + 1] = comparedUnsigned(i, n);
}
__global__ void guarded(unsigned *out, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i > 0 && i < n - 1) out[i] = 2;
  else out[i] = 1;
}
__global__ void strided(unsigned *out, long n) {
  for (long i = threadIdx.x + blockIdx.x * (long)blockDim.x; i < n; i += (long)gridDim.x * blockDim.x) out[i] += 3;
}

int main() {
  const int blocks = 5, threads = 40, all = blocks * threads;
  const long limits[] = {0, 1, -1, 39, 40, 41, 79, 80, 100, 199, 200, 201, 5000000000, -5000000000, INT_MAX, INT_MAX + 1L, UINT_MAX, UINT_MAX + 1L, LONG_MAX, LONG_MIN, LONG_MAX - 1, LONG_MIN + 1};
  unsigned *out;
  cudaMallocManaged(&out, all * sizeof(unsigned));
  int wrong = 0;
  for (long n : limits) {
    signedPlaces<<<blocks, threads>>>(out, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < all; i++) wrong += out[i] != comparedSigned(i, n);
    unsignedPlaces<<<blocks, threads>>>(out, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < all; i++) wrong += out[i] != comparedUnsigned(i, n);
    shortPlaces<<<blocks, threads>>>(out, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < all; i++) wrong += out[i] != comparedUnsigned(i, n);
    before<<<blocks, threads>>>(out, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < all; i++) wrong += out[i] != comparedSigned(i - 1L, n);
    fromBelow<<<blocks, threads>>>(out, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < all; i++) wrong += out[i] != comparedUnsigned(i - 1L, n);
  }
  printf("%d wrong\n", wrong);
  for (size_t n : {(size_t)0, (size_t)1, (size_t)2, (size_t)57, (size_t)200, ~(size_t)0}) {
    for (int i = 0; i < all; i++) out[i] = 0;
    guarded<<<blocks, threads>>>(out, n);
    cudaDeviceSynchronize();
    int sums[3] = {};
    for (int i = 0; i < all; i++) sums[out[i]]++;
    printf("%d %d %d\n", sums[0], sums[1], sums[2]);
  }
  for (long n : {-3L, 0L, 17L, 200L}) {
    for (int i = 0; i < all; i++) out[i] = 0;
    strided<<<2, 32>>>(out, n);
    cudaDeviceSynchronize();
    unsigned sum = 0;
    for (int i = 0; i < all; i++) sum += out[i];
    printf("%u\n", sum);
  }
  return 0;
}
