#pragma once
#define __CUFORT_MATH1__(name, op) \
  static inline __host__ __device__ double name(double x) { return __cufort_##op(double, x); } \
  static inline __host__ __device__ float name##f(float x) { return __cufort_##op(float, x); }
#define __CUFORT_MATH2__(name, op) \
  static inline __host__ __device__ double name(double x, double y) { return __cufort_##op(double, x, y); } \
  static inline __host__ __device__ float name##f(float x, float y) { return __cufort_##op(float, x, y); }
__CUFORT_MATH1__(sqrt, sqrt)
__CUFORT_MATH1__(rsqrt, rsqrt)
__CUFORT_MATH1__(cbrt, cbrt)
__CUFORT_MATH1__(fabs, abs)
__CUFORT_MATH1__(floor, floor)
__CUFORT_MATH1__(ceil, ceil)
__CUFORT_MATH1__(trunc, trunc)
__CUFORT_MATH1__(rint, nearest)
__CUFORT_MATH1__(nearbyint, nearest)
__CUFORT_MATH1__(sin, sin)
__CUFORT_MATH1__(cos, cos)
__CUFORT_MATH1__(tan, tan)
__CUFORT_MATH1__(asin, asin)
__CUFORT_MATH1__(acos, acos)
__CUFORT_MATH1__(atan, atan)
__CUFORT_MATH1__(sinh, sinh)
__CUFORT_MATH1__(cosh, cosh)
__CUFORT_MATH1__(tanh, tanh)
__CUFORT_MATH1__(asinh, asinh)
__CUFORT_MATH1__(acosh, acosh)
__CUFORT_MATH1__(atanh, atanh)
__CUFORT_MATH1__(exp, exp)
__CUFORT_MATH1__(exp2, exp2)
__CUFORT_MATH1__(exp10, exp10)
__CUFORT_MATH1__(expm1, expm1)
__CUFORT_MATH1__(log, log)
__CUFORT_MATH1__(log2, log2)
__CUFORT_MATH1__(log10, log10)
__CUFORT_MATH1__(log1p, log1p)
__CUFORT_MATH1__(erf, erf)
__CUFORT_MATH1__(erfc, erfc)
__CUFORT_MATH1__(tgamma, gamma)
#ifdef __cplusplus
extern "C" {
#endif
// The sign of what the host's last lgamma is the logarithm of.
inline int signgam;
#ifdef __cplusplus
}
#endif
#define __CUFORT_LGAMMA__(T, name) \
  static inline __host__ __device__ T name##_r(T x, int *sign) { \
    T whole = __cufort_floor(T, x); \
    *sign = x < 0 && whole != x && whole - 2 * __cufort_floor(T, whole / 2) != 0 ? -1 : 1; \
    return __cufort_lgamma(T, x); \
  } \
  static inline __host__ __device__ T name(T x) { \
    if (!__cufort_is_device(int)) return name##_r(x, &signgam); \
    return __cufort_lgamma(T, x); \
  }
__CUFORT_LGAMMA__(double, lgamma)
__CUFORT_LGAMMA__(float, lgammaf)
__CUFORT_MATH1__(j0, j0)
__CUFORT_MATH1__(j1, j1)
__CUFORT_MATH1__(y0, y0)
__CUFORT_MATH1__(y1, y1)
__CUFORT_MATH2__(atan2, atan2)
__CUFORT_MATH2__(pow, pow)
__CUFORT_MATH2__(fmod, fmod)
__CUFORT_MATH2__(hypot, hypot)
__CUFORT_MATH2__(copysign, copysign)
__CUFORT_MATH2__(fmax, max)
__CUFORT_MATH2__(fmin, min)
static inline __host__ __device__ double fma(double x, double y, double z) { return __cufort_fma(double, x, y, z); }
static inline __host__ __device__ float fmaf(float x, float y, float z) { return __cufort_fma(float, x, y, z); }
// Halves go away from 0; what is added to is whole, so that no digit is lost.
#define __CUFORT_ROUND__(name, T) \
  static inline __host__ __device__ T name(T x) { \
    T a = __cufort_abs(T, x), whole = __cufort_floor(T, a); \
    return __cufort_copysign(T, a - whole >= (T)0.5 ? whole + 1 : whole, x); \
  }
__CUFORT_ROUND__(round, double)
__CUFORT_ROUND__(roundf, float)
static inline __host__ __device__ double fdim(double x, double y) { return x <= y ? 0.0 : x - y; }
static inline __host__ __device__ float fdimf(float x, float y) { return x <= y ? 0.0f : x - y; }
static inline __host__ __device__ long lround(double x) { return (long)round(x); }
static inline __host__ __device__ long lroundf(float x) { return (long)roundf(x); }
static inline __host__ __device__ long lrint(double x) { return (long)rint(x); }
static inline __host__ __device__ long lrintf(float x) { return (long)rintf(x); }
static inline __host__ __device__ long long llround(double x) { return (long long)round(x); }
static inline __host__ __device__ long long llrint(double x) { return (long long)rint(x); }
static inline __host__ __device__ double modf(double x, double *whole) { *whole = trunc(x); return copysign(x - *whole == x - *whole ? x - *whole : 0.0, x); }
static inline __host__ __device__ float modff(float x, float *whole) { *whole = truncf(x); return copysignf(x - *whole == x - *whole ? x - *whole : 0.0f, x); }
static inline __host__ __device__ double ldexp(double x, int n) {
  while (n > 1000) { x *= 0x1p1000; n -= 1000; if (n > 4000) n = 4000; }
  while (n < -1000) { x *= 0x1p-1000; n += 1000; if (n < -4000) n = -4000; }
  return x * exp2((double)n);
}
static inline __host__ __device__ float ldexpf(float x, int n) { return (float)ldexp((double)x, n); }
static inline __host__ __device__ double scalbn(double x, int n) { return ldexp(x, n); }
static inline __host__ __device__ double frexp(double x, int *e) {
  long bits = __cufort_bitcast(long, x);
  int power = (int)(bits >> 52) & 2047;
  *e = 0;
  if (power == 2047 || x == 0.0) return x;
  if (power == 0) { x *= 0x1p54; bits = __cufort_bitcast(long, x); power = ((int)(bits >> 52) & 2047) - 54; }
  *e = power - 1022;
  return __cufort_bitcast(double, (bits & ~(2047L << 52)) | (1022L << 52));
}
static inline __host__ __device__ float frexpf(float x, int *e) { return (float)frexp((double)x, e); }
static inline __host__ __device__ void sincos(double x, double *s, double *c) { *s = sin(x); *c = cos(x); }
static inline __host__ __device__ void sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }
static inline __host__ __device__ int finite(double x) { return __builtin_isfinite(x); }
static inline __host__ __device__ int finitef(float x) { return __builtin_isfinite(x); }
static inline __host__ __device__ int isnanf(float x) { return __builtin_isnan(x); }
static inline __host__ __device__ int isinff(float x) { return __builtin_isinf(x); }
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#ifdef __cplusplus
#define __CUFORT_CLASSES__(T) \
  static inline __host__ __device__ bool isnan(T x) { return x != x; } \
  static inline __host__ __device__ bool isinf(T x) { return __builtin_isinf((double)x) != 0; } \
  static inline __host__ __device__ bool isfinite(T x) { return __builtin_isfinite((double)x) != 0; } \
  static inline __host__ __device__ bool isnormal(T x) { return __builtin_isnormal(x); } \
  static inline __host__ __device__ int fpclassify(T x) { return __cufort_class(x); } \
  static inline __host__ __device__ bool isgreater(T x, T y) { return x > y; } \
  static inline __host__ __device__ bool isgreaterequal(T x, T y) { return x >= y; } \
  static inline __host__ __device__ bool isless(T x, T y) { return x < y; } \
  static inline __host__ __device__ bool islessequal(T x, T y) { return x <= y; } \
  static inline __host__ __device__ bool islessgreater(T x, T y) { return x < y || x > y; } \
  static inline __host__ __device__ bool isunordered(T x, T y) { return x != x || y != y; } \
  static inline __host__ __device__ bool signbit(T x) { return __cufort_copysign(double, 1.0, (double)x) < 0; }
