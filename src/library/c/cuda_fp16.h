// Numbers of 16 bits: a member of that size rounds what is put into it.
#pragma once
#include <math.h>
struct __half_raw { unsigned short x; };
struct __half2_raw { unsigned short x, y; };
struct __half {
  __half_base v;
  __half() = default;
  __host__ __device__ constexpr __half(float f) : v(f) {}
  __host__ __device__ constexpr __half(double f) : v((float)f) {}
  __host__ __device__ constexpr __half(int f) : v((float)f) {}
  __host__ __device__ constexpr __half(unsigned int f) : v((float)f) {}
  __host__ __device__ constexpr __half(long f) : v((float)f) {}
  __host__ __device__ constexpr __half(unsigned long f) : v((float)f) {}
  __host__ __device__ constexpr __half(long long f) : v((float)f) {}
  __host__ __device__ constexpr __half(unsigned long long f) : v((float)f) {}
  __host__ __device__ constexpr __half(short f) : v((float)f) {}
  __host__ __device__ __half(const __half_raw &r) { *(unsigned short *)&v = r.x; }
  __host__ __device__ operator __half_raw() const { __half_raw r; r.x = *(const unsigned short *)&v; return r; }
  __host__ __device__ operator float() const { return v; }
  __host__ __device__ __half &operator=(float f) { v = f; return *this; }
  __host__ __device__ __half &operator=(double f) { v = (float)f; return *this; }
  __host__ __device__ __half &operator+=(const __half &o) { v = (float)v + (float)o.v; return *this; }
  __host__ __device__ __half &operator-=(const __half &o) { v = (float)v - (float)o.v; return *this; }
  __host__ __device__ __half &operator*=(const __half &o) { v = (float)v * (float)o.v; return *this; }
  __host__ __device__ __half &operator/=(const __half &o) { v = (float)v / (float)o.v; return *this; }
  __host__ __device__ __half &operator++() { v = (float)v + 1.0f; return *this; }
};
typedef __half half;
typedef __half nv_half;
struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  __host__ __device__ constexpr __half2(const __half &a, const __half &b) : x(a), y(b) {}
  __host__ __device__ __half2(const __half2_raw &r) { *(__half2_raw *)this = r; }
};
typedef __half2 half2;
typedef __half2 nv_half2;

