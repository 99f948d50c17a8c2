#pragma once
#ifdef __cplusplus
#include <complex>
#else
#include <__complex.h>
#define complex _Complex
#define _Complex_I 1.0iF
#define I _Complex_I
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#define CMPLXF(x, y) __builtin_complex((float)(x), (float)(y))
#define CMPLXL(x, y) __builtin_complex((long double)(x), (long double)(y))
#endif
