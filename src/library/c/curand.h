// cuRAND's host API: over library/fortran/curand.
#pragma once
#define CURAND_H_
#include <cuda_runtime.h>
typedef enum curandStatus {
  CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED = 101, CURAND_STATUS_ALLOCATION_FAILED = 102, CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104, CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106, CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202, CURAND_STATUS_INITIALIZATION_FAILED = 203, CURAND_STATUS_ARCH_MISMATCH = 204, CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;
typedef enum curandStatus curandStatus;
typedef enum curandRngType {
  CURAND_RNG_TEST = 0, CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101, CURAND_RNG_PSEUDO_MRG32K3A = 121, CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161, CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32 = 201,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202, CURAND_RNG_QUASI_SOBOL64 = 203, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
} curandRngType_t;
typedef enum curandOrdering {
  CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT = 101, CURAND_ORDERING_PSEUDO_SEEDED = 102, CURAND_ORDERING_PSEUDO_LEGACY = 103,
  CURAND_ORDERING_PSEUDO_DYNAMIC = 104, CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;
typedef enum curandDirectionVectorSet {
  CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102, CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
  CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
} curandDirectionVectorSet_t;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
typedef struct curandGenerator_st *curandGenerator_t;
#ifdef __cplusplus
extern "C" {
#endif
curandStatus_t curandCreateGenerator(curandGenerator_t *g, curandRngType_t kind);
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *g, curandRngType_t kind);
curandStatus_t curandDestroyGenerator(curandGenerator_t g);
curandStatus_t curandGetVersion(int *version);
curandStatus_t curandSetStream(curandGenerator_t g, cudaStream_t stream);
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t g, unsigned long long seed);
curandStatus_t curandSetGeneratorOffset(curandGenerator_t g, unsigned long long offset);
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t g, curandOrdering_t order);
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t g, unsigned int n);
curandStatus_t curandGenerateSeeds(curandGenerator_t g);
curandStatus_t curandGenerate(curandGenerator_t g, unsigned int *to, size_t n);
curandStatus_t curandGenerateLongLong(curandGenerator_t g, unsigned long long *to, size_t n);
curandStatus_t curandGenerateUniform(curandGenerator_t g, float *to, size_t n);
curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double *to, size_t n);
curandStatus_t curandGenerateNormal(curandGenerator_t g, float *to, size_t n, float mean, float stddev);
curandStatus_t curandGenerateNormalDouble(curandGenerator_t g, double *to, size_t n, double mean, double stddev);
curandStatus_t curandGenerateLogNormal(curandGenerator_t g, float *to, size_t n, float mean, float stddev);
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t g, double *to, size_t n, double mean, double stddev);
curandStatus_t curandGeneratePoisson(curandGenerator_t g, unsigned int *to, size_t n, double lambda);
// 20,000 dimensions; scrambled ones 400.
curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t **vectors, curandDirectionVectorSet_t set);
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t **vectors, curandDirectionVectorSet_t set);
curandStatus_t curandGetScrambleConstants32(unsigned int **constants);
curandStatus_t curandGetScrambleConstants64(unsigned long long **constants);
#ifdef __cplusplus
}
#endif
