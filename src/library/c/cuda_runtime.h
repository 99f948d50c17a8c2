// What each .cu source sees without asking: CUDA's words, types and functions.
#pragma once
#define __CUFORT_BOTH__ static inline __host__ __device__
#define __CUFORT_DEVICE__ static inline __device__
#define CUDARTAPI
#define CUDART_CB
#define __device_builtin__
#define CUDART_VERSION 13000
// Other people's headers ask by these whether CUDA's have been read.
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __DEVICE_TYPES_H__
#define __VECTOR_TYPES_H__
#define __HOST_DEFINES_H__
#include <stddef.h>
#include <limits.h>
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
#ifdef __cplusplus
#include <device_functions.h>
#include <__device_atomics.h>
#include <__ptx.h>
#include <cuda_textures.h>
#include <cuda_texture_references.h>
#endif
