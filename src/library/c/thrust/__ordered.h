// Searches in sorted ranges, and what is made of two of them.
#pragma once
#include <thrust/__all.h>
namespace thrust {
struct __lower { template <class I, class T, class F> static __host__ __device__ long of(I from, long n, const T &x, F less) { long low = 0, high = n; while (low < high) { long m = (low + high) / 2; if (less(from[m], x)) low = m + 1; else high = m; } return low; } };
struct __upper { template <class I, class T, class F> static __host__ __device__ long of(I from, long n, const T &x, F less) { long low = 0, high = n; while (low < high) { long m = (low + high) / 2; if (!less(x, from[m])) low = m + 1; else high = m; } return low; } };
struct __present { template <class I, class T, class F> static __host__ __device__ bool of(I from, long n, const T &x, F less) { long at = __lower::of(from, n, x, less); return at < n && !less(x, from[at]); } };
template <class S, class P, class I, class J, class O, class F> inline O __search_all(const P &p, I a, I b, J c, J d, O to, F less) { auto from = __raw(a); auto x = __raw(c); auto out = __raw(to); long n = b - a; __CUFORT_EACH__(P, I, d - c, __stream(p), out[i] = S::of(from, n, x[i], less)) return to + (d - c); }
template <class S, class P, class I, class T, class F> inline long __search_one(const P &p, I a, I b, const T &x, F less) {
  auto from = __raw(a);
  long n = b - a;
  if constexpr (__runs_there<P, I>) {
    __cufort_work::buffer<long> room(1);
    long *out = room.p;
    T y = x;
    __cufort_work::each(1, [=] __device__(long) mutable { *out = S::of(from, n, y, less); }, __stream(p));
    return __cufort_work::fetch(out);
  } else return S::of(from, n, x, less);
}
#define __CUFORT_SEARCH__(name, how, result) \
  template <class P, class I, class J, class O> inline O __##name(const P &p, I a, I b, J c, J d, O to) { return __search_all<how>(p, a, b, c, d, to, std::less<__value_t<I>>()); } \
  template <class P, class I, class J, class O, class F> inline O __##name(const P &p, I a, I b, J c, J d, O to, F less) { return __search_all<how>(p, a, b, c, d, to, less); } \
  template <class P, class I, class T> inline auto __##name(const P &p, I a, I b, T x) { return result __search_one<how>(p, a, b, (__value_t<I>)x, std::less<__value_t<I>>()); } \
  template <class P, class I, class T, class F> inline auto __##name(const P &p, I a, I b, T x, F less) { return result __search_one<how>(p, a, b, x, less); }
__CUFORT_SEARCH__(lower_bound, __lower, a +)
__CUFORT_SEARCH__(upper_bound, __upper, a +)
__CUFORT_SEARCH__(binary_search, __present, 0 !=)
template <class P, class I, class T> inline pair<I, I> __equal_range(const P &p, I a, I b, T x) { return pair<I, I>(__lower_bound(p, a, b, x), __upper_bound(p, a, b, x)); }
template <class P, class I, class T, class F> inline pair<I, I> __equal_range(const P &p, I a, I b, T x, F less) { return pair<I, I>(__lower_bound(p, a, b, x, less), __upper_bound(p, a, b, x, less)); }
// Each element finds its place among those of the other range.
template <class P, class I, class J, class O, class F> inline O __merge(const P &p, I a, I b, J c, J d, O to, F less) {
  auto x = __raw(a); auto y = __raw(c); auto out = __raw(to);
  long n = b - a, m = d - c;
  __CUFORT_EACH__(P, I, n, __stream(p), out[i + __lower::of(y, m, x[i], less)] = x[i])
  __CUFORT_EACH__(P, I, m, __stream(p), out[i + __upper::of(x, n, y[i], less)] = y[i])
  return to + (n + m);
}
template <class P, class I, class J, class O> inline O __merge(const P &p, I a, I b, J c, J d, O to) { return __merge(p, a, b, c, d, to, std::less<__value_t<I>>()); }
template <class P, class I, class J, class V, class W, class O, class Q, class F> inline pair<O, Q> __merge_by_key(const P &p, I a, I b, J c, J d, V v, W w, O to, Q values, F less) {
  auto x = __raw(a); auto y = __raw(c); auto out = __raw(to); auto xv = __raw(v); auto yv = __raw(w); auto put = __raw(values);
  long n = b - a, m = d - c;
  __CUFORT_EACH__(P, I, n, __stream(p), long at = i + __lower::of(y, m, x[i], less); out[at] = x[i]; put[at] = xv[i])
  __CUFORT_EACH__(P, I, m, __stream(p), long at = i + __upper::of(x, n, y[i], less); out[at] = y[i]; put[at] = yv[i])
  return pair<O, Q>(to + (n + m), values + (n + m));
}
template <class P, class I, class J, class V, class W, class O, class Q> inline pair<O, Q> __merge_by_key(const P &p, I a, I b, J c, J d, V v, W w, O to, Q values) { return __merge_by_key(p, a, b, c, d, v, w, to, values, std::less<__value_t<I>>()); }
// Elements of the first range whose rank among their equals is below (or not below) how many the second has.
template <class P, class I, class J, class O, class F> inline O __ranked(const P &p, I a, I b, J c, J d, O to, F less, bool below) {
  auto x = __raw(a); auto y = __raw(c);
  long n = b - a, m = d - c;
  return __keep_where(p, a, b, to, [=] __host__ __device__(long i) mutable {
    auto e = x[i];
    long rank = i - __lower::of(x, n, e, less);
    return (rank < __upper::of(y, m, e, less) - __lower::of(y, m, e, less)) == below;
  });
}
template <class P, class I, class J, class O, class F> inline O __set_intersection(const P &p, I a, I b, J c, J d, O to, F less) { return __ranked(p, a, b, c, d, to, less, true); }
template <class P, class I, class J, class O, class F> inline O __set_difference(const P &p, I a, I b, J c, J d, O to, F less) { return __ranked(p, a, b, c, d, to, less, false); }
template <class P, class I, class J, class O, class F> inline O __set_union(const P &p, I a, I b, J c, J d, O to, F less) {
  __temporary<P, I> rest(d - c);
  auto end = __ranked(p, c, d, a, b, rest.begin(), less, false);
  return __merge(p, a, b, rest.begin(), end, to, less);
}
template <class P, class I, class J, class O, class F> inline O __set_symmetric_difference(const P &p, I a, I b, J c, J d, O to, F less) {
  __temporary<P, I> first(b - a), second(d - c);
  auto end = __ranked(p, a, b, c, d, first.begin(), less, false);
  auto last = __ranked(p, c, d, a, b, second.begin(), less, false);
  return __merge(p, first.begin(), end, second.begin(), last, to, less);
}
#define __CUFORT_SET__(name) template <class P, class I, class J, class O> inline O __##name(const P &p, I a, I b, J c, J d, O to) { return __##name(p, a, b, c, d, to, std::less<__value_t<I>>()); }
__CUFORT_SET__(set_intersection) __CUFORT_SET__(set_difference) __CUFORT_SET__(set_union) __CUFORT_SET__(set_symmetric_difference)
// The same with values: pairs of both, compared by their keys.
template <class F> struct __by_first { F f; __host__ __device__ __by_first(F g) : f(g) {} template <class A, class B> __host__ __device__ bool operator()(const A &a, const B &b) const { return f(std::get<0>(a), std::get<0>(b)); } };
#define __CUFORT_SET_BY_KEY__(name) \
  template <class P, class I, class J, class V, class W, class O, class Q, class F> inline pair<O, Q> __##name##_by_key(const P &p, I a, I b, J c, J d, V v, W w, O to, Q values, F less) { \
    auto x = make_zip_iterator(a, v); auto y = make_zip_iterator(c, w); auto out = make_zip_iterator(to, values); \
    long n = __##name(p, x, x + (b - a), y, y + (d - c), out, __by_first<F>(less)) - out; \
    return pair<O, Q>(to + n, values + n); \
  } \
  template <class P, class I, class J, class V, class W, class O, class Q> inline pair<O, Q> __##name##_by_key(const P &p, I a, I b, J c, J d, V v, W w, O to, Q values) { return __##name##_by_key(p, a, b, c, d, v, w, to, values, std::less<__value_t<I>>()); }
