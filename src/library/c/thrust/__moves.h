// Algorithms that copy, replace and move elements by what a function says of them.
#pragma once
#include <thrust/__all.h>
namespace thrust {
template <class P, class I, class O, class F> inline O __remove_copy_if(const P &p, I a, I b, O to, F f) { auto x = __raw(a); return __keep_where(p, a, b, to, [=] __host__ __device__(long i) mutable { return !f(x[i]); }); }
template <class P, class I, class J, class O, class F> inline O __remove_copy_if(const P &p, I a, I b, J c, O to, F f) { auto x = __raw(c); return __keep_where(p, a, b, to, [=] __host__ __device__(long i) mutable { return !f(x[i]); }); }
template <class P, class I, class O, class T> inline O __remove_copy(const P &p, I a, I b, O to, T y) { auto x = __raw(a); return __keep_where(p, a, b, to, [=] __host__ __device__(long i) mutable { return !(x[i] == y); }); }
template <class P, class I, class O, class Q, class F> inline pair<O, Q> __partition_copy(const P &p, I a, I b, O yes, Q no, F f) { auto end = __copy_if(p, a, b, yes, f); return pair<O, Q>(end, __remove_copy_if(p, a, b, no, f)); }
template <class P, class I, class J, class O, class Q, class F> inline pair<O, Q> __partition_copy(const P &p, I a, I b, J c, O yes, Q no, F f) { auto end = __copy_if(p, a, b, c, yes, f); return pair<O, Q>(end, __remove_copy_if(p, a, b, c, no, f)); }
template <class P, class I, class O, class Q, class F> inline pair<O, Q> __stable_partition_copy(const P &p, I a, I b, O yes, Q no, F f) { return __partition_copy(p, a, b, yes, no, f); }
template <class P, class I, class J, class O, class Q, class F> inline pair<O, Q> __stable_partition_copy(const P &p, I a, I b, J c, O yes, Q no, F f) { return __partition_copy(p, a, b, c, yes, no, f); }
template <class P, class I, class J, class F> inline I __partition(const P &p, I a, I b, J c, F f) {
  __temporary<P, I> yes(b - a), no(b - a);
  auto ends = __partition_copy(p, a, b, c, yes.begin(), no.begin(), f);
  I middle = __copy(p, yes.begin(), ends.first, a);
  __copy(p, no.begin(), ends.second, middle);
  return middle;
}
template <class P, class I, class J, class F> inline I __stable_partition(const P &p, I a, I b, J c, F f) { return __partition(p, a, b, c, f); }
template <class P, class I, class F> inline I __find_if_not(const P &p, I a, I b, F f) { return __find_if(p, a, b, [=] __host__ __device__(const __value_t<I> &x) mutable { return !f(x); }); }
template <class P, class I, class F> inline I __partition_point(const P &p, I a, I b, F f) { return __find_if_not(p, a, b, f); }
template <class P, class I, class F> inline bool __is_partitioned(const P &p, I a, I b, F f) { I at = __find_if_not(p, a, b, f); return __count_if(p, at, b, f) == 0; }
template <class P, class I, class J> inline J __swap_ranges(const P &p, I a, I b, J c) { auto x = __raw(a); auto y = __raw(c); __CUFORT_EACH__(P, I, b - a, __stream(p), __value_t<I> t = x[i]; x[i] = y[i]; y[i] = t) return c + (b - a); }
template <class P, class I, class O, class F, class G> inline O __transform_if(const P &p, I a, I b, O to, F f, G g) { auto x = __raw(a); auto out = __raw(to); F h = f; __CUFORT_EACH__(P, I, b - a, __stream(p), if (g(x[i])) out[i] = h(x[i])) return to + (b - a); }
template <class P, class I, class J, class O, class F, class G> inline O __transform_if(const P &p, I a, I b, J c, O to, F f, G g) { auto x = __raw(a); auto y = __raw(c); auto out = __raw(to); F h = f; __CUFORT_EACH__(P, I, b - a, __stream(p), if (g(y[i])) out[i] = h(x[i])) return to + (b - a); }
template <class P, class I, class J, class K, class O, class F, class G> inline O __transform_if(const P &p, I a, I b, J c, K d, O to, F f, G g) { auto x = __raw(a); auto y = __raw(c); auto z = __raw(d); auto out = __raw(to); F h = f; __CUFORT_EACH__(P, I, b - a, __stream(p), if (g(z[i])) out[i] = h(x[i], y[i])) return to + (b - a); }
template <class P, class I, class J, class K, class O, class G> inline void __scatter_if(const P &p, I a, I b, J c, K d, O to, G g) { auto x = __raw(a); auto map = __raw(c); auto by = __raw(d); auto out = __raw(to); __CUFORT_EACH__(P, I, b - a, __stream(p), if (g(by[i])) out[map[i]] = x[i]) }
template <class P, class I, class J, class K, class O> inline void __scatter_if(const P &p, I a, I b, J c, K d, O to) { __scatter_if(p, a, b, c, d, to, identity<>()); }
template <class P, class I, class J, class K, class O, class G> inline O __gather_if(const P &p, I a, I b, J c, K d, O to, G g) { auto map = __raw(a); auto by = __raw(c); auto x = __raw(d); auto out = __raw(to); __CUFORT_EACH__(P, I, b - a, __stream(p), if (g(by[i])) out[i] = x[map[i]]) return to + (b - a); }
template <class P, class I, class J, class K, class O> inline O __gather_if(const P &p, I a, I b, J c, K d, O to) { return __gather_if(p, a, b, c, d, to, identity<>()); }
template <class P, class I, class O, class F, class T> inline O __replace_copy_if(const P &p, I a, I b, O to, F f, T y) { auto x = __raw(a); auto out = __raw(to); F g = f; __CUFORT_EACH__(P, I, b - a, __stream(p), if (g(x[i])) out[i] = y; else out[i] = x[i]) return to + (b - a); }
template <class P, class I, class O, class T> inline O __replace_copy(const P &p, I a, I b, O to, T was, T y) { auto x = __raw(a); auto out = __raw(to); __CUFORT_EACH__(P, I, b - a, __stream(p), if (x[i] == was) out[i] = y; else out[i] = x[i]) return to + (b - a); }
template <class P, class I, class O> inline O __reverse_copy(const P &p, I a, I b, O to) { auto x = __raw(a); auto out = __raw(to); long n = b - a; __CUFORT_EACH__(P, I, n, __stream(p), out[i] = x[n - 1 - i]) return to + n; }
template <class P, class I, class O, class G, class F> inline O __transform_inclusive_scan(const P &p, I a, I b, O to, G g, F f) { typedef std::decay_t<decltype(g(__raw(a)[0]))> T; auto t = make_transform_iterator(a, g); return __scan_any(std::conditional_t<__runs_there<P, I>, device_policy, host_policy>(), t, t + (b - a), to, f, true, false, T()); }
template <class P, class I, class O, class G, class T, class F> inline O __transform_exclusive_scan(const P &p, I a, I b, O to, G g, T first, F f) { auto t = make_transform_iterator(a, g); return __scan_any(std::conditional_t<__runs_there<P, I>, device_policy, host_policy>(), t, t + (b - a), to, f, false, true, first); }
template <class P, class I, class O, class F> inline O __adjacent_difference(const P &p, I a, I b, O to, F f) { auto x = __raw(a); auto out = __raw(to); F g = f; __CUFORT_EACH__(P, I, b - a, __stream(p), if (i == 0) out[i] = x[0]; else out[i] = g(x[i], x[i - 1])) return to + (b - a); }
template <class P, class I, class J, class F> inline pair<I, J> __mismatch(const P &p, I a, I b, J c, F same) {
  auto x = __raw(a); auto y = __raw(c);
  long n = b - a;
  counting_iterator<long> t(0);
  long at = n == 0 ? 0 : __find_if(std::conditional_t<__runs_there<P, I>, device_policy, host_policy>(), t, t + n, [=] __host__ __device__(long i) mutable { return !same(x[i], y[i]); }) - t;
  return pair<I, J>(a + at, c + at);
}
template <class P, class I, class J> inline pair<I, J> __mismatch(const P &p, I a, I b, J c) { return __mismatch(p, a, b, c, std::equal_to<__value_t<I>>()); }
template <class P, class I, class J, class F> inline bool __equal(const P &p, I a, I b, J c, F same) { return __mismatch(p, a, b, c, same).first - b == 0; }
template <class P, class I, class O> inline O __uninitialized_copy(const P &p, I a, I b, O to) { return __copy(p, a, b, to); }
template <class P, class I, class T> inline void __uninitialized_fill(const P &p, I a, I b, T x) { __fill(p, a, b, x); }
template <class P, class I, class N, class O> inline O __uninitialized_copy_n(const P &p, I a, N n, O to) { return __copy_n(p, a, n, to); }
template <class P, class I, class N, class T> inline I __uninitialized_fill_n(const P &p, I a, N n, T x) { return __fill_n(p, a, n, x); }
template <class P, class I, class N, class F> inline I __generate_n(const P &p, I a, N n, F f) { __generate(p, a, a + (long)n, f); return a + (long)n; }
// Some order: that of numbers which the generator gives.
template <class P, class I, class G> inline void __shuffle(const P &p, I a, I b, G &&g) {
  long n = b - a;
  std::vector<unsigned long long> numbers(n);
  for (long i = 0; i < n; i++) numbers[i] = ((unsigned long long)g() << 32) ^ (unsigned long long)g();
  std::conditional_t<__runs_there<P, I>, device_vector<unsigned long long>, std::vector<unsigned long long>> keys(numbers.begin(), numbers.end());
  __sort_by_key(p, keys.begin(), keys.end(), a);
}
template <class P, class I, class O, class G> inline void __shuffle_copy(const P &p, I a, I b, O to, G &&g) { __shuffle(p, to, __copy(p, a, b, to), g); }
template <class I> struct iterator_traits { typedef __value_t<I> value_type; typedef long difference_type; typedef value_type &reference; typedef value_type *pointer; typedef std::random_access_iterator_tag iterator_category; };
template <class I> struct iterator_value { typedef __value_t<I> type; };
template <class I> struct iterator_difference { typedef long type; };
template <class I> struct iterator_reference { typedef decltype(std::declval<I>()[0]) type; };
template <class I> struct iterator_pointer { typedef __value_t<I> *type; };
template <class I> struct iterator_system { typedef typename __side_of<I>::type type; };
// A function of several arguments over the parts of a tuple.
template <class F> struct zip_function {
  F f;
  __host__ __device__ zip_function(F g) : f(g) {}
  template <class T> __host__ __device__ decltype(auto) operator()(T &&t) const { return std::apply(f, t); }
};
template <class F> __host__ __device__ inline zip_function<F> make_zip_function(F f) { return zip_function<F>(f); }
}
