#pragma once
#include <cub/cub.cuh>
#include <cub/device/device_run_length_encode.cuh>
namespace cub {
struct DeviceSegmentedReduce {
  template <class I, class O, class B, class E, class F, class T> static cudaError_t Reduce(void *room, size_t &bytes, I in, O out, long segments, B begins, E ends, F f, T first, cudaStream_t s = 0) {
    __CUFORT_ROOM__
    __cufort_work::each(segments, [=] __device__(long j) {
      T x = first;
      for (long i = begins[j], end = ends[j]; i < end; i++) x = f(x, in[i]);
      out[j] = x;
    }, s);
    __CUFORT_DONE__
  }
  template <class I, class O, class B, class E> static cudaError_t Sum(void *room, size_t &bytes, I in, O out, long segments, B begins, E ends, cudaStream_t s = 0) { typedef __element<O> T; return Reduce(room, bytes, in, out, segments, begins, ends, cub::Sum(), T(), s); }
  template <class I, class O, class B, class E> static cudaError_t Min(void *room, size_t &bytes, I in, O out, long segments, B begins, E ends, cudaStream_t s = 0) { typedef __element<I> T; return Reduce(room, bytes, in, out, segments, begins, ends, cub::Min(), std::numeric_limits<T>::max(), s); }
  template <class I, class O, class B, class E> static cudaError_t Max(void *room, size_t &bytes, I in, O out, long segments, B begins, E ends, cudaStream_t s = 0) { typedef __element<I> T; return Reduce(room, bytes, in, out, segments, begins, ends, cub::Max(), std::numeric_limits<T>::lowest(), s); }
  template <class I, class O, class B, class E> static cudaError_t ArgMin(void *room, size_t &bytes, I in, O out, long segments, B begins, E ends, cudaStream_t s = 0) { return extreme(room, bytes, in, out, segments, begins, ends, cub::ArgMin(), std::numeric_limits<__element<I>>::max(), s); }
  template <class I, class O, class B, class E> static cudaError_t ArgMax(void *room, size_t &bytes, I in, O out, long segments, B begins, E ends, cudaStream_t s = 0) { return extreme(room, bytes, in, out, segments, begins, ends, cub::ArgMax(), std::numeric_limits<__element<I>>::lowest(), s); }

 private:
  template <class I, class O, class B, class E, class F, class T> static cudaError_t extreme(void *room, size_t &bytes, I in, O out, long segments, B begins, E ends, F f, T none, cudaStream_t s) {
    __CUFORT_ROOM__
    __cufort_work::each(segments, [=] __device__(long j) {
      long from = begins[j], end = ends[j];
      KeyValuePair<int, T> x(from < end ? 0 : 1, from < end ? (T)in[from] : none);
      for (long i = from + 1; i < end; i++) x = f(x, KeyValuePair<int, T>((int)(i - from), in[i]));
      out[j] = x;
    }, s);
    __CUFORT_DONE__
  }
};
// y = A x, with the rows of A as of compressed sparse rows.
struct DeviceSpmv {
  template <class T> static cudaError_t CsrMV(void *room, size_t &bytes, const T *values, const int *rows, const int *columns, const T *x, T *y, int m, int, int, cudaStream_t s = 0) {
    __CUFORT_ROOM__
    __cufort_work::each(m, [=] __device__(long i) { T sum = T(); for (int j = rows[i]; j < rows[i + 1]; j++) sum = sum + values[j] * x[columns[j]]; y[i] = sum; }, s);
    __CUFORT_DONE__
  }
};
}