__CUFORT_SET_BY_KEY__(set_difference) __CUFORT_SET_BY_KEY__(set_union) __CUFORT_SET_BY_KEY__(set_symmetric_difference)
// Values of the first range only: the second has none.
template <class P, class I, class J, class V, class O, class Q, class F> inline pair<O, Q> __set_intersection_by_key(const P &p, I a, I b, J c, J d, V v, O to, Q values, F less) {
  auto x = make_zip_iterator(a, v); auto y = make_zip_iterator(c, c); auto out = make_zip_iterator(to, values);
  long n = __set_intersection(p, x, x + (b - a), y, y + (d - c), out, __by_first<F>(less)) - out;
  return pair<O, Q>(to + n, values + n);
}
template <class P, class I, class J, class V, class O, class Q> inline pair<O, Q> __set_intersection_by_key(const P &p, I a, I b, J c, J d, V v, O to, Q values) { return __set_intersection_by_key(p, a, b, c, d, v, to, values, std::less<__value_t<I>>()); }
template <class P, class I, class F> inline I __is_sorted_until(const P &p, I a, I b, F less) {
  auto x = __raw(a);
  long n = b - a;
  counting_iterator<long> t(1);
  if (n < 2) return b;
  return a + (long)*__find_if(std::conditional_t<__runs_there<P, I>, device_policy, host_policy>(), t, t + (n - 1), [=] __host__ __device__(long i) mutable { return less(x[i], x[i - 1]); });
}
template <class P, class I> inline I __is_sorted_until(const P &p, I a, I b) { return __is_sorted_until(p, a, b, std::less<__value_t<I>>()); }
template <class P, class I, class F> inline bool __is_sorted(const P &p, I a, I b, F less) { return __is_sorted_until(p, a, b, less) == b; }
}
