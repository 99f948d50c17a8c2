// mma.h: products of small matrices held by a warp, in all types and shapes; stages of copies to shared memory.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/pipeline>
#include <mma.h>
using namespace nvcuda;
namespace cg = cooperative_groups;

template <int m, int n, int k, class T, class S, class LA, class LB, class P>
__global__ void multiply(const P *a, const P *b, const S *c, S *d, float factor, wmma::layout_t layout) {
  wmma::fragment<wmma::matrix_a, m, n, k, T, LA> fa;
  wmma::fragment<wmma::matrix_b, m, n, k, T, LB> fb;
  wmma::fragment<wmma::accumulator, m, n, k, S> fc, sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(fa, a, std::is_same<LA, wmma::row_major>::value ? k : m);
  wmma::load_matrix_sync(fb, b, std::is_same<LB, wmma::row_major>::value ? n : k);
  wmma::mma_sync(sum, fa, fb, sum);
  wmma::mma_sync(sum, fa, fb, sum);
  wmma::load_matrix_sync(fc, c, layout == wmma::mem_row_major ? n : m, layout);
  for (int i = 0; i < fc.num_elements; i++) fc.x[i] = sum.x[i] + (S)factor * fc.x[i];
  wmma::store_matrix_sync(d, fc, layout == wmma::mem_row_major ? n : m, layout);
}

template <int m, int n, int k, class T, class S, class LA, class LB, class P> void run(const char *name, wmma::layout_t layout) {
  P *a, *b;
  S *c, *d;
  cudaMallocManaged(&a, m * k * sizeof(P));
  cudaMallocManaged(&b, k * n * sizeof(P));
  cudaMallocManaged(&c, m * n * sizeof(S));
  cudaMallocManaged(&d, m * n * sizeof(S));
  for (int i = 0; i < m * k; i++) a[i] = (P)(float)(i % 7);
  for (int i = 0; i < k * n; i++) b[i] = (P)(float)(i % 5);
  for (int i = 0; i < m * n; i++) c[i] = (S)(float)(i % 3);
  multiply<m, n, k, T, S, LA, LB><<<1, 32>>>(a, b, c, d, 2, layout);
  const cudaError_t code = cudaDeviceSynchronize();
  const bool rowsA = std::is_same<LA, wmma::row_major>::value, rowsB = std::is_same<LB, wmma::row_major>::value;
  int wrong = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      const int at = layout == wmma::mem_row_major ? i * n + j : i + j * m;
      double sum = 2.0 * (float)c[at];
      for (int l = 0; l < k; l++) sum += 2.0 * (float)a[rowsA ? i * k + l : i + l * m] * (float)b[rowsB ? l * n + j : l + j * k];
      if ((double)(float)d[at] != sum) wrong++;
    }
  printf("%s: %d wrong, %s\n", name, wrong, cudaGetErrorName(code));
}

// Half of the warps copy tiles, the others add them up.
const int stages = 3, tiles = 8, width = 64;
__global__ void stream(const int *from, int *sums, bool split) {
  __shared__ int tile[stages][width];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  cg::thread_block block = cg::this_thread_block();
  const bool isProducer = threadIdx.x < 64;
  auto pipe = split ? cuda::make_pipeline(block, &state, isProducer ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer) : cuda::make_pipeline(block, &state);
  const int me = threadIdx.x % 64;
  int sum = 0;
  for (int t = 0; t < tiles; t++) {
    if (!split || isProducer) {
      pipe.producer_acquire();
      if (isProducer) cuda::memcpy_async(&tile[t % stages][me], &from[t * width + me], cuda::aligned_size_t<4>(sizeof(int)), pipe);
      pipe.producer_commit();
    }
    if (!split || !isProducer) {
      pipe.consumer_wait();
      if (!isProducer) sum += tile[t % stages][63 - me];
      pipe.consumer_release();
    }
  }
  if (!isProducer) sums[me] = sum;
}

int main() {
  typedef wmma::row_major R;
  typedef wmma::col_major C;
  run<16, 16, 16, __half, float, R, C, __half>("half", wmma::mem_row_major);
  run<16, 16, 16, __half, __half, C, C, __half>("half to half", wmma::mem_col_major);
  run<32, 8, 16, __half, float, R, R, __half>("half, 32 rows", wmma::mem_row_major);
  run<8, 32, 16, __half, float, C, R, __half>("half, 32 columns", wmma::mem_col_major);
  run<16, 16, 16, __nv_bfloat16, float, R, C, __nv_bfloat16>("bfloat16", wmma::mem_row_major);
  run<16, 16, 8, wmma::precision::tf32, float, R, C, float>("tf32", wmma::mem_row_major);
  run<8, 8, 4, double, double, R, C, double>("double", wmma::mem_row_major);
  run<16, 16, 16, signed char, int, R, C, signed char>("signed char", wmma::mem_row_major);
  run<8, 32, 16, unsigned char, int, R, R, unsigned char>("unsigned char", wmma::mem_row_major);
  int *from, *sums;
  cudaMallocManaged(&from, tiles * width * sizeof(int));
  cudaMallocManaged(&sums, width * sizeof(int));
  for (int i = 0; i < tiles * width; i++) from[i] = i;
  for (int split = 0; split < 2; split++) {
    stream<<<1, 128>>>(from, sums, split);
    const cudaError_t code = cudaDeviceSynchronize();
    printf("stages: %d %d %s\n", sums[0], sums[63], cudaGetErrorName(code));
  }
}
