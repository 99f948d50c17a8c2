// Mathematics in terms of math.h: remainders, exponents, angles in parts of a circle, what CUDA has beyond C.
#pragma once
#define __CUFORT_BOTH__ static inline __host__ __device__
#define __CUFORT_OF_DOUBLE__(name) __CUFORT_BOTH__ float name##f(float x) { return (float)name((double)x); }

// What is left of x when y is taken away as often as it fits, and once more where less is left then (fdlibm): no digit is lost.
__CUFORT_BOTH__ double remquo(double x, double y, int *times) {
  double left = fabs(x), by = fabs(y);
  int n = 0;
  *times = 0;
  if (!(left < (double)(1e308 * 10)) || y != y || by == 0) return (double)((1e308 * 10) - (1e308 * 10));
  if (by <= 0x1p1020) left = fmod(left, 8 * by);
  if (by <= 0x1p1021 && left >= 4 * by) { left -= 4 * by; n += 4; }
  if (by <= 0x1p1022 && left >= 2 * by) { left -= 2 * by; n += 2; }
  if (by < 0x1p-1021 ? left + left > by : left > 0.5 * by) {
    left -= by;
    n++;
    if (by < 0x1p-1021 ? left + left >= by : left >= 0.5 * by) { left -= by; n++; }
  }
  n &= 7;
  *times = (x < 0) != (y < 0) ? -n : n;
  return __cufort_copysign(double, 1.0, x) < 0 ? -left : left;
}
__CUFORT_BOTH__ double remainder(double x, double y) { int times; return remquo(x, y, &times); }
__CUFORT_BOTH__ float remquof(float x, float y, int *times) { return (float)remquo((double)x, (double)y, times); }
__CUFORT_BOTH__ float remainderf(float x, float y) { return (float)remainder((double)x, (double)y); }

#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
__CUFORT_BOTH__ int ilogb(double x) {
  int e;
  if (x == 0.0 || x != x) return FP_ILOGB0;
  if (fabs(x) == (double)(1e308 * 10)) return 2147483647;
  frexp(x, &e);
  return e - 1;
}
__CUFORT_BOTH__ double logb(double x) { return x == 0.0 ? -(double)(1e308 * 10) : fabs(x) < (double)(1e308 * 10) ? (double)ilogb(x) : x * x; }
__CUFORT_BOTH__ int ilogbf(float x) { return ilogb((double)x); }
__CUFORT_OF_DOUBLE__(logb)
__CUFORT_BOTH__ float scalbnf(float x, int n) { return ldexpf(x, n); }
__CUFORT_BOTH__ double scalbln(double x, long n) { return ldexp(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n); }
__CUFORT_BOTH__ float scalblnf(float x, long n) { return (float)scalbln((double)x, n); }

// Quarters of a circle are taken away before pi comes in.
__CUFORT_BOTH__ double __cufort_circle(double x, long ahead) {
  double quarters = rint(2.0 * x), t = 3.14159265358979323846 * (x - 0.5 * quarters);
  long n = (long)fmod(quarters, 4.0) + ahead;
  double v = n & 1 ? cos(t) : sin(t);
  return n & 2 ? 0.0 - v : v;
}
__CUFORT_BOTH__ double sinpi(double x) { double v = __cufort_circle(x, 0); return v == 0.0 ? copysign(v, x) : v; }
__CUFORT_BOTH__ double cospi(double x) { return __cufort_circle(x, 1); }
__CUFORT_OF_DOUBLE__(sinpi)
__CUFORT_OF_DOUBLE__(cospi)
__CUFORT_BOTH__ void sincospi(double x, double *s, double *c) { *s = sinpi(x); *c = cospi(x); }
__CUFORT_BOTH__ void sincospif(float x, float *s, float *c) { *s = sinpif(x); *c = cospif(x); }

// Lengths.
__CUFORT_BOTH__ float rcbrtf(float x) { return 1.0f / cbrtf(x); }
__CUFORT_BOTH__ double rcbrt(double x) { return 1.0 / cbrt(x); }
__CUFORT_BOTH__ double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
__CUFORT_BOTH__ float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
__CUFORT_BOTH__ double norm3d(double a, double b, double c) { return sqrt(a * a + b * b + c * c); }
__CUFORT_BOTH__ float norm3df(float a, float b, float c) { return (float)norm3d((double)a, (double)b, (double)c); }
__CUFORT_BOTH__ double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }
__CUFORT_BOTH__ float rnorm3df(float a, float b, float c) { return (float)rnorm3d((double)a, (double)b, (double)c); }
__CUFORT_BOTH__ double norm4d(double a, double b, double c, double d) { return sqrt(a * a + b * b + c * c + d * d); }
__CUFORT_BOTH__ float norm4df(float a, float b, float c, float d) { return (float)norm4d((double)a, (double)b, (double)c, (double)d); }
__CUFORT_BOTH__ double rnorm4d(double a, double b, double c, double d) { return 1.0 / norm4d(a, b, c, d); }
__CUFORT_BOTH__ float rnorm4df(float a, float b, float c, float d) { return (float)rnorm4d((double)a, (double)b, (double)c, (double)d); }
__CUFORT_BOTH__ double norm(int n, const double *p) { double all = 0; for (int i = 0; i < n; i++) all += p[i] * p[i]; return sqrt(all); }
__CUFORT_BOTH__ float normf(int n, const float *p) { double all = 0; for (int i = 0; i < n; i++) all += (double)p[i] * p[i]; return (float)sqrt(all); }
__CUFORT_BOTH__ double rnorm(int n, const double *p) { return 1.0 / norm(n, p); }
__CUFORT_BOTH__ float rnormf(int n, const float *p) { return 1.0f / normf(n, p); }

