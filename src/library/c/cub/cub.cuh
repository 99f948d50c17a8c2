// Reductions, scans and sorting of warps, blocks and the whole device.
#pragma once
#include <typeinfo>
#include <chrono>
#include <limits>
#include <__device_work.h>
#define CUB_PTX_WARP_THREADS 32
#define CUB_MIN(a, b) (((a) > (b)) ? (b) : (a))
#define CUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#define CubDebugExit(e) do { if ((e) != cudaSuccess) exit(1); } while (0)
#define CubDebug(e) (e)
namespace cub {
struct Sum { template <class T, class U> __host__ __device__ T operator()(const T &a, const U &b) const { return a + b; } };
struct Max { template <class T, class U> __host__ __device__ T operator()(const T &a, const U &b) const { return a < b ? b : a; } };
struct Min { template <class T, class U> __host__ __device__ T operator()(const T &a, const U &b) const { return b < a ? b : a; } };
// Memory is asked for and given back each time.
struct CachingDeviceAllocator {
  CachingDeviceAllocator(bool = false, bool = false) {}
  CachingDeviceAllocator(unsigned int, unsigned int = 1, unsigned int = 0, size_t = 0, bool = false, bool = false) {}
  cudaError_t DeviceAllocate(void **p, size_t n, cudaStream_t = 0) { return __cufort_malloc(p, n); }
  cudaError_t DeviceAllocate(int, void **p, size_t n, cudaStream_t = 0) { return __cufort_malloc(p, n); }
  cudaError_t DeviceFree(void *p) { return cudaFree(p); }
  cudaError_t DeviceFree(int, void *p) { return cudaFree(p); }
  cudaError_t FreeAllCached() { return cudaSuccess; }
};
struct NullType {};
struct Inequality { template <class T, class U> __host__ __device__ bool operator()(const T &a, const U &b) const { return a != b; } };
struct Difference { template <class T, class U> __host__ __device__ T operator()(const T &a, const U &b) const { return a - b; } };
struct Equality { template <class T, class U> __host__ __device__ bool operator()(const T &a, const U &b) const { return a == b; } };
template <class K, class V> struct KeyValuePair {
  typedef K Key;
  typedef V Value;
  K key;
  V value;
  KeyValuePair() = default;
  __host__ __device__ KeyValuePair(const K &k, const V &v) : key(k), value(v) {}
};
struct ArgMax { template <class K, class V> __host__ __device__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) const { return b.value > a.value || (b.value == a.value && b.key < a.key) ? b : a; } };
struct ArgMin { template <class K, class V> __host__ __device__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) const { return b.value < a.value || (b.value == a.value && b.key < a.key) ? b : a; } };
// Shared memory of collectives that get none.
template <class S> inline __device__ S &__cell() { __shared__ S room; return room; }
static inline __device__ int __rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
// Operations whose operands may change places.
template <class F> struct __commutes { static constexpr bool value = false; };
template <> struct __commutes<Sum> { static constexpr bool value = true; };
template <> struct __commutes<Max> { static constexpr bool value = true; };
template <> struct __commutes<Min> { static constexpr bool value = true; };
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE };
template <class T, int X, BlockReduceAlgorithm A = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1> class BlockReduce {
 public:
  struct TempStorage { T cells[X * Y * Z]; };

 private:
  TempStorage &s;

 public:
  __device__ BlockReduce(TempStorage &t) : s(t) {}
  __device__ BlockReduce() : s(__cell<TempStorage>()) {}
  template <class F> __device__ T Reduce(T x, F f, int valid = X * Y * Z) {
    int t = __rank();
    __syncthreads();
    s.cells[t] = x;
    __syncthreads();
    int n = valid < X * Y * Z ? valid : X * Y * Z;
    if (A != BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY && !__commutes<F>::value) {
      for (int by = 1; by < n; by *= 2) {
        if (t % (2 * by) == 0 && t + by < n) s.cells[t] = f(s.cells[t], s.cells[t + by]);
        __syncthreads();
      }
    } else while (n > 1) {
      int half = (n + 1) / 2;
      if (t + half < n) s.cells[t] = f(s.cells[t], s.cells[t + half]);
      __syncthreads();
      n = half;
    }
    return s.cells[0];
  }
  template <int k, class F> __device__ T Reduce(T (&x)[k], F f) { T y = x[0]; for (int i = 1; i < k; i++) y = f(y, x[i]); return Reduce(y, f); }
  __device__ T Sum(T x) { return Reduce(x, cub::Sum()); }
  __device__ T Sum(T x, int valid) { return Reduce(x, cub::Sum(), valid); }
  template <int k> __device__ T Sum(T (&x)[k]) { return Reduce(x, cub::Sum()); }
};
template <class T, int X, int k, BlockLoadAlgorithm A = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1> class BlockLoad {
 public:
  struct TempStorage {};
  __device__ BlockLoad() {}
  __device__ BlockLoad(TempStorage &) {}
  template <class I> __device__ void Load(I from, T (&x)[k]) { int t = __rank(); for (int i = 0; i < k; i++) x[i] = from[A == BLOCK_LOAD_STRIPED ? i * X * Y * Z + t : t * k + i]; }
  template <class I> __device__ void Load(I from, T (&x)[k], int valid) { int t = __rank(); for (int i = 0; i < k; i++) { int at = A == BLOCK_LOAD_STRIPED ? i * X * Y * Z + t : t * k + i; if (at < valid) x[i] = from[at]; } }
  template <class I, class D> __device__ void Load(I from, T (&x)[k], int valid, D other) { int t = __rank(); for (int i = 0; i < k; i++) { int at = A == BLOCK_LOAD_STRIPED ? i * X * Y * Z + t : t * k + i; if (at < valid) x[i] = from[at]; else x[i] = other; } }
};
template <class T, int X, int k, BlockStoreAlgorithm A = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1> class BlockStore {
 public:
  struct TempStorage {};
  __device__ BlockStore() {}
  __device__ BlockStore(TempStorage &) {}
  template <class O> __device__ void Store(O to, T (&x)[k]) { int t = __rank(); for (int i = 0; i < k; i++) to[A == BLOCK_STORE_STRIPED ? i * X * Y * Z + t : t * k + i] = x[i]; }
  template <class O> __device__ void Store(O to, T (&x)[k], int valid) { int t = __rank(); for (int i = 0; i < k; i++) { int at = A == BLOCK_STORE_STRIPED ? i * X * Y * Z + t : t * k + i; if (at < valid) to[at] = x[i]; } }
};
#define __CUFORT_ROOM__ if (!room) { bytes = 256; return cudaSuccess; }
template <class I> using __element = std::remove_cv_t<std::remove_reference_t<decltype(std::declval<I>()[0])>>;
template <class F> inline long __places(long n, long *to, F f, cudaStream_t s);
struct DeviceReduce {
  template <class I, class O, class F, class T> static cudaError_t Reduce(void *room, size_t &bytes, I in, O out, long n, F f, T first, cudaStream_t s = 0) {
    __CUFORT_ROOM__
    __cufort_work::buffer<T> all(1);
    T *p = all.p;
    if (n > 0) __cufort_work::fold<T>(in, n, p, f, s);
    __cufort_work::each(1, [=] __device__(long) { out[0] = n > 0 ? f(first, *p) : first; }, s);
    cudaStreamSynchronize(s);
    return cudaPeekAtLastError();
  }
  template <class I, class O> static cudaError_t Sum(void *room, size_t &bytes, I in, O out, long n, cudaStream_t s = 0) { __CUFORT_ROOM__ typedef __element<O> T; return Reduce(room, bytes, in, out, n, cub::Sum(), T(), s); }
  template <class I, class O> static cudaError_t Max(void *room, size_t &bytes, I in, O out, long n, cudaStream_t s = 0) { __CUFORT_ROOM__ return best<__element<O>>(in, out, n, cub::Max(), s); }
  template <class I, class O> static cudaError_t Min(void *room, size_t &bytes, I in, O out, long n, cudaStream_t s = 0) { __CUFORT_ROOM__ return best<__element<O>>(in, out, n, cub::Min(), s); }
  template <class I, class O> static cudaError_t ArgMax(void *room, size_t &bytes, I in, O out, long n, cudaStream_t s = 0) { __CUFORT_ROOM__ return best<KeyValuePair<int, __element<I>>>(__indexed<I>{in}, out, n, cub::ArgMax(), s); }
  template <class I, class O> static cudaError_t ArgMin(void *room, size_t &bytes, I in, O out, long n, cudaStream_t s = 0) { __CUFORT_ROOM__ return best<KeyValuePair<int, __element<I>>>(__indexed<I>{in}, out, n, cub::ArgMin(), s); }
  template <class I, class O, class F, class G, class T> static cudaError_t TransformReduce(void *room, size_t &bytes, I in, O out, long n, F f, G g, T first, cudaStream_t s = 0) { return Reduce(room, bytes, __mapped<I, G>{in, g}, out, n, f, first, s); }
  template <class K, class U, class V, class O, class N, class F> static cudaError_t ReduceByKey(void *room, size_t &bytes, K keys, U unique, V in, O out, N runs, F f, long n, cudaStream_t s = 0) {
    __CUFORT_ROOM__
    typedef __element<V> T;
    __cufort_work::buffer<long> heads(n);
    __cufort_work::buffer<T> sums(n);
    long *h = heads.p;
    T *p = sums.p;
    long k = __places(n, h, [=] __device__(long i) { return i == 0 || !(keys[i] == keys[i - 1]); }, s);
    __cufort_work::scan_runs(keys, in, p, n, f, Equality(), true, false, T(), s);
    __cufort_work::each(k > 0 ? k : 1, [=] __device__(long j) {
      if (j == 0) runs[0] = k;
      if (j >= k) return;
      unique[j] = keys[h[j]];
      out[j] = p[(j + 1 < k ? h[j + 1] : n) - 1];
    }, s);
    cudaStreamSynchronize(s);
    return cudaPeekAtLastError();
  }

