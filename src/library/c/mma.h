// Products of small matrices that the threads of a warp hold together. Element q of a matrix lies in x[q / 32] of lane q % 32, counted by columns, or by rows where there are 32 columns:
// then what a lane needs of another lies at the same x in all lanes.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
namespace nvcuda {
namespace wmma {
struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}
template <class T> struct __element { typedef T type; typedef float sum; };
template <> struct __element<precision::tf32> { typedef float type; typedef float sum; };
template <> struct __element<double> { typedef double type; typedef double sum; };
template <> struct __element<int> { typedef int type; typedef int sum; };
template <> struct __element<signed char> { typedef signed char type; typedef int sum; };
template <> struct __element<unsigned char> { typedef unsigned char type; typedef int sum; };
template <class Use, int m, int n, int k> struct __extent;
template <int m, int n, int k> struct __extent<matrix_a, m, n, k> { static constexpr int rows = m, columns = k; };
template <int m, int n, int k> struct __extent<matrix_b, m, n, k> { static constexpr int rows = k, columns = n; };
template <int m, int n, int k> struct __extent<accumulator, m, n, k> { static constexpr int rows = m, columns = n; };
template <class Use, int m, int n, int k, class T, class Layout = void> class fragment {
 public:
  typedef T element_type;
  typedef typename __element<T>::type storage_element_type;
  static constexpr int rows = __extent<Use, m, n, k>::rows, columns = __extent<Use, m, n, k>::columns;
  static constexpr int num_elements = rows * columns / 32, num_storage_elements = num_elements;
  storage_element_type x[num_elements];
};
__device__ inline int __lane() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31; }
template <class Use, int m, int n, int k> __device__ inline long __place(int q, unsigned int ld, bool byRows) {
  const int rows = __extent<Use, m, n, k>::rows, columns = __extent<Use, m, n, k>::columns;
  const int i = n == 32 ? q / columns : q % rows, j = n == 32 ? q % columns : q / rows;
  return byRows ? (long)i * ld + j : i + (long)j * ld;
}
template <class F> struct __is_by_rows { static constexpr bool value = false; };
template <> struct __is_by_rows<row_major> { static constexpr bool value = true; };
template <class Use, int m, int n, int k, class T, class L, class P> __device__ inline void load_matrix_sync(fragment<Use, m, n, k, T, L> &a, const P *p, unsigned int ld) {
  __syncwarp();
#pragma unroll
  for (int e = 0; e < a.num_elements; e++) a.x[e] = p[__place<Use, m, n, k>(e * 32 + __lane(), ld, __is_by_rows<L>::value)];
  __syncwarp();
}
template <int m, int n, int k, class T, class P> __device__ inline void load_matrix_sync(fragment<accumulator, m, n, k, T> &a, const P *p, unsigned int ld, layout_t layout) {
  __syncwarp();
#pragma unroll
  for (int e = 0; e < a.num_elements; e++) a.x[e] = p[__place<accumulator, m, n, k>(e * 32 + __lane(), ld, layout == mem_row_major)];
  __syncwarp();
}
template <int m, int n, int k, class T, class P> __device__ inline void store_matrix_sync(P *p, const fragment<accumulator, m, n, k, T> &a, unsigned int ld, layout_t layout) {
  __syncwarp();
#pragma unroll
  for (int e = 0; e < a.num_elements; e++) p[__place<accumulator, m, n, k>(e * 32 + __lane(), ld, layout == mem_row_major)] = a.x[e];
  __syncwarp();
}
template <class Use, int m, int n, int k, class T, class L, class V> __device__ inline void fill_fragment(fragment<Use, m, n, k, T, L> &a, const V &v) {
#pragma unroll
  for (int e = 0; e < a.num_elements; e++) a.x[e] = (typename __element<T>::type)v;
}
// d = a * b + c.
template <int m, int n, int k, class TD, class TA, class LA, class TB, class LB, class TC>
__device__ inline void mma_sync(fragment<accumulator, m, n, k, TD> &d, const fragment<matrix_a, m, n, k, TA, LA> &a, const fragment<matrix_b, m, n, k, TB, LB> &b,
                                const fragment<accumulator, m, n, k, TC> &c, bool satf = false) {
  typedef typename __element<TA>::sum sum;
  const int lane = __lane();
  sum to[d.num_elements];
#pragma unroll
  for (int e = 0; e < d.num_elements; e++) to[e] = (sum)c.x[e];
#pragma unroll
  for (int l = 0; l < k; l++) {
#pragma unroll
    for (int e = 0; e < d.num_elements; e++) {
      if (n == 32) {
        const sum x = __shfl_sync(0xffffffffu, (sum)a.x[(e * k + l) / 32], (e * k + l) % 32);
        to[e] += x * (sum)b.x[l];
      } else {
        const int first = e * (32 / m) * k;
        const sum x = m == 32 ? (sum)a.x[l] : __shfl_sync(0xffffffffu, (sum)a.x[l * m / 32], l * m % 32 + lane % m);
        to[e] += x * __shfl_sync(0xffffffffu, (sum)b.x[first / 32], first % 32 + lane / m * k + l);
      }
    }
  }
#pragma unroll
  for (int e = 0; e < d.num_elements; e++) d.x[e] = (typename __element<TD>::type)to[e];
}
// The nearest number with 10 bits behind the point, ties away from zero.
__device__ inline float __float_to_tf32(float x) {
  if (!(fabsf(x) < INFINITY)) return x;
  return __int_as_float((__float_as_int(x) + 0x1000) & ~0x1fff);
}
}
}