// Inverses of the error functions: Halley's steps from an approximation of a few digits (Abramowitz and Stegun 26.2.23 in the tails), each of which makes three times as many.
#define __CUFORT_SLOPE__(x) (1.12837916709551257390 * exp(-(x) * (x)))
__CUFORT_BOTH__ double __cufort_erfinv_middle(double y) {
  double x = 0.88622692545275801365 * y * (1.0 + 0.26179938779914943654 * y * y);
  for (int i = 0; i < 3; i++) {
    double off = (erf(x) - y) / __CUFORT_SLOPE__(x);
    x -= off / (1.0 + x * off);
  }
  return x;
}
__CUFORT_BOTH__ double __cufort_erfcinv_tail(double y) {
  double t = sqrt(-2.0 * log(0.5 * y));
  double x = 0.70710678118654752440 * (t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
  for (int i = 0; i < 3; i++) {
    double off = (erfc(x) - y) / __CUFORT_SLOPE__(x);
    x += off / (1.0 - x * off);
  }
  return x;
}
__CUFORT_BOTH__ double erfcinv(double y) {
  if (!(y >= 0.0 && y <= 2.0)) return (double)((1e308 * 10) - (1e308 * 10));
  if (y == 0.0) return (double)(1e308 * 10);
  if (y == 2.0) return -(double)(1e308 * 10);
  if (y >= 0.5 && y <= 1.5) return __cufort_erfinv_middle(1.0 - y);
  return y < 1.0 ? __cufort_erfcinv_tail(y) : -__cufort_erfcinv_tail(2.0 - y);
}
__CUFORT_BOTH__ double erfinv(double y) {
  if (fabs(y) < 0.5) return __cufort_erfinv_middle(y);
  return copysign(erfcinv(1.0 - fabs(y)), y);
}
__CUFORT_BOTH__ double normcdf(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }
__CUFORT_BOTH__ double normcdfinv(double y) { return -1.41421356237309504880 * erfcinv(2.0 * y); }
// exp(x^2) erfc(x): the square in two parts, and beyond 25 the series in 1 / x^2.
__CUFORT_BOTH__ double erfcx(double x) {
  if (x < 25.0) {
    double high = x * x;
    if (!(high < 710.0)) return x != x ? x : (double)(1e308 * 10);
    return exp(high) * (1.0 + fma(x, x, -high)) * erfc(x);
  }
  double u = 0.5 / x / x;
  return 0.56418958354775628695 / x * (1.0 - u * (1.0 - u * (3.0 - u * (15.0 - u * (105.0 - u * (945.0 - u * 10395.0))))));
}
__CUFORT_OF_DOUBLE__(erfcinv)
__CUFORT_OF_DOUBLE__(erfinv)
__CUFORT_OF_DOUBLE__(normcdf)
__CUFORT_OF_DOUBLE__(normcdfinv)
__CUFORT_OF_DOUBLE__(erfcx)

// Modified Bessel functions of order n: the series of x^2, and the one of 1 / x beyond 30; all terms that count have one sign.
__CUFORT_BOTH__ double __cufort_bessel_i(double x, int n) {
  double term = 1.0, all = 1.0;
  if (x < 30.0) {
    for (int k = 1; k < 200 && term > 1e-17 * all; k++) all += term *= 0.25 * x * x / (k * (double)(k + n));
    return n ? 0.5 * x * all : all;
  }
  if (!(x < 720.0)) return x;
  for (int k = 1; k < 60 && fabs(term) > 1e-17 * all; k++) all += term *= ((2 * k - 1) * (2 * k - 1) - 4 * n * n) / (8.0 * k * x);
  double half = exp(0.5 * x);
  return half * (all / sqrt(6.28318530717958647693 * x)) * half;
}
__CUFORT_BOTH__ double cyl_bessel_i0(double x) { return __cufort_bessel_i(fabs(x), 0); }
__CUFORT_BOTH__ double cyl_bessel_i1(double x) { return x < 0 ? -__cufort_bessel_i(-x, 1) : __cufort_bessel_i(x, 1); }
__CUFORT_OF_DOUBLE__(cyl_bessel_i0)
__CUFORT_OF_DOUBLE__(cyl_bessel_i1)
#undef __CUFORT_OF_DOUBLE__
#undef __CUFORT_BOTH__
#undef __CUFORT_SLOPE__
