#pragma once
#include <cuda_runtime.h>
#include <cuComplex.h>
typedef int cufftStatus_t;
typedef int cufftResult;
typedef int cufftHandle;
typedef int cufftType;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
#define CUFFT_SUCCESS 0
#define CUFFT_INVALID_PLAN 1
#define CUFFT_ALLOC_FAILED 2
#define CUFFT_INVALID_VALUE 4
#define CUFFT_EXEC_FAILED 6
#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1
#define CUFFT_R2C 0x2a
#define CUFFT_C2R 0x2c
#define CUFFT_C2C 0x29
#define CUFFT_D2Z 0x6a
#define CUFFT_Z2D 0x6c
#define CUFFT_Z2Z 0x69
#include <__cufft.h>
