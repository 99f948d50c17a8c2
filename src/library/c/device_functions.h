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
__CUFORT_ATOMIC__(atomicSub, unsigned long long, sub)
__CUFORT_DEV__ double atomicExch(double *p, double v) { return __cufort_bitcast(double, __cufort_atomic_exchange(long, (long *)p, __cufort_bitcast(long, v))); }
__CUFORT_DEV__ unsigned long atomicAdd(unsigned long *p, unsigned long v) { return __cufort_atomic_add(unsigned long, p, v); }
__CUFORT_DEV__ long atomicAdd(long *p, long v) { return __cufort_atomic_add(long, p, v); }
#define __CUFORT_CAS__(T) \
  __CUFORT_DEV__ T atomicCAS(T *p, T compare, T v) { return __cufort_atomic_cas(T, p, compare, v); } \
  __CUFORT_DEV__ T atomicCAS_block(T *p, T compare, T v) { return __cufort_atomic_cas_block(T, p, compare, v); } \
  __CUFORT_DEV__ T atomicCAS_system(T *p, T compare, T v) { return __cufort_atomic_cas_system(T, p, compare, v); }
__CUFORT_CAS__(int)
__CUFORT_CAS__(unsigned int)
__CUFORT_CAS__(unsigned long long)
__CUFORT_CAS__(long)
__CUFORT_CAS__(unsigned long)
__CUFORT_DEV__ unsigned short atomicCAS(unsigned short *p, unsigned short compare, unsigned short v) {
  unsigned int *word = (unsigned int *)((unsigned long)p & ~3UL);
  int shift = ((unsigned long)p & 2) ? 16 : 0;
  unsigned int old = *word;
  for (;;) {
    unsigned short here = (unsigned short)(old >> shift);
    if (here != compare) return here;
    unsigned int seen = atomicCAS(word, old, (old & ~(0xffffu << shift)) | ((unsigned int)v << shift));
    if (seen == old) return here;
    old = seen;
  }
}
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
__CUFORT_DEV__ float __saturatef(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }
__CUFORT_DEV__ float __saturate(float x) { return __saturatef(x); }
#ifdef __cplusplus
// Conversions, rounded as the name says.
__CUFORT_DEV__ int __float2int_rn(float x) { return (int)rintf(x); }
__CUFORT_DEV__ int __float2int_rz(float x) { return (int)truncf(x); }
__CUFORT_DEV__ int __float2int_ru(float x) { return (int)ceilf(x); }
__CUFORT_DEV__ int __float2int_rd(float x) { return (int)floorf(x); }
__CUFORT_DEV__ unsigned int __float2uint_rn(float x) { return (unsigned int)rintf(x); }
__CUFORT_DEV__ unsigned int __float2uint_rz(float x) { return (unsigned int)truncf(x); }
__CUFORT_DEV__ unsigned int __float2uint_ru(float x) { return (unsigned int)ceilf(x); }
__CUFORT_DEV__ unsigned int __float2uint_rd(float x) { return (unsigned int)floorf(x); }
__CUFORT_DEV__ long long __float2ll_rn(float x) { return (long long)rintf(x); }
__CUFORT_DEV__ long long __float2ll_rz(float x) { return (long long)truncf(x); }
__CUFORT_DEV__ long long __float2ll_ru(float x) { return (long long)ceilf(x); }
__CUFORT_DEV__ long long __float2ll_rd(float x) { return (long long)floorf(x); }
__CUFORT_DEV__ unsigned long long __float2ull_rn(float x) { return (unsigned long long)rintf(x); }
__CUFORT_DEV__ unsigned long long __float2ull_rz(float x) { return (unsigned long long)truncf(x); }
__CUFORT_DEV__ unsigned long long __float2ull_ru(float x) { return (unsigned long long)ceilf(x); }
__CUFORT_DEV__ unsigned long long __float2ull_rd(float x) { return (unsigned long long)floorf(x); }
__CUFORT_DEV__ int __double2int_rn(double x) { return (int)rint(x); }
__CUFORT_DEV__ int __double2int_rz(double x) { return (int)trunc(x); }
__CUFORT_DEV__ int __double2int_ru(double x) { return (int)ceil(x); }
__CUFORT_DEV__ int __double2int_rd(double x) { return (int)floor(x); }
__CUFORT_DEV__ unsigned int __double2uint_rn(double x) { return (unsigned int)rint(x); }
__CUFORT_DEV__ unsigned int __double2uint_rz(double x) { return (unsigned int)trunc(x); }
__CUFORT_DEV__ unsigned int __double2uint_ru(double x) { return (unsigned int)ceil(x); }
__CUFORT_DEV__ unsigned int __double2uint_rd(double x) { return (unsigned int)floor(x); }
__CUFORT_DEV__ long long __double2ll_rn(double x) { return (long long)rint(x); }
__CUFORT_DEV__ long long __double2ll_rz(double x) { return (long long)trunc(x); }
__CUFORT_DEV__ long long __double2ll_ru(double x) { return (long long)ceil(x); }
__CUFORT_DEV__ long long __double2ll_rd(double x) { return (long long)floor(x); }
__CUFORT_DEV__ unsigned long long __double2ull_rn(double x) { return (unsigned long long)rint(x); }
__CUFORT_DEV__ unsigned long long __double2ull_rz(double x) { return (unsigned long long)trunc(x); }
__CUFORT_DEV__ unsigned long long __double2ull_ru(double x) { return (unsigned long long)ceil(x); }
__CUFORT_DEV__ unsigned long long __double2ull_rd(double x) { return (unsigned long long)floor(x); }
// A number between two of the type: the nearest is made, and moved by one place where it went the other way.
#define __CUFORT_TOWARDS__(T, next, name, F) \
  __CUFORT_DEV__ T __##name##_rn(F x) { return (T)x; } \
  __CUFORT_DEV__ T __##name##_ru(F x) { T y = (T)x; return __cufort_below(y, x) ? next(y, (T)INFINITY) : y; } \
  __CUFORT_DEV__ T __##name##_rd(F x) { T y = (T)x; return __cufort_above(y, x) ? next(y, (T)-INFINITY) : y; } \
  __CUFORT_DEV__ T __##name##_rz(F x) { return x < 0 ? __##name##_ru(x) : __##name##_rd(x); }
