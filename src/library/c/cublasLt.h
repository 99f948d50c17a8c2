// cuBLASLt: products whose matrices are described, over cublasGemmStridedBatchedEx; biases and activations come behind it.
#pragma once
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
typedef struct cublasLtContext *cublasLtHandle_t;
typedef enum {
  CUBLASLT_MATMUL_DESC_COMPUTE_TYPE = 0, CUBLASLT_MATMUL_DESC_SCALE_TYPE = 1, CUBLASLT_MATMUL_DESC_POINTER_MODE = 2, CUBLASLT_MATMUL_DESC_TRANSA = 3,
  CUBLASLT_MATMUL_DESC_TRANSB = 4, CUBLASLT_MATMUL_DESC_TRANSC = 5, CUBLASLT_MATMUL_DESC_FILL_MODE = 6, CUBLASLT_MATMUL_DESC_EPILOGUE = 7,
  CUBLASLT_MATMUL_DESC_BIAS_POINTER = 8, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE = 10, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER = 11,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD = 12, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE = 13, CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE = 14,
  CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET = 15, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER = 17, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER = 18,
  CUBLASLT_MATMUL_DESC_C_SCALE_POINTER = 19, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER = 20, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER = 21,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE = 22, CUBLASLT_MATMUL_DESC_FAST_ACCUM = 25, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 26
} cublasLtMatmulDescAttributes_t;
typedef enum {
  CUBLASLT_MATRIX_LAYOUT_TYPE = 0, CUBLASLT_MATRIX_LAYOUT_ORDER = 1, CUBLASLT_MATRIX_LAYOUT_ROWS = 2, CUBLASLT_MATRIX_LAYOUT_COLS = 3, CUBLASLT_MATRIX_LAYOUT_LD = 4,
  CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 5, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 6, CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET = 7
} cublasLtMatrixLayoutAttribute_t;
typedef enum { CUBLASLT_MATMUL_PREF_SEARCH_MODE = 0, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK = 3 } cublasLtMatmulPreferenceAttributes_t;
typedef enum { CUBLASLT_ORDER_COL = 0, CUBLASLT_ORDER_ROW = 1, CUBLASLT_ORDER_COL32 = 2, CUBLASLT_ORDER_COL4_4R2_8C = 3, CUBLASLT_ORDER_COL32_2R_4R4 = 4 } cublasLtOrder_t;
typedef enum { CUBLASLT_POINTER_MODE_HOST = 0, CUBLASLT_POINTER_MODE_DEVICE = 1 } cublasLtPointerMode_t;
typedef enum {
  CUBLASLT_EPILOGUE_DEFAULT = 1, CUBLASLT_EPILOGUE_RELU = 2, CUBLASLT_EPILOGUE_BIAS = 4, CUBLASLT_EPILOGUE_RELU_BIAS = 6, CUBLASLT_EPILOGUE_GELU = 32,
  CUBLASLT_EPILOGUE_GELU_BIAS = 36
} cublasLtEpilogue_t;
typedef struct {
  int compute, scale, transA, transB, epilogue, pointerMode, biasType;
  const void *bias, *scaleA, *scaleB, *scaleC, *scaleD;
  float *amax;
} cublasLtMatmulDescOpaque_t;
typedef cublasLtMatmulDescOpaque_t *cublasLtMatmulDesc_t;
typedef struct { int type, order, count; unsigned long rows, cols; long ld, stride; } cublasLtMatrixLayoutOpaque_t;
typedef cublasLtMatrixLayoutOpaque_t *cublasLtMatrixLayout_t;
typedef struct { unsigned long workspace; } cublasLtMatmulPreferenceOpaque_t;
typedef cublasLtMatmulPreferenceOpaque_t *cublasLtMatmulPreference_t;
typedef struct { unsigned long data[8]; } cublasLtMatmulAlgo_t;
typedef struct { cublasLtMatmulAlgo_t algo; size_t workspaceSize; cublasStatus_t state; float wavesCount; int reserved[4]; } cublasLtMatmulHeuristicResult_t;
static inline cublasStatus_t cublasLtCreate(cublasLtHandle_t *h) { return cublasCreate((cublasHandle_t *)h); }
static inline cublasStatus_t cublasLtDestroy(cublasLtHandle_t h) { return cublasDestroy((cublasHandle_t)h); }
static inline size_t cublasLtGetVersion(void) { return 130000; }
static inline cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t d, cublasComputeType_t compute, cudaDataType_t scale) {
  memset(d, 0, sizeof *d);
  d->compute = compute;
  d->scale = scale;
  d->epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *d, cublasComputeType_t compute, cudaDataType_t scale) {
  *d = (cublasLtMatmulDesc_t)malloc(sizeof **d);
  return cublasLtMatmulDescInit(*d, compute, scale);
}
static inline cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t d) { free(d); return CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t d, cublasLtMatmulDescAttributes_t what, const void *from, size_t n) {
  switch (what) {
    case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE: d->compute = *(const int *)from; break;
    case CUBLASLT_MATMUL_DESC_SCALE_TYPE: d->scale = *(const int *)from; break;
    case CUBLASLT_MATMUL_DESC_POINTER_MODE: d->pointerMode = *(const int *)from; break;
    case CUBLASLT_MATMUL_DESC_TRANSA: d->transA = *(const int *)from; break;
    case CUBLASLT_MATMUL_DESC_TRANSB: d->transB = *(const int *)from; break;
    case CUBLASLT_MATMUL_DESC_EPILOGUE: d->epilogue = *(const int *)from; break;
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER: d->bias = *(const void *const *)from; break;
    case CUBLASLT_MATMUL_DESC_A_SCALE_POINTER: d->scaleA = *(const void *const *)from; break;
    case CUBLASLT_MATMUL_DESC_B_SCALE_POINTER: d->scaleB = *(const void *const *)from; break;
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE: d->biasType = *(const int *)from; break;
    case CUBLASLT_MATMUL_DESC_C_SCALE_POINTER: d->scaleC = *(const void *const *)from; break;
    case CUBLASLT_MATMUL_DESC_D_SCALE_POINTER: d->scaleD = *(const void *const *)from; break;
    case CUBLASLT_MATMUL_DESC_AMAX_D_POINTER: d->amax = *(float *const *)from; break;
    default: break;
  }
  return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t l, cudaDataType_t type, unsigned long rows, unsigned long cols, long ld) {
  memset(l, 0, sizeof *l);
  l->type = type;
  l->count = 1;
  l->rows = rows;
  l->cols = cols;
  l->ld = ld;
  return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *l, cudaDataType_t type, unsigned long rows, unsigned long cols, long ld) {
  *l = (cublasLtMatrixLayout_t)malloc(sizeof **l);
  return cublasLtMatrixLayoutInit(*l, type, rows, cols, ld);
}
static inline cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t l) { free(l); return CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t l, cublasLtMatrixLayoutAttribute_t what, const void *from, size_t n) {
  switch (what) {
    case CUBLASLT_MATRIX_LAYOUT_TYPE: l->type = *(const int *)from; break;
    case CUBLASLT_MATRIX_LAYOUT_ORDER: l->order = *(const int *)from; break;
    case CUBLASLT_MATRIX_LAYOUT_ROWS: l->rows = *(const unsigned long *)from; break;
    case CUBLASLT_MATRIX_LAYOUT_COLS: l->cols = *(const unsigned long *)from; break;
    case CUBLASLT_MATRIX_LAYOUT_LD: l->ld = *(const long *)from; break;
    case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT: l->count = *(const int *)from; break;
    case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET: l->stride = *(const long *)from; break;
    default: return CUBLAS_STATUS_NOT_SUPPORTED;
  }
  return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t p) { p->workspace = 0; return CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *p) { *p = (cublasLtMatmulPreference_t)malloc(sizeof **p); return cublasLtMatmulPreferenceInit(*p); }
