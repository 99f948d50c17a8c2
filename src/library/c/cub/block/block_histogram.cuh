#pragma once
#include <cub/cub.cuh>
namespace cub {
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
template <class T, int X, int k, int bins, BlockHistogramAlgorithm A = BLOCK_HISTO_SORT, int Y = 1, int Z = 1> class BlockHistogram {
 public:
  struct TempStorage {};
  __device__ BlockHistogram() {}
  __device__ BlockHistogram(TempStorage &) {}
  template <class C> __device__ void InitHistogram(C *counts) { for (int i = __rank(); i < bins; i += X * Y * Z) counts[i] = 0; __syncthreads(); }
  template <class C> __device__ void Composite(T (&x)[k], C *counts) { __syncthreads(); for (int i = 0; i < k; i++) atomicAdd(&counts[x[i]], (C)1); __syncthreads(); }
  template <class C> __device__ void Histogram(T (&x)[k], C *counts) { InitHistogram(counts); Composite(x, counts); }
};
}