__CUFORT_DEV__ bool __cufort_below(float y, double x) { return (double)y < x; }
__CUFORT_DEV__ bool __cufort_above(float y, double x) { return (double)y > x; }
__CUFORT_DEV__ bool __cufort_below(float y, int x) { return (double)y < (double)x; }
__CUFORT_DEV__ bool __cufort_above(float y, int x) { return (double)y > (double)x; }
__CUFORT_DEV__ bool __cufort_below(float y, unsigned int x) { return (double)y < (double)x; }
__CUFORT_DEV__ bool __cufort_above(float y, unsigned int x) { return (double)y > (double)x; }
template <class T> __CUFORT_DEV__ bool __cufort_below(T y, long long x) { return y < (T)9223372036854775808.0 && (long long)y < x; }
template <class T> __CUFORT_DEV__ bool __cufort_above(T y, long long x) { return y >= (T)9223372036854775808.0 || (long long)y > x; }
template <class T> __CUFORT_DEV__ bool __cufort_below(T y, unsigned long long x) { return y < (T)18446744073709551616.0 && (unsigned long long)y < x; }
template <class T> __CUFORT_DEV__ bool __cufort_above(T y, unsigned long long x) { return y >= (T)18446744073709551616.0 || (unsigned long long)y > x; }
__CUFORT_TOWARDS__(float, nextafterf, double2float, double)
__CUFORT_TOWARDS__(float, nextafterf, int2float, int)
__CUFORT_TOWARDS__(float, nextafterf, uint2float, unsigned int)
__CUFORT_TOWARDS__(float, nextafterf, ll2float, long long)
__CUFORT_TOWARDS__(float, nextafterf, ull2float, unsigned long long)
__CUFORT_TOWARDS__(double, nextafter, ll2double, long long)
__CUFORT_TOWARDS__(double, nextafter, ull2double, unsigned long long)
__CUFORT_DEV__ double __int2double_rn(int x) { return (double)x; }
__CUFORT_DEV__ double __uint2double_rn(unsigned int x) { return (double)x; }
// Sums, products and quotients of float: double holds enough of them to tell on which side the rounded one lies.
#define __CUFORT_ROUND__(name, op) \
  __CUFORT_DEV__ float __f##name##_rn(float x, float y) { return x op y; } \
  __CUFORT_DEV__ float __f##name##_ru(float x, float y) { return __double2float_ru((double)x op (double)y); } \
  __CUFORT_DEV__ float __f##name##_rd(float x, float y) { return __double2float_rd((double)x op (double)y); } \
  __CUFORT_DEV__ float __f##name##_rz(float x, float y) { return __double2float_rz((double)x op (double)y); } \
  __CUFORT_DEV__ double __d##name##_rn(double x, double y) { return x op y; }
