#pragma once
#include <cub/cub.cuh>
namespace cub {
template <class T, int X, int Y = 1, int Z = 1> class BlockAdjacentDifference {
  static const int n = X * Y * Z;

 public:
  struct TempStorage { T cells[n]; };

 private:
  TempStorage &s;
  __device__ void put(const T &x) { __syncthreads(); s.cells[__rank()] = x; __syncthreads(); }
  template <int k, class O, class F> __device__ void left(T (&x)[k], O (&out)[k], F f, int valid, bool has, T before) {
    put(x[k - 1]);
    int t = __rank();
    if (t > 0) { before = s.cells[t - 1]; has = true; }
    T y[k];
    for (int i = 0; i < k; i++) y[i] = x[i];
    for (int i = 0; i < k; i++) {
      if (!has || t * k + i >= valid) out[i] = y[i];
      else out[i] = f(y[i], before);
      before = y[i];
      has = true;
    }
  }
  template <int k, class O, class F> __device__ void right(T (&x)[k], O (&out)[k], F f, int valid, bool has, T after) {
    put(x[0]);
    int t = __rank();
    if (t < n - 1) { after = s.cells[t + 1]; has = true; }
    for (int i = 0; i < k; i++) {
      bool last = i == k - 1;
      if ((last && !has) || t * k + i + 1 >= valid + (last && t == n - 1 && has ? 1 : 0)) out[i] = x[i];
      else out[i] = f(x[i], last ? after : x[i + 1]);
    }
  }

 public:
  __device__ BlockAdjacentDifference(TempStorage &t) : s(t) {}
  __device__ BlockAdjacentDifference() : s(__cell<TempStorage>()) {}
  template <int k, class O, class F> __device__ void SubtractLeft(T (&x)[k], O (&out)[k], F f) { left(x, out, f, n * k, false, x[0]); }
  template <int k, class O, class F> __device__ void SubtractLeft(T (&x)[k], O (&out)[k], F f, T before) { left(x, out, f, n * k, true, before); }
  template <int k, class O, class F> __device__ void SubtractLeftPartialTile(T (&x)[k], O (&out)[k], F f, int valid) { left(x, out, f, valid, false, x[0]); }
  template <int k, class O, class F> __device__ void SubtractLeftPartialTile(T (&x)[k], O (&out)[k], F f, int valid, T before) { left(x, out, f, valid, true, before); }
  template <int k, class O, class F> __device__ void SubtractRight(T (&x)[k], O (&out)[k], F f) { right(x, out, f, n * k, false, x[0]); }
  template <int k, class O, class F> __device__ void SubtractRight(T (&x)[k], O (&out)[k], F f, T after) { right(x, out, f, n * k, true, after); }
  template <int k, class O, class F> __device__ void SubtractRightPartialTile(T (&x)[k], O (&out)[k], F f, int valid) { right(x, out, f, valid, false, x[0]); }
};
// Flags where neighbours differ: `f` takes both, and for some also the place of the second.
template <class T, int X, int Y = 1, int Z = 1> class BlockDiscontinuity {
  static const int n = X * Y * Z;

 public:
  struct TempStorage { T cells[n]; T last[n]; };

 private:
  TempStorage &s;
  template <class F> static __device__ bool differ(F f, const T &a, const T &b, int at) {
    if constexpr (std::is_invocable<F, T, T, int>::value) return f(a, b, at);
    else return f(a, b);
  }
  template <int k> __device__ void put(T (&x)[k]) { int t = __rank(); __syncthreads(); s.cells[t] = x[0]; s.last[t] = x[k - 1]; __syncthreads(); }
  template <int k, class G, class F> __device__ void heads(G (&flags)[k], T (&x)[k], F f, bool has, T before) {
    int t = __rank();
    if (t > 0) { before = s.last[t - 1]; has = true; }
    for (int i = 0; i < k; i++) { flags[i] = has ? differ(f, before, x[i], t * k + i) : 1; before = x[i]; has = true; }
  }
  template <int k, class G, class F> __device__ void tails(G (&flags)[k], T (&x)[k], F f, bool has, T after) {
    int t = __rank();
    if (t < n - 1) { after = s.cells[t + 1]; has = true; }
    for (int i = 0; i < k - 1; i++) flags[i] = differ(f, x[i], x[i + 1], t * k + i + 1);
    flags[k - 1] = has ? differ(f, x[k - 1], after, t * k + k) : 1;
  }

 public:
  __device__ BlockDiscontinuity(TempStorage &t) : s(t) {}
  __device__ BlockDiscontinuity() : s(__cell<TempStorage>()) {}
  template <int k, class G, class F> __device__ void FlagHeads(G (&flags)[k], T (&x)[k], F f) { put(x); heads(flags, x, f, false, x[0]); }
  template <int k, class G, class F> __device__ void FlagHeads(G (&flags)[k], T (&x)[k], F f, T before) { put(x); heads(flags, x, f, true, before); }
  template <int k, class G, class F> __device__ void FlagTails(G (&flags)[k], T (&x)[k], F f) { put(x); tails(flags, x, f, false, x[0]); }
  template <int k, class G, class F> __device__ void FlagTails(G (&flags)[k], T (&x)[k], F f, T after) { put(x); tails(flags, x, f, true, after); }
  template <int k, class G, class F> __device__ void FlagHeadsAndTails(G (&h)[k], G (&l)[k], T (&x)[k], F f) { put(x); heads(h, x, f, false, x[0]); tails(l, x, f, false, x[0]); }
};
}
