// Instructions of PTX as inline assembly names them: words that say where memory is are left out of the names.
#pragma once
#define __CUFORT_PTX__ static inline __device__
#define __CUFORT_PTX_INT__(s, T, U) \
  __CUFORT_PTX__ T __ptx_add_##s(T a, T b) { return (T)((U)a + (U)b); } \
  __CUFORT_PTX__ T __ptx_sub_##s(T a, T b) { return (T)((U)a - (U)b); } \
  __CUFORT_PTX__ T __ptx_mul_lo_##s(T a, T b) { return (T)((U)a * (U)b); } \
  __CUFORT_PTX__ T __ptx_mad_lo_##s(T a, T b, T c) { return (T)((U)a * (U)b + (U)c); } \
  __CUFORT_PTX__ T __ptx_div_##s(T a, T b) { return a / b; } \
  __CUFORT_PTX__ T __ptx_rem_##s(T a, T b) { return a % b; } \
  __CUFORT_PTX__ T __ptx_min_##s(T a, T b) { return a < b ? a : b; } \
  __CUFORT_PTX__ T __ptx_max_##s(T a, T b) { return a > b ? a : b; } \
  __CUFORT_PTX__ T __ptx_shr_##s(T a, unsigned int n) { return n >= 8 * sizeof(T) ? (a < 0 ? (T)-1 : 0) : a >> n; } \
  __CUFORT_PTX__ T __ptx_selp_##s(T a, T b, bool p) { return p ? a : b; }
__CUFORT_PTX_INT__(u16, unsigned short, unsigned int)
__CUFORT_PTX_INT__(s16, short, unsigned int)
__CUFORT_PTX_INT__(u32, unsigned int, unsigned int)
__CUFORT_PTX_INT__(s32, int, unsigned int)
__CUFORT_PTX_INT__(u64, unsigned long long, unsigned long long)
__CUFORT_PTX_INT__(s64, long long, unsigned long long)
#define __CUFORT_PTX_BITS__(s, T) \
  __CUFORT_PTX__ T __ptx_and_##s(T a, T b) { return a & b; } \
  __CUFORT_PTX__ T __ptx_or_##s(T a, T b) { return a | b; } \
  __CUFORT_PTX__ T __ptx_xor_##s(T a, T b) { return a ^ b; } \
  __CUFORT_PTX__ T __ptx_not_##s(T a) { return ~a; } \
  __CUFORT_PTX__ T __ptx_shl_##s(T a, unsigned int n) { return n >= 8 * sizeof(T) ? 0 : a << n; } \
  __CUFORT_PTX__ T __ptx_shr_##s(T a, unsigned int n) { return n >= 8 * sizeof(T) ? 0 : a >> n; } \
  __CUFORT_PTX__ T __ptx_selp_##s(T a, T b, bool p) { return p ? a : b; }
__CUFORT_PTX_BITS__(b16, unsigned short)
__CUFORT_PTX_BITS__(b32, unsigned int)
__CUFORT_PTX_BITS__(b64, unsigned long long)
__CUFORT_PTX__ bool __ptx_and_pred(bool a, bool b) { return a && b; }
__CUFORT_PTX__ bool __ptx_or_pred(bool a, bool b) { return a || b; }
__CUFORT_PTX__ bool __ptx_xor_pred(bool a, bool b) { return a != b; }
__CUFORT_PTX__ bool __ptx_not_pred(bool a) { return !a; }
#define __CUFORT_PTX_REAL__(s, T, r) \
  __CUFORT_PTX__ T __ptx_add##r##_##s(T a, T b) { return a + b; } \
  __CUFORT_PTX__ T __ptx_sub##r##_##s(T a, T b) { return a - b; } \
  __CUFORT_PTX__ T __ptx_mul##r##_##s(T a, T b) { return a * b; } \
  __CUFORT_PTX__ T __ptx_fma##r##_##s(T a, T b, T c) { return __cufort_fma(T, a, b, c); } \
  __CUFORT_PTX__ T __ptx_mad##r##_##s(T a, T b, T c) { return __cufort_fma(T, a, b, c); } \
  __CUFORT_PTX__ T __ptx_div##r##_##s(T a, T b) { return a / b; } \
  __CUFORT_PTX__ T __ptx_sqrt##r##_##s(T a) { return __cufort_sqrt(T, a); } \
  __CUFORT_PTX__ T __ptx_rcp##r##_##s(T a) { return (T)1 / a; }
