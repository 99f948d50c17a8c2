// Functions that GCC's compilers know by `__builtin_` and a name.
#pragma once
#define __CUFORT_BUILTIN__ static inline __host__ __device__
#ifdef __cplusplus
extern "C" {
#endif
#define __CUFORT_BITS__(suffix, T, U, width) \
  __CUFORT_BUILTIN__ int __builtin_popcount##suffix(U x) { return __cufort_popcount(int, x); } \
  __CUFORT_BUILTIN__ int __builtin_parity##suffix(U x) { return __cufort_popcount(int, x) & 1; } \
  __CUFORT_BUILTIN__ int __builtin_clz##suffix(U x) { return __cufort_clz(int, x); } \
  __CUFORT_BUILTIN__ int __builtin_ctz##suffix(U x) { return __cufort_ctz(int, x); } \
  __CUFORT_BUILTIN__ int __builtin_ffs##suffix(T x) { return x == 0 ? 0 : __cufort_ctz(int, x) + 1; } \
  __CUFORT_BUILTIN__ int __builtin_clrsb##suffix(T x) { U y = x < 0 ? ~(U)x : (U)x; return y == 0 ? width - 1 : __cufort_clz(int, y) - 1; }
__CUFORT_BITS__(, int, unsigned int, 32)
__CUFORT_BITS__(l, long, unsigned long, 64)
__CUFORT_BITS__(ll, long long, unsigned long long, 64)
__CUFORT_BUILTIN__ unsigned short __builtin_bswap16(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }
__CUFORT_BUILTIN__ unsigned int __builtin_bswap32(unsigned int x) { return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24; }
__CUFORT_BUILTIN__ unsigned long __builtin_bswap64(unsigned long x) { return (unsigned long)__builtin_bswap32((unsigned int)x) << 32 | __builtin_bswap32((unsigned int)(x >> 32)); }
__CUFORT_BUILTIN__ long __builtin_labs(long x) { return x < 0 ? -x : x; }
__CUFORT_BUILTIN__ long long __builtin_llabs(long long x) { return x < 0 ? -x : x; }
__CUFORT_BUILTIN__ int __builtin_abs(int x) { return x < 0 ? -x : x; }
__CUFORT_BUILTIN__ int __builtin_signbit(double x) { return __cufort_bitcast(long, x) < 0; }
__CUFORT_BUILTIN__ int __builtin_signbitf(float x) { return __cufort_bitcast(int, x) < 0; }
__CUFORT_BUILTIN__ int __builtin_signbitl(long double x) { return __builtin_signbit((double)x); }
#ifdef __cplusplus
#define __CUFORT_TEST__ static inline constexpr __host__ __device__ int
#else
#define __CUFORT_TEST__ static inline __host__ __device__ int
#endif
__CUFORT_TEST__ __builtin_isnan(double x) { return x != x; }
__CUFORT_TEST__ __builtin_isinf_sign(double x) { return x == 1e308 * 10 ? 1 : x == -1e308 * 10 ? -1 : 0; }
__CUFORT_TEST__ __builtin_isfinite(double x) { return x - x == 0; }
__CUFORT_TEST__ __builtin_isgreater(double x, double y) { return x > y; }
__CUFORT_TEST__ __builtin_isgreaterequal(double x, double y) { return x >= y; }
__CUFORT_TEST__ __builtin_isless(double x, double y) { return x < y; }
__CUFORT_TEST__ __builtin_islessequal(double x, double y) { return x <= y; }
__CUFORT_TEST__ __builtin_islessgreater(double x, double y) { return x < y || x > y; }
__CUFORT_TEST__ __builtin_isunordered(double x, double y) { return x != x || y != y; }
// 0 is no number, 1 has no end, 2 is zero; 3 is below what has all its digits, 4 is none of these.
__CUFORT_TEST__ __cufort_class_of(double x, double least) { return x != x ? 0 : x - x != 0 ? 1 : x == 0 ? 2 : x < least && -x < least ? 3 : 4; }
#ifdef __cplusplus
}
#endif
#define __cufort_class(x) __cufort_class_of((x), sizeof(x) == 4 ? 0x1p-126 : 0x1p-1022)
#define __builtin_isnormal(x) (__cufort_class(x) == 4)
#define __builtin_fpclassify(n, i, normal, small, zero, x) (__cufort_class(x) == 0 ? (n) : __cufort_class(x) == 1 ? (i) : __cufort_class(x) == 2 ? (zero) : __cufort_class(x) == 3 ? (small) : (normal))
#define __builtin_isnanf __builtin_isnan
#define __builtin_isnanl __builtin_isnan
#define __builtin_isinf __builtin_isinf_sign
#define __builtin_isinff __builtin_isinf_sign
#define __builtin_isinfl __builtin_isinf_sign
#define __builtin_finite __builtin_isfinite
#define __builtin_finitef __builtin_isfinite
#define __builtin_finitel __builtin_isfinite
#define __builtin_huge_val() (1e308 * 10)
#define __builtin_huge_valf() ((float)(1e308 * 10))
#define __builtin_huge_vall() ((long double)(1e308 * 10))
#define __builtin_inf() (1e308 * 10)
#define __builtin_inff() ((float)(1e308 * 10))
#define __builtin_infl() ((long double)(1e308 * 10))
#define __builtin_nan(text) (1e308 * 10 - 1e308 * 10)
#define __builtin_nanf(text) ((float)(1e308 * 10 - 1e308 * 10))
#define __builtin_nanl(text) ((long double)(1e308 * 10 - 1e308 * 10))
#define __builtin_object_size(p, kind) ((unsigned long)((kind) < 2 ? -1 : 0))
#define __builtin_return_address(n) ((void *)0)
#define __builtin_frame_address(n) ((void *)0)
// One step each, for other threads and for kernels too.
#define __CUFORT_SYNC__(how, p, v) __cufort_atomic_##how##_system(__typeof__(*(p)), (p), (__typeof__(*(p)))(v))
#define __CUFORT_SYNC_CAS__(p, old, v) __cufort_atomic_cas_system(__typeof__(*(p)), (p), (__typeof__(*(p)))(old), (__typeof__(*(p)))(v))
#define __sync_fetch_and_add(p, v) __CUFORT_SYNC__(add, p, v)
#define __sync_fetch_and_sub(p, v) __CUFORT_SYNC__(sub, p, v)
#define __sync_fetch_and_and(p, v) __CUFORT_SYNC__(and, p, v)
#define __sync_fetch_and_or(p, v) __CUFORT_SYNC__(or, p, v)
#define __sync_fetch_and_xor(p, v) __CUFORT_SYNC__(xor, p, v)
#define __sync_add_and_fetch(p, v) (__sync_fetch_and_add(p, v) + (v))
#define __sync_sub_and_fetch(p, v) (__sync_fetch_and_sub(p, v) - (v))
#define __sync_and_and_fetch(p, v) (__sync_fetch_and_and(p, v) & (v))
#define __sync_or_and_fetch(p, v) (__sync_fetch_and_or(p, v) | (v))
#define __sync_xor_and_fetch(p, v) (__sync_fetch_and_xor(p, v) ^ (v))
#define __sync_lock_test_and_set(p, v) __CUFORT_SYNC__(exchange, p, v)
#define __sync_lock_release(p) ((void)__CUFORT_SYNC__(exchange, p, 0))
#define __sync_val_compare_and_swap(p, old, v) __CUFORT_SYNC_CAS__(p, old, v)
#define __sync_bool_compare_and_swap(p, old, v) (__CUFORT_SYNC_CAS__(p, old, v) == (old))
#define __sync_synchronize() ((void)0)
#ifndef __cplusplus
#include <__complex_arithmetic.h>
#include <__nested.h>
#endif
