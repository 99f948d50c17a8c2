#pragma once
#include <cub/cub.cuh>
#include <cub/iterator/counting_input_iterator.cuh>
namespace cub {
template <class T, class F, class I, class Offset = ptrdiff_t> struct TransformInputIterator : __numbered<TransformInputIterator<T, F, I, Offset>, T> {
  I from;
  F f;
  __host__ __device__ TransformInputIterator(I from, F f) : from(from), f(f) {}
  __host__ __device__ T at(ptrdiff_t i) const { return f(from[i]); }
};
template <class I, class Offset = ptrdiff_t, class V = std::remove_cv_t<std::remove_reference_t<decltype(std::declval<I>()[0])>>> struct ArgIndexInputIterator : __numbered<ArgIndexInputIterator<I, Offset, V>, KeyValuePair<Offset, V>> {
  I from;
  __host__ __device__ ArgIndexInputIterator(I from) : from(from) {}
  __host__ __device__ KeyValuePair<Offset, V> at(ptrdiff_t i) const { return KeyValuePair<Offset, V>((Offset)i, from[i]); }
};
}
