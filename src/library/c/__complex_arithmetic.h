// Products and quotients of complex numbers where the plain formulas do not do (C11, annex G; the quotient as Baudin and Smith have it).
#pragma once
#define __CUFORT_COMPLEX__(letter, T, suffix) \
  static inline T __cufort_boxed_##letter(T x) { return __builtin_copysign##suffix(__builtin_isinf(x) ? 1 : 0, x); } \
  static inline _Complex T __cufort_pair_##letter(T re, T im) { _Complex T z; __real__ z = re; __imag__ z = im; return z; } \
  static inline _Complex T __cufort_mul##letter##c3(T a, T b, T c, T d) { \
    T ac = a * c, bd = b * d, ad = a * d, bc = b * c; \
    int again = 0; \
    if (__builtin_isinf(a) || __builtin_isinf(b)) { \
      a = __cufort_boxed_##letter(a); b = __cufort_boxed_##letter(b); \
      if (c != c) c = __builtin_copysign##suffix(0, c); \
      if (d != d) d = __builtin_copysign##suffix(0, d); \
      again = 1; \
    } \
    if (__builtin_isinf(c) || __builtin_isinf(d)) { \
      c = __cufort_boxed_##letter(c); d = __cufort_boxed_##letter(d); \
      if (a != a) a = __builtin_copysign##suffix(0, a); \
      if (b != b) b = __builtin_copysign##suffix(0, b); \
      again = 1; \
    } \
    if (!again && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc))) { \
      if (a != a) a = __builtin_copysign##suffix(0, a); \
      if (b != b) b = __builtin_copysign##suffix(0, b); \
      if (c != c) c = __builtin_copysign##suffix(0, c); \
      if (d != d) d = __builtin_copysign##suffix(0, d); \
      again = 1; \
    } \
    if (!again) return __cufort_pair_##letter(ac - bd, ad + bc); \
    return __cufort_pair_##letter(__builtin_inf##suffix() * (a * c - b * d), __builtin_inf##suffix() * (a * d + b * c)); \
  } \
  static inline _Complex T __cufort_ends_##letter(T x, T y, T a, T b, T c, T d) { \
    if (x == x || y == y) return __cufort_pair_##letter(x, y); \
    if (c == 0 && d == 0 && (a == a || b == b)) { \
      T end = __builtin_copysign##suffix(__builtin_inf##suffix(), c); \
      return __cufort_pair_##letter(end * a, end * b); \
    } \
    if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) { \
      a = __cufort_boxed_##letter(a); b = __cufort_boxed_##letter(b); \
      return __cufort_pair_##letter(__builtin_inf##suffix() * (a * c + b * d), __builtin_inf##suffix() * (b * c - a * d)); \
    } \
    if ((__builtin_isinf(c) || __builtin_isinf(d)) && __builtin_isfinite(a) && __builtin_isfinite(b)) { \
      c = __cufort_boxed_##letter(c); d = __cufort_boxed_##letter(d); \
      return __cufort_pair_##letter(0 * (a * c + b * d), 0 * (b * c - a * d)); \
    } \
    return __cufort_pair_##letter(x, y); \
  }
__CUFORT_COMPLEX__(s, float, f)
__CUFORT_COMPLEX__(d, double, )
__CUFORT_COMPLEX__(x, long double, l)
static inline _Complex float __cufort_divsc3(float a, float b, float c, float d) {
  double e = a, f = b, g = c, h = d, by = g * g + h * h;
  return __cufort_ends_s((float)((e * g + f * h) / by), (float)((f * g - e * h) / by), a, b, c, d);
}
static inline double __cufort_size(double x) { return x < 0 ? -x : x; }
static inline _Complex double __cufort_divdc3(double a, double b, double c, double d) {
  double p = a, q = b, r = c, s = d, x, y, ratio, by;
  int flipped = __cufort_size(c) < __cufort_size(d);
  if (flipped) { r = d; s = c; }
  double most = __cufort_size(r), scale = 1;
  if (most >= 0x1.fffffffffffffp1022) scale = 0.5;
  p *= scale; q *= scale; r *= scale; s *= scale;
  most = __cufort_size(r);
  double top = 0x1.fffffffffffffp970, m = __cufort_size(p), n = __cufort_size(q);
  int isSmall = most < top && ((m < 0x1p-1022 && n < top) || (n < 0x1p-1022 && m < top));
  scale = most < 0x1p-52 || isSmall ? 0x1p52 : 1;
  p *= scale; q *= scale; r *= scale; s *= scale;
  ratio = s / r;
  by = s * ratio + r;
  int plain = __cufort_size(ratio) > 0x1p-1022;
  if (flipped) {
    x = (plain ? p * ratio : s * (p / r)) + q;
    y = (plain ? q * ratio : s * (q / r)) - p;
  } else {
    x = p + (plain ? q * ratio : s * (q / r));
    y = q - (plain ? p * ratio : s * (p / r));
  }
  return __cufort_ends_d(x / by, y / by, a, b, c, d);
}
static inline _Complex long double __cufort_divxc3(long double a, long double b, long double c, long double d) {
  return __cufort_divdc3((double)a, (double)b, (double)c, (double)d);
}