__CUFORT_CLASSES__(float)
__CUFORT_CLASSES__(double)
#else
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
#define isfinite(x) __builtin_isfinite(x)
#define isnormal(x) __builtin_isnormal(x)
#define fpclassify(x) __cufort_class(x)
#define isgreater(x, y) __builtin_isgreater((x), (y))
#define isgreaterequal(x, y) __builtin_isgreaterequal((x), (y))
#define isless(x, y) __builtin_isless((x), (y))
#define islessequal(x, y) __builtin_islessequal((x), (y))
#define islessgreater(x, y) __builtin_islessgreater((x), (y))
#define isunordered(x, y) __builtin_isunordered((x), (y))
#define signbit(x) (copysign(1.0, (double)(x)) < 0)
#endif
#include <__math_more.h>
// long double has the digits of double.
#define __CUFORT_LONG1__(name) static inline long double name##l(long double x) { return name((double)x); }
#define __CUFORT_LONG2__(name) static inline long double name##l(long double x, long double y) { return name((double)x, (double)y); }
__CUFORT_LONG1__(sqrt)
__CUFORT_LONG1__(cbrt)
__CUFORT_LONG1__(fabs)
__CUFORT_LONG1__(floor)
__CUFORT_LONG1__(ceil)
__CUFORT_LONG1__(trunc)
__CUFORT_LONG1__(rint)
__CUFORT_LONG1__(nearbyint)
__CUFORT_LONG1__(sin)
__CUFORT_LONG1__(cos)
__CUFORT_LONG1__(tan)
__CUFORT_LONG1__(asin)
__CUFORT_LONG1__(acos)
__CUFORT_LONG1__(atan)
__CUFORT_LONG1__(sinh)
__CUFORT_LONG1__(cosh)
__CUFORT_LONG1__(tanh)
__CUFORT_LONG1__(asinh)
__CUFORT_LONG1__(acosh)
__CUFORT_LONG1__(atanh)
__CUFORT_LONG1__(exp)
__CUFORT_LONG1__(exp2)
__CUFORT_LONG1__(expm1)
__CUFORT_LONG1__(log)
__CUFORT_LONG1__(log2)
__CUFORT_LONG1__(log10)
__CUFORT_LONG1__(log1p)
__CUFORT_LONG1__(erf)
__CUFORT_LONG1__(erfc)
__CUFORT_LONG1__(tgamma)
__CUFORT_LONG1__(lgamma)
__CUFORT_LONG1__(round)
__CUFORT_LONG1__(logb)
__CUFORT_LONG2__(atan2)
__CUFORT_LONG2__(pow)
__CUFORT_LONG2__(fmod)
__CUFORT_LONG2__(hypot)
__CUFORT_LONG2__(copysign)
__CUFORT_LONG2__(fmax)
__CUFORT_LONG2__(fmin)
__CUFORT_LONG2__(fdim)
__CUFORT_LONG2__(remainder)
static inline __host__ __device__ double jn(int n, double x) { return __cufort_jn(double, (double)n, x); }
static inline __host__ __device__ double yn(int n, double x) { return __cufort_yn(double, (double)n, x); }
static inline long double fmal(long double x, long double y, long double z) { return fma((double)x, (double)y, (double)z); }
static inline long double ldexpl(long double x, int n) { return ldexp((double)x, n); }
static inline long lroundl(long double x) { return lround((double)x); }
static inline __host__ __device__ long long llroundf(float x) { return (long long)roundf(x); }
static inline __host__ __device__ long long llrintf(float x) { return (long long)rintf(x); }
static inline __host__ __device__ double nextafter(double x, double y) {
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  if (x == 0.0) return __cufort_copysign(double, 4.9406564584124654e-324, y);
  long bits = __cufort_bitcast(long, x);
  return __cufort_bitcast(double, (x < y) == (x > 0.0) ? bits + 1 : bits - 1);
}
static inline __host__ __device__ float nextafterf(float x, float y) {
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  if (x == 0.0f) return __cufort_copysign(float, 1.401298464324817e-45f, y);
  int bits = __cufort_bitcast(int, x);
  return __cufort_bitcast(float, (x < y) == (x > 0.0f) ? bits + 1 : bits - 1);
}
static inline __host__ __device__ double nan(const char *text) { return (double)((1e308 * 10) - (1e308 * 10)); }
static inline __host__ __device__ float nanf(const char *text) { return (float)((1e308 * 10) - (1e308 * 10)); }
#define HUGE_VAL (1e308 * 10)
#define HUGE_VALF ((float)(1e308 * 10))
#define INFINITY ((float)(1e308 * 10))
#define NAN ((float)((1e308 * 10) - (1e308 * 10)))
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
