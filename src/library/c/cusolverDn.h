#pragma once
#include <cublas_v2.h>
typedef int cusolverStatus_t;
typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef int cusolverEigMode_t, cusolverEigType_t;
#define CUSOLVER_STATUS_SUCCESS 0
#define CUSOLVER_EIG_MODE_NOVECTOR 0
#define CUSOLVER_EIG_MODE_VECTOR 1
#define CUSOLVER_EIG_TYPE_1 1
#include <__cusolver.h>
