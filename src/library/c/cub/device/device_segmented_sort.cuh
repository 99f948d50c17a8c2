#pragma once
#include <cub/cub.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/block/block_radix_sort.cuh>
namespace cub {
// Each thread sorts a segment: runs of neighbours are merged to and fro.
template <class K, class V, class F> inline __device__ void __merge_runs(K *a, K *b, V *x, V *y, long n, F less) {
  K *result = a;
  for (long width = 1; width < n; width *= 2) {
    for (long from = 0; from < n; from += 2 * width) {
      long middle = from + width < n ? from + width : n, end = from + 2 * width < n ? from + 2 * width : n;
      for (long i = from, j = middle, k = from; k < end; k++) {
        bool left = i < middle && (j >= end || !less(a[j], a[i]));
        long take = left ? i++ : j++;
        b[k] = a[take];
        if (x) y[k] = x[take];
      }
    }
    K *t = a; a = b; b = t;
    V *u = x; x = y; y = u;
  }
  if (a != result) for (long i = 0; i < n; i++) { b[i] = a[i]; if (x) y[i] = x[i]; }
}
template <class K, class V, class B, class E, class F> inline cudaError_t __sort_segments(const K *in, K *out, const V *vin, V *vout, long n, long segments, B begins, E ends, F less, cudaStream_t s) {
  __cufort_work::buffer<K> keys(n);
  __cufort_work::buffer<V> values(vin ? n : 1);
  K *p = keys.p;
  V *q = values.p;
  __cufort_work::each(segments, [=] __device__(long j) {
    long from = begins[j], count = ends[j] - from;
    if (count <= 0) return;
    for (long i = from; i < from + count; i++) { out[i] = in[i]; if (vin) vout[i] = vin[i]; }
    __merge_runs(out + from, p + from, vin ? vout + from : (V *)nullptr, vin ? q + from : (V *)nullptr, count, less);
  }, s);
  __CUFORT_DONE__
}
#define __CUFORT_SEGMENTS__(name, down) \
  template <class K, class B, class E> static cudaError_t name##Keys##down(void *room, size_t &bytes, const K *in, K *out, long n, long segments, B begins, E ends, __CUFORT_BITS__) { __CUFORT_ROOM__ return __sort_segments<K, char>(in, out, nullptr, nullptr, n, segments, begins, ends, __CUFORT_LESS__, s); } \
  template <class K, class V, class B, class E> static cudaError_t name##Pairs##down(void *room, size_t &bytes, const K *in, K *out, const V *vin, V *vout, long n, long segments, B begins, E ends, __CUFORT_BITS__) { __CUFORT_ROOM__ return __sort_segments<K, V>(in, out, vin, vout, n, segments, begins, ends, __CUFORT_LESS__, s); } \
  template <class K, class B, class E> static cudaError_t name##Keys##down(void *room, size_t &bytes, DoubleBuffer<K> &d, long n, long segments, B begins, E ends, __CUFORT_BITS__) { __CUFORT_ROOM__ return __sort_segments<K, char>(d.Current(), d.Current(), nullptr, nullptr, n, segments, begins, ends, __CUFORT_LESS__, s); } \
  template <class K, class V, class B, class E> static cudaError_t name##Pairs##down(void *room, size_t &bytes, DoubleBuffer<K> &d, DoubleBuffer<V> &v, long n, long segments, B begins, E ends, __CUFORT_BITS__) { __CUFORT_ROOM__ return __sort_segments<K, V>(d.Current(), d.Current(), v.Current(), v.Current(), n, segments, begins, ends, __CUFORT_LESS__, s); }
struct DeviceSegmentedRadixSort {
#define __CUFORT_BITS__ int begin = 0, int end = sizeof(K) * 8, cudaStream_t s = 0
#define __CUFORT_LESS__ (__digits_less<K, false>{begin, end})
  __CUFORT_SEGMENTS__(Sort, )
#undef __CUFORT_LESS__
#define __CUFORT_LESS__ (__digits_less<K, true>{begin, end})
  __CUFORT_SEGMENTS__(Sort, Descending)
#undef __CUFORT_LESS__
#undef __CUFORT_BITS__
};
struct DeviceSegmentedSort {
#define __CUFORT_BITS__ cudaStream_t s = 0
#define __CUFORT_LESS__ (__digits_less<K, false>{0, sizeof(K) * 8})
  __CUFORT_SEGMENTS__(Sort, )
  __CUFORT_SEGMENTS__(StableSort, )
#undef __CUFORT_LESS__
#define __CUFORT_LESS__ (__digits_less<K, true>{0, sizeof(K) * 8})
  __CUFORT_SEGMENTS__(Sort, Descending)
  __CUFORT_SEGMENTS__(StableSort, Descending)
#undef __CUFORT_LESS__
#undef __CUFORT_BITS__
};
#undef __CUFORT_SEGMENTS__
struct DeviceMergeSort {
  template <class K, class F> static cudaError_t SortKeys(void *room, size_t &bytes, K keys, long n, F less, cudaStream_t s = 0) { __CUFORT_ROOM__ __cufort_work::merge_sort<__element<K>, char>(&keys[0], (char *)nullptr, n, less, s); return cudaPeekAtLastError(); }
  template <class K, class V, class F> static cudaError_t SortPairs(void *room, size_t &bytes, K keys, V values, long n, F less, cudaStream_t s = 0) { __CUFORT_ROOM__ __cufort_work::merge_sort<__element<K>, __element<V>>(&keys[0], &values[0], n, less, s); return cudaPeekAtLastError(); }
  template <class K, class F> static cudaError_t StableSortKeys(void *room, size_t &bytes, K keys, long n, F less, cudaStream_t s = 0) { return SortKeys(room, bytes, keys, n, less, s); }
  template <class K, class V, class F> static cudaError_t StableSortPairs(void *room, size_t &bytes, K keys, V values, long n, F less, cudaStream_t s = 0) { return SortPairs(room, bytes, keys, values, n, less, s); }
  template <class I, class K, class F> static cudaError_t SortKeysCopy(void *room, size_t &bytes, I in, K keys, long n, F less, cudaStream_t s = 0) {
    __CUFORT_ROOM__
    __cufort_work::each(n, [=] __device__(long i) { keys[i] = in[i]; }, s);
    return SortKeys(room, bytes, keys, n, less, s);
  }
  template <class I, class J, class K, class V, class F> static cudaError_t SortPairsCopy(void *room, size_t &bytes, I in, J vin, K keys, V values, long n, F less, cudaStream_t s = 0) {
    __CUFORT_ROOM__
    __cufort_work::each(n, [=] __device__(long i) { keys[i] = in[i]; values[i] = vin[i]; }, s);
    return SortPairs(room, bytes, keys, values, n, less, s);
  }
};
}
