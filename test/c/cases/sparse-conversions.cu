// Sparse matrices become dense and back, products of them, transposes, sorted columns, samples of products.
#include <cstdio>
#include <cusparse.h>
#include <vector>
#define CHECK(e) do { auto s = (e); if (s != 0) { printf("%s: %d\n", #e, (int)s); return 1; } } while (0)
template <class T> T *put(const std::vector<T> &v) { T *p; cudaMalloc(&p, sizeof(T) * v.size()); cudaMemcpy(p, v.data(), sizeof(T) * v.size(), cudaMemcpyHostToDevice); return p; }
template <class T> void show(const char *what, const T *p, int n) { std::vector<T> v(n); cudaMemcpy(v.data(), p, sizeof(T) * n, cudaMemcpyDeviceToHost); printf("%s", what); for (auto x : v) printf(" %g", (double)x); puts(""); }
int main() {
  cusparseHandle_t h;
  CHECK(cusparseCreate(&h));
  // 1 0 2 / 0 3 0 / 4 5 0
  int *offsets = put<int>({0, 2, 3, 5}), *columns = put<int>({0, 2, 1, 0, 1});
  float *values = put<float>({1, 2, 3, 4, 5}), *dense = put<float>(std::vector<float>(9, -1));
  cusparseSpMatDescr_t a, b, c;
  cusparseDnMatDescr_t d;
  CHECK(cusparseCreateCsr(&a, 3, 3, 5, offsets, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  CHECK(cusparseCreateDnMat(&d, 3, 3, 3, dense, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  size_t size = 0;
  void *buffer;
  CHECK(cusparseSparseToDense_bufferSize(h, a, d, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &size));
  cudaMalloc(&buffer, size + 4096);
  CHECK(cusparseSparseToDense(h, a, d, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer));
  show("dense", dense, 9);
  int *offsets2 = put<int>(std::vector<int>(4));
  CHECK(cusparseCreateCsr(&b, 3, 3, 0, offsets2, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  CHECK(cusparseDenseToSparse_bufferSize(h, d, b, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size));
  CHECK(cusparseDenseToSparse_analysis(h, d, b, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer));
  int64_t rows, cols, nnz;
  CHECK(cusparseSpMatGetSize(b, &rows, &cols, &nnz));
  printf("%d %d %d\n", (int)rows, (int)cols, (int)nnz);
  int *columns2 = put<int>(std::vector<int>(nnz));
  float *values2 = put<float>(std::vector<float>(nnz));
  CHECK(cusparseCsrSetPointers(b, offsets2, columns2, values2));
  CHECK(cusparseDenseToSparse_convert(h, d, b, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer));
  show("offsets", offsets2, 4); show("columns", columns2, 5); show("values", values2, 5);
  // a * a
  float one = 1, zero = 0;
  int *offsets3 = put<int>(std::vector<int>(4));
  cusparseSpGEMMDescr_t g;
  CHECK(cusparseSpGEMM_createDescr(&g));
  CHECK(cusparseCreateCsr(&c, 3, 3, 0, offsets3, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  auto n = CUSPARSE_OPERATION_NON_TRANSPOSE;
  CHECK(cusparseSpGEMM_workEstimation(h, n, n, &one, a, b, &zero, c, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, g, &size, nullptr));
  CHECK(cusparseSpGEMM_workEstimation(h, n, n, &one, a, b, &zero, c, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, g, &size, buffer));
  CHECK(cusparseSpGEMM_compute(h, n, n, &one, a, b, &zero, c, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, g, &size, nullptr));
  CHECK(cusparseSpGEMM_compute(h, n, n, &one, a, b, &zero, c, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, g, &size, buffer));
  CHECK(cusparseSpMatGetSize(c, &rows, &cols, &nnz));
  int *columns3 = put<int>(std::vector<int>(nnz));
  float *values3 = put<float>(std::vector<float>(nnz));
  CHECK(cusparseCsrSetPointers(c, offsets3, columns3, values3));
  CHECK(cusparseSpGEMM_copy(h, n, n, &one, a, b, &zero, c, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, g));
  show("offsets", offsets3, 4); show("columns", columns3, (int)nnz); show("values", values3, (int)nnz);
  CHECK(cusparseSpGEMM_destroyDescr(g));
  // the transpose
  float *tv = put<float>(std::vector<float>(5));
  int *to = put<int>(std::vector<int>(4)), *ti = put<int>(std::vector<int>(5));
  CHECK(cusparseCsr2cscEx2_bufferSize(h, 3, 3, 5, values, offsets, columns, tv, to, ti, CUDA_R_32F, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG_DEFAULT, &size));
  CHECK(cusparseCsr2cscEx2(h, 3, 3, 5, values, offsets, columns, tv, to, ti, CUDA_R_32F, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG_DEFAULT, buffer));
  show("offsets", to, 4); show("rows", ti, 5); show("values", tv, 5);
  // sorting the columns of rows
  int *mixed = put<int>({2, 0, 1, 1, 0}), *p = put<int>(std::vector<int>(5));
  cusparseMatDescr_t m;
  CHECK(cusparseCreateMatDescr(&m));
  CHECK(cusparseCreateIdentityPermutation(h, 5, p));
  CHECK(cusparseXcsrsort_bufferSizeExt(h, 3, 3, 5, offsets, mixed, &size));
  CHECK(cusparseXcsrsort(h, 3, 3, 5, m, offsets, mixed, p, buffer));
  show("columns", mixed, 5); show("from", p, 5);
  // what a product has where c has entries
  float *ones = put<float>(std::vector<float>(9, 1));
  cusparseDnMatDescr_t e;
  CHECK(cusparseCreateDnMat(&e, 3, 3, 3, ones, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  CHECK(cusparseSDDMM_bufferSize(h, n, n, &one, d, e, &zero, a, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, &size));
  CHECK(cusparseSDDMM_preprocess(h, n, n, &one, d, e, &zero, a, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, buffer));
  CHECK(cusparseSDDMM(h, n, n, &one, d, e, &zero, a, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, buffer));
  show("values", values, 5);
  // two products at once: of d and its negative, with the same ones
  float *pair = put<float>({1, 0, 2, 0, 3, 0, 4, 5, 0, -1, 0, -2, 0, -3, 0, -4, -5, 0}), *both = put<float>(std::vector<float>(10, 1));
  int *offsets4 = put<int>({0, 2, 3, 5, 0, 1, 3, 5}), *columns4 = put<int>({0, 2, 1, 0, 1, 2, 0, 1, 0, 2});
  cusparseDnMatDescr_t x;
  cusparseSpMatDescr_t y;
  CHECK(cusparseCreateDnMat(&x, 3, 3, 3, pair, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  CHECK(cusparseDnMatSetStridedBatch(x, 2, 9));
  CHECK(cusparseCreateCsr(&y, 3, 3, 5, offsets4, columns4, both, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  CHECK(cusparseCsrSetStridedBatch(y, 2, 4, 5));
  CHECK(cusparseSDDMM(h, n, n, &one, x, e, &one, y, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, buffer));
  show("both", both, 10);
  CHECK(cusparseDestroy(h));
}
