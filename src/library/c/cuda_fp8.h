// Numbers of 8 bits: e4m3 (to 448, no infinity) and e5m2 (to 57344).
#pragma once
#include <cuda_fp16.h>
#include <cuda_bf16.h>
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;
#define __CUFORT_FP8__ static inline __host__ __device__
// To nearest, ties to even.
__CUFORT_FP8__ __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  const int bits = kind == __NV_E4M3 ? 3 : 2, bias = kind == __NV_E4M3 ? 7 : 15;
  const int most = kind == __NV_E4M3 ? 0x7e : 0x7b, beyond = kind == __NV_E4M3 ? 0x7f : 0x7c;
  unsigned long long u = *(unsigned long long *)&x;
  int sign = (int)(u >> 63) << 7;
  u &= 0x7fffffffffffffffULL;
  if (u > 0x7ff0000000000000ULL) return kind == __NV_E4M3 ? (__nv_fp8_storage_t)(sign | 0x7f) : (__nv_fp8_storage_t)(sign | 0x7e | (int)((u >> 50) & 3));
  int e = (int)(u >> 52) - 1023 + bias;
  unsigned long long m = (u & 0xfffffffffffffULL) | (u >> 52 ? 0x10000000000000ULL : 0);
  // Below the least normal number the exponent stays.
  int drop = 52 - bits + (e < 1 ? 1 - e : 0);
  int code;
  if (drop > 54) code = 0;
  else {
    unsigned long long half = 1ULL << (drop - 1), rest = m & ((half << 1) - 1), kept = m >> drop;
    if (rest > half || (rest == half && (kept & 1))) kept++;
    code = (int)kept + (e < 1 ? 0 : (e > 40 ? 40 : e) - 1) * (1 << bits);
  }
  if (code > most) code = saturate == __NV_SATFINITE ? most : beyond;
  return (__nv_fp8_storage_t)(sign | code);
}
__CUFORT_FP8__ __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) { return __nv_cvt_double_to_fp8((double)x, saturate, kind); }
__CUFORT_FP8__ float __cufort_fp8_value(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  const int bits = kind == __NV_E4M3 ? 3 : 2, bias = kind == __NV_E4M3 ? 7 : 15;
  int code = x & 0x7f, e = code >> bits, m = code & ((1 << bits) - 1);
  unsigned int sign = (unsigned int)(x >> 7) << 31, u;
  if (kind == __NV_E4M3 ? code == 0x7f : e == 31) u = kind == __NV_E4M3 || m ? 0x7fffffffu : sign | 0x7f800000u;
  else if (e) u = sign | (unsigned int)(e - bias + 127) << 23 | (unsigned int)m << (23 - bits);
  else { float f = (float)m; for (int i = 1 - bias - bits; i < 0; i++) f *= 0.5f; u = sign | *(unsigned int *)&f; }
  return *(float *)&u;
}
__CUFORT_FP8__ __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  float f = __cufort_fp8_value(x, kind);
  __half h(f);
  __half_raw r;
  r.x = f == f ? *(unsigned short *)&h : 0x7fff;
  return r;
}
__CUFORT_FP8__ __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t kind) {
  __half2_raw r;
  r.x = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, kind).x;
  r.y = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), kind).x;
  return r;
}
__CUFORT_FP8__ __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) { return __nv_cvt_float_to_fp8((float)__half(x), saturate, kind); }
__CUFORT_FP8__ __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) { return __nv_cvt_float_to_fp8((float)__nv_bfloat16(x), saturate, kind); }
__CUFORT_FP8__ __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 v, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) { return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(v.x, saturate, kind) | __nv_cvt_float_to_fp8(v.y, saturate, kind) << 8); }
__CUFORT_FP8__ __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 v, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) { return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(v.x, saturate, kind) | __nv_cvt_double_to_fp8(v.y, saturate, kind) << 8); }
__CUFORT_FP8__ __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw v, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  __half_raw a, b;
  a.x = v.x; b.x = v.y;
  return (__nv_fp8x2_storage_t)(__nv_cvt_halfraw_to_fp8(a, saturate, kind) | __nv_cvt_halfraw_to_fp8(b, saturate, kind) << 8);
}
__CUFORT_FP8__ __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw v, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  __nv_bfloat16_raw a, b;
  a.x = v.x; b.x = v.y;
  return (__nv_fp8x2_storage_t)(__nv_cvt_bfloat16raw_to_fp8(a, saturate, kind) | __nv_cvt_bfloat16raw_to_fp8(b, saturate, kind) << 8);
}
#define __CUFORT_FP8_TYPES__(e, kind) \
  struct __nv_fp8_##e { \
    __nv_fp8_storage_t __x; \
    __nv_fp8_##e() = default; \
    __host__ __device__ explicit __nv_fp8_##e(float f) : __x(__nv_cvt_float_to_fp8(f, __NV_SATFINITE, kind)) {} \
    __host__ __device__ explicit __nv_fp8_##e(double f) : __x(__nv_cvt_double_to_fp8(f, __NV_SATFINITE, kind)) {} \
    __host__ __device__ explicit __nv_fp8_##e(const __half &f) : __x(__nv_cvt_float_to_fp8((float)f, __NV_SATFINITE, kind)) {} \
    __host__ __device__ explicit __nv_fp8_##e(const __nv_bfloat16 &f) : __x(__nv_cvt_float_to_fp8((float)f, __NV_SATFINITE, kind)) {} \
    template <class I, std::enable_if_t<std::is_integral<I>::value, int> = 0> __host__ __device__ explicit __nv_fp8_##e(I i) : __x(__nv_cvt_float_to_fp8((float)i, __NV_SATFINITE, kind)) {} \
    __host__ __device__ explicit operator __half() const { return __half(__cufort_fp8_value(__x, kind)); } \
    __host__ __device__ explicit operator __nv_bfloat16() const { return __nv_bfloat16(__cufort_fp8_value(__x, kind)); } \
    __host__ __device__ explicit operator float() const { return __cufort_fp8_value(__x, kind); } \
    __host__ __device__ explicit operator double() const { return (double)__cufort_fp8_value(__x, kind); } \
    __host__ __device__ explicit operator int() const { return (int)__cufort_fp8_value(__x, kind); } \
    __host__ __device__ explicit operator bool() const { return (__x & 0x7f) != 0; } \
  }; \
  struct __align__(2) __nv_fp8x2_##e { \
    __nv_fp8x2_storage_t __x; \
    __nv_fp8x2_##e() = default; \
    __host__ __device__ explicit __nv_fp8x2_##e(const float2 &f) : __x(__nv_cvt_float2_to_fp8x2(f, __NV_SATFINITE, kind)) {} \
    __host__ __device__ explicit __nv_fp8x2_##e(const double2 &f) : __x(__nv_cvt_double2_to_fp8x2(f, __NV_SATFINITE, kind)) {} \
    __host__ __device__ explicit __nv_fp8x2_##e(const __half2 &f) : __x(__nv_cvt_float2_to_fp8x2(make_float2((float)f.x, (float)f.y), __NV_SATFINITE, kind)) {} \
    __host__ __device__ explicit __nv_fp8x2_##e(const __nv_bfloat162 &f) : __x(__nv_cvt_float2_to_fp8x2(make_float2((float)f.x, (float)f.y), __NV_SATFINITE, kind)) {} \
    __host__ __device__ explicit operator float2() const { return make_float2(__cufort_fp8_value((__nv_fp8_storage_t)__x, kind), __cufort_fp8_value((__nv_fp8_storage_t)(__x >> 8), kind)); } \
    __host__ __device__ explicit operator __half2() const { return __half2(__half(__cufort_fp8_value((__nv_fp8_storage_t)__x, kind)), __half(__cufort_fp8_value((__nv_fp8_storage_t)(__x >> 8), kind))); } \
  }; \
  struct __align__(4) __nv_fp8x4_##e { \
    __nv_fp8x4_storage_t __x; \
    __nv_fp8x4_##e() = default; \
    __host__ __device__ explicit __nv_fp8x4_##e(const float4 &f) \
        : __x(__nv_cvt_float2_to_fp8x2(make_float2(f.x, f.y), __NV_SATFINITE, kind) | (__nv_fp8x4_storage_t)__nv_cvt_float2_to_fp8x2(make_float2(f.z, f.w), __NV_SATFINITE, kind) << 16) {} \
    __host__ __device__ explicit __nv_fp8x4_##e(const double4 &f) \
        : __x(__nv_cvt_double2_to_fp8x2(make_double2(f.x, f.y), __NV_SATFINITE, kind) | (__nv_fp8x4_storage_t)__nv_cvt_double2_to_fp8x2(make_double2(f.z, f.w), __NV_SATFINITE, kind) << 16) {} \
    __host__ __device__ explicit __nv_fp8x4_##e(const __half2 &a, const __half2 &b) : __nv_fp8x4_##e(make_float4((float)a.x, (float)a.y, (float)b.x, (float)b.y)) {} \
    __host__ __device__ explicit __nv_fp8x4_##e(const __nv_bfloat162 &a, const __nv_bfloat162 &b) : __nv_fp8x4_##e(make_float4((float)a.x, (float)a.y, (float)b.x, (float)b.y)) {} \
    __host__ __device__ explicit operator float4() const { \
      return make_float4(__cufort_fp8_value((__nv_fp8_storage_t)__x, kind), __cufort_fp8_value((__nv_fp8_storage_t)(__x >> 8), kind), \
                         __cufort_fp8_value((__nv_fp8_storage_t)(__x >> 16), kind), __cufort_fp8_value((__nv_fp8_storage_t)(__x >> 24), kind)); \
    } \
  };
__CUFORT_FP8_TYPES__(e4m3, __NV_E4M3)
__CUFORT_FP8_TYPES__(e5m2, __NV_E5M2)