 private:
  template <class I> struct __indexed { I in; __device__ KeyValuePair<int, __element<I>> operator[](long i) const { return KeyValuePair<int, __element<I>>((int)i, in[i]); } };
  template <class I, class G> struct __mapped { I in; G g; __device__ auto operator[](long i) const { return g(in[i]); } };
  template <class T, class I, class O, class F> static cudaError_t best(I in, O out, long n, F f, cudaStream_t s) {
    __cufort_work::buffer<T> all(1);
    T *p = all.p;
    __cufort_work::fold<T>(in, n, p, f, s);
    __cufort_work::each(1, [=] __device__(long) { out[0] = *p; }, s);
    cudaStreamSynchronize(s);
    return cudaPeekAtLastError();
  }
};
struct DeviceScan {
  template <class K, class V, class O, class F, class T, class E = Equality> static cudaError_t ExclusiveScanByKey(void *room, size_t &bytes, K keys, V in, O out, F f, T first, long n, E same = E(), cudaStream_t s = 0) { __CUFORT_ROOM__ __cufort_work::scan_runs(keys, in, out, n, f, same, false, true, first, s); cudaStreamSynchronize(s); return cudaPeekAtLastError(); }
  template <class K, class V, class O, class F, class E = Equality> static cudaError_t InclusiveScanByKey(void *room, size_t &bytes, K keys, V in, O out, F f, long n, E same = E(), cudaStream_t s = 0) { __CUFORT_ROOM__ typedef __element<V> T; __cufort_work::scan_runs(keys, in, out, n, f, same, true, false, T(), s); cudaStreamSynchronize(s); return cudaPeekAtLastError(); }
  template <class K, class V, class O, class E = Equality> static cudaError_t ExclusiveSumByKey(void *room, size_t &bytes, K keys, V in, O out, long n, E same = E(), cudaStream_t s = 0) { typedef __element<V> T; return ExclusiveScanByKey(room, bytes, keys, in, out, cub::Sum(), T(), n, same, s); }
  template <class K, class V, class O, class E = Equality> static cudaError_t InclusiveSumByKey(void *room, size_t &bytes, K keys, V in, O out, long n, E same = E(), cudaStream_t s = 0) { return InclusiveScanByKey(room, bytes, keys, in, out, cub::Sum(), n, same, s); }
  template <class I, class O, class F, class T> static cudaError_t InclusiveScanInit(void *room, size_t &bytes, I in, O out, F f, T first, long n, cudaStream_t s = 0) { __CUFORT_ROOM__ __cufort_work::scan<T>(in, out, n, f, true, true, first, s); cudaStreamSynchronize(s); return cudaPeekAtLastError(); }
  template <class I> static cudaError_t ExclusiveSum(void *room, size_t &bytes, I at, long n, cudaStream_t s = 0) { return ExclusiveSum(room, bytes, at, at, n, s); }
  template <class I> static cudaError_t InclusiveSum(void *room, size_t &bytes, I at, long n, cudaStream_t s = 0) { return InclusiveSum(room, bytes, at, at, n, s); }
  template <class I, class O> static cudaError_t ExclusiveSum(void *room, size_t &bytes, I in, O out, long n, cudaStream_t s = 0) { __CUFORT_ROOM__ typedef __element<O> T; __cufort_work::scan<T>(in, out, n, cub::Sum(), false, true, T(), s); cudaStreamSynchronize(s); return cudaPeekAtLastError(); }
  template <class I, class O> static cudaError_t InclusiveSum(void *room, size_t &bytes, I in, O out, long n, cudaStream_t s = 0) { __CUFORT_ROOM__ typedef __element<O> T; __cufort_work::scan<T>(in, out, n, cub::Sum(), true, false, T(), s); cudaStreamSynchronize(s); return cudaPeekAtLastError(); }
  template <class I, class O, class F, class T> static cudaError_t ExclusiveScan(void *room, size_t &bytes, I in, O out, F f, T first, long n, cudaStream_t s = 0) { __CUFORT_ROOM__ __cufort_work::scan<T>(in, out, n, f, false, true, first, s); cudaStreamSynchronize(s); return cudaPeekAtLastError(); }
  template <class I, class O, class F> static cudaError_t InclusiveScan(void *room, size_t &bytes, I in, O out, F f, long n, cudaStream_t s = 0) { __CUFORT_ROOM__ typedef __element<O> T; __cufort_work::scan<T>(in, out, n, f, true, false, T(), s); cudaStreamSynchronize(s); return cudaPeekAtLastError(); }
};
template <class T> struct DoubleBuffer {
  T *d_buffers[2];
  int selector;
  DoubleBuffer() : selector(0) { d_buffers[0] = d_buffers[1] = nullptr; }
  DoubleBuffer(T *a, T *b) : selector(0) { d_buffers[0] = a; d_buffers[1] = b; }
  T *Current() { return d_buffers[selector]; }
  T *Alternate() { return d_buffers[selector ^ 1]; }
};
struct DeviceRadixSort {
  template <class K> static cudaError_t one(void *room, size_t &bytes, const K *in, K *out, long n, bool down, int b, int e, cudaStream_t s) {
    __CUFORT_ROOM__
    if (in != out) cudaMemcpyAsync(out, in, n * sizeof(K), cudaMemcpyDeviceToDevice, s);
    __cufort_work::sort<K, char>(out, (char *)nullptr, n, down, b, e, s);
    return cudaPeekAtLastError();
  }
  template <class K, class V> static cudaError_t two(void *room, size_t &bytes, const K *in, K *out, const V *vin, V *vout, long n, bool down, int b, int e, cudaStream_t s) {
    __CUFORT_ROOM__
    if (in != out) cudaMemcpyAsync(out, in, n * sizeof(K), cudaMemcpyDeviceToDevice, s);
    if (vin != vout) cudaMemcpyAsync(vout, vin, n * sizeof(V), cudaMemcpyDeviceToDevice, s);
    __cufort_work::sort<K, V>(out, vout, n, down, b, e, s);
    return cudaPeekAtLastError();
  }
  template <class K> static cudaError_t SortKeys(void *room, size_t &bytes, const K *in, K *out, long n, int b = 0, int e = sizeof(K) * 8, cudaStream_t s = 0) { return one(room, bytes, in, out, n, false, b, e, s); }
  template <class K> static cudaError_t SortKeysDescending(void *room, size_t &bytes, const K *in, K *out, long n, int b = 0, int e = sizeof(K) * 8, cudaStream_t s = 0) { return one(room, bytes, in, out, n, true, b, e, s); }
  template <class K> static cudaError_t SortKeys(void *room, size_t &bytes, DoubleBuffer<K> &d, long n, int b = 0, int e = sizeof(K) * 8, cudaStream_t s = 0) { return one(room, bytes, d.Current(), d.Current(), n, false, b, e, s); }
  template <class K, class V> static cudaError_t SortPairs(void *room, size_t &bytes, const K *in, K *out, const V *vin, V *vout, long n, int b = 0, int e = sizeof(K) * 8, cudaStream_t s = 0) { return two(room, bytes, in, out, vin, vout, n, false, b, e, s); }
  template <class K, class V> static cudaError_t SortPairsDescending(void *room, size_t &bytes, const K *in, K *out, const V *vin, V *vout, long n, int b = 0, int e = sizeof(K) * 8, cudaStream_t s = 0) { return two(room, bytes, in, out, vin, vout, n, true, b, e, s); }
  template <class K> static cudaError_t SortKeysDescending(void *room, size_t &bytes, DoubleBuffer<K> &d, long n, int b = 0, int e = sizeof(K) * 8, cudaStream_t s = 0) { return one(room, bytes, d.Current(), d.Current(), n, true, b, e, s); }
  template <class K, class V> static cudaError_t SortPairsDescending(void *room, size_t &bytes, DoubleBuffer<K> &d, DoubleBuffer<V> &v, long n, int b = 0, int e = sizeof(K) * 8, cudaStream_t s = 0) { return two(room, bytes, d.Current(), d.Current(), v.Current(), v.Current(), n, true, b, e, s); }
  template <class K, class V> static cudaError_t SortPairs(void *room, size_t &bytes, DoubleBuffer<K> &d, DoubleBuffer<V> &v, long n, int b = 0, int e = sizeof(K) * 8, cudaStream_t s = 0) { return two(room, bytes, d.Current(), d.Current(), v.Current(), v.Current(), n, false, b, e, s); }
};
struct DeviceSelect {
  template <class K, class V, class U, class O, class N> static cudaError_t UniqueByKey(void *room, size_t &bytes, K keys, V values, U to_keys, O to_values, N count, long n, cudaStream_t s = 0) {
    __CUFORT_ROOM__
    __cufort_work::buffer<long> heads(n);
    long *h = heads.p;
    long k = __places(n, h, [=] __device__(long i) { return i == 0 || !(keys[i] == keys[i - 1]); }, s);
    __cufort_work::each(k > 0 ? k : 1, [=] __device__(long j) { if (j == 0) count[0] = k; if (j < k) { to_keys[j] = keys[h[j]]; to_values[j] = values[h[j]]; } }, s);
    cudaStreamSynchronize(s);
    return cudaPeekAtLastError();
  }
  template <class I, class O, class N, class F> static cudaError_t If(void *room, size_t &bytes, I in, O out, N count, long n, F f, cudaStream_t s = 0) { __CUFORT_ROOM__ long k = __cufort_work::keep(in, out, n, [=] __device__(long i) { return f(in[i]); }, s); __cufort_work::each(1, [=] __device__(long) { count[0] = k; }, s); cudaStreamSynchronize(s); return cudaPeekAtLastError(); }
  template <class I, class G, class O, class N> static cudaError_t Flagged(void *room, size_t &bytes, I in, G flags, O out, N count, long n, cudaStream_t s = 0) { __CUFORT_ROOM__ long k = __cufort_work::keep(in, out, n, [=] __device__(long i) { return flags[i] ? true : false; }, s); __cufort_work::each(1, [=] __device__(long) { count[0] = k; }, s); cudaStreamSynchronize(s); return cudaPeekAtLastError(); }
  template <class I, class O, class N> static cudaError_t Unique(void *room, size_t &bytes, I in, O out, N count, long n, cudaStream_t s = 0) { __CUFORT_ROOM__ long k = __cufort_work::keep(in, out, n, [=] __device__(long i) { return i == 0 || !(in[i] == in[i - 1]); }, s); __cufort_work::each(1, [=] __device__(long) { count[0] = k; }, s); cudaStreamSynchronize(s); return cudaPeekAtLastError(); }
};
struct DeviceHistogram {
  template <class I, class C, class L> static cudaError_t HistogramRange(void *room, size_t &bytes, I in, C *counts, int levels, const L *edges, long n, cudaStream_t s = 0) {
    __CUFORT_ROOM__
    cudaMemsetAsync(counts, 0, (levels - 1) * sizeof(C), s);
    __cufort_work::each(n, [=] __device__(long i) {
      L x = (L)in[i];
      if (x < edges[0] || !(x < edges[levels - 1])) return;
      int a = 0, b = levels - 1;
      while (b - a > 1) { int m = (a + b) / 2; if (x < edges[m]) b = m; else a = m; }
      atomicAdd(&counts[a], (C)1);
    }, s);
    cudaStreamSynchronize(s);
    return cudaPeekAtLastError();
  }
  template <class I, class C, class L> static cudaError_t HistogramEven(void *room, size_t &bytes, I in, C *counts, int levels, L low, L high, long n, cudaStream_t s = 0) {
    __CUFORT_ROOM__
    int bins = levels - 1;
    cudaMemsetAsync(counts, 0, bins * sizeof(C), s);
    __cufort_work::each(n, [=] __device__(long i) { L x = (L)in[i]; if (x >= low && x < high) atomicAdd(&counts[(int)((x - low) * bins / (high - low))], (C)1); }, s);
    cudaStreamSynchronize(s);
    return cudaPeekAtLastError();
  }
};
}
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cub/__traits.h>
#include <cub/iterator/counting_input_iterator.cuh>
#include <cub/iterator/transform_input_iterator.cuh>
#include <cub/thread/thread_load.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_segmented_sort.cuh>
#include <cub/device/device_partition.cuh>
