// Numbers as words that have their order, as radix sorts see them.
#pragma once
#include <limits>
#include <type_traits>
namespace cub {
template <size_t bytes> struct __word {};
template <> struct __word<1> { typedef unsigned char type; };
template <> struct __word<2> { typedef unsigned short type; };
template <> struct __word<4> { typedef unsigned int type; };
template <> struct __word<8> { typedef unsigned long long type; };
enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };
template <class T> struct NumericTraits {
  typedef typename __word<sizeof(T)>::type UnsignedBits;
  static constexpr bool __whole = std::is_integral<T>::value;
  static constexpr bool __negative = !__whole || std::is_signed<T>::value;
  static constexpr Category CATEGORY = !__whole ? FLOATING_POINT : __negative ? SIGNED_INTEGER : UNSIGNED_INTEGER;
  static constexpr bool PRIMITIVE = true, NULL_TYPE = false;
  static constexpr UnsignedBits HIGH_BIT = (UnsignedBits)((UnsignedBits)1 << (8 * sizeof(T) - 1));
  static constexpr UnsignedBits LOWEST_KEY = __whole ? (__negative ? HIGH_BIT : (UnsignedBits)0) : (UnsignedBits)~(UnsignedBits)0;
  static constexpr UnsignedBits MAX_KEY = __whole && !__negative ? (UnsignedBits)~(UnsignedBits)0 : (UnsignedBits)~HIGH_BIT;
  static __host__ __device__ UnsignedBits TwiddleIn(UnsignedBits key) {
    if (__whole) return __negative ? (UnsignedBits)(key ^ HIGH_BIT) : key;
    return key & HIGH_BIT ? (UnsignedBits)~key : (UnsignedBits)(key ^ HIGH_BIT);
  }
  static __host__ __device__ UnsignedBits TwiddleOut(UnsignedBits key) {
    if (__whole) return TwiddleIn(key);
    return key & HIGH_BIT ? (UnsignedBits)(key ^ HIGH_BIT) : (UnsignedBits)~key;
  }
  static __host__ __device__ T Max() { return std::numeric_limits<T>::max(); }
  static __host__ __device__ T Lowest() { return std::numeric_limits<T>::lowest(); }
};
template <class T> struct Traits : NumericTraits<T> {};
}
