// Groups of the threads that say the same, events with flags, a kernel with more than 4352 bytes of parameters, products of sparse matrices with an odd number of terms.
#include <cooperative_groups.h>
#include <cstdio>
#include <cusparse.h>
namespace cg = cooperative_groups;

__global__ void part(int *odd, int *labels) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int me = threadIdx.x, label = me % 5;
  auto same = cg::binary_partition(tile, me & 1);
  odd[me] = same.size() * 100 + same.thread_rank();
  auto active = cg::coalesced_threads();
  auto labelled = cg::labeled_partition(active, label);
  labels[me] = labelled.size() * 100 + labelled.thread_rank();
}

struct table {
  int values[1500];
};
__global__ void look(table t, int *to) { to[threadIdx.x] = t.values[threadIdx.x * 100]; }

template <class T> T *moved(const T *from, int n) {
  T *p;
  cudaMalloc(&p, n * sizeof(T));
  cudaMemcpy(p, from, n * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}

// A row of three times a column of three, beside an empty one: three terms.
void product() {
  const int startsA[] = {0, 3, 3}, columnsA[] = {0, 1, 2}, startsB[] = {0, 1, 2, 3}, columnsB[] = {0, 0, 1};
  const float valuesA[] = {1, 2, 3}, valuesB[] = {10, 20, 30}, alpha = 1, beta = 0;
  int *offsets;
  cudaMalloc(&offsets, 3 * sizeof(int));
  cusparseHandle_t h;
  cusparseCreate(&h);
  cusparseSpMatDescr_t a, b, c;
  const cusparseIndexType_t i32 = CUSPARSE_INDEX_32I;
  cusparseCreateCsr(&a, 2, 3, 3, moved(startsA, 3), moved(columnsA, 3), moved(valuesA, 3), i32, i32, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
  cusparseCreateCsr(&b, 3, 2, 3, moved(startsB, 4), moved(columnsB, 3), moved(valuesB, 3), i32, i32, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
  cusparseCreateCsr(&c, 2, 2, 0, nullptr, nullptr, nullptr, i32, i32, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
  cusparseSpGEMMDescr_t d;
  cusparseSpGEMM_createDescr(&d);
  const cusparseOperation_t n = CUSPARSE_OPERATION_NON_TRANSPOSE;
  size_t first = 0, second = 0;
  void *room, *more;
  cusparseSpGEMM_workEstimation(h, n, n, &alpha, a, b, &beta, c, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, d, &first, nullptr);
  cudaMalloc(&room, first);
  cusparseSpGEMM_workEstimation(h, n, n, &alpha, a, b, &beta, c, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, d, &first, room);
  cusparseSpGEMM_compute(h, n, n, &alpha, a, b, &beta, c, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, d, &second, nullptr);
  cudaMalloc(&more, second);
  cusparseSpGEMM_compute(h, n, n, &alpha, a, b, &beta, c, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, d, &second, more);
  int64_t rows, columns, count;
  cusparseSpMatGetSize(c, &rows, &columns, &count);
  int *places;
  float *values, got[2];
  cudaMalloc(&places, count * sizeof(int));
  cudaMalloc(&values, count * sizeof(float));
  cusparseCsrSetPointers(c, offsets, places, values);
  const cusparseStatus_t status = cusparseSpGEMM_copy(h, n, n, &alpha, a, b, &beta, c, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, d);
  cudaMemcpy(got, values, sizeof got, cudaMemcpyDeviceToHost);
  printf("%d values: %g %g, status %d, %s\n", (int)count, got[0], got[1], status, cudaGetErrorName(cudaGetLastError()));
}

int main() {
  int *a, *b;
  cudaMallocManaged(&a, 64 * sizeof(int));
  cudaMallocManaged(&b, 64 * sizeof(int));
  cudaEvent_t e;
  cudaEventCreate(&e, cudaEventDisableTiming);
  part<<<1, 64>>>(a, b);
  cudaDeviceSynchronize();
  printf("%d %d %d %d, %d %d %d\n", a[0], a[1], a[31], a[63], b[4], b[31], b[63]);
  table t;
  for (int i = 0; i < 1500; i++) t.values[i] = i;
  look<<<1, 15>>>(t, a);
  cudaDeviceSynchronize();
  printf("%d %d, %u\n", a[1], a[14], UINT_MAX);
  product();
}
