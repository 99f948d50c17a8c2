#pragma once
#include <cub/cub.cuh>
#include <cub/iterator/counting_input_iterator.cuh>
namespace cub {
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
template <CacheLoadModifier m, class T> inline __device__ T ThreadLoad(T *p) { if (m == LOAD_CV || m == LOAD_VOLATILE) return *(volatile T *)p; return *p; }
template <CacheStoreModifier m, class T, class U> inline __device__ void ThreadStore(T *p, U x) { *p = x; }
template <CacheLoadModifier m, class T, class Offset = ptrdiff_t> struct CacheModifiedInputIterator : __numbered<CacheModifiedInputIterator<m, T, Offset>, T> {
  const T *from;
  __host__ __device__ CacheModifiedInputIterator(const T *p) : from(p) {}
  __host__ __device__ T at(ptrdiff_t i) const { return from[i]; }
};
template <class I, class T, int k> inline __device__ void LoadDirectBlocked(int t, I from, T (&x)[k]) { for (int i = 0; i < k; i++) x[i] = from[t * k + i]; }
template <class I, class T, int k> inline __device__ void LoadDirectBlocked(int t, I from, T (&x)[k], int valid) { for (int i = 0; i < k; i++) if (t * k + i < valid) x[i] = from[t * k + i]; }
template <class I, class T, int k, class D> inline __device__ void LoadDirectBlocked(int t, I from, T (&x)[k], int valid, D other) { for (int i = 0; i < k; i++) x[i] = t * k + i < valid ? (T)from[t * k + i] : (T)other; }
template <int X, class I, class T, int k> inline __device__ void LoadDirectStriped(int t, I from, T (&x)[k]) { for (int i = 0; i < k; i++) x[i] = from[i * X + t]; }
template <int X, class I, class T, int k> inline __device__ void LoadDirectStriped(int t, I from, T (&x)[k], int valid) { for (int i = 0; i < k; i++) if (i * X + t < valid) x[i] = from[i * X + t]; }
template <int X, class I, class T, int k, class D> inline __device__ void LoadDirectStriped(int t, I from, T (&x)[k], int valid, D other) { for (int i = 0; i < k; i++) x[i] = i * X + t < valid ? (T)from[i * X + t] : (T)other; }
template <class T, int k, class O> inline __device__ void StoreDirectBlocked(int t, O to, T (&x)[k]) { for (int i = 0; i < k; i++) to[t * k + i] = x[i]; }
template <class T, int k, class O> inline __device__ void StoreDirectBlocked(int t, O to, T (&x)[k], int valid) { for (int i = 0; i < k; i++) if (t * k + i < valid) to[t * k + i] = x[i]; }
template <int X, class T, int k, class O> inline __device__ void StoreDirectStriped(int t, O to, T (&x)[k]) { for (int i = 0; i < k; i++) to[i * X + t] = x[i]; }
template <int X, class T, int k, class O> inline __device__ void StoreDirectStriped(int t, O to, T (&x)[k], int valid) { for (int i = 0; i < k; i++) if (i * X + t < valid) to[i * X + t] = x[i]; }
static inline __device__ unsigned int LaneId() { return __rank() % 32; }
static inline __device__ unsigned int WarpId() { return __rank() / 32; }
template <int k, class T, class F> inline __device__ T ThreadReduce(T *x, F f) { T y = x[0]; for (int i = 1; i < k; i++) y = f(y, x[i]); return y; }
template <class T, int k, class F> inline __device__ T ThreadReduce(T (&x)[k], F f) { T y = x[0]; for (int i = 1; i < k; i++) y = f(y, x[i]); return y; }
template <class T, int k, class F> inline __device__ T ThreadReduce(T (&x)[k], F f, T y) { for (int i = 0; i < k; i++) y = f(y, x[i]); return y; }
}
