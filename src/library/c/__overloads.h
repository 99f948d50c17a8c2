// C's mathematics for all types of C++.
#pragma once
#include <math.h>
#include <stdlib.h>
#define __CUFORT_OVERLOAD1__(name) static inline __host__ __device__ float name(float x) { return name##f(x); }
#define __CUFORT_OVERLOAD2__(name) static inline __host__ __device__ float name(float x, float y) { return name##f(x, y); }
__CUFORT_OVERLOAD1__(sqrt)
__CUFORT_OVERLOAD1__(rsqrt)
__CUFORT_OVERLOAD1__(cbrt)
__CUFORT_OVERLOAD1__(fabs)
__CUFORT_OVERLOAD1__(floor)
__CUFORT_OVERLOAD1__(ceil)
__CUFORT_OVERLOAD1__(trunc)
__CUFORT_OVERLOAD1__(round)
__CUFORT_OVERLOAD1__(rint)
__CUFORT_OVERLOAD1__(sin)
__CUFORT_OVERLOAD1__(cos)
__CUFORT_OVERLOAD1__(tan)
__CUFORT_OVERLOAD1__(asin)
__CUFORT_OVERLOAD1__(acos)
__CUFORT_OVERLOAD1__(atan)
__CUFORT_OVERLOAD1__(sinh)
__CUFORT_OVERLOAD1__(cosh)
__CUFORT_OVERLOAD1__(tanh)
__CUFORT_OVERLOAD1__(exp)
__CUFORT_OVERLOAD1__(exp2)
__CUFORT_OVERLOAD1__(log)
__CUFORT_OVERLOAD1__(log2)
__CUFORT_OVERLOAD1__(log10)
__CUFORT_OVERLOAD1__(log1p)
__CUFORT_OVERLOAD1__(expm1)
__CUFORT_OVERLOAD1__(erf)
__CUFORT_OVERLOAD1__(erfc)
__CUFORT_OVERLOAD1__(asinh)
__CUFORT_OVERLOAD1__(acosh)
__CUFORT_OVERLOAD1__(atanh)
__CUFORT_OVERLOAD1__(lgamma)
__CUFORT_OVERLOAD1__(tgamma)
__CUFORT_OVERLOAD1__(nearbyint)
__CUFORT_OVERLOAD2__(pow)
__CUFORT_OVERLOAD2__(atan2)
__CUFORT_OVERLOAD2__(fmod)
__CUFORT_OVERLOAD2__(hypot)
__CUFORT_OVERLOAD2__(fmax)
__CUFORT_OVERLOAD2__(fmin)
__CUFORT_OVERLOAD2__(copysign)
__CUFORT_OVERLOAD1__(logb)
__CUFORT_OVERLOAD1__(rcbrt)
__CUFORT_OVERLOAD1__(sinpi)
__CUFORT_OVERLOAD1__(cospi)
__CUFORT_OVERLOAD1__(erfinv)
__CUFORT_OVERLOAD1__(erfcinv)
__CUFORT_OVERLOAD1__(erfcx)
__CUFORT_OVERLOAD1__(normcdf)
__CUFORT_OVERLOAD1__(normcdfinv)
__CUFORT_OVERLOAD1__(cyl_bessel_i0)
__CUFORT_OVERLOAD1__(cyl_bessel_i1)
__CUFORT_OVERLOAD1__(j0)
__CUFORT_OVERLOAD1__(j1)
__CUFORT_OVERLOAD1__(y0)
__CUFORT_OVERLOAD1__(y1)
__CUFORT_OVERLOAD2__(remainder)
__CUFORT_OVERLOAD2__(fdim)
__CUFORT_OVERLOAD2__(rhypot)
static inline __host__ __device__ float fma(float x, float y, float z) { return fmaf(x, y, z); }
// Integers count as double, and so do two of different types.
template <class T> struct __cufort_whole {};
template <class T> struct __cufort_number {};
template <> struct __cufort_number<float> { typedef double type; };
template <> struct __cufort_number<double> { typedef double type; };
#define __CUFORT_WHOLE__(T) \
  template <> struct __cufort_whole<T> { typedef double type; }; \
  template <> struct __cufort_number<T> { typedef double type; };
__CUFORT_WHOLE__(bool)
__CUFORT_WHOLE__(char)
__CUFORT_WHOLE__(signed char)
__CUFORT_WHOLE__(unsigned char)
__CUFORT_WHOLE__(short)
__CUFORT_WHOLE__(unsigned short)
__CUFORT_WHOLE__(int)
__CUFORT_WHOLE__(unsigned int)
__CUFORT_WHOLE__(long)
__CUFORT_WHOLE__(unsigned long)
__CUFORT_WHOLE__(long long)
__CUFORT_WHOLE__(unsigned long long)
#define __CUFORT_WHOLE1__(name) \
  template <class T> inline __host__ __device__ typename __cufort_whole<T>::type name(T x) { return name((double)x); }