static inline cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t p) { free(p); return CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t p, cublasLtMatmulPreferenceAttributes_t what, const void *from, size_t n) { return CUBLAS_STATUS_SUCCESS; }
static inline cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t h, cublasLtMatmulDesc_t d, cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c,
                                                            cublasLtMatrixLayout_t to, cublasLtMatmulPreference_t p, int most, cublasLtMatmulHeuristicResult_t *results, int *found) {
  *found = most > 0 ? 1 : 0;
  if (most > 0) memset(results, 0, sizeof *results);
  return CUBLAS_STATUS_SUCCESS;
}
namespace __cufort_lt {
inline bool is_short(int type) { return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2; }
inline long bytes(int type) { return is_short(type) || type == CUDA_R_8I ? 1 : type == CUDA_R_16F || type == CUDA_R_16BF ? 2 : type == CUDA_R_64F || type == CUDA_C_32F ? 8 : type == CUDA_C_64F ? 16 : 4; }
__global__ inline void widen(const unsigned char *from, __half *to, long n, bool isE5m2) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n) to[i] = __half(__cufort_fp8_value(from[i], isE5m2 ? __NV_E5M2 : __NV_E4M3));
}
// The place of row i and column j is i * di + j * dj.
template <class T> __global__ void finish(T *to, const T *bias, long rows, long n, long di, long dj, int epilogue) {
  long at = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (at >= n) return;
  long i = at % rows, j = at / rows;
  T &place = to[i * di + j * dj];
  float x = (float)place;
  if (epilogue & 4) x += (float)bias[i];
  if (epilogue & 2) x = x > 0 ? x : 0;
  if (epilogue & 32) x = 0.5f * x * (1 + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
  place = T(x);
}
template <class T> inline void finished(void *to, const void *bias, const cublasLtMatrixLayoutOpaque_t *l, int epilogue, cudaStream_t s) {
  long n = (long)(l->rows * l->cols), di = l->order == CUBLASLT_ORDER_ROW ? l->ld : 1, dj = l->order == CUBLASLT_ORDER_ROW ? 1 : l->ld;
  for (int k = 0; k < l->count; k++) finish<T><<<(unsigned int)((n + 255) / 256), 256, 0, s>>>((T *)to + k * l->stride, (const T *)bias, (long)l->rows, n, di, dj, epilogue);
}
// Numbers of 8 bits as halves, which hold all of them.
struct operand {
  const void *p;
  __half *own;
  int type;
  operand(const void *q, const cublasLtMatrixLayoutOpaque_t *l, cudaStream_t s) : p(q), own(nullptr), type(l->type) {
    if (!is_short(type)) return;
    long n = l->ld * (long)(l->order == CUBLASLT_ORDER_ROW ? l->rows : l->cols) + (l->count - 1) * l->stride;
    cudaMalloc(&own, n * sizeof(__half));
    widen<<<(unsigned int)((n + 255) / 256), 256, 0, s>>>((const unsigned char *)q, own, n, type == CUDA_R_8F_E5M2);
    p = own;
    type = CUDA_R_16F;
  }
  ~operand() { if (own) cudaFree(own); }
};
// Numbers of one type as those of another, times a factor; the greatest of their sizes goes to `amax`.
template <class From, class To> __global__ void convert(const From *from, To *to, long rows, long n, long ldFrom, long ldTo, const float *factor, float *amax) {
  long at = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (at >= n) return;
  long i = at % rows, j = at / rows;
  float x = (float)from[i + j * ldFrom];
  if (amax) atomicMax((int *)amax, __float_as_int(fabsf(x)));
  to[i + j * ldTo] = To(factor ? x * *factor : x);
}
template <class From, class To>
inline void converted(const void *from, const cublasLtMatrixLayoutOpaque_t *lf, void *to, const cublasLtMatrixLayoutOpaque_t *lt, const void *factor, float *amax, cudaStream_t s) {
  const bool byRows = lt->order == CUBLASLT_ORDER_ROW;
  const long lines = (long)(byRows ? lt->cols : lt->rows), n = (long)(lt->rows * lt->cols);
  if (amax) cudaMemsetAsync(amax, 0, sizeof *amax, s);
  for (int k = 0; k < lt->count; k++)
    convert<From, To><<<(unsigned int)((n + 255) / 256), 256, 0, s>>>((const From *)from + k * lf->stride, (To *)to + k * lt->stride, lines, n, lf->ld, lt->ld, (const float *)factor, amax);
}
inline bool widened(const void *from, const cublasLtMatrixLayoutOpaque_t *lf, float *to, const cublasLtMatrixLayoutOpaque_t *lt, const void *factor, cudaStream_t s) {
  switch (lf->type) {
    case CUDA_R_32F: converted<float, float>(from, lf, to, lt, factor, nullptr, s); return true;
    case CUDA_R_16F: converted<__half, float>(from, lf, to, lt, factor, nullptr, s); return true;
    case CUDA_R_16BF: converted<__nv_bfloat16, float>(from, lf, to, lt, factor, nullptr, s); return true;
    case CUDA_R_8F_E4M3: converted<__nv_fp8_e4m3, float>(from, lf, to, lt, factor, nullptr, s); return true;
    case CUDA_R_8F_E5M2: converted<__nv_fp8_e5m2, float>(from, lf, to, lt, factor, nullptr, s); return true;
    default: return false;
  }
}
inline bool narrowed(const float *from, const cublasLtMatrixLayoutOpaque_t *lf, void *to, const cublasLtMatrixLayoutOpaque_t *lt, const void *factor, float *amax, cudaStream_t s) {
  switch (lt->type) {
    case CUDA_R_16F: converted<float, __half>(from, lf, to, lt, factor, amax, s); return true;
    case CUDA_R_16BF: converted<float, __nv_bfloat16>(from, lf, to, lt, factor, amax, s); return true;
    case CUDA_R_8F_E4M3: converted<float, __nv_fp8_e4m3>(from, lf, to, lt, factor, amax, s); return true;
    case CUDA_R_8F_E5M2: converted<float, __nv_fp8_e5m2>(from, lf, to, lt, factor, amax, s); return true;
    default: return false;
  }
}
inline float scaleAt(const void *p) { float x = 1; if (p) cudaMemcpy(&x, p, sizeof x, cudaMemcpyDefault); return x; }
}
static inline cublasStatus_t __cufort_lt_through_float(cublasLtHandle_t, cublasLtMatmulDesc_t, const void *, const void *, cublasLtMatrixLayout_t, const void *, cublasLtMatrixLayout_t, const void *,
                                                       const void *, cublasLtMatrixLayout_t, void *, cublasLtMatrixLayout_t, cudaStream_t);
