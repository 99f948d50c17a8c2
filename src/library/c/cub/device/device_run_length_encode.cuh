#pragma once
#include <cub/cub.cuh>
namespace cub {
#define __CUFORT_DONE__ cudaStreamSynchronize(s); return cudaPeekAtLastError();
// The places at which `f` holds, in order, in `to`; how many.
template <class F> inline long __places(long n, long *to, F f, cudaStream_t s) { return __cufort_work::keep(CountingInputIterator<long>(0), to, n, f, s); }
struct DeviceRunLengthEncode {
  template <class I, class U, class C, class N> static cudaError_t Encode(void *room, size_t &bytes, I in, U unique, C counts, N runs, long n, cudaStream_t s = 0) {
    __CUFORT_ROOM__
    __cufort_work::buffer<long> heads(n);
    long *h = heads.p;
    long k = __places(n, h, [=] __device__(long i) { return i == 0 || !(in[i] == in[i - 1]); }, s);
    __cufort_work::each(k > 0 ? k : 1, [=] __device__(long j) {
      if (j == 0) runs[0] = k;
      if (j >= k) return;
      unique[j] = in[h[j]];
      counts[j] = (j + 1 < k ? h[j + 1] : n) - h[j];
    }, s);
    __CUFORT_DONE__
  }
  template <class I, class O, class C, class N> static cudaError_t NonTrivialRuns(void *room, size_t &bytes, I in, O offsets, C counts, N runs, long n, cudaStream_t s = 0) {
    __CUFORT_ROOM__
    __cufort_work::buffer<long> heads(n), tails(n);
    long *h = heads.p, *l = tails.p;
    long k = __places(n, h, [=] __device__(long i) { return (i == 0 || !(in[i] == in[i - 1])) && i + 1 < n && in[i] == in[i + 1]; }, s);
    __places(n, l, [=] __device__(long i) { return i > 0 && in[i] == in[i - 1] && (i + 1 == n || !(in[i] == in[i + 1])); }, s);
    __cufort_work::each(k > 0 ? k : 1, [=] __device__(long j) {
      if (j == 0) runs[0] = k;
      if (j >= k) return;
      offsets[j] = h[j];
      counts[j] = l[j] - h[j] + 1;
    }, s);
    __CUFORT_DONE__
  }
};
}
