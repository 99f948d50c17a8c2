// Numbers of 16 bits with the range of float.
#pragma once
#include <math.h>
struct __nv_bfloat16_raw { unsigned short x; };
struct __nv_bfloat162_raw { unsigned short x, y; };
struct __nv_bfloat16 {
  unsigned short bits;
  static __host__ __device__ unsigned short rounded(float f) {
    unsigned int x = *(unsigned int *)&f;
    if (f != f) return 0x7fff;
    return (unsigned short)((x + 0x7fffu + ((x >> 16) & 1u)) >> 16);
  }
  __nv_bfloat16() = default;
  __host__ __device__ __nv_bfloat16(float f) : bits(rounded(f)) {}
  __host__ __device__ __nv_bfloat16(double f) : bits(rounded((float)f)) {}
  __host__ __device__ __nv_bfloat16(int f) : bits(rounded((float)f)) {}
  __host__ __device__ __nv_bfloat16(unsigned int f) : bits(rounded((float)f)) {}
  __host__ __device__ __nv_bfloat16(long f) : bits(rounded((float)f)) {}
  __host__ __device__ __nv_bfloat16(const __nv_bfloat16_raw &r) : bits(r.x) {}
  __host__ __device__ operator __nv_bfloat16_raw() const { __nv_bfloat16_raw r; r.x = bits; return r; }
  __host__ __device__ operator float() const { unsigned int x = (unsigned int)bits << 16; return *(float *)&x; }
  __host__ __device__ __nv_bfloat16 &operator=(float f) { bits = rounded(f); return *this; }
  __host__ __device__ __nv_bfloat16 &operator+=(const __nv_bfloat16 &o) { bits = rounded((float)*this + (float)o); return *this; }
  __host__ __device__ __nv_bfloat16 &operator-=(const __nv_bfloat16 &o) { bits = rounded((float)*this - (float)o); return *this; }
  __host__ __device__ __nv_bfloat16 &operator*=(const __nv_bfloat16 &o) { bits = rounded((float)*this * (float)o); return *this; }
  __host__ __device__ __nv_bfloat16 &operator/=(const __nv_bfloat16 &o) { bits = rounded((float)*this / (float)o); return *this; }
};
typedef __nv_bfloat16 nv_bfloat16;
struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __host__ __device__ __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b) {}
};
typedef __nv_bfloat162 nv_bfloat162;

