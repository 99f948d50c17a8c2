#pragma once
#include <cub/cub.cuh>
#include <cstddef>
#include <iterator>
namespace cub {
// What iterators whose place is a number have in common; D has at(i).
template <class D, class T> struct __numbered {
  typedef D self_type;
  typedef ptrdiff_t difference_type;
  typedef T value_type;
  typedef T *pointer;
  typedef T reference;
  typedef std::random_access_iterator_tag iterator_category;
  ptrdiff_t place = 0;
  __host__ __device__ const D &own() const { return *static_cast<const D *>(this); }
  __host__ __device__ D &own() { return *static_cast<D *>(this); }
  __host__ __device__ T operator*() const { return own().at(place); }
  template <class N> __host__ __device__ T operator[](N i) const { return own().at(place + (ptrdiff_t)i); }
  __host__ __device__ D &operator++() { place++; return own(); }
  __host__ __device__ D operator++(int) { D was = own(); place++; return was; }
  template <class N> __host__ __device__ D operator+(N n) const { D to = own(); to.place += (ptrdiff_t)n; return to; }
  template <class N> __host__ __device__ D &operator+=(N n) { place += (ptrdiff_t)n; return own(); }
  template <class N> __host__ __device__ D &operator-=(N n) { place -= (ptrdiff_t)n; return own(); }
  __host__ __device__ ptrdiff_t operator-(const D &b) const { return place - b.place; }
  __host__ __device__ bool operator==(const D &b) const { return place == b.place; }
  __host__ __device__ bool operator!=(const D &b) const { return place != b.place; }
};
template <class T, class Offset = ptrdiff_t> struct CountingInputIterator : __numbered<CountingInputIterator<T, Offset>, T> {
  T first;
  __host__ __device__ CountingInputIterator(const T &x) : first(x) {}
  __host__ __device__ T at(ptrdiff_t i) const { return (T)(first + (T)i); }
};
template <class T, class Offset = ptrdiff_t> struct ConstantInputIterator : __numbered<ConstantInputIterator<T, Offset>, T> {
  T value;
  __host__ __device__ ConstantInputIterator(const T &x, Offset = 0) : value(x) {}
  __host__ __device__ T at(ptrdiff_t) const { return value; }
};
template <class Offset = ptrdiff_t> struct DiscardOutputIterator {
  struct sink { template <class T> __host__ __device__ const sink &operator=(const T &) const { return *this; } };
  __host__ __device__ DiscardOutputIterator(Offset = 0) {}
  __host__ __device__ sink operator*() const { return sink(); }
  template <class N> __host__ __device__ sink operator[](N) const { return sink(); }
  template <class N> __host__ __device__ DiscardOutputIterator operator+(N) const { return *this; }
};
}
