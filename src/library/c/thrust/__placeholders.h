// Functions written with `_1`, `_2` and so on for their arguments: `_1 * 2 + _2`.
#pragma once
namespace thrust {
namespace placeholders {
template <class F> struct __function {
  F f;
  template <class... A> __host__ __device__ decltype(auto) operator()(A &&...a) const { return f(a...); }
  // `_1 = x` is a function as well.
  template <class T> __host__ __device__ auto operator=(const T &x) const;
};
template <int n> struct __argument {
  template <class H, class... T> __host__ __device__ decltype(auto) operator()(H &&h, T &&...t) const { if constexpr (n == 0) return (h); else return __argument<n - 1>()(t...); }
};
template <class T> struct __same { T x; template <class... A> __host__ __device__ const T &operator()(A &&...) const { return x; } };
template <class T> struct __part { typedef __same<T> type; static __host__ __device__ type of(const T &x) { return type{x}; } };
template <class F> struct __part<__function<F>> { typedef F type; static __host__ __device__ type of(const __function<F> &x) { return x.f; } };
template <class Op, class L, class R> struct __both { L l; R r; template <class... A> __host__ __device__ decltype(auto) operator()(A &&...a) const { return Op::of(l(a...), r(a...)); } };
template <class Op, class L> struct __alone { L l; template <class... A> __host__ __device__ auto operator()(A &&...a) const { return Op::of(l(a...)); } };
template <class Op, class L, class R> __host__ __device__ inline auto __joined(const L &l, const R &r) { typedef __both<Op, typename __part<L>::type, typename __part<R>::type> F; return __function<F>{F{__part<L>::of(l), __part<R>::of(r)}}; }
template <class Op, class L> __host__ __device__ inline auto __single(const L &l) { typedef __alone<Op, typename __part<L>::type> F; return __function<F>{F{__part<L>::of(l)}}; }
#define __CUFORT_JOINED__(name, op) \
  struct __##name { template <class X, class Y> static __host__ __device__ auto of(X &&x, Y &&y) { return x op y; } }; \
  template <class F, class G> __host__ __device__ inline auto operator op(const __function<F> &a, const __function<G> &b) { return __joined<__##name>(a, b); } \
  template <class F, class T> __host__ __device__ inline auto operator op(const __function<F> &a, const T &b) { return __joined<__##name>(a, b); } \
  template <class F, class T> __host__ __device__ inline auto operator op(const T &a, const __function<F> &b) { return __joined<__##name>(a, b); }
#define __CUFORT_CHANGED__(name, op) \
  struct __##name { template <class X, class Y> static __host__ __device__ decltype(auto) of(X &&x, Y &&y) { return x op y; } }; \
  template <class F, class T> __host__ __device__ inline auto operator op(const __function<F> &a, const T &b) { return __joined<__##name>(a, b); }
#define __CUFORT_SINGLE__(name, op) \
  struct __##name { template <class X> static __host__ __device__ auto of(X &&x) { return op x; } }; \
  template <class F> __host__ __device__ inline auto operator op(const __function<F> &a) { return __single<__##name>(a); }
__CUFORT_JOINED__(plus, +) __CUFORT_JOINED__(minus, -) __CUFORT_JOINED__(times, *) __CUFORT_JOINED__(over, /) __CUFORT_JOINED__(modulo, %) __CUFORT_JOINED__(bits_and, &) __CUFORT_JOINED__(bits_or, |)
__CUFORT_JOINED__(bits_xor, ^) __CUFORT_JOINED__(left, <<) __CUFORT_JOINED__(right, >>) __CUFORT_JOINED__(equal, ==) __CUFORT_JOINED__(unequal, !=) __CUFORT_JOINED__(less, <) __CUFORT_JOINED__(greater, >)
__CUFORT_JOINED__(at_most, <=) __CUFORT_JOINED__(at_least, >=) __CUFORT_JOINED__(and, &&) __CUFORT_JOINED__(or, ||)
__CUFORT_CHANGED__(add, +=) __CUFORT_CHANGED__(subtract, -=) __CUFORT_CHANGED__(multiply, *=) __CUFORT_CHANGED__(divide, /=) __CUFORT_CHANGED__(reduce, %=)
__CUFORT_SINGLE__(negative, -) __CUFORT_SINGLE__(not, !) __CUFORT_SINGLE__(complement, ~)
#undef __CUFORT_JOINED__
#undef __CUFORT_CHANGED__
#undef __CUFORT_SINGLE__
struct __assign { template <class X, class Y> static __host__ __device__ decltype(auto) of(X &&x, Y &&y) { return x = y; } };
template <class F> template <class T> __host__ __device__ auto __function<F>::operator=(const T &x) const { return __joined<__assign>(*this, x); }
#define __CUFORT_ARGUMENT__(n, name) static constexpr __function<__argument<n>> name{};
__CUFORT_ARGUMENT__(0, _1) __CUFORT_ARGUMENT__(1, _2) __CUFORT_ARGUMENT__(2, _3) __CUFORT_ARGUMENT__(3, _4) __CUFORT_ARGUMENT__(4, _5)
__CUFORT_ARGUMENT__(5, _6) __CUFORT_ARGUMENT__(6, _7) __CUFORT_ARGUMENT__(7, _8) __CUFORT_ARGUMENT__(8, _9) __CUFORT_ARGUMENT__(9, _10)
#undef __CUFORT_ARGUMENT__
}
}
