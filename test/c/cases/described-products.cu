// cuBLASLt: transposed matrices, by rows, batches, biases, activations, numbers of eight bits; products of halves.
#include <cublasLt.h>
#include <cstdio>
#include <vector>
static float at(const std::vector<float> &x, int i) { return x[i]; }
template <class T> T *moved(const std::vector<float> &v) {
  std::vector<T> h;
  for (float x : v) h.push_back(T(x));
  T *p;
  cudaMalloc(&p, v.size() * sizeof(T));
  cudaMemcpy(p, h.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}
template <class T> std::vector<float> back(const T *p, int n) {
  std::vector<T> h(n);
  cudaMemcpy(h.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
  std::vector<float> v;
  for (const T &x : h) v.push_back((float)x);
  return v;
}
template <class T, class S> void run(const char *name, cudaDataType_t type, cudaDataType_t typeOfResult, bool tA, bool tB, bool rows, int epilogue) {
  const int m = 3, n = 4, k = 5, count = 2;
  std::vector<float> a(m * k * count), b(k * n * count), c(m * n * count), bias(m);
  for (size_t i = 0; i < a.size(); i++) a[i] = (int)(i % 7) - 3;
  for (size_t i = 0; i < b.size(); i++) b[i] = (int)(i % 5) - 2;
  for (size_t i = 0; i < c.size(); i++) c[i] = (int)(i % 3);
  for (int i = 0; i < m; i++) bias[i] = i - 1.5f;
  T *da = moved<T>(a), *db = moved<T>(b);
  S *dc = moved<S>(c), *dbias = moved<S>(bias), *to = moved<S>(std::vector<float>(c.size()));
  cublasLtHandle_t h;
  cublasLtCreate(&h);
  cublasLtMatmulDesc_t d;
  cublasLtMatmulDescCreate(&d, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasOperation_t opA = tA ? CUBLAS_OP_T : CUBLAS_OP_N, opB = tB ? CUBLAS_OP_T : CUBLAS_OP_N;
  cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_TRANSA, &opA, sizeof opA);
  cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_TRANSB, &opB, sizeof opB);
  cublasLtEpilogue_t last = (cublasLtEpilogue_t)epilogue;
  cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_EPILOGUE, &last, sizeof last);
  cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &dbias, sizeof dbias);
  int typeOfBias = typeOfResult;
  cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, &typeOfBias, sizeof typeOfBias);
  cublasLtMatrixLayout_t la, lb, lc;
  const int rowsA = tA ? k : m, colsA = tA ? m : k, rowsB = tB ? n : k, colsB = tB ? k : n;
  cublasLtMatrixLayoutCreate(&la, type, rowsA, colsA, rows ? colsA : rowsA);
  cublasLtMatrixLayoutCreate(&lb, type, rowsB, colsB, rows ? colsB : rowsB);
  cublasLtMatrixLayoutCreate(&lc, typeOfResult, m, n, rows ? n : m);
  cublasLtMatrixLayout_t all[] = {la, lb, lc};
  long strides[] = {m * k, k * n, m * n};
  cublasLtOrder_t order = rows ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL;
  for (int i = 0; i < 3; i++) {
    cublasLtMatrixLayoutSetAttribute(all[i], CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order);
    cublasLtMatrixLayoutSetAttribute(all[i], CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count);
    cublasLtMatrixLayoutSetAttribute(all[i], CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &strides[i], sizeof strides[i]);
  }
  cublasLtMatmulHeuristicResult_t best;
  cublasLtMatmulPreference_t wish;
  cublasLtMatmulPreferenceCreate(&wish);
  int found = 0;
  cublasLtMatmulAlgoGetHeuristic(h, d, la, lb, lc, lc, wish, 1, &best, &found);
  float alpha = 2, beta = 0.5f;
  cublasStatus_t status = cublasLtMatmul(h, d, &alpha, da, la, db, lb, &beta, dc, lc, to, lc, &best.algo, nullptr, 0, 0);
  std::vector<float> got = back(to, (int)c.size());
  int wrong = 0;
  for (int q = 0; q < count; q++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
        float sum = 0;
        for (int l = 0; l < k; l++) {
          int ra = tA ? l : i, ca = tA ? i : l, rb = tB ? j : l, cb = tB ? l : j;
          sum += at(a, q * m * k + (rows ? ra * colsA + ca : ra + ca * rowsA)) * at(b, q * k * n + (rows ? rb * colsB + cb : rb + cb * rowsB));
        }
        int place = q * m * n + (rows ? i * n + j : i + j * m);
        float x = 2 * sum + 0.5f * c[place];
        if (epilogue & 4) x += bias[i];
        if (epilogue & 2) x = x > 0 ? x : 0;
        if (got[place] != (float)S(x)) wrong++;
      }
  printf("%s: status %d, %d found, %d wrong\n", name, status, found, wrong);
}
int main() {
  run<float, float>("float", CUDA_R_32F, CUDA_R_32F, false, false, false, CUBLASLT_EPILOGUE_DEFAULT);
  run<float, float>("transposed, bias", CUDA_R_32F, CUDA_R_32F, true, false, false, CUBLASLT_EPILOGUE_BIAS);
  run<__half, __half>("half by rows, relu and bias", CUDA_R_16F, CUDA_R_16F, false, true, true, CUBLASLT_EPILOGUE_RELU_BIAS);
  run<__nv_bfloat16, float>("bfloat16 by rows", CUDA_R_16BF, CUDA_R_32F, true, true, true, CUBLASLT_EPILOGUE_RELU);
  run<__nv_fp8_e4m3, float>("eight bits", CUDA_R_8F_E4M3, CUDA_R_32F, true, false, false, CUBLASLT_EPILOGUE_DEFAULT);
  run<__nv_fp8_e4m3, __nv_fp8_e4m3>("eight bits to eight", CUDA_R_8F_E4M3, CUDA_R_8F_E4M3, true, false, false, CUBLASLT_EPILOGUE_DEFAULT);
  run<__nv_fp8_e5m2, __nv_bfloat16>("eight bits to bfloat16, relu and bias", CUDA_R_8F_E5M2, CUDA_R_16BF, true, false, false, CUBLASLT_EPILOGUE_RELU_BIAS);
  run<__nv_fp8_e4m3, __nv_fp8_e5m2>("eight bits by rows, bias", CUDA_R_8F_E4M3, CUDA_R_8F_E5M2, false, false, true, CUBLASLT_EPILOGUE_BIAS);
  cublasHandle_t h;
  cublasCreate(&h);
  std::vector<float> v = {1, 2, 3, 4};
  __half *a = moved<__half>(v), *c = moved<__half>(v), one(1.0f), none(0.0f);
  cublasHgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, 2, a, 2, &none, c, 2);
  std::vector<float> r = back(c, 4);
  printf("%g %g %g %g\n", r[0], r[1], r[2], r[3]);
}
