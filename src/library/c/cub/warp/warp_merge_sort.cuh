#pragma once
#include <cub/cub.cuh>
#include <cub/block/block_radix_sort.cuh>
namespace cub {
struct __warp_sync { __device__ void operator()() const { __syncwarp(); } };
template <class K, int k, int lanes = 32, class V = NullType> class WarpMergeSort {
 public:
  struct TempStorage { K keys[lanes * k]; V values[std::is_same<V, NullType>::value ? 1 : lanes * k]; };

 private:
  TempStorage &s;

 public:
  __device__ WarpMergeSort(TempStorage &t) : s(t) {}
  template <class F> __device__ void Sort(K (&x)[k], F less) { __merge_items<lanes * k, k>(s.keys, s.values, &x[0], (V *)nullptr, __rank() % lanes, less, __warp_sync()); }
  template <class F> __device__ void Sort(K (&x)[k], V (&v)[k], F less) { __merge_items<lanes * k, k>(s.keys, s.values, &x[0], &v[0], __rank() % lanes, less, __warp_sync()); }
  template <class F> __device__ void StableSort(K (&x)[k], F less) { Sort(x, less); }
  template <class F> __device__ void StableSort(K (&x)[k], V (&v)[k], F less) { Sort(x, v, less); }
};
}