__CUFORT_ROUND__(add, +)
__CUFORT_ROUND__(sub, -)
__CUFORT_ROUND__(mul, *)
__CUFORT_ROUND__(div, /)
__CUFORT_DEV__ float __fsqrt_ru(float x) { return __double2float_ru(__cufort_sqrt(double, (double)x)); }
__CUFORT_DEV__ float __fsqrt_rd(float x) { return __double2float_rd(__cufort_sqrt(double, (double)x)); }
__CUFORT_DEV__ float __fsqrt_rz(float x) { return __double2float_rd(__cufort_sqrt(double, (double)x)); }
__CUFORT_DEV__ float __frcp_ru(float x) { return __double2float_ru(1.0 / (double)x); }
__CUFORT_DEV__ float __frcp_rd(float x) { return __double2float_rd(1.0 / (double)x); }
__CUFORT_DEV__ float __frcp_rz(float x) { return __double2float_rz(1.0 / (double)x); }
// The error of double's operations, by fma, says on which side the rounded result lies.
__CUFORT_DEV__ double __cufort_moved(double y, double error, int way) { return way > 0 ? (error > 0.0 ? nextafter(y, (double)INFINITY) : y) : way < 0 ? (error < 0.0 ? nextafter(y, -(double)INFINITY) : y) : error != 0.0 && (error > 0.0) != (y > 0.0) ? nextafter(y, 0.0) : y; }
__CUFORT_DEV__ double __cufort_add_error(double x, double y, double s) { double z = s - x; return (x - (s - z)) + (y - z); }
#define __CUFORT_DOUBLE__(how, way) \
  __CUFORT_DEV__ double __dadd_##how(double x, double y) { double s = x + y; return __cufort_moved(s, __cufort_add_error(x, y, s), way); } \
  __CUFORT_DEV__ double __dsub_##how(double x, double y) { double s = x - y; return __cufort_moved(s, __cufort_add_error(x, -y, s), way); } \
  __CUFORT_DEV__ double __dmul_##how(double x, double y) { double p = x * y; return __cufort_moved(p, __cufort_fma(double, x, y, -p), way); } \
  __CUFORT_DEV__ double __ddiv_##how(double x, double y) { double q = x / y, r = __cufort_fma(double, -q, y, x); return __cufort_moved(q, y < 0.0 ? -r : r, way); } \
  __CUFORT_DEV__ double __dsqrt_##how(double x) { double s = __cufort_sqrt(double, x); return __cufort_moved(s, __cufort_fma(double, -s, s, x), way); } \
  __CUFORT_DEV__ double __drcp_##how(double x) { double q = 1.0 / x, r = __cufort_fma(double, -q, x, 1.0); return __cufort_moved(q, x < 0.0 ? -r : r, way); }
