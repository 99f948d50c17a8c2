// Runs of neighbours whose keys are the same.
#pragma once
#include <thrust/__all.h>
namespace thrust {
template <class P, class K, class V, class O, class E, class F, class T> inline O __scan_runs(const P &p, K a, K b, V v, O to, E same, F f, bool inclusive, T first) {
  auto keys = __raw(a); auto in = __raw(v); auto out = __raw(to);
  long n = b - a;
  if constexpr (__runs_there<P, K>) { __cufort_work::scan_runs(keys, in, out, n, f, same, inclusive, !inclusive, first, __stream(p)); cudaStreamSynchronize(__stream(p)); }
  else {
    T x = first;
    for (long i = 0; i < n; i++) {
      bool starts = i == 0 || !same(keys[i - 1], keys[i]);
      T y = in[i];
      if (inclusive) { x = starts ? y : f(x, y); out[i] = x; }
      else { T before = starts ? first : x; out[i] = before; x = f(before, y); }
    }
  }
  return to + n;
}
template <class P, class K, class V, class O, class E, class F> inline O __inclusive_scan_by_key(const P &p, K a, K b, V v, O to, E same, F f) { typedef __value_t<V> T; return __scan_runs(p, a, b, v, to, same, f, true, T()); }
template <class P, class K, class V, class O, class E> inline O __inclusive_scan_by_key(const P &p, K a, K b, V v, O to, E same) { typedef __value_t<V> T; return __scan_runs(p, a, b, v, to, same, std::plus<T>(), true, T()); }
template <class P, class K, class V, class O> inline O __inclusive_scan_by_key(const P &p, K a, K b, V v, O to) { typedef __value_t<V> T; return __scan_runs(p, a, b, v, to, std::equal_to<__value_t<K>>(), std::plus<T>(), true, T()); }
template <class P, class K, class V, class O, class T, class E, class F> inline O __exclusive_scan_by_key(const P &p, K a, K b, V v, O to, T first, E same, F f) { return __scan_runs(p, a, b, v, to, same, f, false, (__value_t<V>)first); }
template <class P, class K, class V, class O, class T, class E> inline O __exclusive_scan_by_key(const P &p, K a, K b, V v, O to, T first, E same) { return __scan_runs(p, a, b, v, to, same, std::plus<__value_t<V>>(), false, (__value_t<V>)first); }
template <class P, class K, class V, class O, class T> inline O __exclusive_scan_by_key(const P &p, K a, K b, V v, O to, T first) { return __scan_runs(p, a, b, v, to, std::equal_to<__value_t<K>>(), std::plus<__value_t<V>>(), false, (__value_t<V>)first); }
template <class P, class K, class V, class O> inline O __exclusive_scan_by_key(const P &p, K a, K b, V v, O to) { return __exclusive_scan_by_key(p, a, b, v, to, __value_t<V>()); }
template <class P, class K, class V, class O, class Q, class E, class F> inline pair<O, Q> __reduce_by_key(const P &p, K a, K b, V v, O to, Q sums, E same, F f) {
  typedef __value_t<V> T;
  auto keys = __raw(a);
  long n = b - a;
  __temporary<P, K> kept(n);
  std::conditional_t<__runs_there<P, K>, device_vector<T>, std::vector<T>> all(n);
  __scan_runs(p, a, b, v, all.begin(), same, f, true, T());
  // Keys of where runs begin, sums of where they end; neither may stand in the way of the other's reading.
  auto end = __keep_where(p, a, b, kept.begin(), [=] __host__ __device__(long i) mutable { return i == 0 || !same(keys[i - 1], keys[i]); });
  auto last = __keep_where(p, all.begin(), all.end(), sums, [=] __host__ __device__(long i) mutable { return i == n - 1 || !same(keys[i], keys[i + 1]); });
  return pair<O, Q>(__copy(p, kept.begin(), end, to), last);
}
template <class P, class K, class V, class O, class Q, class E> inline pair<O, Q> __reduce_by_key(const P &p, K a, K b, V v, O to, Q sums, E same) { return __reduce_by_key(p, a, b, v, to, sums, same, std::plus<__value_t<V>>()); }
template <class P, class K, class V, class O, class Q> inline pair<O, Q> __reduce_by_key(const P &p, K a, K b, V v, O to, Q sums) { return __reduce_by_key(p, a, b, v, to, sums, std::equal_to<__value_t<K>>(), std::plus<__value_t<V>>()); }
template <class P, class I, class O, class E> inline O __unique_copy(const P &p, I a, I b, O to, E same) { auto x = __raw(a); return __keep_where(p, a, b, to, [=] __host__ __device__(long i) mutable { return i == 0 || !same(x[i - 1], x[i]); }); }
template <class P, class I, class O> inline O __unique_copy(const P &p, I a, I b, O to) { return __unique_copy(p, a, b, to, std::equal_to<__value_t<I>>()); }
template <class P, class I, class E> inline I __unique(const P &p, I a, I b, E same) { __temporary<P, I> kept(b - a); auto end = __unique_copy(p, a, b, kept.begin(), same); return __copy(p, kept.begin(), end, a); }
template <class P, class I, class E> inline long __unique_count(const P &p, I a, I b, E same) { __temporary<P, I> kept(b - a); return __unique_copy(p, a, b, kept.begin(), same) - kept.begin(); }
template <class P, class I> inline long __unique_count(const P &p, I a, I b) { return __unique_count(p, a, b, std::equal_to<__value_t<I>>()); }
template <class P, class K, class V, class O, class Q, class E> inline pair<O, Q> __unique_by_key_copy(const P &p, K a, K b, V v, O to, Q values, E same) {
  auto keys = __raw(a);
  long n = b - a;
  auto starts = [=] __host__ __device__(long i) mutable { return i == 0 || !same(keys[i - 1], keys[i]); };
  // Not written over where the keys are still needed.
  std::conditional_t<__runs_there<P, K>, device_vector<__value_t<V>>, std::vector<__value_t<V>>> kept(n);
  __temporary<P, K> heads(n);
  auto end = __keep_where(p, v, v + n, kept.begin(), starts);
  auto last = __keep_where(p, a, b, heads.begin(), starts);
  auto filled = __copy(p, kept.begin(), end, values);
  return pair<O, Q>(__copy(p, heads.begin(), last, to), filled);
}
template <class P, class K, class V, class O, class Q> inline pair<O, Q> __unique_by_key_copy(const P &p, K a, K b, V v, O to, Q values) { return __unique_by_key_copy(p, a, b, v, to, values, std::equal_to<__value_t<K>>()); }
template <class P, class K, class V> inline pair<K, V> __unique_by_key(const P &p, K a, K b, V v) { return __unique_by_key_copy(p, a, b, v, a, v); }
template <class P, class K, class V, class E> inline pair<K, V> __unique_by_key(const P &p, K a, K b, V v, E same) { return __unique_by_key_copy(p, a, b, v, a, v, same); }
}
