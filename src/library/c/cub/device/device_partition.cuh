#pragma once
#include <cub/cub.cuh>
#include <cub/device/device_run_length_encode.cuh>
namespace cub {
struct DevicePartition {
  // What is selected in its order, the rest behind it from the end.
  template <class I, class G, class O, class N> static cudaError_t Flagged(void *room, size_t &bytes, I in, G flags, O out, N count, long n, cudaStream_t s = 0) { return part(room, bytes, in, out, count, n, [=] __device__(long i) { return flags[i] ? true : false; }, s); }
  template <class I, class O, class N, class F> static cudaError_t If(void *room, size_t &bytes, I in, O out, N count, long n, F f, cudaStream_t s = 0) { return part(room, bytes, in, out, count, n, [=] __device__(long i) { return f(in[i]) ? true : false; }, s); }
  template <class I, class A, class B, class C, class N, class F, class G> static cudaError_t If(void *room, size_t &bytes, I in, A first, B second, C rest, N counts, long n, F f, G g, cudaStream_t s = 0) {
    __CUFORT_ROOM__
    long a = __cufort_work::keep(in, first, n, [=] __device__(long i) { return f(in[i]) ? true : false; }, s);
    long b = __cufort_work::keep(in, second, n, [=] __device__(long i) { return !f(in[i]) && g(in[i]); }, s);
    __cufort_work::keep(in, rest, n, [=] __device__(long i) { return !f(in[i]) && !g(in[i]); }, s);
    __cufort_work::each(1, [=] __device__(long) { counts[0] = a; counts[1] = b; }, s);
    __CUFORT_DONE__
  }

 private:
  template <class I, class O, class N, class F> static cudaError_t part(void *room, size_t &bytes, I in, O out, N count, long n, F f, cudaStream_t s) {
    __CUFORT_ROOM__
    __cufort_work::buffer<long> yes(n), no(n);
    long *p = yes.p, *q = no.p;
    long k = __places(n, p, f, s);
    __places(n, q, [=] __device__(long i) { return !f(i); }, s);
    __cufort_work::each(n > 0 ? n : 1, [=] __device__(long i) {
      if (i == 0) count[0] = k;
      if (i < k) out[i] = in[p[i]];
      else if (i < n) out[n - 1 - (i - k)] = in[q[i - k]];
    }, s);
    __CUFORT_DONE__
  }
};
struct DeviceAdjacentDifference {
  template <class I, class O, class F = Difference> static cudaError_t SubtractLeftCopy(void *room, size_t &bytes, I in, O out, long n, F f = F(), cudaStream_t s = 0) { __CUFORT_ROOM__ __cufort_work::each(n, [=] __device__(long i) { if (i == 0) out[i] = in[i]; else out[i] = f(in[i], in[i - 1]); }, s); __CUFORT_DONE__ }
  template <class I, class O, class F = Difference> static cudaError_t SubtractRightCopy(void *room, size_t &bytes, I in, O out, long n, F f = F(), cudaStream_t s = 0) { __CUFORT_ROOM__ __cufort_work::each(n, [=] __device__(long i) { if (i + 1 == n) out[i] = in[i]; else out[i] = f(in[i], in[i + 1]); }, s); __CUFORT_DONE__ }
  template <class I, class F = Difference> static cudaError_t SubtractLeft(void *room, size_t &bytes, I at, long n, F f = F(), cudaStream_t s = 0) {
    __CUFORT_ROOM__
    typedef __element<I> T;
    __cufort_work::buffer<T> copy(n);
    T *p = copy.p;
    __cufort_work::each(n, [=] __device__(long i) { p[i] = at[i]; }, s);
    return SubtractLeftCopy(room, bytes, p, at, n, f, s);
  }
  template <class I, class F = Difference> static cudaError_t SubtractRight(void *room, size_t &bytes, I at, long n, F f = F(), cudaStream_t s = 0) {
    __CUFORT_ROOM__
    typedef __element<I> T;
    __cufort_work::buffer<T> copy(n);
    T *p = copy.p;
    __cufort_work::each(n, [=] __device__(long i) { p[i] = at[i]; }, s);
    return SubtractRightCopy(room, bytes, p, at, n, f, s);
  }
};
struct DeviceFor {
  template <class F> static cudaError_t Bulk(long n, F f, cudaStream_t s = 0) { __cufort_work::each(n, [=] __device__(long i) { f(i); }, s); return cudaPeekAtLastError(); }
  template <class I, class F> static cudaError_t ForEachN(I from, long n, F f, cudaStream_t s = 0) { __cufort_work::each(n, [=] __device__(long i) { f(from[i]); }, s); return cudaPeekAtLastError(); }
  template <class I, class F> static cudaError_t ForEach(I from, I end, F f, cudaStream_t s = 0) { return ForEachN(from, end - from, f, s); }
  template <class F> static cudaError_t Bulk(void *room, size_t &bytes, long n, F f, cudaStream_t s = 0) { __CUFORT_ROOM__ return Bulk(n, f, s); }
  template <class I, class F> static cudaError_t ForEachN(void *room, size_t &bytes, I from, long n, F f, cudaStream_t s = 0) { __CUFORT_ROOM__ return ForEachN(from, n, f, s); }
  template <class I, class F> static cudaError_t ForEach(void *room, size_t &bytes, I from, I end, F f, cudaStream_t s = 0) { __CUFORT_ROOM__ return ForEachN(from, end - from, f, s); }
};
}