__CUFORT_PTX_REAL__(f32, float, )
__CUFORT_PTX_REAL__(f32, float, _rn)
__CUFORT_PTX_REAL__(f64, double, )
__CUFORT_PTX_REAL__(f64, double, _rn)
#define __CUFORT_PTX_REAL1__(s, T) \
  __CUFORT_PTX__ T __ptx_min_##s(T a, T b) { return __cufort_min(T, a, b); } \
  __CUFORT_PTX__ T __ptx_max_##s(T a, T b) { return __cufort_max(T, a, b); } \
  __CUFORT_PTX__ T __ptx_abs_##s(T a) { return __cufort_abs(T, a); } \
  __CUFORT_PTX__ T __ptx_neg_##s(T a) { return -a; } \
  __CUFORT_PTX__ T __ptx_copysign_##s(T a, T b) { return __cufort_copysign(T, b, a); } \
  __CUFORT_PTX__ T __ptx_selp_##s(T a, T b, bool p) { return p ? a : b; }
__CUFORT_PTX_REAL1__(f32, float)
__CUFORT_PTX_REAL1__(f64, double)
__CUFORT_PTX__ float __ptx_sqrt_approx_f32(float a) { return __cufort_sqrt(float, a); }
__CUFORT_PTX__ float __ptx_rcp_approx_f32(float a) { return 1.0f / a; }
__CUFORT_PTX__ float __ptx_div_approx_f32(float a, float b) { return __fdividef(a, b); }
__CUFORT_PTX__ float __ptx_div_full_f32(float a, float b) { return a / b; }
__CUFORT_PTX__ float __ptx_rsqrt_approx_f32(float a) { return __cufort_rsqrt(float, a); }
__CUFORT_PTX__ float __ptx_ex2_approx_f32(float a) { return __cufort_fast__exp2(float, a); }
__CUFORT_PTX__ float __ptx_lg2_approx_f32(float a) { return __cufort_fast__log2(float, a); }
__CUFORT_PTX__ float __ptx_sin_approx_f32(float a) { return __sinf(a); }
__CUFORT_PTX__ float __ptx_cos_approx_f32(float a) { return __cosf(a); }
__CUFORT_PTX__ float __ptx_tanh_approx_f32(float a) { return tanhf(a); }
__CUFORT_PTX__ int __ptx_abs_s32(int a) { return a < 0 ? -a : a; }
__CUFORT_PTX__ long long __ptx_abs_s64(long long a) { return a < 0 ? -a : a; }
__CUFORT_PTX__ int __ptx_neg_s32(int a) { return -a; }
__CUFORT_PTX__ long long __ptx_neg_s64(long long a) { return -a; }
__CUFORT_PTX__ unsigned int __ptx_mul_hi_u32(unsigned int a, unsigned int b) { return __umulhi(a, b); }
__CUFORT_PTX__ int __ptx_mul_hi_s32(int a, int b) { return __mulhi(a, b); }
__CUFORT_PTX__ unsigned long long __ptx_mul_hi_u64(unsigned long long a, unsigned long long b) { return __umul64hi(a, b); }
__CUFORT_PTX__ long long __ptx_mul_hi_s64(long long a, long long b) { return __mul64hi(a, b); }
__CUFORT_PTX__ unsigned int __ptx_mad_hi_u32(unsigned int a, unsigned int b, unsigned int c) { return __umulhi(a, b) + c; }
__CUFORT_PTX__ int __ptx_mad_hi_s32(int a, int b, int c) { return __mulhi(a, b) + c; }
__CUFORT_PTX__ unsigned long long __ptx_mad_hi_u64(unsigned long long a, unsigned long long b, unsigned long long c) { return __umul64hi(a, b) + c; }
__CUFORT_PTX__ unsigned long long __ptx_mul_wide_u32(unsigned int a, unsigned int b) { return (unsigned long long)a * b; }
__CUFORT_PTX__ long long __ptx_mul_wide_s32(int a, int b) { return (long long)a * b; }
__CUFORT_PTX__ unsigned int __ptx_mul_wide_u16(unsigned short a, unsigned short b) { return (unsigned int)a * b; }
__CUFORT_PTX__ unsigned long long __ptx_mad_wide_u32(unsigned int a, unsigned int b, unsigned long long c) { return (unsigned long long)a * b + c; }
__CUFORT_PTX__ long long __ptx_mad_wide_s32(int a, int b, long long c) { return (long long)a * b + c; }
__CUFORT_PTX__ unsigned int __ptx_mul24_lo_u32(unsigned int a, unsigned int b) { return __umul24(a, b); }
__CUFORT_PTX__ int __ptx_mul24_lo_s32(int a, int b) { return __mul24(a, b); }
__CUFORT_PTX__ unsigned int __ptx_sad_u32(unsigned int a, unsigned int b, unsigned int c) { return __usad(a, b, c); }
__CUFORT_PTX__ unsigned int __ptx_popc_b32(unsigned int a) { return __popc(a); }
__CUFORT_PTX__ unsigned int __ptx_popc_b64(unsigned long long a) { return __popcll(a); }
__CUFORT_PTX__ unsigned int __ptx_clz_b32(unsigned int a) { return __clz(a); }
__CUFORT_PTX__ unsigned int __ptx_clz_b64(unsigned long long a) { return __clzll(a); }
__CUFORT_PTX__ unsigned int __ptx_brev_b32(unsigned int a) { return __brev(a); }
__CUFORT_PTX__ unsigned long long __ptx_brev_b64(unsigned long long a) { return __brevll(a); }
__CUFORT_PTX__ unsigned int __ptx_bfind_u32(unsigned int a) { return a == 0 ? 0xffffffffu : 31 - __clz(a); }
__CUFORT_PTX__ unsigned int __ptx_bfind_s32(int a) { unsigned int x = a < 0 ? ~a : a; return x == 0 ? 0xffffffffu : 31 - __clz(x); }
__CUFORT_PTX__ unsigned int __ptx_bfind_u64(unsigned long long a) { return a == 0 ? 0xffffffffu : 63 - __clzll(a); }
__CUFORT_PTX__ unsigned int __ptx_bfind_shiftamt_u32(unsigned int a) { return a == 0 ? 0xffffffffu : __clz(a); }
__CUFORT_PTX__ unsigned int __ptx_bfe_u32(unsigned int a, unsigned int from, unsigned int n) {
  from &= 255;
  n &= 255;
  unsigned int x = from > 31 ? 0 : a >> from;
  return n == 0 ? 0 : n > 31 ? x : x & ((1u << n) - 1);
}
__CUFORT_PTX__ unsigned long long __ptx_bfe_u64(unsigned long long a, unsigned int from, unsigned int n) {
  from &= 255;
  n &= 255;
  unsigned long long x = from > 63 ? 0 : a >> from;
  return n == 0 ? 0 : n > 63 ? x : x & ((1ull << n) - 1);
}
__CUFORT_PTX__ int __ptx_bfe_s32(int a, unsigned int from, unsigned int n) {
  from &= 255;
  n &= 255;
  if (n == 0) return 0;
  unsigned int top = from + n - 1 > 31 ? 31 : from + n - 1;
  unsigned int sign = ((unsigned int)a >> top) & 1;
  unsigned int x = __ptx_bfe_u32((unsigned int)a, from, n);
  unsigned int held = from > 31 ? 0 : n < 32 - from ? n : 32 - from;
  return sign && held < 32 ? (int)(x | ~((1u << held) - 1)) : (int)x;
}
__CUFORT_PTX__ unsigned int __ptx_bfi_b32(unsigned int a, unsigned int b, unsigned int from, unsigned int n) {
  from &= 255;
  n &= 255;
  if (n == 0 || from > 31) return b;
  unsigned int mask = (n > 31 ? 0xffffffffu : (1u << n) - 1) << from;
  return (b & ~mask) | ((a << from) & mask);
}
__CUFORT_PTX__ unsigned long long __ptx_bfi_b64(unsigned long long a, unsigned long long b, unsigned int from, unsigned int n) {
  from &= 255;
  n &= 255;
  if (n == 0 || from > 63) return b;
  unsigned long long mask = (n > 63 ? ~0ull : (1ull << n) - 1) << from;
  return (b & ~mask) | ((a << from) & mask);
}
__CUFORT_PTX__ unsigned int __ptx_lop3_b32(unsigned int a, unsigned int b, unsigned int c, int table) {
  unsigned int r = 0;
  if (table & 0x01) r |= ~a & ~b & ~c;
  if (table & 0x02) r |= ~a & ~b & c;
  if (table & 0x04) r |= ~a & b & ~c;
  if (table & 0x08) r |= ~a & b & c;
  if (table & 0x10) r |= a & ~b & ~c;
  if (table & 0x20) r |= a & ~b & c;
  if (table & 0x40) r |= a & b & ~c;
  if (table & 0x80) r |= a & b & c;
  return r;
}
__CUFORT_PTX__ unsigned int __ptx_prmt_b32(unsigned int a, unsigned int b, unsigned int s) { return __byte_perm(a, b, s); }
__CUFORT_PTX__ unsigned int __ptx_shf_l_wrap_b32(unsigned int low, unsigned int high, unsigned int n) { return __funnelshift_l(low, high, n); }
__CUFORT_PTX__ unsigned int __ptx_shf_r_wrap_b32(unsigned int low, unsigned int high, unsigned int n) { return __funnelshift_r(low, high, n); }
__CUFORT_PTX__ unsigned int __ptx_shf_l_clamp_b32(unsigned int low, unsigned int high, unsigned int n) { return n >= 32 ? low : __funnelshift_l(low, high, n); }
__CUFORT_PTX__ unsigned int __ptx_shf_r_clamp_b32(unsigned int low, unsigned int high, unsigned int n) { return n >= 32 ? high : __funnelshift_r(low, high, n); }
__CUFORT_PTX__ int __ptx_dp4a_s32_s32(int a, int b, int c) { return __dp4a(a, b, c); }
__CUFORT_PTX__ unsigned int __ptx_dp4a_u32_u32(unsigned int a, unsigned int b, unsigned int c) { return __dp4a(a, b, c); }
__CUFORT_PTX__ unsigned int __ptx_vshr_u32_u32_u32_clamp_add(unsigned int a, unsigned int n, unsigned int c) { return (n >= 32 ? 0 : a >> n) + c; }
__CUFORT_PTX__ unsigned int __ptx_shfl_sync_idx_b32(unsigned int v, unsigned int lane, unsigned int c, unsigned int mask) { return __shfl_sync(mask, v, lane, 32 - (c >> 8)); }
__CUFORT_PTX__ unsigned int __ptx_shfl_sync_bfly_b32(unsigned int v, unsigned int by, unsigned int c, unsigned int mask) { return __shfl_xor_sync(mask, v, by, 32 - (c >> 8)); }
__CUFORT_PTX__ unsigned int __ptx_shfl_sync_down_b32(unsigned int v, unsigned int by, unsigned int c, unsigned int mask) { return __shfl_down_sync(mask, v, by, 32 - (c >> 8)); }
__CUFORT_PTX__ unsigned int __ptx_shfl_sync_up_b32(unsigned int v, unsigned int by, unsigned int c, unsigned int mask) { return __shfl_up_sync(mask, v, by, 32 - (c >> 8)); }
__CUFORT_PTX__ unsigned int __ptx_vote_sync_ballot_b32(bool p, unsigned int mask) { return __ballot_sync(mask, p); }
__CUFORT_PTX__ bool __ptx_vote_sync_any_pred(bool p, unsigned int mask) { return __any_sync(mask, p); }
__CUFORT_PTX__ bool __ptx_vote_sync_all_pred(bool p, unsigned int mask) { return __all_sync(mask, p); }
__CUFORT_PTX__ unsigned int __ptx_match_any_sync_b32(unsigned int v, unsigned int mask) { return __match_any_sync(mask, v); }
__CUFORT_PTX__ unsigned int __ptx_activemask_b32() { return __activemask(); }
#define __CUFORT_PTX_ATOM__(s, T, C) \
  __CUFORT_PTX__ T __ptx_atom_add_##s(void *p, T v) { return (T)atomicAdd((C *)p, (C)v); } \
  __CUFORT_PTX__ T __ptx_atom_exch_##s(void *p, T v) { return (T)atomicExch((C *)p, (C)v); } \
  __CUFORT_PTX__ void __ptx_red_add_##s(void *p, T v) { atomicAdd((C *)p, (C)v); }
