// Work on arrays of the device that Thrust and CUB share: loops over an index, sums, scans, sorting by digits.
#pragma once
#include <cuda_runtime.h>
#include <type_traits>
#include <utility>
namespace __cufort_work {
template <class F> __global__ void __each(long n, F f) {
  for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x) f(i);
}
static inline unsigned int blocks_for(long n) { long b = (n + 255) / 256; return (unsigned int)(b < 1 ? 1 : b > 65535 ? 65535 : b); }
template <class F> inline void each(long n, F f, cudaStream_t s = 0) { if (n > 0) __each<<<blocks_for(n), 256, 0, s>>>(n, f); }
// Each thread takes a piece of neighbours, so that what it finds comes in order.
static inline long pieces_for(long n) { return n < 4096 ? (n + 15) / 16 : n < 1048576 ? 2048 : 16384; }
template <class T> struct buffer {
  T *p;
  explicit buffer(long n) : p(nullptr) { cudaMalloc(&p, (n > 0 ? n : 1) * sizeof(T)); }
  ~buffer() { cudaFree(p); }
  buffer(const buffer &) = delete;
};
template <class T> inline T fetch(const T *p) { T x; cudaMemcpy(&x, p, sizeof(T), cudaMemcpyDeviceToHost); return x; }
template <class In, class T, class F> struct __fold_piece {
  In in; T *out; long n, each; mutable F f;
  __device__ void operator()(long t) const {
    long from = t * each, to = from + each < n ? from + each : n;
    if (from >= to) return;
    T x = in[from];
    for (long i = from + 1; i < to; i++) x = f(x, in[i]);
    out[t] = x;
  }
};
// The sum of n > 0 elements, at a place of the device.
template <class T, class In, class F> inline void fold(In in, long n, T *to, F f, cudaStream_t s = 0) {
  long pieces = pieces_for(n), k = (n + pieces - 1) / pieces;
  pieces = (n + k - 1) / k;
  if (pieces == 1) { __fold_piece<In, T, F> all{in, to, n, n, f}; each(1, all, s); return; }
  buffer<T> part(pieces);
  __fold_piece<In, T, F> one{in, part.p, n, k, f};
  each(pieces, one, s);
  fold<T>((const T *)part.p, pieces, to, f, s);
}
template <class In, class Out, class T, class F> struct __scan_piece {
  In in; Out out; const T *before; long n, each; mutable F f; bool inclusive, seeded; T seed;
  __device__ void operator()(long t) const {
    long from = t * each, to = from + each < n ? from + each : n;
    if (from >= to) return;
    bool has = seeded;
    T x = seed;
    if (t > 0) { x = has ? f(x, before[t - 1]) : before[t - 1]; has = true; }
    for (long i = from; i < to; i++) {
      T y = in[i];
      if (inclusive) { x = has ? f(x, y) : y; has = true; out[i] = x; }
      else { T next = has ? f(x, y) : y; out[i] = x; x = next; has = true; }
    }
  }
};
template <class T, class In, class Out, class F> inline void scan(In in, Out out, long n, F f, bool inclusive, bool seeded, T seed, cudaStream_t s = 0) {
  if (n <= 0) return;
  long pieces = pieces_for(n), k = (n + pieces - 1) / pieces;
  pieces = (n + k - 1) / k;
  buffer<T> part(pieces);
  if (pieces > 1) {
    __fold_piece<In, T, F> one{in, part.p, n, k, f};
    each(pieces, one, s);
    scan<T>((const T *)part.p, part.p, pieces, f, true, false, seed, s);
  }
  __scan_piece<In, Out, T, F> piece{in, out, part.p, n, k, f, inclusive, seeded, seed};
  each(pieces, piece, s);
}
struct sum { template <class T> __host__ __device__ T operator()(const T &a, const T &b) const { return a + b; } };
template <class K> struct __bits {
  static __host__ __device__ unsigned long long of(K k) {
    if constexpr (std::is_floating_point<K>::value && sizeof(K) == 4) { unsigned int x = *(unsigned int *)&k; if (x == 0x80000000u) x = 0; return x ^ ((x >> 31) ? 0xffffffffu : 0x80000000u); }
    else if constexpr (std::is_floating_point<K>::value) { unsigned long long x = *(unsigned long long *)&k; if (x == 0x8000000000000000ULL) x = 0; return x ^ ((x >> 63) ? 0xffffffffffffffffULL : 0x8000000000000000ULL); }
    else if constexpr (std::is_signed<K>::value) return (unsigned long long)(std::make_unsigned_t<K>)k ^ (1ULL << (8 * sizeof(K) - 1));
    else return (unsigned long long)k;
  }
};
template <class K> struct __count_digits {
  const K *in; unsigned int *counts; long n, each, pieces; int shift; unsigned int mask; bool down;
  __device__ void operator()(long t) const {
    unsigned int own[16];
    for (int d = 0; d < 16; d++) own[d] = 0;
    long from = t * each, to = from + each < n ? from + each : n;
    for (long i = from; i < to; i++) { unsigned int d = (unsigned int)(__bits<K>::of(in[i]) >> shift) & mask; own[down ? 15 - d : d]++; }
    for (int d = 0; d < 16; d++) counts[d * pieces + t] = own[d];
  }
};
template <class K, class V> struct __put_digits {
  const K *in; K *out; const V *values; V *to_values; const unsigned int *places; long n, each, pieces; int shift; unsigned int mask; bool down;
  __device__ void operator()(long t) const {
    unsigned int own[16];
    for (int d = 0; d < 16; d++) own[d] = places[d * pieces + t];
    long from = t * each, to = from + each < n ? from + each : n;
    for (long i = from; i < to; i++) {
      K k = in[i];
      unsigned int d = (unsigned int)(__bits<K>::of(k) >> shift) & mask;
      unsigned int at = own[down ? 15 - d : d]++;
      out[at] = k;
      if (values) to_values[at] = values[i];
    }
  }
};
// Stable, digit by digit; the result lies in `keys` and `values`.
template <class K, class V> inline void sort(K *keys, V *values, long n, bool down = false, int first = 0, int end = 8 * sizeof(K), cudaStream_t s = 0) {
  if (n < 2) return;
  long pieces = n < 8192 ? (n + 63) / 64 : n < 262144 ? 512 : 4096, k = (n + pieces - 1) / pieces;
  pieces = (n + k - 1) / k;
  buffer<K> other(n);
  buffer<V> other_values(values ? n : 1);
  buffer<unsigned int> counts(16 * pieces);
  K *from = keys, *to = other.p;
  V *from_values = values, *to_values = other_values.p;
  for (int shift = first; shift < end; shift += 4) {
    unsigned int mask = end - shift < 4 ? (1u << (end - shift)) - 1 : 15;
    __count_digits<K> count{from, counts.p, n, k, pieces, shift, mask, down};
    each(pieces, count, s);
    scan<unsigned int>((const unsigned int *)counts.p, counts.p, 16 * pieces, sum(), false, true, 0u, s);
    __put_digits<K, V> put{from, to, from_values, to_values, counts.p, n, k, pieces, shift, mask, down};
    each(pieces, put, s);
    std::swap(from, to);
    if (values) std::swap(from_values, to_values);
  }
  if (from != keys) {
    cudaMemcpyAsync(keys, from, n * sizeof(K), cudaMemcpyDeviceToDevice, s);
    if (values) cudaMemcpyAsync(values, from_values, n * sizeof(V), cudaMemcpyDeviceToDevice, s);
  }
  cudaStreamSynchronize(s);
}
// By comparison: runs of neighbours that are merged, each element finding its place in the other run.
template <class K, class V, class F> struct __merge_step {
  const K *in; K *out; const V *values; V *to_values; long n, width; mutable F less;
  __device__ void operator()(long i) const {
    long pair = i / (2 * width) * (2 * width), middle = pair + width < n ? pair + width : n, end = pair + 2 * width < n ? pair + 2 * width : n;
    K k = in[i];
    bool right = i >= middle;
    long a = right ? pair : middle, b = right ? middle : end, base = a;
    while (a < b) {
      long m = (a + b) / 2;
      bool before = right ? !less(k, in[m]) : less(in[m], k);
      if (before) a = m + 1;
      else b = m;
    }
    long at = right ? pair + (i - middle) + (a - base) : i + (a - base);
    out[at] = k;
    if (values) to_values[at] = values[i];
  }
};
template <class K, class V, class F> inline void merge_sort(K *keys, V *values, long n, F less, cudaStream_t s = 0) {
  if (n < 2) return;
  buffer<K> other(n);
  buffer<V> other_values(values ? n : 1);
  K *from = keys, *to = other.p;
  V *from_values = values, *to_values = other_values.p;
  for (long width = 1; width < n; width *= 2) {
    __merge_step<K, V, F> step{from, to, from_values, to_values, n, width, less};
    each(n, step, s);
    std::swap(from, to);
    if (values) std::swap(from_values, to_values);
  }
  if (from != keys) {
    cudaMemcpyAsync(keys, from, n * sizeof(K), cudaMemcpyDeviceToDevice, s);
    if (values) cudaMemcpyAsync(values, from_values, n * sizeof(V), cudaMemcpyDeviceToDevice, s);
  }
  cudaStreamSynchronize(s);
}
// Elements that are kept, in their order; how many goes to a place of the device.
template <class In, class F> struct __keep_flag { In in; mutable F f; __host__ __device__ __keep_flag(In i, F g) : in(i), f(g) {} __device__ unsigned int operator[](long i) const { return f(i) ? 1u : 0u; } };
template <class In, class Out, class F> struct __keep_put {
  In in; Out out; const unsigned int *at; mutable F f;
  __device__ void operator()(long i) const { if (f(i)) out[at[i]] = in[i]; }
};
template <class In, class Out, class F> inline long keep(In in, Out out, long n, F f, cudaStream_t s = 0) {
  if (n <= 0) return 0;
  buffer<unsigned int> at(n + 1);
  __keep_flag<In, F> flags(in, f);
  scan<unsigned int>(flags, at.p, n, sum(), false, true, 0u, s);
  buffer<unsigned int> total(1);
  fold<unsigned int>(flags, n, total.p, sum(), s);
  __keep_put<In, Out, F> put{in, out, at.p, f};
  each(n, put, s);
  return fetch(total.p);
}
// Scans of the runs of neighbours with the same key.
template <class K, class V, class O, class F, class E, class T> inline void scan_runs(K keys, V in, O out, long n, F f, E same, bool inclusive, bool seeded, T first, cudaStream_t s) {
  struct part { T sum; int starts; };
  buffer<part> all(n);
  part *p = all.p;
  each(n, [=] __device__(long i) mutable { p[i].sum = in[i]; p[i].starts = i == 0 || !same(keys[i - 1], keys[i]); }, s);
  auto join = [=] __device__(const part &a, const part &b) mutable { part c = b; if (!b.starts) { c.sum = f(a.sum, b.sum); c.starts = a.starts; } return c; };
  buffer<part> sums(n);
  part *q = sums.p;
  scan<part>((const part *)p, q, n, join, true, false, part{}, s);
  each(n, [=] __device__(long i) mutable {
    if (inclusive) out[i] = seeded ? f(first, q[i].sum) : q[i].sum;
    else if (p[i].starts) out[i] = first;
    else out[i] = f(first, q[i - 1].sum);
  }, s);
}
}
