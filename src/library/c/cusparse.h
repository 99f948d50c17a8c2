#pragma once
#include <cublas_v2.h>
typedef int cusparseStatus_t;
typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef struct csric02Info *csric02Info_t;
typedef struct bsrilu02Info *bsrilu02Info_t;
typedef struct bsric02Info *bsric02Info_t;
typedef struct bsrsv2Info *bsrsv2Info_t;
typedef struct bsrsm2Info *bsrsm2Info_t;
typedef struct csrsv2Info *csrsv2Info_t;
typedef struct csrsm2Info *csrsm2Info_t;
typedef int cusparseOperation_t, cusparseIndexType_t, cusparseIndexBase_t, cusparseMatrixType_t, cusparseFillMode_t, cusparseDiagType_t, cusparseOrder_t, cusparseSpMVAlg_t, cusparseSpMMAlg_t, cusparseSolvePolicy_t, cusparseAction_t, cusparseSpMatAttribute_t;
#define CUSPARSE_STATUS_SUCCESS 0
#define CUSPARSE_STATUS_ZERO_PIVOT 9
#define CUSPARSE_OPERATION_NON_TRANSPOSE 0
#define CUSPARSE_OPERATION_TRANSPOSE 1
#define CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE 2
#define CUSPARSE_INDEX_16U 1
#define CUSPARSE_INDEX_32I 2
#define CUSPARSE_INDEX_64I 3
#define CUSPARSE_INDEX_BASE_ZERO 0
#define CUSPARSE_INDEX_BASE_ONE 1
#define CUSPARSE_MATRIX_TYPE_GENERAL 0
#define CUSPARSE_FILL_MODE_LOWER 0
#define CUSPARSE_FILL_MODE_UPPER 1
#define CUSPARSE_DIAG_TYPE_NON_UNIT 0
#define CUSPARSE_DIAG_TYPE_UNIT 1
#define CUSPARSE_ORDER_COL 1
#define CUSPARSE_ORDER_ROW 2
#define CUSPARSE_SPMV_ALG_DEFAULT 0
#define CUSPARSE_MV_ALG_DEFAULT 0
#define CUSPARSE_SPMV_CSR_ALG1 2
#define CUSPARSE_SPMV_CSR_ALG2 3
#define CUSPARSE_SPMM_ALG_DEFAULT 0
#define CUSPARSE_SPGEMM_DEFAULT 0
#define CUSPARSE_SPSV_ALG_DEFAULT 0
#define CUSPARSE_SPSM_ALG_DEFAULT 0
#define CUSPARSE_SPMAT_FILL_MODE 0
#define CUSPARSE_SPMAT_DIAG_TYPE 1
#define CUSPARSE_ACTION_NUMERIC 1
#define CUSPARSE_SOLVE_POLICY_NO_LEVEL 0
#define CUSPARSE_SOLVE_POLICY_USE_LEVEL 1
#define CUSPARSE_POINTER_MODE_HOST 0
#include <__cusparse.h>
static inline const char *cusparseGetErrorString(cusparseStatus_t s) { return s == 0 ? "success" : "cuSPARSE error"; }
