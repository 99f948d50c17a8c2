#pragma once
#include <math.h>
#include <vector_types.h>
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
#define __CUFORT_CC__ static inline __host__ __device__
#define __CUFORT_COMPLEX_OF__(T, C, s, root, absolute) \
  __CUFORT_CC__ C make_cu##s##Complex(T x, T y) { C z; z.x = x; z.y = y; return z; } \
  __CUFORT_CC__ T cuCreal##absolute(C z) { return z.x; } \
  __CUFORT_CC__ T cuCimag##absolute(C z) { return z.y; } \
  __CUFORT_CC__ C cuConj##absolute(C z) { return make_cu##s##Complex(z.x, -z.y); } \
  __CUFORT_CC__ C cuCadd##absolute(C a, C b) { return make_cu##s##Complex(a.x + b.x, a.y + b.y); } \
  __CUFORT_CC__ C cuCsub##absolute(C a, C b) { return make_cu##s##Complex(a.x - b.x, a.y - b.y); } \
  __CUFORT_CC__ C cuCmul##absolute(C a, C b) { return make_cu##s##Complex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); } \
  __CUFORT_CC__ C cuCdiv##absolute(C a, C b) { T d = b.x * b.x + b.y * b.y; return make_cu##s##Complex((a.x * b.x + a.y * b.y) / d, (a.y * b.x - a.x * b.y) / d); } \
  __CUFORT_CC__ C cuCfma##absolute(C a, C b, C c) { return cuCadd##absolute(cuCmul##absolute(a, b), c); } \
  __CUFORT_CC__ T cuCabs##absolute(C z) { return root(z.x * z.x + z.y * z.y); }
__CUFORT_COMPLEX_OF__(float, cuFloatComplex, Float, sqrtf, f)
__CUFORT_COMPLEX_OF__(double, cuDoubleComplex, Double, sqrt, )
__CUFORT_CC__ cuComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
