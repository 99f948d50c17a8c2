// What each .cu source sees without asking: CUDA's words, types and functions.
#pragma once
#define __CUFORT_BOTH__ static inline __host__ __device__
#define __CUFORT_DEVICE__ static inline __device__
#define CUDARTAPI
#define CUDART_CB
#define __device_builtin__
#define CUDART_VERSION 13000
#include <stddef.h>
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <sys/types.h>
#include <cuda_errors.h>
#include <vector_types.h>
#include <math.h>
#ifdef __cplusplus
#include <__overloads.h>
#endif
#include <cuda_api.h>
#include <device_functions.h>
#ifdef __cplusplus
#include <__ptx.h>
#include <cuda_textures.h>
#endif
