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
static inline __host__ __device__ float fma(float x, float y, float z) { return fmaf(x, y, z); }
static inline __host__ __device__ double sqrt(int x) { return sqrt((double)x); }
static inline __host__ __device__ double log(int x) { return log((double)x); }
static inline __host__ __device__ double log2(int x) { return log2((double)x); }
static inline __host__ __device__ double exp(int x) { return exp((double)x); }
static inline __host__ __device__ double floor(int x) { return x; }
static inline __host__ __device__ double ceil(int x) { return x; }
static inline __host__ __device__ double fabs(int x) { return x < 0 ? -x : x; }
static inline __host__ __device__ double sin(int x) { return sin((double)x); }
static inline __host__ __device__ double cos(int x) { return cos((double)x); }
static inline __host__ __device__ double pow(double x, int y) { return pow(x, (double)y); }
static inline __host__ __device__ double pow(int x, int y) { return pow((double)x, (double)y); }
static inline __host__ __device__ double pow(int x, double y) { return pow((double)x, y); }
static inline __host__ __device__ float pow(float x, int y) { return powf(x, (float)y); }
static inline __host__ __device__ double pow(float x, double y) { return pow((double)x, y); }
static inline __host__ __device__ double pow(double x, float y) { return pow(x, (double)y); }
static inline __host__ __device__ long abs(long x) { return x < 0 ? -x : x; }
static inline __host__ __device__ long long abs(long long x) { return x < 0 ? -x : x; }
static inline __host__ __device__ double pow(double x, long y) { return pow(x, (double)y); }
static inline __host__ __device__ double pow(int x, float y) { return pow((double)x, (double)y); }
static inline __host__ __device__ double tan(int x) { return tan((double)x); }
static inline __host__ __device__ double sqrt(long x) { return sqrt((double)x); }
static inline __host__ __device__ double sqrt(unsigned int x) { return sqrt((double)x); }
static inline __host__ __device__ double sqrt(unsigned long x) { return sqrt((double)x); }
static inline __host__ __device__ double log(unsigned int x) { return log((double)x); }
static inline __host__ __device__ double log2(unsigned int x) { return log2((double)x); }
static inline __host__ __device__ double log2(long x) { return log2((double)x); }
static inline __host__ __device__ double log2(unsigned long x) { return log2((double)x); }
static inline __host__ __device__ double log(long x) { return log((double)x); }
static inline __host__ __device__ double log(unsigned long x) { return log((double)x); }
static inline __host__ __device__ double log10(int x) { return log10((double)x); }
static inline __host__ __device__ double ceil(long x) { return (double)x; }
static inline __host__ __device__ double floor(long x) { return (double)x; }
static inline __host__ __device__ double fabs(long x) { return fabs((double)x); }
static inline __host__ __device__ double fmax(double x, float y) { return fmax(x, (double)y); }
static inline __host__ __device__ double fmax(float x, double y) { return fmax((double)x, y); }
static inline __host__ __device__ double fmin(double x, float y) { return fmin(x, (double)y); }
static inline __host__ __device__ double fmin(float x, double y) { return fmin((double)x, y); }
static inline __host__ __device__ double atan2(double x, float y) { return atan2(x, (double)y); }
static inline __host__ __device__ double atan2(float x, double y) { return atan2((double)x, y); }
static inline __host__ __device__ double fmod(double x, int y) { return fmod(x, (double)y); }
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
static inline __host__ __device__ unsigned int max(int a, unsigned int b) { return max((unsigned int)a, b); }
static inline __host__ __device__ unsigned int max(unsigned int a, int b) { return max(a, (unsigned int)b); }
static inline __host__ __device__ unsigned int min(int a, unsigned int b) { return min((unsigned int)a, b); }
static inline __host__ __device__ unsigned int min(unsigned int a, int b) { return min(a, (unsigned int)b); }
#endif
// new and delete
static inline __host__ void *__cufort_new(long n) { return malloc((size_t)n); }
static inline __host__ void *__cufort_new_array(long n, long count) {
  long *p = (long *)malloc((size_t)n + 16);
  p[0] = count;
  return p + 2;
}
static inline __host__ void __cufort_delete(void *p) { free(p); }
#include <utility>
namespace std {
template <class T> __host__ __device__ inline const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T> __host__ __device__ inline const T &min(const T &a, const T &b) { return b < a ? b : a; }
}
