#pragma once
#include <cuda_runtime.h>
#include <cuComplex.h>
typedef int cublasStatus_t;
typedef struct cublasContext *cublasHandle_t;
typedef int cublasOperation_t, cublasFillMode_t, cublasDiagType_t, cublasSideMode_t, cublasPointerMode_t, cublasAtomicsMode_t, cublasMath_t, cublasGemmAlgo_t, cublasComputeType_t, cudaDataType_t, cudaDataType, cublasDataType_t;
#ifndef CUBLAS_OP_N
#define CUBLAS_STATUS_SUCCESS 0
#define CUBLAS_STATUS_NOT_INITIALIZED 1
#define CUBLAS_STATUS_ALLOC_FAILED 3
#define CUBLAS_STATUS_INVALID_VALUE 7
#define CUBLAS_STATUS_ARCH_MISMATCH 8
#define CUBLAS_STATUS_MAPPING_ERROR 11
#define CUBLAS_STATUS_EXECUTION_FAILED 13
#define CUBLAS_STATUS_INTERNAL_ERROR 14
#define CUBLAS_STATUS_NOT_SUPPORTED 15
#define CUBLAS_STATUS_LICENSE_ERROR 16
#define CUBLAS_OP_N 0
#define CUBLAS_OP_T 1
#define CUBLAS_OP_C 2
#define CUBLAS_FILL_MODE_LOWER 0
#define CUBLAS_FILL_MODE_UPPER 1
#define CUBLAS_DIAG_NON_UNIT 0
#define CUBLAS_DIAG_UNIT 1
#define CUBLAS_SIDE_LEFT 0
#define CUBLAS_SIDE_RIGHT 1
#define CUBLAS_POINTER_MODE_HOST 0
#define CUBLAS_POINTER_MODE_DEVICE 1
#define CUBLAS_DEFAULT_MATH 0
#define CUBLAS_TENSOR_OP_MATH 1
#define CUBLAS_TF32_TENSOR_OP_MATH 3
#define CUBLAS_GEMM_DEFAULT (-1)
#define CUBLAS_GEMM_DEFAULT_TENSOR_OP 99
#define CUBLAS_COMPUTE_16F 64
#define CUBLAS_COMPUTE_32F 68
#define CUBLAS_COMPUTE_64F 70
#define CUBLAS_COMPUTE_32I 72
#endif
#ifndef CUDA_R_32F
#define CUDA_R_16F 2
#define CUDA_R_32F 0
#define CUDA_R_64F 1
#define CUDA_R_8I 3
#define CUDA_R_32I 10
#define CUDA_R_16BF 14
#define CUDA_C_32F 4
#define CUDA_C_64F 5
#endif
#include <__cublas.h>
static inline const char *cublasGetStatusString(cublasStatus_t s) { return s == 0 ? "CUBLAS_STATUS_SUCCESS" : s == 7 ? "CUBLAS_STATUS_INVALID_VALUE" : s == 15 ? "CUBLAS_STATUS_NOT_SUPPORTED" : "CUBLAS_STATUS_EXECUTION_FAILED"; }
static inline const char *cublasGetStatusName(cublasStatus_t s) { return cublasGetStatusString(s); }