static inline cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t d, const void *alpha, const void *a, cublasLtMatrixLayout_t la, const void *b, cublasLtMatrixLayout_t lb,
                                            const void *beta, const void *c, cublasLtMatrixLayout_t lc, void *to, cublasLtMatrixLayout_t ld, const cublasLtMatmulAlgo_t *algo, void *workspace,
                                            size_t room, cudaStream_t s) {
  cublasHandle_t h = (cublasHandle_t)handle;
  cublasSetStream(h, s);
  if (ld->order > CUBLASLT_ORDER_ROW || d->pointerMode != 0) return CUBLAS_STATUS_NOT_SUPPORTED;
  const bool isShort = __cufort_lt::is_short(la->type) || __cufort_lt::is_short(lb->type);
  if (__cufort_lt::is_short(ld->type) || (isShort && ld->type == CUDA_R_16BF)) return __cufort_lt_through_float(handle, d, alpha, a, la, b, lb, beta, c, lc, to, ld, s);
  const bool byRows = ld->order == CUBLASLT_ORDER_ROW;
  if (c && c != to) {
    const long size = __cufort_lt::bytes(ld->type), width = (long)(byRows ? ld->cols : ld->rows) * size, lines = (long)(byRows ? ld->rows : ld->cols);
    for (int k = 0; k < ld->count; k++)
      cudaMemcpy2DAsync((char *)to + k * ld->stride * size, ld->ld * size, (const char *)c + k * lc->stride * size, lc->ld * size, width, lines, cudaMemcpyDeviceToDevice, s);
  }
  __cufort_lt::operand x(a, la, s), y(b, lb, s);
  const int m = (int)ld->rows, n = (int)ld->cols, k = (int)(d->transA ? la->rows : la->cols);
  // What lies by rows is the transposed matrix by columns.
  const bool tA = (d->transA != 0) != (la->order == CUBLASLT_ORDER_ROW), tB = (d->transB != 0) != (lb->order == CUBLASLT_ORDER_ROW);
  float scaled;
  if (d->scaleA || d->scaleB) {
    scaled = *(const float *)alpha * __cufort_lt::scaleAt(d->scaleA) * __cufort_lt::scaleAt(d->scaleB);
    alpha = &scaled;
  }
  const int count = ld->count < 1 ? 1 : ld->count;
  cublasStatus_t status;
  if (byRows)
    status = cublasGemmStridedBatchedEx(h, tB ? CUBLAS_OP_N : CUBLAS_OP_T, tA ? CUBLAS_OP_N : CUBLAS_OP_T, n, m, k, alpha, y.p, y.type, (int)lb->ld, lb->stride, x.p, x.type, (int)la->ld,
                                        la->stride, beta, to, ld->type, (int)ld->ld, ld->stride, count, d->compute, CUBLAS_GEMM_DEFAULT);
  else
    status = cublasGemmStridedBatchedEx(h, tA ? CUBLAS_OP_T : CUBLAS_OP_N, tB ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, k, alpha, x.p, x.type, (int)la->ld, la->stride, y.p, y.type, (int)lb->ld,
                                        lb->stride, beta, to, ld->type, (int)ld->ld, ld->stride, count, d->compute, CUBLAS_GEMM_DEFAULT);
  if (status != CUBLAS_STATUS_SUCCESS || d->epilogue == CUBLASLT_EPILOGUE_DEFAULT) return status;
  switch (ld->type) {
    case CUDA_R_16F: __cufort_lt::finished<__half>(to, d->bias, ld, d->epilogue, s); break;
    case CUDA_R_16BF: __cufort_lt::finished<__nv_bfloat16>(to, d->bias, ld, d->epilogue, s); break;
    case CUDA_R_32F: __cufort_lt::finished<float>(to, d->bias, ld, d->epilogue, s); break;
    default: return CUBLAS_STATUS_NOT_SUPPORTED;
  }
  return status;
}
// Results of types that products of halves do not have: computed in 32 bits, with what comes behind.
static inline cublasStatus_t __cufort_lt_through_float(cublasLtHandle_t handle, cublasLtMatmulDesc_t d, const void *alpha, const void *a, cublasLtMatrixLayout_t la, const void *b, cublasLtMatrixLayout_t lb,
                                                       const void *beta, const void *c, cublasLtMatrixLayout_t lc, void *to, cublasLtMatrixLayout_t ld, cudaStream_t s) {
  cublasLtMatrixLayoutOpaque_t wide = *ld;
  wide.type = CUDA_R_32F;
  wide.ld = (long)(ld->order == CUBLASLT_ORDER_ROW ? ld->cols : ld->rows);
  wide.stride = (long)(ld->rows * ld->cols);
  const long n = wide.stride * ld->count;
  float *room, *bias = nullptr;
  if (cudaMalloc(&room, n * sizeof(float)) != cudaSuccess) return CUBLAS_STATUS_ALLOC_FAILED;
  bool isKnown = true;
  if (*(const float *)beta != 0) isKnown = __cufort_lt::widened(c, lc, room, &wide, d->scaleC, s);
  if (d->epilogue & 4) {
    cublasLtMatrixLayoutOpaque_t column = {d->biasType ? d->biasType : ld->type == CUDA_R_16BF ? CUDA_R_16BF : lc->type == CUDA_R_16F ? CUDA_R_16F : CUDA_R_16BF, 0, 1, ld->rows, 1, (long)ld->rows, 0};
    cudaMalloc(&bias, ld->rows * sizeof(float));
    isKnown = __cufort_lt::widened(d->bias, &column, bias, &column, nullptr, s) && isKnown;
  }
  cublasLtMatmulDescOpaque_t plain = *d;
  plain.bias = bias;
  cublasStatus_t status = isKnown ? cublasLtMatmul(handle, &plain, alpha, a, la, b, lb, beta, room, &wide, room, &wide, nullptr, nullptr, 0, s) : CUBLAS_STATUS_NOT_SUPPORTED;
  if (status == CUBLAS_STATUS_SUCCESS && !__cufort_lt::narrowed(room, &wide, to, ld, d->scaleD, d->amax, s)) status = CUBLAS_STATUS_NOT_SUPPORTED;
  cudaFree(bias);
  cudaFree(room);
  return status;
}
