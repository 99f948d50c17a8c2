#pragma once
#include <cub/cub.cuh>
namespace cub {
// The lanes of this one's group of n.
template <int n> inline __device__ unsigned int __lanes() {
  if (n == 32) return 0xffffffffu;
  return ((1u << (n % 32)) - 1) << ((__rank() % 32) / n * n);
}
template <class T, int n = 32> class WarpReduce {
  // Up to the lane before the next flag.
  template <class F> __device__ T segmented(T x, unsigned int ends, F f) {
    int lane = __rank() % n;
    unsigned int later = ends >> (__rank() % 32 / n * n) >> lane;
    int last = later == 0 ? n - 1 : lane + __ffs(later) - 1;
    if (last > n - 1) last = n - 1;
    for (int by = 1; by < n; by *= 2) { T y = __shfl_down_sync(__lanes<n>(), x, by, n); if (lane + by <= last) x = f(x, y); }
    return x;
  }

 public:
  struct TempStorage {};
  __device__ WarpReduce(TempStorage &) {}
  __device__ WarpReduce() {}
  template <class F> __device__ T Reduce(T x, F f, int valid = n) {
    int lane = __rank() % n;
    for (int by = 1; by < n; by *= 2) { T y = __shfl_down_sync(__lanes<n>(), x, by, n); if (lane + by < valid && lane + by < n) x = f(x, y); }
    return x;
  }
  __device__ T Sum(T x) { return Reduce(x, cub::Sum()); }
  __device__ T Sum(T x, int valid) { return Reduce(x, cub::Sum(), valid); }
  __device__ T Max(T x) { return Reduce(x, cub::Max()); }
  __device__ T Min(T x) { return Reduce(x, cub::Min()); }
  template <class G, class F> __device__ T HeadSegmentedReduce(T x, G head, F f) { return segmented(x, __ballot_sync(__lanes<n>(), __rank() % n > 0 && head) >> 1, f); }
  template <class G, class F> __device__ T TailSegmentedReduce(T x, G tail, F f) { return segmented(x, __ballot_sync(__lanes<n>(), tail ? 1 : 0), f); }
  template <class G> __device__ T HeadSegmentedSum(T x, G head) { return HeadSegmentedReduce(x, head, cub::Sum()); }
  template <class G> __device__ T TailSegmentedSum(T x, G tail) { return TailSegmentedReduce(x, tail, cub::Sum()); }
};
template <class T, int n = 32> class WarpScan {
 public:
  struct TempStorage {};
  __device__ WarpScan(TempStorage &) {}
  __device__ WarpScan() {}
  template <class F> __device__ void InclusiveScan(T x, T &out, F f) {
    int lane = __rank() % n;
    for (int by = 1; by < n; by *= 2) { T y = __shfl_up_sync(__lanes<n>(), x, by, n); if (lane >= by) x = f(y, x); }
    out = x;
  }
  template <class F> __device__ void InclusiveScan(T x, T &out, F f, T &all) { T y; InclusiveScan(x, y, f); all = Broadcast(y, n - 1); out = y; }
  template <class F> __device__ void ExclusiveScan(T x, T &out, F f) { T y; InclusiveScan(x, y, f); T before = __shfl_up_sync(__lanes<n>(), y, 1, n); if (__rank() % n > 0) out = before; }
  template <class F> __device__ void ExclusiveScan(T x, T &out, T first, F f) { T y; InclusiveScan(x, y, f); T before = __shfl_up_sync(__lanes<n>(), y, 1, n); out = __rank() % n > 0 ? f(first, before) : first; }
  template <class F> __device__ void ExclusiveScan(T x, T &out, T first, F f, T &all) { T y; InclusiveScan(x, y, f); all = Broadcast(y, n - 1); T before = __shfl_up_sync(__lanes<n>(), y, 1, n); out = __rank() % n > 0 ? f(first, before) : first; }
  template <class F> __device__ void Scan(T x, T &inclusive, T &exclusive, F f) { T y; InclusiveScan(x, y, f); T before = __shfl_up_sync(__lanes<n>(), y, 1, n); if (__rank() % n > 0) exclusive = before; inclusive = y; }
  template <class F> __device__ void Scan(T x, T &inclusive, T &exclusive, T first, F f) { ExclusiveScan(x, exclusive, first, f); inclusive = f(exclusive, x); }
  __device__ void InclusiveSum(T x, T &out) { InclusiveScan(x, out, cub::Sum()); }
  __device__ void ExclusiveSum(T x, T &out) { ExclusiveScan(x, out, T(), cub::Sum()); }
  __device__ void InclusiveSum(T x, T &out, T &all) { InclusiveScan(x, out, cub::Sum(), all); }
  __device__ void ExclusiveSum(T x, T &out, T &all) { ExclusiveScan(x, out, T(), cub::Sum(), all); }
  __device__ void Sum(T x, T &inclusive, T &exclusive) { Scan(x, inclusive, exclusive, T(), cub::Sum()); }
  __device__ T Broadcast(T x, unsigned int lane) { return __shfl_sync(__lanes<n>(), x, lane, n); }
};
}
