// What device code calls: barriers, fences, atomics, functions of warps, intrinsics.
#pragma once
#define __CUFORT_DEV__ static inline __device__
__CUFORT_DEV__ void __syncthreads(void) { __cufort_barrier(void); }
__CUFORT_DEV__ int __syncthreads_count(int p) { return __cufort_barrier_count(int, p); }
__CUFORT_DEV__ int __syncthreads_and(int p) { return __cufort_barrier_and(int, p); }
__CUFORT_DEV__ int __syncthreads_or(int p) { return __cufort_barrier_or(int, p); }
__CUFORT_DEV__ void __syncwarp(unsigned int mask = 0xffffffffu) { __cufort_barrier_warp(void, mask); }
__CUFORT_DEV__ void __threadfence(void) { __cufort_fence_device(void); }
__CUFORT_DEV__ void __threadfence_block(void) { __cufort_fence_block(void); }
__CUFORT_DEV__ void __threadfence_system(void) { __cufort_fence_system(void); }
__CUFORT_DEV__ long long clock64(void) { return __cufort_clock64(long long); }
__CUFORT_DEV__ void __trap(void) { __cufort_trap(void); }
__CUFORT_DEV__ void __nanosleep(unsigned int) {}
#define __CUFORT_ATOMIC__(name, T, op) \
  __CUFORT_DEV__ T name(T *p, T v) { return __cufort_atomic_##op(T, p, v); } \
  __CUFORT_DEV__ T name##_block(T *p, T v) { return __cufort_atomic_##op##_block(T, p, v); } \
  __CUFORT_DEV__ T name##_system(T *p, T v) { return __cufort_atomic_##op##_system(T, p, v); }
#define __CUFORT_ATOMICS__(name, op) \
  __CUFORT_ATOMIC__(name, int, op) \
  __CUFORT_ATOMIC__(name, unsigned int, op) \
  __CUFORT_ATOMIC__(name, unsigned long long, op)
__CUFORT_ATOMICS__(atomicAdd, add)
__CUFORT_ATOMIC__(atomicAdd, float, add)
__CUFORT_ATOMIC__(atomicAdd, double, add)
__CUFORT_ATOMIC__(atomicSub, int, sub)
__CUFORT_ATOMIC__(atomicSub, unsigned int, sub)
__CUFORT_ATOMICS__(atomicExch, exchange)
__CUFORT_ATOMIC__(atomicExch, float, exchange)
__CUFORT_ATOMIC__(atomicMin, int, min)
__CUFORT_ATOMIC__(atomicMax, int, max)
__CUFORT_ATOMIC__(atomicMin, long long, min)
__CUFORT_ATOMIC__(atomicMax, long long, max)
__CUFORT_ATOMICS__(atomicAnd, and)
__CUFORT_ATOMICS__(atomicOr, or)
__CUFORT_ATOMICS__(atomicXor, xor)
__CUFORT_ATOMIC__(atomicInc, unsigned int, inc)
__CUFORT_ATOMIC__(atomicDec, unsigned int, dec)
#define __CUFORT_CAS__(T) __CUFORT_DEV__ T atomicCAS(T *p, T compare, T v) { return __cufort_atomic_cas(T, p, compare, v); }
__CUFORT_CAS__(int)
__CUFORT_CAS__(unsigned int)
__CUFORT_CAS__(unsigned long long)
// The least and the greatest of unsigned numbers: by exchange.
#define __CUFORT_EXTREME__(name, T, op) \
  __CUFORT_DEV__ T name(T *p, T v) { \
    T old = *p; \
    while (v op old) { \
      T seen = atomicCAS(p, old, v); \
      if (seen == old) break; \
      old = seen; \
    } \
    return old; \
  }
__CUFORT_EXTREME__(atomicMin, unsigned int, <)
__CUFORT_EXTREME__(atomicMax, unsigned int, >)
__CUFORT_EXTREME__(atomicMin, unsigned long long, <)
__CUFORT_EXTREME__(atomicMax, unsigned long long, >)
#define __CUFORT_SHUFFLE__(T) \
  __CUFORT_DEV__ T __shfl_sync(unsigned int mask, T v, int lane, int width = 32) { return __cufort_warp_shuffle(T, mask, v, lane, width); } \
  __CUFORT_DEV__ T __shfl_up_sync(unsigned int mask, T v, unsigned int by, int width = 32) { return __cufort_warp_shuffle_up(T, mask, v, by, width); } \
  __CUFORT_DEV__ T __shfl_down_sync(unsigned int mask, T v, unsigned int by, int width = 32) { return __cufort_warp_shuffle_down(T, mask, v, by, width); } \
  __CUFORT_DEV__ T __shfl_xor_sync(unsigned int mask, T v, int by, int width = 32) { return __cufort_warp_shuffle_xor(T, mask, v, by, width); }
__CUFORT_SHUFFLE__(int)
__CUFORT_SHUFFLE__(unsigned int)
__CUFORT_SHUFFLE__(long)
__CUFORT_SHUFFLE__(unsigned long)
__CUFORT_SHUFFLE__(long long)
__CUFORT_SHUFFLE__(unsigned long long)
__CUFORT_SHUFFLE__(float)
__CUFORT_SHUFFLE__(double)
__CUFORT_DEV__ unsigned int __ballot_sync(unsigned int mask, int p) { return __cufort_warp_ballot(unsigned int, mask, p); }
__CUFORT_DEV__ int __all_sync(unsigned int mask, int p) { return __cufort_warp_all(int, mask, p); }
__CUFORT_DEV__ int __any_sync(unsigned int mask, int p) { return __cufort_warp_any(int, mask, p); }
__CUFORT_DEV__ unsigned int __activemask(void) { return __cufort_warp_active(unsigned int); }
__CUFORT_DEV__ unsigned int __match_any_sync(unsigned int mask, int v) { return __cufort_warp_match_any(unsigned int, mask, v); }
template <class T> __CUFORT_DEV__ T __ldg(const T *p) { return *p; }
template <class T> __CUFORT_DEV__ T __ldcg(const T *p) { return *p; }
template <class T> __CUFORT_DEV__ T __ldcs(const T *p) { return *p; }
__CUFORT_DEV__ int __popc(unsigned int x) { return __cufort_popcount(int, x); }
__CUFORT_DEV__ int __popcll(unsigned long long x) { return __cufort_popcount(int, x); }
__CUFORT_DEV__ int __clz(int x) { return __cufort_clz(int, x); }
__CUFORT_DEV__ int __clzll(long long x) { return __cufort_clz(int, x); }
__CUFORT_DEV__ int __ffs(int x) { return x == 0 ? 0 : __cufort_ctz(int, x) + 1; }
__CUFORT_DEV__ int __ffsll(long long x) { return x == 0 ? 0 : __cufort_ctz(int, x) + 1; }
__CUFORT_DEV__ unsigned int __brev(unsigned int x) { return __cufort_reverse(unsigned int, x); }
__CUFORT_DEV__ int __mul24(int x, int y) { return ((x << 8) >> 8) * ((y << 8) >> 8); }
__CUFORT_DEV__ unsigned int __umul24(unsigned int x, unsigned int y) { return (x & 0xffffffu) * (y & 0xffffffu); }
__CUFORT_DEV__ int __mulhi(int x, int y) { return __cufort_mul__high(int, x, y); }
__CUFORT_DEV__ unsigned int __umulhi(unsigned int x, unsigned int y) { return (unsigned int)(((unsigned long long)x * y) >> 32); }
__CUFORT_DEV__ unsigned int __sad(int x, int y, unsigned int z) { return z + (x > y ? x - y : y - x); }
__CUFORT_DEV__ float __int_as_float(int x) { return __cufort_bitcast(float, x); }
__CUFORT_DEV__ int __float_as_int(float x) { return __cufort_bitcast(int, x); }
__CUFORT_DEV__ float __uint_as_float(unsigned int x) { return __cufort_bitcast(float, x); }
__CUFORT_DEV__ unsigned int __float_as_uint(float x) { return __cufort_bitcast(unsigned int, x); }
__CUFORT_DEV__ double __longlong_as_double(long long x) { return __cufort_bitcast(double, x); }
__CUFORT_DEV__ long long __double_as_longlong(double x) { return __cufort_bitcast(long long, x); }
__CUFORT_DEV__ float __sinf(float x) { return __cufort_fast__sin(float, x); }
__CUFORT_DEV__ float __cosf(float x) { return __cufort_fast__cos(float, x); }
__CUFORT_DEV__ float __expf(float x) { return __cufort_fast__exp2(float, x * 1.44269504f); }
__CUFORT_DEV__ float __logf(float x) { return __cufort_fast__log2(float, x) * 0.69314718f; }
__CUFORT_DEV__ float __log2f(float x) { return __cufort_fast__log2(float, x); }
__CUFORT_DEV__ float __powf(float x, float y) { return __cufort_fast__exp2(float, y * __cufort_fast__log2(float, x)); }
__CUFORT_DEV__ float __fdividef(float x, float y) { return __cufort_fast__div(float, x, y); }
__CUFORT_DEV__ float __fsqrt_rn(float x) { return __cufort_sqrt(float, x); }
__CUFORT_DEV__ double __dsqrt_rn(double x) { return __cufort_sqrt(double, x); }
__CUFORT_DEV__ float __frcp_rn(float x) { return 1.0f / x; }
__CUFORT_DEV__ float __fmaf_rn(float x, float y, float z) { return __cufort_fma(float, x, y, z); }
__CUFORT_DEV__ double __fma_rn(double x, double y, double z) { return __cufort_fma(double, x, y, z); }
__CUFORT_DEV__ float __fadd_rn(float x, float y) { return x + y; }
__CUFORT_DEV__ float __fmul_rn(float x, float y) { return x * y; }
__CUFORT_DEV__ double __dadd_rn(double x, double y) { return x + y; }
__CUFORT_DEV__ double __dmul_rn(double x, double y) { return x * y; }
__CUFORT_DEV__ float __saturatef(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }
__CUFORT_DEV__ int __float2int_rd(float x) { return (int)floorf(x); }
__CUFORT_DEV__ int __float2int_rn(float x) { return (int)rintf(x); }
__CUFORT_DEV__ int __float2int_rz(float x) { return (int)x; }
__CUFORT_DEV__ float __int2float_rn(int x) { return (float)x; }
__CUFORT_DEV__ float __saturate(float x) { return __saturatef(x); }