#define __CUFORT_MIXED2__(name) \
  template <class T, class U, class R = typename __cufort_number<T>::type, class S = typename __cufort_number<U>::type> inline __host__ __device__ R name(T x, U y) { return name((double)x, (double)y); }
__CUFORT_WHOLE1__(sqrt)
__CUFORT_WHOLE1__(cbrt)
__CUFORT_WHOLE1__(fabs)
__CUFORT_WHOLE1__(floor)
__CUFORT_WHOLE1__(ceil)
__CUFORT_WHOLE1__(trunc)
__CUFORT_WHOLE1__(round)
__CUFORT_WHOLE1__(rint)
__CUFORT_WHOLE1__(sin)
__CUFORT_WHOLE1__(cos)
__CUFORT_WHOLE1__(tan)
__CUFORT_WHOLE1__(asin)
__CUFORT_WHOLE1__(acos)
__CUFORT_WHOLE1__(atan)
__CUFORT_WHOLE1__(sinh)
__CUFORT_WHOLE1__(cosh)
__CUFORT_WHOLE1__(tanh)
__CUFORT_WHOLE1__(exp)
__CUFORT_WHOLE1__(exp2)
__CUFORT_WHOLE1__(log)
__CUFORT_WHOLE1__(log2)
__CUFORT_WHOLE1__(log10)
__CUFORT_WHOLE1__(log1p)
__CUFORT_WHOLE1__(expm1)
__CUFORT_WHOLE1__(erf)
__CUFORT_WHOLE1__(erfc)
__CUFORT_WHOLE1__(asinh)
__CUFORT_WHOLE1__(acosh)
__CUFORT_WHOLE1__(atanh)
__CUFORT_WHOLE1__(lgamma)
__CUFORT_WHOLE1__(tgamma)
__CUFORT_WHOLE1__(nearbyint)
__CUFORT_WHOLE1__(logb)
__CUFORT_MIXED2__(pow)
__CUFORT_MIXED2__(atan2)
__CUFORT_MIXED2__(fmod)
__CUFORT_MIXED2__(hypot)
__CUFORT_MIXED2__(fmax)
__CUFORT_MIXED2__(fmin)
__CUFORT_MIXED2__(copysign)
__CUFORT_MIXED2__(fdim)
__CUFORT_MIXED2__(remainder)
static inline __host__ __device__ long abs(long x) { return x < 0 ? -x : x; }
static inline __host__ __device__ long long abs(long long x) { return x < 0 ? -x : x; }
static inline __host__ __device__ float abs(float x) { return fabsf(x); }
static inline __host__ __device__ double abs(double x) { return fabs(x); }
#ifdef __CUDACC__
#define __CUFORT_MINMAX__(T) \
  static inline __host__ __device__ T max(T a, T b) { return a < b ? b : a; } \
  static inline __host__ __device__ T min(T a, T b) { return b < a ? b : a; }
__CUFORT_MINMAX__(int)
__CUFORT_MINMAX__(unsigned int)
__CUFORT_MINMAX__(long)
__CUFORT_MINMAX__(unsigned long)
__CUFORT_MINMAX__(long long)
__CUFORT_MINMAX__(unsigned long long)
static inline __host__ __device__ float max(float a, float b) { return fmaxf(a, b); }
static inline __host__ __device__ float min(float a, float b) { return fminf(a, b); }
static inline __host__ __device__ double max(double a, double b) { return fmax(a, b); }
static inline __host__ __device__ double min(double a, double b) { return fmin(a, b); }
static inline __host__ __device__ double max(float a, double b) { return fmax(a, b); }
static inline __host__ __device__ double max(double a, float b) { return fmax(a, b); }
static inline __host__ __device__ double min(float a, double b) { return fmin(a, b); }
static inline __host__ __device__ double min(double a, float b) { return fmin(a, b); }
#define __CUFORT_MINMAX_MIXED__(T, U) \
  static inline __host__ __device__ U max(T a, U b) { return max((U)a, b); } \
  static inline __host__ __device__ U max(U a, T b) { return max(a, (U)b); } \
  static inline __host__ __device__ U min(T a, U b) { return min((U)a, b); } \
  static inline __host__ __device__ U min(U a, T b) { return min(a, (U)b); }
__CUFORT_MINMAX_MIXED__(int, unsigned int)
__CUFORT_MINMAX_MIXED__(long, unsigned long)
__CUFORT_MINMAX_MIXED__(long long, unsigned long long)
static inline __host__ __device__ unsigned int umin(unsigned int a, unsigned int b) { return min(a, b); }
static inline __host__ __device__ unsigned int umax(unsigned int a, unsigned int b) { return max(a, b); }
static inline __host__ __device__ long long llmin(long long a, long long b) { return min(a, b); }
static inline __host__ __device__ long long llmax(long long a, long long b) { return max(a, b); }
static inline __host__ __device__ unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
static inline __host__ __device__ unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }
#endif
#include <utility>
namespace std {
template <class T> __host__ __device__ inline const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T> __host__ __device__ inline const T &min(const T &a, const T &b) { return b < a ? b : a; }
}