__host__ __device__ inline __half operator+(const __half &a, const __half &b) { return __half((float)a + (float)b); }
__host__ __device__ inline __half __hadd(__half a, __half b) { return __half((float)a + (float)b); }
__host__ __device__ inline __half __hadd_rn(__half a, __half b) { return __half((float)a + (float)b); }
__host__ __device__ inline __half2 operator+(const __half2 &a, const __half2 &b) { return __half2(a.x + b.x, a.y + b.y); }
__host__ __device__ inline __half2 __hadd2(__half2 a, __half2 b) { return __half2(a.x + b.x, a.y + b.y); }
__host__ __device__ inline __half2 &operator+=(__half2 &a, const __half2 &b) { a = a + b; return a; }
__host__ __device__ inline __half operator-(const __half &a, const __half &b) { return __half((float)a - (float)b); }
__host__ __device__ inline __half __hsub(__half a, __half b) { return __half((float)a - (float)b); }
__host__ __device__ inline __half __hsub_rn(__half a, __half b) { return __half((float)a - (float)b); }
__host__ __device__ inline __half2 operator-(const __half2 &a, const __half2 &b) { return __half2(a.x - b.x, a.y - b.y); }
__host__ __device__ inline __half2 __hsub2(__half2 a, __half2 b) { return __half2(a.x - b.x, a.y - b.y); }
__host__ __device__ inline __half2 &operator-=(__half2 &a, const __half2 &b) { a = a - b; return a; }
__host__ __device__ inline __half operator*(const __half &a, const __half &b) { return __half((float)a * (float)b); }
__host__ __device__ inline __half __hmul(__half a, __half b) { return __half((float)a * (float)b); }
__host__ __device__ inline __half __hmul_rn(__half a, __half b) { return __half((float)a * (float)b); }
__host__ __device__ inline __half2 operator*(const __half2 &a, const __half2 &b) { return __half2(a.x * b.x, a.y * b.y); }
__host__ __device__ inline __half2 __hmul2(__half2 a, __half2 b) { return __half2(a.x * b.x, a.y * b.y); }
__host__ __device__ inline __half2 &operator*=(__half2 &a, const __half2 &b) { a = a * b; return a; }
__host__ __device__ inline __half operator/(const __half &a, const __half &b) { return __half((float)a / (float)b); }
__host__ __device__ inline __half __hdiv(__half a, __half b) { return __half((float)a / (float)b); }
__host__ __device__ inline __half __hdiv_rn(__half a, __half b) { return __half((float)a / (float)b); }
__host__ __device__ inline __half2 operator/(const __half2 &a, const __half2 &b) { return __half2(a.x / b.x, a.y / b.y); }
__host__ __device__ inline __half2 __h2div(__half2 a, __half2 b) { return __half2(a.x / b.x, a.y / b.y); }
__host__ __device__ inline __half2 &operator/=(__half2 &a, const __half2 &b) { a = a / b; return a; }
__host__ __device__ inline __half operator+(const __half &a) { return a; }
__host__ __device__ inline __half operator-(const __half &a) { return __half(-(float)a); }
__host__ __device__ inline __half __hneg(__half a) { return __half(-(float)a); }
__host__ __device__ inline __half2 operator+(const __half2 &a) { return a; }
__host__ __device__ inline __half2 operator-(const __half2 &a) { return __half2(-a.x, -a.y); }
__host__ __device__ inline __half2 __hneg2(__half2 a) { return __half2(-a.x, -a.y); }
__host__ __device__ inline __half __habs(__half a) { return __half(fabsf((float)a)); }
__host__ __device__ inline __half2 __habs2(__half2 a) { return __half2(__habs(a.x), __habs(a.y)); }
__host__ __device__ inline bool operator==(const __half &a, const __half &b) { return (float)a == (float)b; }
__host__ __device__ inline bool __heq(__half a, __half b) { return (float)a == (float)b; }
__host__ __device__ inline __half2 __heq2(__half2 a, __half2 b) { return __half2(__half(a.x == b.x ? 1.0f : 0.0f), __half(a.y == b.y ? 1.0f : 0.0f)); }
__host__ __device__ inline bool __hbeq2(__half2 a, __half2 b) { return a.x == b.x && a.y == b.y; }
__host__ __device__ inline bool operator!=(const __half &a, const __half &b) { return (float)a != (float)b; }
__host__ __device__ inline bool __hne(__half a, __half b) { return (float)a != (float)b; }
__host__ __device__ inline __half2 __hne2(__half2 a, __half2 b) { return __half2(__half(a.x != b.x ? 1.0f : 0.0f), __half(a.y != b.y ? 1.0f : 0.0f)); }
__host__ __device__ inline bool __hbne2(__half2 a, __half2 b) { return a.x != b.x && a.y != b.y; }
__host__ __device__ inline bool operator<(const __half &a, const __half &b) { return (float)a < (float)b; }
__host__ __device__ inline bool __hlt(__half a, __half b) { return (float)a < (float)b; }
__host__ __device__ inline __half2 __hlt2(__half2 a, __half2 b) { return __half2(__half(a.x < b.x ? 1.0f : 0.0f), __half(a.y < b.y ? 1.0f : 0.0f)); }
__host__ __device__ inline bool __hblt2(__half2 a, __half2 b) { return a.x < b.x && a.y < b.y; }
__host__ __device__ inline bool operator<=(const __half &a, const __half &b) { return (float)a <= (float)b; }
__host__ __device__ inline bool __hle(__half a, __half b) { return (float)a <= (float)b; }
__host__ __device__ inline __half2 __hle2(__half2 a, __half2 b) { return __half2(__half(a.x <= b.x ? 1.0f : 0.0f), __half(a.y <= b.y ? 1.0f : 0.0f)); }
__host__ __device__ inline bool __hble2(__half2 a, __half2 b) { return a.x <= b.x && a.y <= b.y; }
__host__ __device__ inline bool operator>(const __half &a, const __half &b) { return (float)a > (float)b; }
__host__ __device__ inline bool __hgt(__half a, __half b) { return (float)a > (float)b; }
__host__ __device__ inline __half2 __hgt2(__half2 a, __half2 b) { return __half2(__half(a.x > b.x ? 1.0f : 0.0f), __half(a.y > b.y ? 1.0f : 0.0f)); }
__host__ __device__ inline bool __hbgt2(__half2 a, __half2 b) { return a.x > b.x && a.y > b.y; }
__host__ __device__ inline bool operator>=(const __half &a, const __half &b) { return (float)a >= (float)b; }
__host__ __device__ inline bool __hge(__half a, __half b) { return (float)a >= (float)b; }
__host__ __device__ inline __half2 __hge2(__half2 a, __half2 b) { return __half2(__half(a.x >= b.x ? 1.0f : 0.0f), __half(a.y >= b.y ? 1.0f : 0.0f)); }
__host__ __device__ inline bool __hbge2(__half2 a, __half2 b) { return a.x >= b.x && a.y >= b.y; }
__host__ __device__ inline __half __hfma(__half a, __half b, __half c) { return __half(fmaf((float)a, (float)b, (float)c)); }
__host__ __device__ inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
__host__ __device__ inline __half __hmax(__half a, __half b) { return __half(fmaxf((float)a, (float)b)); }
__host__ __device__ inline __half __hmin(__half a, __half b) { return __half(fminf((float)a, (float)b)); }
__host__ __device__ inline __half2 __hmax2(__half2 a, __half2 b) { return __half2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
__host__ __device__ inline __half2 __hmin2(__half2 a, __half2 b) { return __half2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
__host__ __device__ inline bool __hisnan(__half a) { return (float)a != (float)a; }
__host__ __device__ inline int __hisinf(__half a) { return (float)a == INFINITY ? 1 : (float)a == -INFINITY ? -1 : 0; }
__host__ __device__ inline __half hsqrt(__half a) { return __half(sqrtf((float)a)); }
__host__ __device__ inline __half2 h2sqrt(__half2 a) { return __half2(hsqrt(a.x), hsqrt(a.y)); }
__host__ __device__ inline __half hexp(__half a) { return __half(expf((float)a)); }
__host__ __device__ inline __half2 h2exp(__half2 a) { return __half2(hexp(a.x), hexp(a.y)); }
__host__ __device__ inline __half hexp2(__half a) { return __half(exp2f((float)a)); }
__host__ __device__ inline __half2 h2exp2(__half2 a) { return __half2(hexp2(a.x), hexp2(a.y)); }
__host__ __device__ inline __half hlog(__half a) { return __half(logf((float)a)); }
__host__ __device__ inline __half2 h2log(__half2 a) { return __half2(hlog(a.x), hlog(a.y)); }
__host__ __device__ inline __half hlog2(__half a) { return __half(log2f((float)a)); }
__host__ __device__ inline __half2 h2log2(__half2 a) { return __half2(hlog2(a.x), hlog2(a.y)); }
__host__ __device__ inline __half hlog10(__half a) { return __half(log10f((float)a)); }
__host__ __device__ inline __half2 h2log10(__half2 a) { return __half2(hlog10(a.x), hlog10(a.y)); }
__host__ __device__ inline __half hsin(__half a) { return __half(sinf((float)a)); }
__host__ __device__ inline __half2 h2sin(__half2 a) { return __half2(hsin(a.x), hsin(a.y)); }
__host__ __device__ inline __half hcos(__half a) { return __half(cosf((float)a)); }
__host__ __device__ inline __half2 h2cos(__half2 a) { return __half2(hcos(a.x), hcos(a.y)); }
__host__ __device__ inline __half hfloor(__half a) { return __half(floorf((float)a)); }
__host__ __device__ inline __half2 h2floor(__half2 a) { return __half2(hfloor(a.x), hfloor(a.y)); }
__host__ __device__ inline __half hceil(__half a) { return __half(ceilf((float)a)); }
__host__ __device__ inline __half2 h2ceil(__half2 a) { return __half2(hceil(a.x), hceil(a.y)); }
__host__ __device__ inline __half htrunc(__half a) { return __half(truncf((float)a)); }
__host__ __device__ inline __half2 h2trunc(__half2 a) { return __half2(htrunc(a.x), htrunc(a.y)); }
__host__ __device__ inline __half hrint(__half a) { return __half(rintf((float)a)); }
__host__ __device__ inline __half2 h2rint(__half2 a) { return __half2(hrint(a.x), hrint(a.y)); }
__host__ __device__ inline __half hrsqrt(__half a) { return __half(1.0f / sqrtf((float)a)); }
__host__ __device__ inline __half hrcp(__half a) { return __half(1.0f / (float)a); }
__host__ __device__ inline __half __low2half(__half2 a) { return a.x; }
__host__ __device__ inline __half __high2half(__half2 a) { return a.y; }
__host__ __device__ inline float __low2float(__half2 a) { return (float)a.x; }
__host__ __device__ inline float __high2float(__half2 a) { return (float)a.y; }
__host__ __device__ inline __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
__host__ __device__ inline __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
__host__ __device__ inline __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }
__host__ __device__ inline __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
__host__ __device__ inline __half2 make_half2(__half a, __half b) { return __half2(a, b); }
__host__ __device__ inline __half2 __half2half2(__half a) { return __half2(a, a); }
__host__ __device__ inline __half __float2half(float a) { return __half(a); }
__host__ __device__ inline __half __float2half_rn(float a) { return __half(a); }
__host__ __device__ inline __half __float2half_rz(float a) { return __half(a); }
__host__ __device__ inline __half __float2half_ru(float a) { return __half(a); }
__host__ __device__ inline __half __float2half_rd(float a) { return __half(a); }
__host__ __device__ inline float __half2float(__half a) { return (float)a; }
__host__ __device__ inline __half __double2half(double a) { return __half((float)a); }
__host__ __device__ inline __half2 __float2half2_rn(float a) { return __half2(__half(a), __half(a)); }
__host__ __device__ inline __half2 __floats2half2_rn(float a, float b) { return __half2(__half(a), __half(b)); }
__host__ __device__ inline __half2 __float22half2_rn(float2 a) { return __half2(__half(a.x), __half(a.y)); }
__host__ __device__ inline float2 __half22float2(__half2 a) { return make_float2((float)a.x, (float)a.y); }
__host__ __device__ inline __half __int2half_rn(int a) { return __half((float)a); }
__host__ __device__ inline int __half2int_rn(__half a) { return (int)rintf((float)a); }
__host__ __device__ inline __half __int2half_rz(int a) { return __half((float)a); }
__host__ __device__ inline int __half2int_rz(__half a) { return (int)(float)a; }
__host__ __device__ inline __half __uint2half_rn(unsigned int a) { return __half((float)a); }
__host__ __device__ inline unsigned int __half2uint_rn(__half a) { return (unsigned int)rintf((float)a); }
__host__ __device__ inline __half __uint2half_rz(unsigned int a) { return __half((float)a); }
__host__ __device__ inline unsigned int __half2uint_rz(__half a) { return (unsigned int)(float)a; }
__host__ __device__ inline __half __short2half_rn(short a) { return __half((float)a); }
__host__ __device__ inline short __half2short_rn(__half a) { return (short)rintf((float)a); }
__host__ __device__ inline __half __short2half_rz(short a) { return __half((float)a); }
__host__ __device__ inline short __half2short_rz(__half a) { return (short)(float)a; }
__host__ __device__ inline __half __ushort2half_rn(unsigned short a) { return __half((float)a); }
__host__ __device__ inline unsigned short __half2ushort_rn(__half a) { return (unsigned short)rintf((float)a); }
__host__ __device__ inline __half __ushort2half_rz(unsigned short a) { return __half((float)a); }
__host__ __device__ inline unsigned short __half2ushort_rz(__half a) { return (unsigned short)(float)a; }
__host__ __device__ inline __half __ll2half_rn(long long a) { return __half((float)a); }
__host__ __device__ inline long long __half2ll_rn(__half a) { return (long long)rintf((float)a); }
__host__ __device__ inline __half __ll2half_rz(long long a) { return __half((float)a); }
__host__ __device__ inline long long __half2ll_rz(__half a) { return (long long)(float)a; }
__host__ __device__ inline __half __ull2half_rn(unsigned long long a) { return __half((float)a); }
__host__ __device__ inline unsigned long long __half2ull_rn(__half a) { return (unsigned long long)rintf((float)a); }
__host__ __device__ inline __half __ull2half_rz(unsigned long long a) { return __half((float)a); }
__host__ __device__ inline unsigned long long __half2ull_rz(__half a) { return (unsigned long long)(float)a; }
__host__ __device__ inline unsigned short __half_as_ushort(__half a) { return *(unsigned short *)&a; }
__host__ __device__ inline short __half_as_short(__half a) { return *(short *)&a; }
__host__ __device__ inline __half __ushort_as_half(unsigned short x) { __half a; *(unsigned short *)&a = x; return a; }
__host__ __device__ inline __half __short_as_half(short x) { __half a; *(short *)&a = x; return a; }
#ifdef __CUDACC__
static inline __device__ __half __ldg(const __half *p) { return *p; }
static inline __device__ __half atomicAdd(__half *p, __half v) {
  unsigned int *word = (unsigned int *)((unsigned long)p & ~3UL);
  int shift = ((unsigned long)p & 2) ? 16 : 0;
  unsigned int old = *word, seen;
  __half before;
  do {
    seen = old;
    before = __ushort_as_half((unsigned short)(seen >> shift));
    unsigned int next = (unsigned int)__half_as_ushort(before + v) << shift;
    old = atomicCAS(word, seen, (seen & ~(0xffffu << shift)) | next);
  } while (old != seen);
  return before;
}
static inline __device__ __half2 atomicAdd(__half2 *p, __half2 v) { __half2 old; old.x = atomicAdd(&p->x, v.x); old.y = atomicAdd(&p->y, v.y); return old; }
#endif
#define CUDART_INF_FP16 __half(INFINITY)
#define CUDART_ZERO_FP16 __half(0.0f)
#define CUDART_ONE_FP16 __half(1.0f)
#ifdef __CUDACC__
#define __CUFORT_SHUFFLE16__(T, U) \
  static inline __device__ T __shfl_sync(unsigned int mask, T v, int lane, int width = 32) { U x = (U)__shfl_sync(mask, (unsigned int)*(U *)&v, lane, width); return *(T *)&x; } \
  static inline __device__ T __shfl_up_sync(unsigned int mask, T v, unsigned int by, int width = 32) { U x = (U)__shfl_up_sync(mask, (unsigned int)*(U *)&v, by, width); return *(T *)&x; } \
  static inline __device__ T __shfl_down_sync(unsigned int mask, T v, unsigned int by, int width = 32) { U x = (U)__shfl_down_sync(mask, (unsigned int)*(U *)&v, by, width); return *(T *)&x; } \
  static inline __device__ T __shfl_xor_sync(unsigned int mask, T v, int by, int width = 32) { U x = (U)__shfl_xor_sync(mask, (unsigned int)*(U *)&v, by, width); return *(T *)&x; }
__CUFORT_SHUFFLE16__(__half, unsigned short)
__CUFORT_SHUFFLE16__(__half2, unsigned int)
#endif
__host__ __device__ inline __half htanh(__half a) { return __half(tanhf((float)a)); }
__host__ __device__ inline __half2 h2tanh(__half2 a) { return __half2(htanh(a.x), htanh(a.y)); }
__host__ __device__ inline __half htanh_approx(__half a) { return htanh(a); }
__host__ __device__ inline __half2 h2tanh_approx(__half2 a) { return h2tanh(a); }