__CUFORT_DOUBLE__(ru, 1)
__CUFORT_DOUBLE__(rd, -1)
__CUFORT_DOUBLE__(rz, 0)
#endif
__CUFORT_DEV__ unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int s) {
  unsigned long long both = ((unsigned long long)y << 32) | x;
  unsigned int result = 0;
  for (int i = 0; i < 4; i++) {
    unsigned int k = (s >> (4 * i)) & 15;
    unsigned int byte = (unsigned int)(both >> (8 * (k & 7))) & 255;
    if (k & 8) byte = byte & 128 ? 255 : 0;
    result |= byte << (8 * i);
  }
  return result;
}
__CUFORT_DEV__ unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int n) { n &= 31; return n == 0 ? high : (high << n) | (low >> (32 - n)); }
__CUFORT_DEV__ unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int n) { n &= 31; return n == 0 ? low : (low >> n) | (high << (32 - n)); }
__CUFORT_DEV__ unsigned long long __brevll(unsigned long long x) { return ((unsigned long long)__brev((unsigned int)x) << 32) | __brev((unsigned int)(x >> 32)); }
__CUFORT_DEV__ long long __mul64hi(long long x, long long y) {
  unsigned long long a = (unsigned long long)x, b = (unsigned long long)y;
  unsigned long long a0 = a & 0xffffffffULL, a1 = a >> 32, b0 = b & 0xffffffffULL, b1 = b >> 32;
  unsigned long long m = a1 * b0 + ((a0 * b0) >> 32), k = a0 * b1 + (m & 0xffffffffULL);
  unsigned long long high = a1 * b1 + (m >> 32) + (k >> 32);
  return (long long)(high - (x < 0 ? b : 0) - (y < 0 ? a : 0));
}
__CUFORT_DEV__ unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  unsigned long long a0 = a & 0xffffffffULL, a1 = a >> 32, b0 = b & 0xffffffffULL, b1 = b >> 32;
  unsigned long long m = a1 * b0 + ((a0 * b0) >> 32), k = a0 * b1 + (m & 0xffffffffULL);
  return a1 * b1 + (m >> 32) + (k >> 32);
}
__CUFORT_DEV__ unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) { return z + (x > y ? x - y : y - x); }
__CUFORT_DEV__ int __hadd(int x, int y) { return (x & y) + ((x ^ y) >> 1); }
__CUFORT_DEV__ int __rhadd(int x, int y) { return (x | y) - ((x ^ y) >> 1); }
__CUFORT_DEV__ int __dp4a(int a, int b, int c) { for (int i = 0; i < 4; i++) c += (int)(signed char)(a >> (8 * i)) * (int)(signed char)(b >> (8 * i)); return c; }
__CUFORT_DEV__ unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) { for (int i = 0; i < 4; i++) c += ((a >> (8 * i)) & 255u) * ((b >> (8 * i)) & 255u); return c; }
__CUFORT_DEV__ double __drcp_rn(double x) { return 1.0 / x; }
__CUFORT_DEV__ float __frsqrt_rn(float x) { return 1.0f / sqrtf(x); }
__CUFORT_DEV__ float __tanf(float x) { return __sinf(x) / __cosf(x); }
__CUFORT_DEV__ float __exp10f(float x) { return __cufort_fast__exp2(float, x * 3.32192809f); }
__CUFORT_DEV__ float __log10f(float x) { return __cufort_fast__log2(float, x) * 0.30103f; }
__CUFORT_DEV__ void __sincosf(float x, float *s, float *c) { *s = __sinf(x); *c = __cosf(x); }
__CUFORT_DEV__ float fdividef(float x, float y) { return x / y; }
__CUFORT_DEV__ float saturate(float x) { return __saturatef(x); }
__CUFORT_DEV__ int __double2hiint(double x) { return (int)(__cufort_bitcast(long, x) >> 32); }
__CUFORT_DEV__ int __double2loint(double x) { return (int)__cufort_bitcast(long, x); }
__CUFORT_DEV__ double __hiloint2double(int high, int low) { return __cufort_bitcast(double, ((long)high << 32) | (unsigned int)low); }
__CUFORT_DEV__ size_t __cvta_generic_to_shared(const void *p) { return __cufort_shared_address(unsigned long, p); }
__CUFORT_DEV__ void *__cvta_shared_to_generic(size_t at) { return __cufort_shared_pointer(void *, (long)at); }
__CUFORT_DEV__ size_t __cvta_generic_to_global(const void *p) { return (size_t)p; }
__CUFORT_DEV__ unsigned int __smid(void) { return (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) % 132; }
__CUFORT_DEV__ unsigned int __lanemask_lt(void) { return (1u << ((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31)) - 1; }
template <class T> __CUFORT_DEV__ void __stcg(T *p, T v) { *p = v; }
template <class T> __CUFORT_DEV__ void __stcs(T *p, T v) { *p = v; }
template <class T> __CUFORT_DEV__ void __stwt(T *p, T v) { *p = v; }
template <class T> __CUFORT_DEV__ T __ldca(const T *p) { return *p; }
template <class T> __CUFORT_DEV__ T __ldlu(const T *p) { return *p; }
template <class T> __CUFORT_DEV__ T __ldcv(const T *p) { return *(const volatile T *)p; }
__CUFORT_DEV__ unsigned int __match_any_sync(unsigned int mask, unsigned int v) { return __cufort_warp_match_any(unsigned int, mask, v); }
__CUFORT_DEV__ unsigned int __match_any_sync(unsigned int mask, unsigned long long v) { return __match_any_sync(mask, (int)v) & __match_any_sync(mask, (int)(v >> 32)); }
#define __CUFORT_REDUCE__(name, T, op) \
  __CUFORT_DEV__ T name(unsigned int mask, T v) { \
    T all = v; \
    int lane = (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31; \
    for (int by = 1; by < 32; by++) { int from = (lane + by) & 31; T y = __shfl_sync(mask, v, from); if ((mask >> from) & 1) all = op; } \
    return all; \
  }
__CUFORT_REDUCE__(__reduce_add_sync, unsigned int, all + y)
__CUFORT_REDUCE__(__reduce_add_sync, int, all + y)
__CUFORT_REDUCE__(__reduce_max_sync, unsigned int, (all > y ? all : y))
__CUFORT_REDUCE__(__reduce_max_sync, int, (all > y ? all : y))
__CUFORT_REDUCE__(__reduce_min_sync, unsigned int, (all < y ? all : y))
__CUFORT_REDUCE__(__reduce_min_sync, int, (all < y ? all : y))
__CUFORT_REDUCE__(__reduce_or_sync, unsigned int, all | y)
__CUFORT_REDUCE__(__reduce_and_sync, unsigned int, all & y)
// Two or four numbers in a word.
#define __CUFORT_SIMD__(name, T, bits, expression) \
  __CUFORT_DEV__ unsigned int name(unsigned int a, unsigned int b) { \
    unsigned int r = 0; \
    for (int i = 0; i < 32; i += bits) { int x = (T)(a >> i), y = (T)(b >> i); r |= ((unsigned int)(expression) & (0xffffffffu >> (32 - bits))) << i; } \
    return r; \
  }
__CUFORT_SIMD__(__vadd2, unsigned short, 16, x + y)
__CUFORT_SIMD__(__vsub2, unsigned short, 16, x - y)
__CUFORT_SIMD__(__vaddus2, unsigned short, 16, x + y > 65535 ? 65535 : x + y)
__CUFORT_SIMD__(__vsubus2, unsigned short, 16, x < y ? 0 : x - y)
__CUFORT_SIMD__(__vaddss2, short, 16, x + y > 32767 ? 32767 : x + y < -32768 ? -32768 : x + y)
__CUFORT_SIMD__(__vsubss2, short, 16, x - y > 32767 ? 32767 : x - y < -32768 ? -32768 : x - y)
__CUFORT_SIMD__(__vmaxs2, short, 16, x > y ? x : y)
__CUFORT_SIMD__(__vmaxu2, unsigned short, 16, x > y ? x : y)
__CUFORT_SIMD__(__vmins2, short, 16, x < y ? x : y)
__CUFORT_SIMD__(__vminu2, unsigned short, 16, x < y ? x : y)
__CUFORT_SIMD__(__vavgu2, unsigned short, 16, (x + y + 1) / 2)
__CUFORT_SIMD__(__vhaddu2, unsigned short, 16, (x + y) / 2)
__CUFORT_SIMD__(__vabsdiffu2, unsigned short, 16, x > y ? x - y : y - x)
__CUFORT_SIMD__(__vabsdiffs2, short, 16, x > y ? x - y : y - x)
__CUFORT_SIMD__(__vcmpeq2, unsigned short, 16, x == y ? 65535 : 0)
__CUFORT_SIMD__(__vseteq2, unsigned short, 16, x == y ? 1 : 0)
__CUFORT_SIMD__(__vcmpne2, unsigned short, 16, x != y ? 65535 : 0)
__CUFORT_SIMD__(__vsetne2, unsigned short, 16, x != y ? 1 : 0)
__CUFORT_SIMD__(__vcmpltu2, unsigned short, 16, x < y ? 65535 : 0)
__CUFORT_SIMD__(__vsetltu2, unsigned short, 16, x < y ? 1 : 0)
__CUFORT_SIMD__(__vcmplts2, short, 16, x < y ? 65535 : 0)
__CUFORT_SIMD__(__vsetlts2, short, 16, x < y ? 1 : 0)
__CUFORT_SIMD__(__vcmpleu2, unsigned short, 16, x <= y ? 65535 : 0)
__CUFORT_SIMD__(__vsetleu2, unsigned short, 16, x <= y ? 1 : 0)
__CUFORT_SIMD__(__vcmples2, short, 16, x <= y ? 65535 : 0)
__CUFORT_SIMD__(__vsetles2, short, 16, x <= y ? 1 : 0)
__CUFORT_SIMD__(__vcmpgtu2, unsigned short, 16, x > y ? 65535 : 0)
__CUFORT_SIMD__(__vsetgtu2, unsigned short, 16, x > y ? 1 : 0)
__CUFORT_SIMD__(__vcmpgts2, short, 16, x > y ? 65535 : 0)
__CUFORT_SIMD__(__vsetgts2, short, 16, x > y ? 1 : 0)
__CUFORT_SIMD__(__vcmpgeu2, unsigned short, 16, x >= y ? 65535 : 0)
__CUFORT_SIMD__(__vsetgeu2, unsigned short, 16, x >= y ? 1 : 0)
__CUFORT_SIMD__(__vcmpges2, short, 16, x >= y ? 65535 : 0)
__CUFORT_SIMD__(__vsetges2, short, 16, x >= y ? 1 : 0)
__CUFORT_DEV__ unsigned int __vneg2(unsigned int a) { return __vsub2(0, a); }
__CUFORT_DEV__ unsigned int __vabs2(unsigned int a) { return __vmaxs2(a, __vneg2(a)); }
__CUFORT_DEV__ unsigned int __vsadu2(unsigned int a, unsigned int b) { unsigned int d = __vabsdiffu2(a, b), r = 0; for (int i = 0; i < 32; i += 16) r += (d >> i) & 65535u; return r; }
__CUFORT_SIMD__(__vadd4, unsigned char, 8, x + y)
__CUFORT_SIMD__(__vsub4, unsigned char, 8, x - y)
__CUFORT_SIMD__(__vaddus4, unsigned char, 8, x + y > 255 ? 255 : x + y)
__CUFORT_SIMD__(__vsubus4, unsigned char, 8, x < y ? 0 : x - y)
__CUFORT_SIMD__(__vaddss4, signed char, 8, x + y > 127 ? 127 : x + y < -128 ? -128 : x + y)
__CUFORT_SIMD__(__vsubss4, signed char, 8, x - y > 127 ? 127 : x - y < -128 ? -128 : x - y)
__CUFORT_SIMD__(__vmaxs4, signed char, 8, x > y ? x : y)
__CUFORT_SIMD__(__vmaxu4, unsigned char, 8, x > y ? x : y)
__CUFORT_SIMD__(__vmins4, signed char, 8, x < y ? x : y)
__CUFORT_SIMD__(__vminu4, unsigned char, 8, x < y ? x : y)
__CUFORT_SIMD__(__vavgu4, unsigned char, 8, (x + y + 1) / 2)
__CUFORT_SIMD__(__vhaddu4, unsigned char, 8, (x + y) / 2)
__CUFORT_SIMD__(__vabsdiffu4, unsigned char, 8, x > y ? x - y : y - x)
__CUFORT_SIMD__(__vabsdiffs4, signed char, 8, x > y ? x - y : y - x)
__CUFORT_SIMD__(__vcmpeq4, unsigned char, 8, x == y ? 255 : 0)
__CUFORT_SIMD__(__vseteq4, unsigned char, 8, x == y ? 1 : 0)
__CUFORT_SIMD__(__vcmpne4, unsigned char, 8, x != y ? 255 : 0)
__CUFORT_SIMD__(__vsetne4, unsigned char, 8, x != y ? 1 : 0)
__CUFORT_SIMD__(__vcmpltu4, unsigned char, 8, x < y ? 255 : 0)
__CUFORT_SIMD__(__vsetltu4, unsigned char, 8, x < y ? 1 : 0)
__CUFORT_SIMD__(__vcmplts4, signed char, 8, x < y ? 255 : 0)
__CUFORT_SIMD__(__vsetlts4, signed char, 8, x < y ? 1 : 0)
__CUFORT_SIMD__(__vcmpleu4, unsigned char, 8, x <= y ? 255 : 0)
__CUFORT_SIMD__(__vsetleu4, unsigned char, 8, x <= y ? 1 : 0)
__CUFORT_SIMD__(__vcmples4, signed char, 8, x <= y ? 255 : 0)
__CUFORT_SIMD__(__vsetles4, signed char, 8, x <= y ? 1 : 0)
__CUFORT_SIMD__(__vcmpgtu4, unsigned char, 8, x > y ? 255 : 0)
__CUFORT_SIMD__(__vsetgtu4, unsigned char, 8, x > y ? 1 : 0)
__CUFORT_SIMD__(__vcmpgts4, signed char, 8, x > y ? 255 : 0)
__CUFORT_SIMD__(__vsetgts4, signed char, 8, x > y ? 1 : 0)
__CUFORT_SIMD__(__vcmpgeu4, unsigned char, 8, x >= y ? 255 : 0)
__CUFORT_SIMD__(__vsetgeu4, unsigned char, 8, x >= y ? 1 : 0)
__CUFORT_SIMD__(__vcmpges4, signed char, 8, x >= y ? 255 : 0)
__CUFORT_SIMD__(__vsetges4, signed char, 8, x >= y ? 1 : 0)
__CUFORT_DEV__ unsigned int __vneg4(unsigned int a) { return __vsub4(0, a); }
__CUFORT_DEV__ unsigned int __vabs4(unsigned int a) { return __vmaxs4(a, __vneg4(a)); }
__CUFORT_DEV__ unsigned int __vsadu4(unsigned int a, unsigned int b) { unsigned int d = __vabsdiffu4(a, b), r = 0; for (int i = 0; i < 32; i += 8) r += (d >> i) & 255u; return r; }
__CUFORT_SIMD__(__vavgs2, short, 16, (x + y + (x + y >= 0 ? 1 : 0)) >> 1)
__CUFORT_DEV__ unsigned int __vnegss2(unsigned int a) { return __vsubss2(0, a); }
__CUFORT_DEV__ unsigned int __vabsss2(unsigned int a) { return __vmaxs2(a, __vnegss2(a)); }
__CUFORT_DEV__ unsigned int __vsads2(unsigned int a, unsigned int b) { unsigned int d = __vabsdiffs2(a, b), r = 0; for (int i = 0; i < 32; i += 16) r += (d >> i) & 65535u; return r; }
__CUFORT_SIMD__(__vavgs4, signed char, 8, (x + y + (x + y >= 0 ? 1 : 0)) >> 1)
__CUFORT_DEV__ unsigned int __vnegss4(unsigned int a) { return __vsubss4(0, a); }
__CUFORT_DEV__ unsigned int __vabsss4(unsigned int a) { return __vmaxs4(a, __vnegss4(a)); }
__CUFORT_DEV__ unsigned int __vsads4(unsigned int a, unsigned int b) { unsigned int d = __vabsdiffs4(a, b), r = 0; for (int i = 0; i < 32; i += 8) r += (d >> i) & 255u; return r; }
#include <__dynamic_programming.h>
