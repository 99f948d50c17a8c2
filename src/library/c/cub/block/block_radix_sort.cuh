#pragma once
#include <cub/cub.cuh>
namespace cub {
// Stable: runs of neighbours are merged, each item finding its place in the other run.
template <int n, int k, class K, class V, class F, class Sync> inline __device__ void __merge_items(K *keys, V *values, K *x, V *v, int t, F less, Sync sync) {
  sync();
  for (int i = 0; i < k; i++) { keys[t * k + i] = x[i]; if (v) values[t * k + i] = v[i]; }
  sync();
  for (int width = 1; width < n; width *= 2) {
    int at[k];
    for (int i = 0; i < k; i++) {
      int own = t * k + i, pair = own / (2 * width) * (2 * width), middle = pair + width < n ? pair + width : n, end = pair + 2 * width < n ? pair + 2 * width : n;
      bool right = own >= middle;
      int a = right ? pair : middle, b = right ? middle : end, from = a;
      x[i] = keys[own];
      if (v) v[i] = values[own];
      while (a < b) {
        int m = (a + b) / 2;
        if (right ? !less(x[i], keys[m]) : less(keys[m], x[i])) a = m + 1;
        else b = m;
      }
      at[i] = (right ? pair + (own - middle) : own) + (a - from);
    }
    sync();
    for (int i = 0; i < k; i++) { keys[at[i]] = x[i]; if (v) values[at[i]] = v[i]; }
    sync();
  }
  for (int i = 0; i < k; i++) { x[i] = keys[t * k + i]; if (v) v[i] = values[t * k + i]; }
  sync();
}
struct __block_sync { __device__ void operator()() const { __syncthreads(); } };
// The bits of a key from `begin` up to `end`, as numbers whose order is the keys'.
template <class K, bool down> struct __digits_less {
  int begin, end;
  __host__ __device__ unsigned long long of(const K &x) const {
    unsigned long long b = __cufort_work::__bits<K>::of(x) >> begin;
    return end - begin >= 64 ? b : b & ((1ULL << (end - begin)) - 1);
  }
  __host__ __device__ bool operator()(const K &a, const K &b) const { return down ? of(b) < of(a) : of(a) < of(b); }
};
template <class K, int X, int k, class V = NullType, int bits = 4, bool memoize = true, BlockScanAlgorithm A = BLOCK_SCAN_WARP_SCANS, int config = 0, int Y = 1, int Z = 1> class BlockRadixSort {
  static const int n = X * Y * Z * k;

 public:
  struct TempStorage { K keys[n]; V values[std::is_same<V, NullType>::value ? 1 : n]; };

 private:
  TempStorage &s;
  template <bool down> __device__ void sort(K (&x)[k], V *v, int begin, int end) { __digits_less<K, down> less{begin, end}; __merge_items<n, k>(s.keys, s.values, &x[0], v, __rank(), less, __block_sync()); }
  __device__ void striped(K (&x)[k], V *v) {
    int t = __rank();
    for (int i = 0; i < k; i++) { x[i] = s.keys[i * X * Y * Z + t]; if (v) v[i] = s.values[i * X * Y * Z + t]; }
    __syncthreads();
  }

 public:
  __device__ BlockRadixSort(TempStorage &t) : s(t) {}
  __device__ BlockRadixSort() : s(__cell<TempStorage>()) {}
  __device__ void Sort(K (&x)[k], int begin = 0, int end = sizeof(K) * 8) { sort<false>(x, (V *)nullptr, begin, end); }
  __device__ void SortDescending(K (&x)[k], int begin = 0, int end = sizeof(K) * 8) { sort<true>(x, (V *)nullptr, begin, end); }
  __device__ void Sort(K (&x)[k], V (&v)[k], int begin = 0, int end = sizeof(K) * 8) { sort<false>(x, &v[0], begin, end); }
  __device__ void SortDescending(K (&x)[k], V (&v)[k], int begin = 0, int end = sizeof(K) * 8) { sort<true>(x, &v[0], begin, end); }
  __device__ void SortBlockedToStriped(K (&x)[k], int begin = 0, int end = sizeof(K) * 8) { sort<false>(x, (V *)nullptr, begin, end); striped(x, (V *)nullptr); }
  __device__ void SortDescendingBlockedToStriped(K (&x)[k], int begin = 0, int end = sizeof(K) * 8) { sort<true>(x, (V *)nullptr, begin, end); striped(x, (V *)nullptr); }
  __device__ void SortBlockedToStriped(K (&x)[k], V (&v)[k], int begin = 0, int end = sizeof(K) * 8) { sort<false>(x, &v[0], begin, end); striped(x, &v[0]); }
  __device__ void SortDescendingBlockedToStriped(K (&x)[k], V (&v)[k], int begin = 0, int end = sizeof(K) * 8) { sort<true>(x, &v[0], begin, end); striped(x, &v[0]); }
};
template <class K, int X, int k, class V = NullType, int Y = 1, int Z = 1> class BlockMergeSort {
  static const int n = X * Y * Z * k;

 public:
  struct TempStorage { K keys[n]; V values[std::is_same<V, NullType>::value ? 1 : n]; };

 private:
  TempStorage &s;

 public:
  __device__ BlockMergeSort(TempStorage &t) : s(t) {}
  __device__ BlockMergeSort() : s(__cell<TempStorage>()) {}
  template <class F> __device__ void Sort(K (&x)[k], F less) { __merge_items<n, k>(s.keys, s.values, &x[0], (V *)nullptr, __rank(), less, __block_sync()); }
  template <class F> __device__ void Sort(K (&x)[k], V (&v)[k], F less) { __merge_items<n, k>(s.keys, s.values, &x[0], &v[0], __rank(), less, __block_sync()); }
  // Items from `valid` on are behind all others.
  template <class F> __device__ void Sort(K (&x)[k], F less, int valid, K last) {
    int t = __rank();
    for (int i = 0; i < k; i++) if (t * k + i >= valid) x[i] = last;
    Sort(x, less);
  }
  template <class F> __device__ void Sort(K (&x)[k], V (&v)[k], F less, int valid, K last) {
    int t = __rank();
    for (int i = 0; i < k; i++) if (t * k + i >= valid) x[i] = last;
    Sort(x, v, less);
  }
  template <class F> __device__ void StableSort(K (&x)[k], F less) { Sort(x, less); }
  template <class F> __device__ void StableSort(K (&x)[k], V (&v)[k], F less) { Sort(x, v, less); }
};
}