__CUFORT_PTX_ATOM__(u32, unsigned int, unsigned int)
__CUFORT_PTX_ATOM__(s32, int, int)
__CUFORT_PTX_ATOM__(u64, unsigned long long, unsigned long long)
__CUFORT_PTX_ATOM__(f32, float, float)
__CUFORT_PTX_ATOM__(f64, double, double)
__CUFORT_PTX__ unsigned int __ptx_atom_exch_b32(void *p, unsigned int v) { return atomicExch((unsigned int *)p, v); }
__CUFORT_PTX__ unsigned long long __ptx_atom_exch_b64(void *p, unsigned long long v) { return atomicExch((unsigned long long *)p, v); }
__CUFORT_PTX__ unsigned int __ptx_atom_cas_b32(void *p, unsigned int a, unsigned int b) { return atomicCAS((unsigned int *)p, a, b); }
__CUFORT_PTX__ unsigned long long __ptx_atom_cas_b64(void *p, unsigned long long a, unsigned long long b) { return atomicCAS((unsigned long long *)p, a, b); }
__CUFORT_PTX__ unsigned int __ptx_atom_or_b32(void *p, unsigned int v) { return atomicOr((unsigned int *)p, v); }
__CUFORT_PTX__ unsigned int __ptx_atom_and_b32(void *p, unsigned int v) { return atomicAnd((unsigned int *)p, v); }
__CUFORT_PTX__ unsigned int __ptx_atom_xor_b32(void *p, unsigned int v) { return atomicXor((unsigned int *)p, v); }
__CUFORT_PTX__ unsigned int __ptx_atom_max_u32(void *p, unsigned int v) { return atomicMax((unsigned int *)p, v); }
__CUFORT_PTX__ unsigned int __ptx_atom_min_u32(void *p, unsigned int v) { return atomicMin((unsigned int *)p, v); }
__CUFORT_PTX__ int __ptx_atom_max_s32(void *p, int v) { return atomicMax((int *)p, v); }
__CUFORT_PTX__ int __ptx_atom_min_s32(void *p, int v) { return atomicMin((int *)p, v); }
__CUFORT_PTX__ void __ptx_red_or_b32(void *p, unsigned int v) { atomicOr((unsigned int *)p, v); }
__CUFORT_PTX__ void __ptx_red_max_s32(void *p, int v) { atomicMax((int *)p, v); }
__CUFORT_PTX__ void __ptx_bar_sync(int) { __syncthreads(); }
__CUFORT_PTX__ void __ptx_barrier_sync(int) { __syncthreads(); }
__CUFORT_PTX__ void __ptx_bar_warp_sync(unsigned int mask) { __syncwarp(mask); }
__CUFORT_PTX__ void __ptx_membar_gl() { __threadfence(); }
__CUFORT_PTX__ void __ptx_membar() { __threadfence_system(); }
__CUFORT_PTX__ void __ptx_fence() { __threadfence_system(); }
__CUFORT_PTX__ void __ptx_fence_sc() { __threadfence_system(); }
__CUFORT_PTX__ void __ptx_trap() { __trap(); }
__CUFORT_PTX__ void __ptx_brkpt() {}
__CUFORT_PTX__ void __ptx_nanosleep_u32(unsigned int) {}
__CUFORT_PTX__ void __ptx_prefetch(const void *) {}
__CUFORT_PTX__ void __ptx_prefetchu(const void *) {}
// Copies to shared memory are made at once: those that wait for them find them there.
__CUFORT_PTX__ void __ptx_cp_async(void *to, const void *from, int n, int filled = -1) {
  if (filled < 0) filled = n;
  for (int i = 0; i < n; i += 4) *(unsigned int *)((char *)to + i) = i < filled ? *(const unsigned int *)((const char *)from + i) : 0;
}
__CUFORT_PTX__ void __ptx_cp_async_commit_group() {}
__CUFORT_PTX__ void __ptx_cp_async_wait_group(int) {}
__CUFORT_PTX__ void __ptx_cp_async_wait_all() {}
__CUFORT_PTX__ unsigned int __ptx_sreg_laneid() { return __cufort_laneid(unsigned int); }
__CUFORT_PTX__ unsigned int __ptx_sreg_warpid() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32; }
__CUFORT_PTX__ unsigned int __ptx_sreg_lanemask_eq() { return 1u << __ptx_sreg_laneid(); }
__CUFORT_PTX__ unsigned int __ptx_sreg_lanemask_lt() { return (1u << __ptx_sreg_laneid()) - 1; }
__CUFORT_PTX__ unsigned int __ptx_sreg_lanemask_le() { return (2u << __ptx_sreg_laneid()) - 1; }
__CUFORT_PTX__ unsigned int __ptx_sreg_lanemask_ge() { return ~__ptx_sreg_lanemask_lt(); }
__CUFORT_PTX__ unsigned int __ptx_sreg_lanemask_gt() { return ~__ptx_sreg_lanemask_le(); }
__CUFORT_PTX__ unsigned int __ptx_sreg_clock() { return __cufort_clock(unsigned int); }
__CUFORT_PTX__ unsigned long long __ptx_sreg_clock64() { return __cufort_clock64(unsigned long long); }
__CUFORT_PTX__ unsigned long long __ptx_sreg_globaltimer() { return __cufort_globaltimer(unsigned long long); }
__CUFORT_PTX__ unsigned int __ptx_sreg_nsmid() { return 132; }
__CUFORT_PTX__ unsigned int __ptx_sreg_smid() { return (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) % 132; }
__CUFORT_PTX__ unsigned int __ptx_sreg_gridid() { return 1; }
__CUFORT_PTX__ unsigned int __ptx_sreg_nwarpid() { return 64; }
__CUFORT_PTX__ unsigned int __ptx_sreg_warpsize() { return 32; }
__CUFORT_PTX__ unsigned int __ptx_sreg_WARP_SZ() { return 32; }
#define __CUFORT_PTX_AXIS__(a) \
  __CUFORT_PTX__ unsigned int __ptx_sreg_tid_##a() { return threadIdx.a; } \
  __CUFORT_PTX__ unsigned int __ptx_sreg_ntid_##a() { return blockDim.a; } \
  __CUFORT_PTX__ unsigned int __ptx_sreg_ctaid_##a() { return blockIdx.a; } \
  __CUFORT_PTX__ unsigned int __ptx_sreg_nctaid_##a() { return gridDim.a; }
__CUFORT_PTX_AXIS__(x)
__CUFORT_PTX_AXIS__(y)
__CUFORT_PTX_AXIS__(z)
__CUFORT_PTX__ double __ptx_rni(double x) { return rint(x); }
__CUFORT_PTX__ double __ptx_rmi(double x) { return floor(x); }
__CUFORT_PTX__ double __ptx_rpi(double x) { return ceil(x); }
static inline unsigned long long __ptx_rdtsc() { return (unsigned long long)__cufort_wall_clock(); }
