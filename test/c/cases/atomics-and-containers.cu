#include <iostream>
#include <vector>
#include <string>
#include <algorithm>
#include <iomanip>
#include <numeric>
#include <limits>
#include <time.h>
__global__ void histogram(const int *v, int n, unsigned int *bins, float *sum, int *least) {
  __shared__ unsigned int local[16];
  if (threadIdx.x < 16) local[threadIdx.x] = 0;
  __syncthreads();
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    atomicAdd(&local[v[i] & 15], 1u);
    atomicMin(least, v[i]);
    mine += v[i];
  }
  for (int o = 16; o > 0; o >>= 1) mine += __shfl_down_sync(0xffffffff, mine, o);
  if ((threadIdx.x & 31) == 0) atomicAdd(sum, mine);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(bins + threadIdx.x, local[threadIdx.x]);
}
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { std::cerr << cudaGetErrorString(e) << std::endl; exit(1); } } while (0)
int main() {
  const int n = 1000;
  std::vector<int> v(n);
  std::iota(v.begin(), v.end(), 3);
  int *d; unsigned int *bins; float *sum; int *least;
  CHECK(cudaMalloc(&d, n * sizeof(int)));
  CHECK(cudaMallocManaged(&bins, 16 * sizeof(unsigned int)));
  CHECK(cudaMallocManaged(&sum, sizeof(float)));
  CHECK(cudaMallocManaged(&least, sizeof(int)));
  for (int i = 0; i < 16; i++) bins[i] = 0;
  *sum = 0; *least = std::numeric_limits<int>::max();
  CHECK(cudaMemcpy(d, v.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  histogram<<<4, 64>>>(d, n, bins, sum, least);
  CHECK(cudaDeviceSynchronize());
  std::cout << "sum " << *sum << " least " << *least << std::endl;
  std::cout << bins[0] << ' ' << bins[15] << " " << std::accumulate(bins, bins + 16, 0u) << "\n";
  std::string s = "kernel";
  s += std::string("s ") + std::to_string(42);
  std::cout << s << " " << s.size() << std::setw(6) << 3.14159 << std::endl;
  std::vector<std::string> words;
  words.push_back("pear"); words.push_back("apple"); words.push_back("fig");
  return 0;
}
