// Functions of complex numbers, by their parts; those of float are computed as double.
#pragma once
#include <math.h>
#define __CUFORT_PARTS__(T, f) \
  static inline T creal##f(T _Complex z) { return __real__ z; } \
  static inline T cimag##f(T _Complex z) { return __imag__ z; } \
  static inline T _Complex conj##f(T _Complex z) { return ~z; } \
  static inline T cabs##f(T _Complex z) { return hypot##f(__real__ z, __imag__ z); } \
  static inline T carg##f(T _Complex z) { return atan2##f(__imag__ z, __real__ z); } \
  static inline T _Complex cproj##f(T _Complex z) { return isinf(__real__ z) || isinf(__imag__ z) ? __builtin_complex((T)INFINITY, copysign##f(0, __imag__ z)) : z; }
__CUFORT_PARTS__(double, )
__CUFORT_PARTS__(float, f)
__CUFORT_PARTS__(long double, l)
static inline double _Complex cexp(double _Complex z) {
  double x = __real__ z, y = __imag__ z, r = exp(x);
  if (y == 0) return __builtin_complex(r, y);
  if (isinf(x) && !isfinite(y)) return x < 0 ? __builtin_complex(0.0, copysign(0.0, y)) : __builtin_complex(x, y - y);
  if (x > 709 && isfinite(x)) return __builtin_complex(exp(x - 709) * (0x1.d422d2be5dc9bp1022 * cos(y)), exp(x - 709) * (0x1.d422d2be5dc9bp1022 * sin(y)));
  return __builtin_complex(r * cos(y), r * sin(y));
}
static inline double _Complex clog(double _Complex z) {
  double x = fabs(__real__ z), y = fabs(__imag__ z), most = fmax(x, y), least = fmin(x, y), r = hypot(x, y);
  double size = most > 0.5 && r < 2 ? 0.5 * log1p((most - 1) * (most + 1) + least * least) : log(r);
  return __builtin_complex(size, atan2(__imag__ z, __real__ z));
}
static inline double _Complex csqrt(double _Complex z) {
  double x = __real__ z, y = __imag__ z;
  if (isinf(y)) return __builtin_complex((double)INFINITY, y);
  if (x == 0 && y == 0) return __builtin_complex(0.0, y);
  if (y == 0) return x < 0 ? __builtin_complex(0.0, copysign(sqrt(-x), y)) : __builtin_complex(sqrt(x), copysign(0.0, y));
  if (x == 0) { double r = sqrt(0.5 * fabs(y)); return __builtin_complex(r, copysign(r, y)); }
  double d = hypot(x, y), r, s;
  if (x > 0) { r = sqrt(0.5 * (d + x)); s = 0.5 * (y / r); }
  else { s = sqrt(0.5 * (d - x)); r = fabs(0.5 * (y / s)); }
  return __builtin_complex(r, copysign(s, y));
}
static inline double _Complex cpow(double _Complex z, double _Complex n) { return z == 0 ? (n == 0 ? 1 : 0) : cexp(n * clog(z)); }
static inline double _Complex csinh(double _Complex z) { double x = __real__ z, y = __imag__ z; return __builtin_complex(sinh(x) * cos(y), y == 0 ? y : cosh(x) * sin(y)); }
static inline double _Complex ccosh(double _Complex z) { double x = __real__ z, y = __imag__ z; return __builtin_complex(cosh(x) * cos(y), x == 0 || y == 0 ? x * y : sinh(x) * sin(y)); }
static inline double _Complex ctanh(double _Complex z) {
  double x = __real__ z, y = __imag__ z, s = sin(y), c = cos(y);
  if (fabs(x) > 354) return __builtin_complex(copysign(1.0, x), 4 * s * c * exp(-2 * fabs(x)));
  double by = fabs(x) > 1e-16 ? sinh(x) * sinh(x) + c * c : c * c;
  return __builtin_complex(sinh(x) * cosh(x) / by, s * c / by);
}
// From one function of z to that of i z, and back.
static inline double _Complex __cufort_turned(double _Complex z) { return __builtin_complex(-__imag__ z, __real__ z); }
static inline double _Complex __cufort_back(double _Complex z) { return __builtin_complex(__imag__ z, -__real__ z); }
static inline double _Complex csin(double _Complex z) { return __cufort_back(csinh(__cufort_turned(z))); }
static inline double _Complex ccos(double _Complex z) { return ccosh(__cufort_turned(z)); }
static inline double _Complex ctan(double _Complex z) { return __cufort_back(ctanh(__cufort_turned(z))); }
static inline double _Complex casinh(double _Complex z) {
  double x = fabs(__real__ z), y = fabs(__imag__ z);
  double _Complex w = __builtin_complex(x, y), r;
  if (x > 1e8 || y > 1e8) { r = clog(w); __real__ r += 0.693147180559945309417; }
  else if (x < 1e-4 && y < 1e-4) r = w - w * w * w / 6;
  else r = clog(w + csqrt(w * w + 1));
  return __builtin_complex(copysign(__real__ r, __real__ z), copysign(__imag__ r, __imag__ z));
}
static inline double _Complex casin(double _Complex z) { return __cufort_back(casinh(__cufort_turned(z))); }
static inline double _Complex cacos(double _Complex z) { double _Complex s = casin(z); return __builtin_complex(1.57079632679489661923 - __real__ s, -__imag__ s); }
static inline double _Complex cacosh(double _Complex z) { double _Complex c = cacos(z), r = signbit(__imag__ z) ? __cufort_back(c) : __cufort_turned(c); return __real__ r < 0 ? -r : r; }
static inline double _Complex catan(double _Complex z) {
  double x = __real__ z, y = __imag__ z, by = x * x + (y - 1) * (y - 1);
  return __builtin_complex(0.5 * atan2(2 * x, (1 - fabs(y)) * (1 + fabs(y)) - x * x), 0.25 * log1p(4 * y / by));
}
static inline double _Complex catanh(double _Complex z) { return __cufort_back(catan(__cufort_turned(z))); }
#define __CUFORT_NARROW__(name) \
  static inline float _Complex name##f(float _Complex z) { return (float _Complex)name((double _Complex)z); } \
  static inline long double _Complex name##l(long double _Complex z) { return (long double _Complex)name((double _Complex)z); }
__CUFORT_NARROW__(cexp)
__CUFORT_NARROW__(clog)
__CUFORT_NARROW__(csqrt)
__CUFORT_NARROW__(csin)
__CUFORT_NARROW__(ccos)
__CUFORT_NARROW__(ctan)
__CUFORT_NARROW__(csinh)
__CUFORT_NARROW__(ccosh)
__CUFORT_NARROW__(ctanh)
__CUFORT_NARROW__(casin)
__CUFORT_NARROW__(cacos)
__CUFORT_NARROW__(catan)
__CUFORT_NARROW__(casinh)
__CUFORT_NARROW__(cacosh)
__CUFORT_NARROW__(catanh)
static inline float _Complex cpowf(float _Complex z, float _Complex n) { return (float _Complex)cpow((double _Complex)z, (double _Complex)n); }
static inline long double _Complex cpowl(long double _Complex z, long double _Complex n) { return (long double _Complex)cpow((double _Complex)z, (double _Complex)n); }
