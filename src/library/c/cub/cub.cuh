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
static inline __device__ int __rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
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
  template <class F> __device__ T Reduce(T x, F f, int valid = X * Y * Z) {
    int t = __rank();
    __syncthreads();
    s.cells[t] = x;
    __syncthreads();
    int n = valid < X * Y * Z ? valid : X * Y * Z;
    while (n > 1) {
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
template <class T, int X, BlockScanAlgorithm A = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1> class BlockScan {
 public:
  struct TempStorage { T cells[2 * X * Y * Z]; };

 private:
  TempStorage &s;

 public:
  __device__ BlockScan(TempStorage &t) : s(t) {}
  template <class F> __device__ void InclusiveScan(T x, T &out, F f) {
    const int n = X * Y * Z;
    int t = __rank(), from = 0;
    __syncthreads();
    s.cells[t] = x;
    __syncthreads();
    for (int by = 1; by < n; by *= 2) {
      T y = s.cells[from + t];
      if (t >= by) y = f(s.cells[from + t - by], y);
      from = n - from;
      s.cells[from + t] = y;
      __syncthreads();
    }
    if (from != 0) { s.cells[t] = s.cells[n + t]; __syncthreads(); }
    out = s.cells[t];
  }
  template <class F> __device__ void InclusiveScan(T x, T &out, F f, T &all) { InclusiveScan(x, out, f); all = s.cells[X * Y * Z - 1]; }
  template <class F> __device__ void ExclusiveScan(T x, T &out, T first, F f) { T y; InclusiveScan(x, y, f); int t = __rank(); out = t == 0 ? first : f(first, s.cells[t - 1]); }
  template <class F> __device__ void ExclusiveScan(T x, T &out, T first, F f, T &all) { ExclusiveScan(x, out, first, f); all = s.cells[X * Y * Z - 1]; }
  __device__ void InclusiveSum(T x, T &out) { InclusiveScan(x, out, cub::Sum()); }
  __device__ void InclusiveSum(T x, T &out, T &all) { InclusiveScan(x, out, cub::Sum(), all); }
  __device__ void ExclusiveSum(T x, T &out) { ExclusiveScan(x, out, T(), cub::Sum()); }
  __device__ void ExclusiveSum(T x, T &out, T &all) { ExclusiveScan(x, out, T(), cub::Sum(), all); }
  template <int k> __device__ void InclusiveSum(T (&x)[k], T (&out)[k]) {
    T sum = x[0];
    for (int i = 1; i < k; i++) sum = sum + x[i];
    T before;
    ExclusiveSum(sum, before);
    for (int i = 0; i < k; i++) { before = before + x[i]; out[i] = before; }
  }
  template <int k> __device__ void ExclusiveSum(T (&x)[k], T (&out)[k]) {
    T sum = x[0];
    for (int i = 1; i < k; i++) sum = sum + x[i];
    T before;
    ExclusiveSum(sum, before);
    for (int i = 0; i < k; i++) { T y = x[i]; out[i] = before; before = before + y; }
  }
  template <int k> __device__ void ExclusiveSum(T (&x)[k], T (&out)[k], T &all) { ExclusiveSum(x, out); all = s.cells[X * Y * Z - 1]; }
};
template <class T, int n = 32> class WarpReduce {
 public:
  struct TempStorage {};
  __device__ WarpReduce(TempStorage &) {}
  template <class F> __device__ T Reduce(T x, F f, int valid = n) {
    int lane = __rank() % n;
    for (int by = 1; by < n; by *= 2) { T y = __shfl_down_sync(0xffffffffu, x, by, n); if (lane + by < valid && lane + by < n) x = f(x, y); }
    return x;
  }
  __device__ T Sum(T x) { return Reduce(x, cub::Sum()); }
  __device__ T Sum(T x, int valid) { return Reduce(x, cub::Sum(), valid); }
};
template <class T, int n = 32> class WarpScan {
 public:
  struct TempStorage {};
  __device__ WarpScan(TempStorage &) {}
  template <class F> __device__ void InclusiveScan(T x, T &out, F f) {
    int lane = __rank() % n;
    for (int by = 1; by < n; by *= 2) { T y = __shfl_up_sync(0xffffffffu, x, by, n); if (lane >= by) x = f(y, x); }
    out = x;
  }
  __device__ void InclusiveSum(T x, T &out) { InclusiveScan(x, out, cub::Sum()); }
  __device__ void ExclusiveSum(T x, T &out) { T y; InclusiveSum(x, y); out = y - x; }
  __device__ void InclusiveSum(T x, T &out, T &all) { InclusiveSum(x, out); all = __shfl_sync(0xffffffffu, out, n - 1, n); }
  __device__ void ExclusiveSum(T x, T &out, T &all) { T y; InclusiveSum(x, y, all); out = y - x; }
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
struct NullType {};
template <class K, int X, int k, class V = NullType> class BlockRadixSort {
 public:
  struct TempStorage { K keys[X * k]; V values[X * k]; };

 private:
  TempStorage &s;
  template <bool down> __device__ void sort(K (&x)[k], V *v) {
    int t = __rank();
    const int n = X * k;
    __syncthreads();
    for (int i = 0; i < k; i++) { s.keys[t * k + i] = x[i]; if (v) s.values[t * k + i] = v[i]; }
    __syncthreads();
    int at[k];
    for (int i = 0; i < k; i++) {
      int place = 0, own = t * k + i;
      for (int j = 0; j < n; j++) { bool before = down ? x[i] < s.keys[j] : s.keys[j] < x[i]; bool same = !(s.keys[j] < x[i]) && !(x[i] < s.keys[j]); place += before || (same && j < own); }
      at[i] = place;
    }
    __syncthreads();
    for (int i = 0; i < k; i++) { s.keys[at[i]] = x[i]; if (v) s.values[at[i]] = v[i]; }
    __syncthreads();
    for (int i = 0; i < k; i++) { x[i] = s.keys[t * k + i]; if (v) v[i] = s.values[t * k + i]; }
    __syncthreads();
  }

 public:
  __device__ BlockRadixSort(TempStorage &t) : s(t) {}
  __device__ void Sort(K (&x)[k]) { sort<false>(x, (V *)nullptr); }
  __device__ void SortDescending(K (&x)[k]) { sort<true>(x, (V *)nullptr); }
  __device__ void Sort(K (&x)[k], V (&v)[k]) { sort<false>(x, v); }
  __device__ void SortDescending(K (&x)[k], V (&v)[k]) { sort<true>(x, v); }
};
#define __CUFORT_ROOM__ if (!room) { bytes = 256; return cudaSuccess; }
template <class I> using __element = std::remove_cv_t<std::remove_reference_t<decltype(std::declval<I>()[0])>>;
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
  template <class I, class O> static cudaError_t Max(void *room, size_t &bytes, I in, O out, long n, cudaStream_t s = 0) { __CUFORT_ROOM__ typedef __element<O> T; __cufort_work::buffer<T> all(1); T *p = all.p; __cufort_work::fold<T>(in, n, p, cub::Max(), s); __cufort_work::each(1, [=] __device__(long) { out[0] = *p; }, s); cudaStreamSynchronize(s); return cudaPeekAtLastError(); }
  template <class I, class O> static cudaError_t Min(void *room, size_t &bytes, I in, O out, long n, cudaStream_t s = 0) { __CUFORT_ROOM__ typedef __element<O> T; __cufort_work::buffer<T> all(1); T *p = all.p; __cufort_work::fold<T>(in, n, p, cub::Min(), s); __cufort_work::each(1, [=] __device__(long) { out[0] = *p; }, s); cudaStreamSynchronize(s); return cudaPeekAtLastError(); }
};
struct DeviceScan {
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
  template <class K, class V> static cudaError_t SortPairs(void *room, size_t &bytes, DoubleBuffer<K> &d, DoubleBuffer<V> &v, long n, int b = 0, int e = sizeof(K) * 8, cudaStream_t s = 0) { return two(room, bytes, d.Current(), d.Current(), v.Current(), v.Current(), n, false, b, e, s); }
};
struct DeviceSelect {
  template <class I, class O, class N, class F> static cudaError_t If(void *room, size_t &bytes, I in, O out, N count, long n, F f, cudaStream_t s = 0) { __CUFORT_ROOM__ long k = __cufort_work::keep(in, out, n, [=] __device__(long i) { return f(in[i]); }, s); __cufort_work::each(1, [=] __device__(long) { count[0] = k; }, s); cudaStreamSynchronize(s); return cudaPeekAtLastError(); }
  template <class I, class G, class O, class N> static cudaError_t Flagged(void *room, size_t &bytes, I in, G flags, O out, N count, long n, cudaStream_t s = 0) { __CUFORT_ROOM__ long k = __cufort_work::keep(in, out, n, [=] __device__(long i) { return flags[i] ? true : false; }, s); __cufort_work::each(1, [=] __device__(long) { count[0] = k; }, s); cudaStreamSynchronize(s); return cudaPeekAtLastError(); }
  template <class I, class O, class N> static cudaError_t Unique(void *room, size_t &bytes, I in, O out, N count, long n, cudaStream_t s = 0) { __CUFORT_ROOM__ long k = __cufort_work::keep(in, out, n, [=] __device__(long i) { return i == 0 || !(in[i] == in[i - 1]); }, s); __cufort_work::each(1, [=] __device__(long) { count[0] = k; }, s); cudaStreamSynchronize(s); return cudaPeekAtLastError(); }
};
struct DeviceHistogram {
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
