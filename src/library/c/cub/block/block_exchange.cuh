#pragma once
#include <cub/cub.cuh>
namespace cub {
template <class T, int X, int k, bool slices = false, int Y = 1, int Z = 1> class BlockExchange {
  static const int n = X * Y * Z;

 public:
  struct TempStorage { T cells[n * k]; };

 private:
  TempStorage &s;
  static __device__ int blocked(int i) { return __rank() * k + i; }
  static __device__ int striped(int i) { return i * n + (int)__rank(); }
  // Striped within the items of a warp.
  static __device__ int of_warp(int i) { int t = __rank(); return t / 32 * 32 * k + i * (n < 32 ? n : 32) + t % 32; }

 public:
  __device__ BlockExchange(TempStorage &t) : s(t) {}
  __device__ BlockExchange() : s(__cell<TempStorage>()) {}
#define __CUFORT_EXCHANGE__(name, from, to) \
  template <class O> __device__ void name(const T (&x)[k], O (&y)[k]) { \
    __syncthreads(); \
    for (int i = 0; i < k; i++) s.cells[from(i)] = x[i]; \
    __syncthreads(); \
    for (int i = 0; i < k; i++) y[i] = s.cells[to(i)]; \
    __syncthreads(); \
  } \
  __device__ void name(T (&x)[k]) { name(x, x); }
  __CUFORT_EXCHANGE__(StripedToBlocked, striped, blocked)
  __CUFORT_EXCHANGE__(BlockedToStriped, blocked, striped)
  __CUFORT_EXCHANGE__(WarpStripedToBlocked, of_warp, blocked)
  __CUFORT_EXCHANGE__(BlockedToWarpStriped, blocked, of_warp)
#undef __CUFORT_EXCHANGE__
#define __CUFORT_SCATTER__(name, to) \
  template <class O, class R> __device__ void name(const T (&x)[k], O (&y)[k], R (&ranks)[k]) { \
    __syncthreads(); \
    for (int i = 0; i < k; i++) if (ranks[i] >= 0) s.cells[ranks[i]] = x[i]; \
    __syncthreads(); \
    for (int i = 0; i < k; i++) y[i] = s.cells[to(i)]; \
    __syncthreads(); \
  } \
  template <class R> __device__ void name(T (&x)[k], R (&ranks)[k]) { name(x, x, ranks); }
  __CUFORT_SCATTER__(ScatterToBlocked, blocked)
  __CUFORT_SCATTER__(ScatterToStriped, striped)
#undef __CUFORT_SCATTER__
};
template <class T, int X, int Y = 1, int Z = 1> class BlockShuffle {
  static const int n = X * Y * Z;

 public:
  struct TempStorage { T cells[n]; };

 private:
  TempStorage &s;
  __device__ void put(const T &x) { __syncthreads(); s.cells[__rank()] = x; __syncthreads(); }

 public:
  __device__ BlockShuffle(TempStorage &t) : s(t) {}
  __device__ BlockShuffle() : s(__cell<TempStorage>()) {}
  __device__ void Offset(T x, T &out, int by = 1) { put(x); int from = __rank() + by; if (from >= 0 && from < n) out = s.cells[from]; }
  __device__ void Rotate(T x, T &out, unsigned int by = 1) { put(x); out = s.cells[(__rank() + by) % n]; }
  template <int k> __device__ void Up(T (&x)[k], T (&out)[k]) { put(x[k - 1]); int t = __rank(); for (int i = k - 1; i > 0; i--) out[i] = x[i - 1]; if (t > 0) out[0] = s.cells[t - 1]; }
  template <int k> __device__ void Up(T (&x)[k], T (&out)[k], T &last) { Up(x, out); last = s.cells[n - 1]; }
  template <int k> __device__ void Down(T (&x)[k], T (&out)[k]) { put(x[0]); int t = __rank(); for (int i = 0; i < k - 1; i++) out[i] = x[i + 1]; if (t < n - 1) out[k - 1] = s.cells[t + 1]; }
  template <int k> __device__ void Down(T (&x)[k], T (&out)[k], T &first) { Down(x, out); first = s.cells[0]; }
};
}
