#pragma once
#include <cub/cub.cuh>
namespace cub {
// `f` is applied in the order of threads and their items.
template <class T, int X, BlockScanAlgorithm A = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1> class BlockScan {
 public:
  struct TempStorage { T cells[2 * X * Y * Z]; T before; };

 private:
  TempStorage &s;
  // Leaves the inclusive scan of the threads in the first cells.
  template <class F> __device__ void scan(T x, F f) {
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
  }
  template <int k, class F> static __device__ T fold(T (&x)[k], F f) { T y = x[0]; for (int i = 1; i < k; i++) y = f(y, x[i]); return y; }
  __device__ T all() { return s.cells[X * Y * Z - 1]; }
  // What the first warp's call for the block's total says is before it.
  template <class C> __device__ T asked(C &call) {
    int t = __rank();
    T y = all();
    if (t < 32) { T p = call(y); if (t == 0) s.before = p; }
    __syncthreads();
    return s.before;
  }
  template <int k, class F> __device__ void inclusive(T (&x)[k], T (&out)[k], F f, bool has, T before) {
    int t = __rank();
    if (t > 0) { before = has ? f(before, s.cells[t - 1]) : s.cells[t - 1]; has = true; }
    for (int i = 0; i < k; i++) { before = has ? f(before, x[i]) : x[i]; has = true; out[i] = before; }
  }
  template <int k, class F> __device__ void exclusive(T (&x)[k], T (&out)[k], F f, bool has, T before) {
    int t = __rank();
    if (t > 0) { before = has ? f(before, s.cells[t - 1]) : s.cells[t - 1]; has = true; }
    for (int i = 0; i < k; i++) { T y = x[i]; out[i] = before; before = has ? f(before, y) : y; has = true; }
  }

 public:
  __device__ BlockScan(TempStorage &t) : s(t) {}
  __device__ BlockScan() : s(__cell<TempStorage>()) {}
  template <class F> __device__ void InclusiveScan(T x, T &out, F f) { scan(x, f); out = s.cells[__rank()]; }
  template <class F> __device__ void InclusiveScan(T x, T &out, F f, T &total) { InclusiveScan(x, out, f); total = all(); }
  template <class F, class C, std::enable_if_t<!std::is_same<C, T>::value, int> = 0> __device__ void InclusiveScan(T x, T &out, F f, C &call) { scan(x, f); T before = asked(call); out = f(before, s.cells[__rank()]); }
  template <class F> __device__ void ExclusiveScan(T x, T &out, F f) { scan(x, f); int t = __rank(); if (t > 0) out = s.cells[t - 1]; }
  template <class F> __device__ void ExclusiveScan(T x, T &out, T first, F f) { scan(x, f); int t = __rank(); out = t == 0 ? first : f(first, s.cells[t - 1]); }
  template <class F> __device__ void ExclusiveScan(T x, T &out, T first, F f, T &total) { ExclusiveScan(x, out, first, f); total = all(); }
  template <class F, class C, std::enable_if_t<!std::is_same<C, T>::value && !std::is_same<F, T>::value, int> = 0> __device__ void ExclusiveScan(T x, T &out, F f, C &call) { scan(x, f); T before = asked(call); int t = __rank(); out = t == 0 ? before : f(before, s.cells[t - 1]); }
  __device__ void InclusiveSum(T x, T &out) { InclusiveScan(x, out, cub::Sum()); }
  __device__ void InclusiveSum(T x, T &out, T &total) { InclusiveScan(x, out, cub::Sum(), total); }
  template <class C, std::enable_if_t<!std::is_same<C, T>::value, int> = 0> __device__ void InclusiveSum(T x, T &out, C &call) { InclusiveScan(x, out, cub::Sum(), call); }
  __device__ void ExclusiveSum(T x, T &out) { ExclusiveScan(x, out, T(), cub::Sum()); }
  __device__ void ExclusiveSum(T x, T &out, T &total) { ExclusiveScan(x, out, T(), cub::Sum(), total); }
  template <class C, std::enable_if_t<!std::is_same<C, T>::value, int> = 0> __device__ void ExclusiveSum(T x, T &out, C &call) { ExclusiveScan(x, out, cub::Sum(), call); }
  template <int k, class F> __device__ void InclusiveScan(T (&x)[k], T (&out)[k], F f) { scan(fold(x, f), f); inclusive(x, out, f, false, T()); }
  template <int k, class F> __device__ void InclusiveScan(T (&x)[k], T (&out)[k], F f, T &total) { InclusiveScan(x, out, f); total = all(); }
  template <int k, class F, class C, std::enable_if_t<!std::is_same<C, T>::value, int> = 0> __device__ void InclusiveScan(T (&x)[k], T (&out)[k], F f, C &call) { scan(fold(x, f), f); T before = asked(call); inclusive(x, out, f, true, before); }
  template <int k, class F> __device__ void ExclusiveScan(T (&x)[k], T (&out)[k], F f) { scan(fold(x, f), f); exclusive(x, out, f, false, T()); }
  template <int k, class F> __device__ void ExclusiveScan(T (&x)[k], T (&out)[k], T first, F f) { scan(fold(x, f), f); exclusive(x, out, f, true, first); }
  template <int k, class F> __device__ void ExclusiveScan(T (&x)[k], T (&out)[k], T first, F f, T &total) { ExclusiveScan(x, out, first, f); total = all(); }
  template <int k, class F, class C, std::enable_if_t<!std::is_same<C, T>::value && !std::is_same<F, T>::value, int> = 0> __device__ void ExclusiveScan(T (&x)[k], T (&out)[k], F f, C &call) { scan(fold(x, f), f); T before = asked(call); exclusive(x, out, f, true, before); }
  template <int k> __device__ void InclusiveSum(T (&x)[k], T (&out)[k]) { InclusiveScan(x, out, cub::Sum()); }
  template <int k> __device__ void InclusiveSum(T (&x)[k], T (&out)[k], T &total) { InclusiveScan(x, out, cub::Sum(), total); }
  template <int k, class C, std::enable_if_t<!std::is_same<C, T>::value, int> = 0> __device__ void InclusiveSum(T (&x)[k], T (&out)[k], C &call) { InclusiveScan(x, out, cub::Sum(), call); }
  template <int k> __device__ void ExclusiveSum(T (&x)[k], T (&out)[k]) { ExclusiveScan(x, out, T(), cub::Sum()); }
  template <int k> __device__ void ExclusiveSum(T (&x)[k], T (&out)[k], T &total) { ExclusiveScan(x, out, T(), cub::Sum(), total); }
  template <int k, class C, std::enable_if_t<!std::is_same<C, T>::value, int> = 0> __device__ void ExclusiveSum(T (&x)[k], T (&out)[k], C &call) { ExclusiveScan(x, out, cub::Sum(), call); }
};
}