__host__ __device__ inline __nv_bfloat16 operator+(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __nv_bfloat16((float)a + (float)b); }
__host__ __device__ inline __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a + (float)b); }
__host__ __device__ inline __nv_bfloat16 __hadd_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a + (float)b); }
__host__ __device__ inline __nv_bfloat162 operator+(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __nv_bfloat162(a.x + b.x, a.y + b.y); }
__host__ __device__ inline __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x + b.x, a.y + b.y); }
__host__ __device__ inline __nv_bfloat162 &operator+=(__nv_bfloat162 &a, const __nv_bfloat162 &b) { a = a + b; return a; }
__host__ __device__ inline __nv_bfloat16 operator-(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __nv_bfloat16((float)a - (float)b); }
__host__ __device__ inline __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a - (float)b); }
__host__ __device__ inline __nv_bfloat16 __hsub_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a - (float)b); }
__host__ __device__ inline __nv_bfloat162 operator-(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __nv_bfloat162(a.x - b.x, a.y - b.y); }
__host__ __device__ inline __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x - b.x, a.y - b.y); }
__host__ __device__ inline __nv_bfloat162 &operator-=(__nv_bfloat162 &a, const __nv_bfloat162 &b) { a = a - b; return a; }
__host__ __device__ inline __nv_bfloat16 operator*(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __nv_bfloat16((float)a * (float)b); }
__host__ __device__ inline __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a * (float)b); }
__host__ __device__ inline __nv_bfloat16 __hmul_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a * (float)b); }
__host__ __device__ inline __nv_bfloat162 operator*(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __nv_bfloat162(a.x * b.x, a.y * b.y); }
__host__ __device__ inline __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x * b.x, a.y * b.y); }
__host__ __device__ inline __nv_bfloat162 &operator*=(__nv_bfloat162 &a, const __nv_bfloat162 &b) { a = a * b; return a; }
__host__ __device__ inline __nv_bfloat16 operator/(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __nv_bfloat16((float)a / (float)b); }
__host__ __device__ inline __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a / (float)b); }
__host__ __device__ inline __nv_bfloat16 __hdiv_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a / (float)b); }
__host__ __device__ inline __nv_bfloat162 operator/(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __nv_bfloat162(a.x / b.x, a.y / b.y); }
__host__ __device__ inline __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x / b.x, a.y / b.y); }
__host__ __device__ inline __nv_bfloat162 &operator/=(__nv_bfloat162 &a, const __nv_bfloat162 &b) { a = a / b; return a; }
__host__ __device__ inline __nv_bfloat16 operator+(const __nv_bfloat16 &a) { return a; }
__host__ __device__ inline __nv_bfloat16 operator-(const __nv_bfloat16 &a) { return __nv_bfloat16(-(float)a); }
__host__ __device__ inline __nv_bfloat16 __hneg(__nv_bfloat16 a) { return __nv_bfloat16(-(float)a); }
__host__ __device__ inline __nv_bfloat162 operator+(const __nv_bfloat162 &a) { return a; }
__host__ __device__ inline __nv_bfloat162 operator-(const __nv_bfloat162 &a) { return __nv_bfloat162(-a.x, -a.y); }
__host__ __device__ inline __nv_bfloat162 __hneg2(__nv_bfloat162 a) { return __nv_bfloat162(-a.x, -a.y); }
__host__ __device__ inline __nv_bfloat16 __habs(__nv_bfloat16 a) { return __nv_bfloat16(fabsf((float)a)); }
__host__ __device__ inline __nv_bfloat162 __habs2(__nv_bfloat162 a) { return __nv_bfloat162(__habs(a.x), __habs(a.y)); }
__host__ __device__ inline bool operator==(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return (float)a == (float)b; }
__host__ __device__ inline bool __heq(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a == (float)b; }
__host__ __device__ inline __nv_bfloat162 __heq2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__nv_bfloat16(a.x == b.x ? 1.0f : 0.0f), __nv_bfloat16(a.y == b.y ? 1.0f : 0.0f)); }
__host__ __device__ inline bool __hbeq2(__nv_bfloat162 a, __nv_bfloat162 b) { return a.x == b.x && a.y == b.y; }
__host__ __device__ inline bool operator!=(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return (float)a != (float)b; }
__host__ __device__ inline bool __hne(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a != (float)b; }
__host__ __device__ inline __nv_bfloat162 __hne2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__nv_bfloat16(a.x != b.x ? 1.0f : 0.0f), __nv_bfloat16(a.y != b.y ? 1.0f : 0.0f)); }
__host__ __device__ inline bool __hbne2(__nv_bfloat162 a, __nv_bfloat162 b) { return a.x != b.x && a.y != b.y; }
__host__ __device__ inline bool operator<(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return (float)a < (float)b; }
__host__ __device__ inline bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a < (float)b; }
__host__ __device__ inline __nv_bfloat162 __hlt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__nv_bfloat16(a.x < b.x ? 1.0f : 0.0f), __nv_bfloat16(a.y < b.y ? 1.0f : 0.0f)); }
__host__ __device__ inline bool __hblt2(__nv_bfloat162 a, __nv_bfloat162 b) { return a.x < b.x && a.y < b.y; }
__host__ __device__ inline bool operator<=(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return (float)a <= (float)b; }
__host__ __device__ inline bool __hle(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a <= (float)b; }
__host__ __device__ inline __nv_bfloat162 __hle2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__nv_bfloat16(a.x <= b.x ? 1.0f : 0.0f), __nv_bfloat16(a.y <= b.y ? 1.0f : 0.0f)); }
__host__ __device__ inline bool __hble2(__nv_bfloat162 a, __nv_bfloat162 b) { return a.x <= b.x && a.y <= b.y; }
__host__ __device__ inline bool operator>(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return (float)a > (float)b; }
__host__ __device__ inline bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a > (float)b; }
__host__ __device__ inline __nv_bfloat162 __hgt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__nv_bfloat16(a.x > b.x ? 1.0f : 0.0f), __nv_bfloat16(a.y > b.y ? 1.0f : 0.0f)); }
__host__ __device__ inline bool __hbgt2(__nv_bfloat162 a, __nv_bfloat162 b) { return a.x > b.x && a.y > b.y; }
__host__ __device__ inline bool operator>=(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return (float)a >= (float)b; }
__host__ __device__ inline bool __hge(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a >= (float)b; }
__host__ __device__ inline __nv_bfloat162 __hge2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__nv_bfloat16(a.x >= b.x ? 1.0f : 0.0f), __nv_bfloat16(a.y >= b.y ? 1.0f : 0.0f)); }
__host__ __device__ inline bool __hbge2(__nv_bfloat162 a, __nv_bfloat162 b) { return a.x >= b.x && a.y >= b.y; }
__host__ __device__ inline __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __nv_bfloat16(fmaf((float)a, (float)b, (float)c)); }
__host__ __device__ inline __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
__host__ __device__ inline __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(fmaxf((float)a, (float)b)); }
__host__ __device__ inline __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(fminf((float)a, (float)b)); }
__host__ __device__ inline __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
__host__ __device__ inline __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
__host__ __device__ inline bool __hisnan(__nv_bfloat16 a) { return (float)a != (float)a; }
__host__ __device__ inline int __hisinf(__nv_bfloat16 a) { return (float)a == INFINITY ? 1 : (float)a == -INFINITY ? -1 : 0; }
__host__ __device__ inline __nv_bfloat16 hsqrt(__nv_bfloat16 a) { return __nv_bfloat16(sqrtf((float)a)); }
__host__ __device__ inline __nv_bfloat162 h2sqrt(__nv_bfloat162 a) { return __nv_bfloat162(hsqrt(a.x), hsqrt(a.y)); }
__host__ __device__ inline __nv_bfloat16 hexp(__nv_bfloat16 a) { return __nv_bfloat16(expf((float)a)); }
__host__ __device__ inline __nv_bfloat162 h2exp(__nv_bfloat162 a) { return __nv_bfloat162(hexp(a.x), hexp(a.y)); }
__host__ __device__ inline __nv_bfloat16 hexp2(__nv_bfloat16 a) { return __nv_bfloat16(exp2f((float)a)); }
__host__ __device__ inline __nv_bfloat162 h2exp2(__nv_bfloat162 a) { return __nv_bfloat162(hexp2(a.x), hexp2(a.y)); }
__host__ __device__ inline __nv_bfloat16 hlog(__nv_bfloat16 a) { return __nv_bfloat16(logf((float)a)); }
__host__ __device__ inline __nv_bfloat162 h2log(__nv_bfloat162 a) { return __nv_bfloat162(hlog(a.x), hlog(a.y)); }
__host__ __device__ inline __nv_bfloat16 hlog2(__nv_bfloat16 a) { return __nv_bfloat16(log2f((float)a)); }
__host__ __device__ inline __nv_bfloat162 h2log2(__nv_bfloat162 a) { return __nv_bfloat162(hlog2(a.x), hlog2(a.y)); }
__host__ __device__ inline __nv_bfloat16 hlog10(__nv_bfloat16 a) { return __nv_bfloat16(log10f((float)a)); }
__host__ __device__ inline __nv_bfloat162 h2log10(__nv_bfloat162 a) { return __nv_bfloat162(hlog10(a.x), hlog10(a.y)); }
__host__ __device__ inline __nv_bfloat16 hsin(__nv_bfloat16 a) { return __nv_bfloat16(sinf((float)a)); }
__host__ __device__ inline __nv_bfloat162 h2sin(__nv_bfloat162 a) { return __nv_bfloat162(hsin(a.x), hsin(a.y)); }
__host__ __device__ inline __nv_bfloat16 hcos(__nv_bfloat16 a) { return __nv_bfloat16(cosf((float)a)); }
__host__ __device__ inline __nv_bfloat162 h2cos(__nv_bfloat162 a) { return __nv_bfloat162(hcos(a.x), hcos(a.y)); }
__host__ __device__ inline __nv_bfloat16 hfloor(__nv_bfloat16 a) { return __nv_bfloat16(floorf((float)a)); }
__host__ __device__ inline __nv_bfloat162 h2floor(__nv_bfloat162 a) { return __nv_bfloat162(hfloor(a.x), hfloor(a.y)); }
__host__ __device__ inline __nv_bfloat16 hceil(__nv_bfloat16 a) { return __nv_bfloat16(ceilf((float)a)); }
__host__ __device__ inline __nv_bfloat162 h2ceil(__nv_bfloat162 a) { return __nv_bfloat162(hceil(a.x), hceil(a.y)); }
__host__ __device__ inline __nv_bfloat16 htrunc(__nv_bfloat16 a) { return __nv_bfloat16(truncf((float)a)); }
__host__ __device__ inline __nv_bfloat162 h2trunc(__nv_bfloat162 a) { return __nv_bfloat162(htrunc(a.x), htrunc(a.y)); }
__host__ __device__ inline __nv_bfloat16 hrint(__nv_bfloat16 a) { return __nv_bfloat16(rintf((float)a)); }
__host__ __device__ inline __nv_bfloat162 h2rint(__nv_bfloat162 a) { return __nv_bfloat162(hrint(a.x), hrint(a.y)); }
__host__ __device__ inline __nv_bfloat16 hrsqrt(__nv_bfloat16 a) { return __nv_bfloat16(1.0f / sqrtf((float)a)); }
__host__ __device__ inline __nv_bfloat16 hrcp(__nv_bfloat16 a) { return __nv_bfloat16(1.0f / (float)a); }
__host__ __device__ inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
__host__ __device__ inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
__host__ __device__ inline float __low2float(__nv_bfloat162 a) { return (float)a.x; }
__host__ __device__ inline float __high2float(__nv_bfloat162 a) { return (float)a.y; }
__host__ __device__ inline __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }
__host__ __device__ inline __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }
__host__ __device__ inline __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.x); }
__host__ __device__ inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__host__ __device__ inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__host__ __device__ inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
__host__ __device__ inline __nv_bfloat16 __float2bfloat16(float a) { return __nv_bfloat16(a); }
__host__ __device__ inline __nv_bfloat16 __float2bfloat16_rn(float a) { return __nv_bfloat16(a); }
__host__ __device__ inline __nv_bfloat16 __float2bfloat16_rz(float a) { return __nv_bfloat16(a); }
__host__ __device__ inline __nv_bfloat16 __float2bfloat16_ru(float a) { return __nv_bfloat16(a); }
__host__ __device__ inline __nv_bfloat16 __float2bfloat16_rd(float a) { return __nv_bfloat16(a); }
__host__ __device__ inline float __bfloat162float(__nv_bfloat16 a) { return (float)a; }
__host__ __device__ inline __nv_bfloat16 __double2bfloat16(double a) { return __nv_bfloat16((float)a); }
__host__ __device__ inline __nv_bfloat162 __float2bfloat162_rn(float a) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(a)); }
__host__ __device__ inline __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b)); }
__host__ __device__ inline __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __nv_bfloat162(__nv_bfloat16(a.x), __nv_bfloat16(a.y)); }
__host__ __device__ inline float2 __bfloat1622float2(__nv_bfloat162 a) { return make_float2((float)a.x, (float)a.y); }
__host__ __device__ inline __nv_bfloat16 __int2bfloat16_rn(int a) { return __nv_bfloat16((float)a); }
__host__ __device__ inline int __bfloat162int_rn(__nv_bfloat16 a) { return (int)rintf((float)a); }
__host__ __device__ inline __nv_bfloat16 __int2bfloat16_rz(int a) { return __nv_bfloat16((float)a); }
__host__ __device__ inline int __bfloat162int_rz(__nv_bfloat16 a) { return (int)(float)a; }
__host__ __device__ inline __nv_bfloat16 __uint2bfloat16_rn(unsigned int a) { return __nv_bfloat16((float)a); }
__host__ __device__ inline unsigned int __bfloat162uint_rn(__nv_bfloat16 a) { return (unsigned int)rintf((float)a); }
__host__ __device__ inline __nv_bfloat16 __uint2bfloat16_rz(unsigned int a) { return __nv_bfloat16((float)a); }
__host__ __device__ inline unsigned int __bfloat162uint_rz(__nv_bfloat16 a) { return (unsigned int)(float)a; }
__host__ __device__ inline __nv_bfloat16 __short2bfloat16_rn(short a) { return __nv_bfloat16((float)a); }
__host__ __device__ inline short __bfloat162short_rn(__nv_bfloat16 a) { return (short)rintf((float)a); }
__host__ __device__ inline __nv_bfloat16 __short2bfloat16_rz(short a) { return __nv_bfloat16((float)a); }
__host__ __device__ inline short __bfloat162short_rz(__nv_bfloat16 a) { return (short)(float)a; }
__host__ __device__ inline __nv_bfloat16 __ushort2bfloat16_rn(unsigned short a) { return __nv_bfloat16((float)a); }
__host__ __device__ inline unsigned short __bfloat162ushort_rn(__nv_bfloat16 a) { return (unsigned short)rintf((float)a); }
__host__ __device__ inline __nv_bfloat16 __ushort2bfloat16_rz(unsigned short a) { return __nv_bfloat16((float)a); }
__host__ __device__ inline unsigned short __bfloat162ushort_rz(__nv_bfloat16 a) { return (unsigned short)(float)a; }
__host__ __device__ inline __nv_bfloat16 __ll2bfloat16_rn(long long a) { return __nv_bfloat16((float)a); }
__host__ __device__ inline long long __bfloat162ll_rn(__nv_bfloat16 a) { return (long long)rintf((float)a); }
__host__ __device__ inline __nv_bfloat16 __ll2bfloat16_rz(long long a) { return __nv_bfloat16((float)a); }
__host__ __device__ inline long long __bfloat162ll_rz(__nv_bfloat16 a) { return (long long)(float)a; }
__host__ __device__ inline __nv_bfloat16 __ull2bfloat16_rn(unsigned long long a) { return __nv_bfloat16((float)a); }
__host__ __device__ inline unsigned long long __bfloat162ull_rn(__nv_bfloat16 a) { return (unsigned long long)rintf((float)a); }
__host__ __device__ inline __nv_bfloat16 __ull2bfloat16_rz(unsigned long long a) { return __nv_bfloat16((float)a); }
__host__ __device__ inline unsigned long long __bfloat162ull_rz(__nv_bfloat16 a) { return (unsigned long long)(float)a; }
__host__ __device__ inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return *(unsigned short *)&a; }
__host__ __device__ inline short __bfloat16_as_short(__nv_bfloat16 a) { return *(short *)&a; }
__host__ __device__ inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { __nv_bfloat16 a; *(unsigned short *)&a = x; return a; }
__host__ __device__ inline __nv_bfloat16 __short_as_bfloat16(short x) { __nv_bfloat16 a; *(short *)&a = x; return a; }
#ifdef __CUDACC__
static inline __device__ __nv_bfloat16 __ldg(const __nv_bfloat16 *p) { return *p; }
static inline __device__ __nv_bfloat16 atomicAdd(__nv_bfloat16 *p, __nv_bfloat16 v) {
  unsigned int *word = (unsigned int *)((unsigned long)p & ~3UL);
  int shift = ((unsigned long)p & 2) ? 16 : 0;
  unsigned int old = *word, seen;
  __nv_bfloat16 before;
  do {
    seen = old;
    before = __ushort_as_bfloat16((unsigned short)(seen >> shift));
    unsigned int next = (unsigned int)__bfloat16_as_ushort(before + v) << shift;
    old = atomicCAS(word, seen, (seen & ~(0xffffu << shift)) | next);
  } while (old != seen);
  return before;
}
static inline __device__ __nv_bfloat162 atomicAdd(__nv_bfloat162 *p, __nv_bfloat162 v) { __nv_bfloat162 old; old.x = atomicAdd(&p->x, v.x); old.y = atomicAdd(&p->y, v.y); return old; }
#endif
#ifdef __CUDACC__
#define __CUFORT_SHUFFLE16B__(T, U) \
  static inline __device__ T __shfl_sync(unsigned int mask, T v, int lane, int width = 32) { U x = (U)__shfl_sync(mask, (unsigned int)*(U *)&v, lane, width); return *(T *)&x; } \
  static inline __device__ T __shfl_up_sync(unsigned int mask, T v, unsigned int by, int width = 32) { U x = (U)__shfl_up_sync(mask, (unsigned int)*(U *)&v, by, width); return *(T *)&x; } \
  static inline __device__ T __shfl_down_sync(unsigned int mask, T v, unsigned int by, int width = 32) { U x = (U)__shfl_down_sync(mask, (unsigned int)*(U *)&v, by, width); return *(T *)&x; } \
  static inline __device__ T __shfl_xor_sync(unsigned int mask, T v, int by, int width = 32) { U x = (U)__shfl_xor_sync(mask, (unsigned int)*(U *)&v, by, width); return *(T *)&x; }
__CUFORT_SHUFFLE16B__(__nv_bfloat16, unsigned short)
__CUFORT_SHUFFLE16B__(__nv_bfloat162, unsigned int)
#endif
