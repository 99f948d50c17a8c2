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
