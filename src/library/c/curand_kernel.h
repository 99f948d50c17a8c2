// cuRAND's device API: the numbers of the library's Fortran routines (library/fortran/curand).
#pragma once
#include <cuda_runtime.h>
#include <curand.h>
struct curandStateXORWOW { unsigned int d, v[5]; int boxmuller_flag, boxmuller_flag_double; float boxmuller_extra; double boxmuller_extra_double; };
struct curandStateMRG32k3a { unsigned long long s1[3], s2[3]; int boxmuller_flag, boxmuller_flag_double; float boxmuller_extra; double boxmuller_extra_double; };
struct curandStatePhilox4_32_10 {
  unsigned long long counter, sequence;
  unsigned int key[2];
  int at;
  unsigned int output[4];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
#define __CUFORT_CURAND__(how, S) \
  extern "C" { \
  __host__ __device__ void cufort_curand_init_##how(unsigned long long seed, unsigned long long sequence, unsigned long long offset, S *s); \
  __host__ __device__ void cufort_curand_skip_##how(unsigned long long n, S *s); \
  __host__ __device__ void cufort_curand_sequence_##how(unsigned long long n, S *s); \
  __host__ __device__ unsigned int cufort_curand_bits_##how(S *s); \
  __host__ __device__ float cufort_curand_uniform_##how(S *s); \
  __host__ __device__ double cufort_curand_uniform_double_##how(S *s); \
  __host__ __device__ float cufort_curand_normal_##how(S *s); \
  __host__ __device__ double cufort_curand_normal_double_##how(S *s); \
  __host__ __device__ float cufort_curand_log_normal_##how(S *s, float mean, float stddev); \
  __host__ __device__ double cufort_curand_log_normal_double_##how(S *s, double mean, double stddev); \
  __host__ __device__ unsigned int cufort_curand_poisson_##how(S *s, double lambda); \
  __host__ __device__ void cufort_curand_pair_##how(S *s, float *a, float *b); \
  __host__ __device__ void cufort_curand_pair_double_##how(S *s, double *a, double *b); \
  } \
  static inline __host__ __device__ void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, S *s) { cufort_curand_init_##how(seed, sequence, offset, s); } \
  static inline __host__ __device__ void skipahead(unsigned long long n, S *s) { cufort_curand_skip_##how(n, s); } \
  static inline __host__ __device__ void skipahead_sequence(unsigned long long n, S *s) { cufort_curand_sequence_##how(n, s); } \
  static inline __host__ __device__ unsigned int curand(S *s) { return cufort_curand_bits_##how(s); } \
  static inline __host__ __device__ float curand_uniform(S *s) { return cufort_curand_uniform_##how(s); } \
  static inline __host__ __device__ double curand_uniform_double(S *s) { return cufort_curand_uniform_double_##how(s); } \
  static inline __host__ __device__ float curand_normal(S *s) { return cufort_curand_normal_##how(s); } \
  static inline __host__ __device__ double curand_normal_double(S *s) { return cufort_curand_normal_double_##how(s); } \
  static inline __host__ __device__ float curand_log_normal(S *s, float mean, float stddev) { return cufort_curand_log_normal_##how(s, mean, stddev); } \
  static inline __host__ __device__ double curand_log_normal_double(S *s, double mean, double stddev) { return cufort_curand_log_normal_double_##how(s, mean, stddev); } \
  static inline __host__ __device__ unsigned int curand_poisson(S *s, double lambda) { return cufort_curand_poisson_##how(s, lambda); } \
  static inline __host__ __device__ float2 curand_normal2(S *s) { float2 r; cufort_curand_pair_##how(s, &r.x, &r.y); return r; } \
  static inline __host__ __device__ double2 curand_normal2_double(S *s) { double2 r; cufort_curand_pair_double_##how(s, &r.x, &r.y); return r; } \
  static inline __host__ __device__ float2 curand_log_normal2(S *s, float mean, float stddev) { float2 r = curand_normal2(s); r.x = expf(mean + stddev * r.x); r.y = expf(mean + stddev * r.y); return r; }
__CUFORT_CURAND__(xorwow, curandStateXORWOW)
__CUFORT_CURAND__(mrg, curandStateMRG32k3a)
__CUFORT_CURAND__(philox, curandStatePhilox4_32_10)
// Four at once.
static inline __host__ __device__ uint4 curand4(curandStatePhilox4_32_10 *s) { uint4 r; r.x = curand(s); r.y = curand(s); r.z = curand(s); r.w = curand(s); return r; }
static inline __host__ __device__ float4 curand_uniform4(curandStatePhilox4_32_10 *s) { float4 r; r.x = curand_uniform(s); r.y = curand_uniform(s); r.z = curand_uniform(s); r.w = curand_uniform(s); return r; }
static inline __host__ __device__ float4 curand_normal4(curandStatePhilox4_32_10 *s) { float2 a = curand_normal2(s), b = curand_normal2(s); float4 r; r.x = a.x; r.y = a.y; r.z = b.x; r.w = b.y; return r; }
static inline __host__ __device__ double2 curand_uniform2_double(curandStatePhilox4_32_10 *s) { double2 r; r.x = curand_uniform_double(s); r.y = curand_uniform_double(s); return r; }
// Sobol's sequences, plain and scrambled: of vectors that curandGetDirectionVectors32 and its like give.
#define __CUFORT_SOBOL_STATE__(name, T, n) struct name { T i, x, c, direction_vectors[n]; }; typedef struct name name##_t;
__CUFORT_SOBOL_STATE__(curandStateSobol32, unsigned int, 32)
__CUFORT_SOBOL_STATE__(curandStateScrambledSobol32, unsigned int, 32)
__CUFORT_SOBOL_STATE__(curandStateSobol64, unsigned long long, 64)
__CUFORT_SOBOL_STATE__(curandStateScrambledSobol64, unsigned long long, 64)
// The middle of one of 2**32 parts, as the inverse of the normal distribution wants it: from the near end.
static inline __host__ __device__ float __cufort_quantile(unsigned int x) { float s = -1.4142135f; if (x > 0x80000000u) { x = 0xffffffffu - x; s = -s; } return s * erfcinvf(2.0f * (x * 2.3283064e-10f + 2.3283064e-10f / 2.0f)); }
static inline __host__ __device__ float __cufort_quantile(unsigned long long x) { float s = -1.4142135f; if (x > 0x8000000000000000ull) { x = 0xffffffffffffffffull - x; s = -s; } return s * erfcinvf(2.0f * ((unsigned int)(x >> 32) * 2.3283064e-10f + 2.3283064e-10f / 2.0f)); }
static inline __host__ __device__ double __cufort_quantile_double(unsigned int x) { double s = -1.4142135623730951; if (x > 0x80000000u) { x = 0xffffffffu - x; s = -s; } return s * erfcinv(2.0 * (x * 2.3283064365386963e-10 + 2.3283064365386963e-10 / 2.0)); }
static inline __host__ __device__ double __cufort_quantile_double(unsigned long long x) { double s = -1.4142135623730951; if (x > 0x8000000000000000ull) { x = 0xffffffffffffffffull - x; s = -s; } return s * erfcinv(2.0 * ((x >> 11) * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2.0)); }
static inline __host__ __device__ float __cufort_unit(unsigned int x) { return x * 2.3283064e-10f + 2.3283064e-10f / 2.0f; }
static inline __host__ __device__ float __cufort_unit(unsigned long long x) { return (unsigned int)(x >> 32) * 2.3283064e-10f + 2.3283064e-10f / 2.0f; }
static inline __host__ __device__ double __cufort_unit_double(unsigned int x) { return x * 2.3283064365386963e-10 + 2.3283064365386963e-10; }
static inline __host__ __device__ double __cufort_unit_double(unsigned long long x) { return (x >> 11) * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2.0; }
#define __CUFORT_SOBOL__(S, T, n) \
  static inline __host__ __device__ void skipahead(T more, S *s) { T old = s->i ^ (s->i >> 1); s->i += more; T changed = old ^ s->i ^ (s->i >> 1); for (int k = 0; k < n; k++) if (changed >> k & 1) s->x ^= s->direction_vectors[k]; } \
  static inline __host__ __device__ void __cufort_sobol(const T *vectors, T c, T offset, S *s) { for (int k = 0; k < n; k++) s->direction_vectors[k] = vectors[k]; s->i = 0; s->c = c; s->x = c; skipahead(offset, s); } \
  static inline __host__ __device__ T curand(S *s) { T r = s->x; int k = 0; while (k < n - 1 && (s->i >> k & 1)) k++; s->x ^= s->direction_vectors[k]; s->i++; return r; } \
  static inline __host__ __device__ float curand_uniform(S *s) { return __cufort_unit(curand(s)); } \
  static inline __host__ __device__ double curand_uniform_double(S *s) { return __cufort_unit_double(curand(s)); } \
  static inline __host__ __device__ float curand_normal(S *s) { return __cufort_quantile(curand(s)); } \
  static inline __host__ __device__ double curand_normal_double(S *s) { return __cufort_quantile_double(curand(s)); } \
  static inline __host__ __device__ float curand_log_normal(S *s, float mean, float stddev) { return expf(mean + stddev * curand_normal(s)); } \
  static inline __host__ __device__ double curand_log_normal_double(S *s, double mean, double stddev) { return exp(mean + stddev * curand_normal_double(s)); }
__CUFORT_SOBOL__(curandStateSobol32, unsigned int, 32)
__CUFORT_SOBOL__(curandStateScrambledSobol32, unsigned int, 32)
__CUFORT_SOBOL__(curandStateSobol64, unsigned long long, 64)
__CUFORT_SOBOL__(curandStateScrambledSobol64, unsigned long long, 64)
static inline __host__ __device__ void curand_init(const unsigned int *vectors, unsigned int offset, curandStateSobol32 *s) { __cufort_sobol(vectors, 0, offset, s); }
static inline __host__ __device__ void curand_init(const unsigned int *vectors, unsigned int c, unsigned int offset, curandStateScrambledSobol32 *s) { __cufort_sobol(vectors, c, offset, s); }
static inline __host__ __device__ void curand_init(const unsigned long long *vectors, unsigned long long offset, curandStateSobol64 *s) { __cufort_sobol(vectors, 0, offset, s); }
static inline __host__ __device__ void curand_init(const unsigned long long *vectors, unsigned long long c, unsigned long long offset, curandStateScrambledSobol64 *s) { __cufort_sobol(vectors, c, offset, s); }
