// Vectors on either side and algorithms over them. What begins with an iterator of the device runs there.
#pragma once
#include <chrono>
#include <iostream>
#include <limits>
#include <__device_work.h>
#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <tuple>
#include <vector>
#include <thrust/system_error.h>
#define THRUST_VERSION 200200
namespace thrust {
struct __host_side {};
struct __device_side {};
struct host_policy { typedef __host_side side; };
struct device_policy {
  typedef __device_side side;
  cudaStream_t s;
  __host__ __device__ constexpr device_policy(cudaStream_t t = 0) : s(t) {}
  device_policy on(cudaStream_t t) const { return device_policy(t); }
  template <class A> device_policy operator()(const A &) const { return *this; }
};
// One thread, in device code too: see __sequential.h.
struct sequential_policy {};
static constexpr sequential_policy seq{};
static const host_policy host;
static const device_policy device;
namespace cuda { static const device_policy par; static const device_policy par_nosync; }
namespace cuda_cub { using thrust::cuda::par; }
namespace omp { static const host_policy par; }
using std::pair;
using std::make_pair;
template <class T> class device_ptr;
// An element: on the host it is copied to be read or written.
template <class T> class device_reference {
  T *p;

 public:
  __host__ __device__ explicit device_reference(T *q) : p(q) {}
  __host__ __device__ operator T() const {
    if (__cufort_is_device(int)) return *p;
    std::remove_const_t<T> x;
    cudaMemcpy(&x, p, sizeof(T), cudaMemcpyDeviceToHost);
    return x;
  }
  __host__ __device__ device_reference &operator=(const T &x) {
    if (__cufort_is_device(int)) { *(std::remove_const_t<T> *)p = x; return *this; }
    cudaMemcpy((void *)p, &x, sizeof(T), cudaMemcpyHostToDevice);
    return *this;
  }
  __host__ __device__ device_reference &operator=(const device_reference &o) { T x = o; return *this = x; }
#define __CUFORT_CHANGED__(op) template <class U> __host__ __device__ device_reference &operator op(const U &x) { std::remove_const_t<T> y = *this; y op x; return *this = y; }
  __CUFORT_CHANGED__(+=) __CUFORT_CHANGED__(-=) __CUFORT_CHANGED__(*=) __CUFORT_CHANGED__(/=) __CUFORT_CHANGED__(%=) __CUFORT_CHANGED__(<<=) __CUFORT_CHANGED__(>>=) __CUFORT_CHANGED__(&=) __CUFORT_CHANGED__(|=) __CUFORT_CHANGED__(^=)
#undef __CUFORT_CHANGED__
  __host__ __device__ device_reference &operator++() { std::remove_const_t<T> y = *this; ++y; return *this = y; }
  __host__ __device__ device_reference &operator--() { std::remove_const_t<T> y = *this; --y; return *this = y; }
  __host__ __device__ T operator++(int) { std::remove_const_t<T> old = *this, y = old; *this = ++y; return old; }
  __host__ __device__ T operator--(int) { std::remove_const_t<T> old = *this, y = old; *this = --y; return old; }
  __host__ __device__ device_ptr<T> operator&() const { return device_ptr<T>(p); }
};
template <class T> inline std::ostream &operator<<(std::ostream &o, const device_reference<T> &r) { return o << (std::remove_const_t<T>)r; }
template <class T> class device_ptr {
  T *p;

 public:
  typedef std::remove_cv_t<T> value_type;
  typedef long difference_type;
  typedef device_reference<T> reference;
  typedef device_ptr pointer;
  typedef std::random_access_iterator_tag iterator_category;
  typedef __device_side side;
  __host__ __device__ device_ptr() : p(nullptr) {}
  __host__ __device__ explicit device_ptr(T *q) : p(q) {}
  template <class U> __host__ __device__ device_ptr(const device_ptr<U> &o) : p(o.get()) {}
  __host__ __device__ T *get() const { return p; }
  __host__ __device__ device_reference<T> operator*() const { return device_reference<T>(p); }
  __host__ __device__ device_reference<T> operator[](long i) const { return device_reference<T>(p + i); }
  __host__ __device__ device_ptr operator+(long n) const { return device_ptr(p + n); }
  __host__ __device__ device_ptr operator-(long n) const { return device_ptr(p - n); }
  __host__ __device__ long operator-(const device_ptr &o) const { return p - o.p; }
  __host__ __device__ device_ptr &operator+=(long n) { p += n; return *this; }
  __host__ __device__ device_ptr &operator-=(long n) { p -= n; return *this; }
  __host__ __device__ device_ptr &operator++() { ++p; return *this; }
  __host__ __device__ device_ptr operator++(int) { device_ptr old = *this; ++p; return old; }
  __host__ __device__ device_ptr &operator--() { --p; return *this; }
  __host__ __device__ device_ptr operator--(int) { device_ptr old = *this; --p; return old; }
  __host__ __device__ explicit operator bool() const { return p != nullptr; }
  __host__ __device__ bool operator==(const device_ptr &o) const { return p == o.p; }
  __host__ __device__ bool operator!=(const device_ptr &o) const { return p != o.p; }
  __host__ __device__ bool operator<(const device_ptr &o) const { return p < o.p; }
  __host__ __device__ bool operator>(const device_ptr &o) const { return p > o.p; }
  __host__ __device__ bool operator<=(const device_ptr &o) const { return p <= o.p; }
  __host__ __device__ bool operator>=(const device_ptr &o) const { return p >= o.p; }
};
template <class T> __host__ __device__ inline device_ptr<T> device_pointer_cast(T *p) { return device_ptr<T>(p); }
template <class T> __host__ __device__ inline T *raw_pointer_cast(device_ptr<T> p) { return p.get(); }
template <class T> __host__ __device__ inline T *raw_pointer_cast(T *p) { return p; }
template <class T> inline void swap(device_reference<T> a, device_reference<T> b) { T x = a; a = (T)b; b = x; }
template <class T> __host__ __device__ inline T &raw_reference_cast(device_reference<T> r) { return *(&r).get(); }
template <class T> __host__ __device__ inline T &raw_reference_cast(T &r) { return r; }
// Memory of no type: nothing of it is read or written.
template <> class device_ptr<void> {
  void *p;

 public:
  typedef void value_type;
  typedef long difference_type;
  typedef device_ptr pointer;
  typedef __device_side side;
  __host__ __device__ device_ptr() : p(nullptr) {}
  __host__ __device__ explicit device_ptr(void *q) : p(q) {}
  template <class U> __host__ __device__ device_ptr(const device_ptr<U> &o) : p(o.get()) {}
  __host__ __device__ void *get() const { return p; }
  __host__ __device__ explicit operator bool() const { return p != nullptr; }
  __host__ __device__ bool operator==(const device_ptr &o) const { return p == o.p; }
  __host__ __device__ bool operator!=(const device_ptr &o) const { return p != o.p; }
};
inline device_ptr<void> device_malloc(size_t bytes) {
  void *p = nullptr;
  if (cudaMalloc(&p, bytes) != cudaSuccess) throw std::bad_alloc();
  return device_ptr<void>(p);
}
template <class T> inline device_ptr<T> device_malloc(size_t n) { return device_ptr<T>(static_cast<T *>(device_malloc(n * sizeof(T)).get())); }
template <class T> inline void device_free(device_ptr<T> p) { cudaFree(p.get()); }
#include <thrust/__iterators.h>
#include <thrust/__vectors.h>
// ---- functions ----
using std::plus; using std::minus; using std::multiplies; using std::divides; using std::modulus; using std::negate; using std::less; using std::greater;
using std::less_equal; using std::greater_equal; using std::equal_to; using std::not_equal_to; using std::logical_and; using std::logical_or; using std::logical_not;
using std::bit_and; using std::bit_or; using std::bit_xor;
template <class T = void> struct maximum { __host__ __device__ T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
template <class T = void> struct minimum { __host__ __device__ T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
template <> struct maximum<void> { template <class T> __host__ __device__ T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
template <> struct minimum<void> { template <class T> __host__ __device__ T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
template <class T = void> struct square { __host__ __device__ T operator()(const T &a) const { return a * a; } };
template <class T = void> struct identity { __host__ __device__ T operator()(const T &a) const { return a; } };
template <class A, class B> struct unary_function { typedef A argument_type; typedef B result_type; };
template <class A, class B, class C> struct binary_function { typedef C result_type; };
template <class T> __host__ __device__ inline const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T> __host__ __device__ inline const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> __host__ __device__ inline void swap(T &a, T &b) { T c = a; a = b; b = c; }
// ---- where work is done ----
template <class I> constexpr bool __is_device = std::is_same<typename __side_of<I>::type, __device_side>::value;
template <class P> constexpr bool __is_policy = std::is_same<P, host_policy>::value || std::is_same<P, device_policy>::value;
template <class P> inline cudaStream_t __stream(const P &p) { if constexpr (std::is_same<P, device_policy>::value) return p.s; else return 0; }
struct __any { typedef int none; };
template <class P, class I> constexpr bool __runs_there = std::is_same<P, device_policy>::value || (std::is_same<P, __any>::value && __is_device<I>);
#define __CUFORT_EACH__(P, I, n, s, body) \
  if constexpr (__runs_there<P, I>) { __cufort_work::each((n), [=] __device__(long i) mutable { body; }, (s)); cudaStreamSynchronize(s); } \
  else for (long i = 0, __n = (n); i < __n; i++) { body; }
// Room for elements where the work is done.
template <class P, class I> using __temporary = std::conditional_t<__runs_there<P, I>, device_vector<__value_t<I>>, std::vector<__value_t<I>>>;
// Each algorithm stands once with a policy and once without.
#define __CUFORT_POLICY__(name) \
  template <class P, class... A, std::enable_if_t<__is_policy<P>, int> = 0> inline auto name(const P &p, A... a) { return __##name(p, a...); } \
  template <class I, class... A, std::enable_if_t<!__is_policy<I> && !std::is_same<I, sequential_policy>::value, int> = 0> inline auto name(I i, A... a) { return __##name(__any(), i, a...); }
template <class P, class I, class T> inline void __fill(const P &p, I a, I b, T x) { auto to = __raw(a); typedef __value_t<I> V; V v = (V)x; __CUFORT_EACH__(P, I, b - a, __stream(p), to[i] = v) }
template <class P, class I, class N, class T> inline I __fill_n(const P &p, I a, N n, T x) { __fill(p, a, a + (long)n, x); return a + (long)n; }
template <class P, class I> inline void __sequence(const P &p, I a, I b) { auto to = __raw(a); typedef __value_t<I> V; __CUFORT_EACH__(P, I, b - a, __stream(p), to[i] = (V)i) }
template <class P, class I, class T> inline void __sequence(const P &p, I a, I b, T x) { auto to = __raw(a); typedef __value_t<I> V; V v = (V)x; __CUFORT_EACH__(P, I, b - a, __stream(p), to[i] = (V)(v + (V)i)) }
template <class P, class I, class T> inline void __sequence(const P &p, I a, I b, T x, T step) { auto to = __raw(a); typedef __value_t<I> V; V v = (V)x; V w = (V)step; __CUFORT_EACH__(P, I, b - a, __stream(p), to[i] = (V)(v + (V)i * w)) }
template <class P, class I, class F> inline void __generate(const P &p, I a, I b, F f) { auto to = __raw(a); F g = f; __CUFORT_EACH__(P, I, b - a, __stream(p), to[i] = g()) }
template <class P, class I, class F> inline void __tabulate(const P &p, I a, I b, F f) { auto to = __raw(a); F g = f; __CUFORT_EACH__(P, I, b - a, __stream(p), to[i] = g(i)) }
template <class P, class I, class O> inline O __copy(const P &p, I a, I b, O to) {
  long n = b - a;
  if constexpr (std::is_pointer<__raw_t<I>>::value && std::is_pointer<__raw_t<O>>::value && std::is_same<__value_t<I>, __value_t<O>>::value) {
    if (n > 0) cudaMemcpy((void *)__raw(to), (const void *)__raw(a), n * sizeof(__value_t<I>), cudaMemcpyDefault);
  } else if constexpr (__is_device<I> && !__is_device<O>) {
    __cufort_work::buffer<__value_t<O>> room(n);
    auto from = __raw(a);
    auto *out = room.p;
    __cufort_work::each(n, [=] __device__(long i) mutable { out[i] = from[i]; });
    if (n > 0) cudaMemcpy(&to[0], out, n * sizeof(__value_t<O>), cudaMemcpyDeviceToHost);
  } else if constexpr (!__is_device<I> && __is_device<O>) {
    std::vector<__value_t<O>> all(a, b);
    if (n > 0) cudaMemcpy((void *)__raw(to), all.data(), n * sizeof(__value_t<O>), cudaMemcpyHostToDevice);
  } else {
    auto from = __raw(a);
    auto out = __raw(to);
    __CUFORT_EACH__(P, I, n, __stream(p), out[i] = from[i])
  }
  return to + n;
}
template <class P, class I, class N, class O> inline O __copy_n(const P &p, I a, N n, O to) { return __copy(p, a, a + (long)n, to); }
template <class P, class I, class F> inline I __for_each(const P &p, I a, I b, F f) { auto from = __raw(a); F g = f; __CUFORT_EACH__(P, I, b - a, __stream(p), g(from[i])) return b; }
template <class P, class I, class N, class F> inline I __for_each_n(const P &p, I a, N n, F f) { return __for_each(p, a, a + (long)n, f); }
template <class P, class I, class O, class F> inline O __transform(const P &p, I a, I b, O to, F f) { auto from = __raw(a); auto out = __raw(to); F g = f; __CUFORT_EACH__(P, I, b - a, __stream(p), out[i] = g(from[i])) return to + (b - a); }
template <class P, class I, class J, class O, class F> inline O __transform(const P &p, I a, I b, J c, O to, F f) { auto from = __raw(a); auto other = __raw(c); auto out = __raw(to); F g = f; __CUFORT_EACH__(P, I, b - a, __stream(p), out[i] = g(from[i], other[i])) return to + (b - a); }
template <class P, class I, class J, class O> inline O __gather(const P &p, I a, I b, J c, O to) { auto map = __raw(a); auto from = __raw(c); auto out = __raw(to); __CUFORT_EACH__(P, I, b - a, __stream(p), out[i] = from[map[i]]) return to + (b - a); }
template <class P, class I, class J, class O> inline void __scatter(const P &p, I a, I b, J c, O to) { auto from = __raw(a); auto map = __raw(c); auto out = __raw(to); __CUFORT_EACH__(P, I, b - a, __stream(p), out[map[i]] = from[i]) }
template <class P, class I, class T> inline void __replace(const P &p, I a, I b, T x, T y) { auto at = __raw(a); __CUFORT_EACH__(P, I, b - a, __stream(p), if (at[i] == x) at[i] = y) }
template <class P, class I, class F, class T> inline void __replace_if(const P &p, I a, I b, F f, T y) { auto at = __raw(a); F g = f; __CUFORT_EACH__(P, I, b - a, __stream(p), if (g(at[i])) at[i] = y) }
template <class P, class I, class J, class F, class T> inline void __replace_if(const P &p, I a, I b, J c, F f, T y) { auto at = __raw(a); auto by = __raw(c); F g = f; __CUFORT_EACH__(P, I, b - a, __stream(p), if (g(by[i])) at[i] = y) }
template <class P, class I> inline void __reverse(const P &p, I a, I b) { auto at = __raw(a); long n = b - a; __CUFORT_EACH__(P, I, n / 2, __stream(p), auto x = at[i]; at[i] = at[n - 1 - i]; at[n - 1 - i] = x) }
template <class P, class I, class T, class F> inline T __reduce(const P &p, I a, I b, T x, F f) {
  auto from = __raw(a);
  long n = b - a;
  if (n <= 0) return x;
  if constexpr (__runs_there<P, I>) {
    __cufort_work::buffer<T> room(1);
    __cufort_work::fold<T>(from, n, room.p, f, __stream(p));
    return f(x, __cufort_work::fetch(room.p));
  } else {
    for (long i = 0; i < n; i++) x = f(x, from[i]);
    return x;
  }
}
template <class P, class I, class T> inline T __reduce(const P &p, I a, I b, T x) { return __reduce(p, a, b, x, std::plus<T>()); }
template <class P, class I> inline __value_t<I> __reduce(const P &p, I a, I b) { typedef __value_t<I> T; return __reduce(p, a, b, T(), std::plus<T>()); }
template <class P, class I, class G, class T, class F> inline T __transform_reduce(const P &p, I a, I b, G g, T x, F f) {
  if constexpr (__runs_there<P, I>) { auto t = make_transform_iterator(__raw(a), g); return __reduce(device_policy(__stream(p)), t, t + (b - a), x, f); }
  else { auto from = __raw(a); for (long i = 0, n = b - a; i < n; i++) x = f(x, g(from[i])); return x; }
}
template <class P, class I, class J, class T> inline T __inner_product(const P &p, I a, I b, J c, T x) {
  auto u = __raw(a); auto v = __raw(c);
  auto t = make_transform_iterator(counting_iterator<long>(0), [=] __host__ __device__(long i) mutable { return (T)(u[i] * v[i]); });
  if constexpr (__runs_there<P, I>) return __reduce(device_policy(__stream(p)), t, t + (b - a), x, std::plus<T>());
  else { for (long i = 0, n = b - a; i < n; i++) x = x + t[i]; return x; }
}
template <class P, class I, class J, class T, class F, class G> inline T __inner_product(const P &p, I a, I b, J c, T x, F f, G g) {
  auto u = __raw(a); auto v = __raw(c);
  auto t = make_transform_iterator(counting_iterator<long>(0), [=] __host__ __device__(long i) mutable { return (T)g(u[i], v[i]); });
  if constexpr (__runs_there<P, I>) return __reduce(device_policy(__stream(p)), t, t + (b - a), x, f);
  else { for (long i = 0, n = b - a; i < n; i++) x = f(x, t[i]); return x; }
}
template <class P, class I, class F> inline long __count_if(const P &p, I a, I b, F f) { return __transform_reduce(p, a, b, [=] __host__ __device__(const __value_t<I> &x) mutable { return f(x) ? 1L : 0L; }, 0L, std::plus<long>()); }
template <class P, class I, class T> inline long __count(const P &p, I a, I b, T x) { return __count_if(p, a, b, [=] __host__ __device__(const __value_t<I> &y) mutable { return y == x; }); }
template <class P, class I, class F> inline bool __all_of(const P &p, I a, I b, F f) { return __count_if(p, a, b, f) == b - a; }
template <class P, class I, class F> inline bool __any_of(const P &p, I a, I b, F f) { return __count_if(p, a, b, f) > 0; }
template <class P, class I, class F> inline bool __none_of(const P &p, I a, I b, F f) { return __count_if(p, a, b, f) == 0; }
template <class P, class I, class F> inline I __find_if(const P &p, I a, I b, F f) {
  auto from = __raw(a);
  long n = b - a;
  auto t = make_transform_iterator(counting_iterator<long>(0), [=] __host__ __device__(long i) mutable { return f(from[i]) ? i : n; });
  return a + __reduce(p, t, t + n, n, minimum<long>());
}
template <class P, class I, class T> inline I __find(const P &p, I a, I b, T x) { return __find_if(p, a, b, [=] __host__ __device__(const __value_t<I> &y) mutable { return y == x; }); }
template <class P, class I, class F> inline I __extreme(const P &p, I a, I b, F better) {
  auto from = __raw(a);
  if (b - a < 2) return a;
  auto first = [=] __host__ __device__(long i, long j) mutable { return better(from[j], from[i]) || (!better(from[i], from[j]) && j < i) ? j : i; };
  long at = 0;
  // The values lie where the work is done: the host does not look at them.
  if constexpr (__runs_there<P, I>) {
    __cufort_work::buffer<long> room(1);
    __cufort_work::fold<long>(counting_iterator<long>(0), b - a, room.p, first, __stream(p));
    at = __cufort_work::fetch(room.p);
  } else for (long i = 1, n = b - a; i < n; i++) at = first(at, i);
  return a + at;
}
template <class P, class I> inline I __max_element(const P &p, I a, I b) { typedef __value_t<I> T; return __extreme(p, a, b, std::greater<T>()); }
template <class P, class I> inline I __min_element(const P &p, I a, I b) { typedef __value_t<I> T; return __extreme(p, a, b, std::less<T>()); }
template <class P, class I, class F> inline I __max_element(const P &p, I a, I b, F less) { return __extreme(p, a, b, [=] __host__ __device__(const __value_t<I> &x, const __value_t<I> &y) mutable { return less(y, x); }); }
template <class P, class I, class F> inline I __min_element(const P &p, I a, I b, F less) { return __extreme(p, a, b, less); }
template <class P, class I, class F> inline pair<I, I> __minmax_element(const P &p, I a, I b, F f) { return pair<I, I>(__min_element(p, a, b, f), __max_element(p, a, b, f)); }
template <class P, class I> inline pair<I, I> __minmax_element(const P &p, I a, I b) { return pair<I, I>(__min_element(p, a, b), __max_element(p, a, b)); }
template <class P, class I, class J> inline bool __equal(const P &p, I a, I b, J c) { auto u = __raw(a); auto v = __raw(c); counting_iterator<long> t(0); return __count_if(std::conditional_t<__runs_there<P, I>, device_policy, host_policy>(), t, t + (b - a), [=] __host__ __device__(long i) mutable { return !(u[i] == v[i]); }) == 0; }
template <class P, class I, class O, class T, class F> inline O __scan_any(const P &p, I a, I b, O to, F f, bool inclusive, bool seeded, T seed) {
  auto from = __raw(a); auto out = __raw(to);
  if constexpr (__runs_there<P, I>) { __cufort_work::scan<T>(from, out, b - a, f, inclusive, seeded, seed, __stream(p)); cudaStreamSynchronize(__stream(p)); }
  else { T x = seed; bool has = seeded; for (long i = 0, n = b - a; i < n; i++) { T y = from[i]; T next = has ? f(x, y) : y; out[i] = inclusive ? next : x; x = next; has = true; } }
  return to + (b - a);
}
template <class P, class I, class O> inline O __inclusive_scan(const P &p, I a, I b, O to) { typedef __value_t<I> T; return __scan_any(p, a, b, to, std::plus<T>(), true, false, T()); }
template <class P, class I, class O, class F> inline O __inclusive_scan(const P &p, I a, I b, O to, F f) { typedef __value_t<I> T; return __scan_any(p, a, b, to, f, true, false, T()); }
template <class P, class I, class O> inline O __exclusive_scan(const P &p, I a, I b, O to) { typedef __value_t<I> T; return __scan_any(p, a, b, to, std::plus<T>(), false, true, T()); }
template <class P, class I, class O, class T> inline O __exclusive_scan(const P &p, I a, I b, O to, T x) { return __scan_any(p, a, b, to, std::plus<T>(), false, true, x); }
template <class P, class I, class O, class T, class F> inline O __exclusive_scan(const P &p, I a, I b, O to, T x, F f) { return __scan_any(p, a, b, to, f, false, true, x); }
template <class P, class I, class O> inline O __adjacent_difference(const P &p, I a, I b, O to) { auto from = __raw(a); auto out = __raw(to); __CUFORT_EACH__(P, I, b - a, __stream(p), out[i] = i == 0 ? from[0] : from[i] - from[i - 1]) return to + (b - a); }
template <class K, class F> constexpr bool __upwards = std::is_same<F, std::less<K>>::value || std::is_same<F, std::less<void>>::value;
template <class K, class F> constexpr bool __downwards = std::is_same<F, std::greater<K>>::value || std::is_same<F, std::greater<void>>::value;
template <class K, class F> constexpr bool __by_digits = std::is_arithmetic<K>::value && (__upwards<K, F> || __downwards<K, F>);
// Elements that no pointer leads to are sorted in a copy.
template <class I, class F> inline void __sort_there(I at, long n, F less, cudaStream_t s) {
  typedef __value_t<I> K;
  if constexpr (!std::is_pointer<I>::value) {
    __cufort_work::buffer<K> keys(n);
    K *k = keys.p;
    __cufort_work::each(n, [=] __device__(long i) mutable { k[i] = at[i]; }, s);
    __sort_there(k, n, less, s);
    __cufort_work::each(n, [=] __device__(long i) mutable { at[i] = k[i]; }, s);
    cudaStreamSynchronize(s);
  } else if constexpr (__by_digits<K, F>) __cufort_work::sort<K, char>(at, (char *)nullptr, n, __downwards<K, F>, 0, 8 * sizeof(K), s);
  else __cufort_work::merge_sort<K, char>(at, (char *)nullptr, n, less, s);
}
template <class I, class J, class F> inline void __sort_pairs_there(I at, J values, long n, F less, cudaStream_t s) {
  typedef __value_t<I> K;
  typedef __value_t<J> V;
  if constexpr (!std::is_pointer<I>::value || !std::is_pointer<J>::value) {
    __cufort_work::buffer<K> keys(n);
    __cufort_work::buffer<V> others(n);
    K *k = keys.p;
    V *v = others.p;
    __cufort_work::each(n, [=] __device__(long i) mutable { k[i] = at[i]; v[i] = values[i]; }, s);
    __sort_pairs_there(k, v, n, less, s);
    __cufort_work::each(n, [=] __device__(long i) mutable { at[i] = k[i]; values[i] = v[i]; }, s);
    cudaStreamSynchronize(s);
  } else if constexpr (__by_digits<K, F>) __cufort_work::sort<K, V>(at, values, n, __downwards<K, F>, 0, 8 * sizeof(K), s);
  else __cufort_work::merge_sort<K, V>(at, values, n, less, s);
}
template <class P, class I, class F> inline void __sort(const P &p, I a, I b, F less) {
  auto at = __raw(a);
  if constexpr (__runs_there<P, I>) __sort_there(at, b - a, less, __stream(p));
  else if constexpr (std::is_pointer<decltype(at)>::value) std::stable_sort(at, at + (b - a), less);
  else {
    std::vector<__value_t<I>> all;
    for (long i = 0, n = b - a; i < n; i++) all.push_back(at[i]);
    std::stable_sort(all.begin(), all.end(), less);
    for (long i = 0, n = b - a; i < n; i++) at[i] = all[i];
  }
}
template <class P, class I> inline void __sort(const P &p, I a, I b) { typedef __value_t<I> K; __sort(p, a, b, std::less<K>()); }
template <class P, class I, class F> inline void __stable_sort(const P &p, I a, I b, F less) { __sort(p, a, b, less); }
template <class P, class I> inline void __stable_sort(const P &p, I a, I b) { __sort(p, a, b); }
template <class P, class I, class J, class F> inline void __sort_by_key(const P &p, I a, I b, J c, F less) {
  auto at = __raw(a); auto values = __raw(c);
  long n = b - a;
  if constexpr (__runs_there<P, I>) __sort_pairs_there(at, values, n, less, __stream(p));
  else {
    typedef std::pair<__value_t<I>, __value_t<J>> both;
    std::vector<both> all;
    for (long i = 0; i < n; i++) all.push_back(both(at[i], values[i]));
    std::stable_sort(all.begin(), all.end(), [=](const both &x, const both &y) { return less(x.first, y.first); });
    for (long i = 0; i < n; i++) { at[i] = all[i].first; values[i] = all[i].second; }
  }
}
template <class P, class I, class J> inline void __sort_by_key(const P &p, I a, I b, J c) { typedef __value_t<I> K; __sort_by_key(p, a, b, c, std::less<K>()); }
template <class P, class I, class J, class F> inline void __stable_sort_by_key(const P &p, I a, I b, J c, F less) { __sort_by_key(p, a, b, c, less); }
template <class P, class I, class J> inline void __stable_sort_by_key(const P &p, I a, I b, J c) { __sort_by_key(p, a, b, c); }
template <class P, class I, class O, class F> inline O __keep_where(const P &p, I a, I b, O to, F f) {
  auto from = __raw(a); auto out = __raw(to);
  long n = b - a, k = 0;
  if constexpr (__runs_there<P, I>) {
    typedef __value_t<I> T;
    __cufort_work::buffer<T> room(n);
    T *q = room.p;
    k = __cufort_work::keep(from, q, n, f, __stream(p));
    __cufort_work::each(k, [=] __device__(long i) mutable { out[i] = q[i]; }, __stream(p));
    cudaStreamSynchronize(__stream(p));
  } else for (long i = 0; i < n; i++) if (f(i)) out[k++] = from[i];
  return to + k;
}
template <class P, class I, class O, class F> inline O __copy_if(const P &p, I a, I b, O to, F f) { auto from = __raw(a); return __keep_where(p, a, b, to, [=] __host__ __device__(long i) mutable { return (bool)f(from[i]); }); }
template <class P, class I, class J, class O, class F> inline O __copy_if(const P &p, I a, I b, J c, O to, F f) { auto by = __raw(c); return __keep_where(p, a, b, to, [=] __host__ __device__(long i) mutable { return (bool)f(by[i]); }); }
template <class P, class I, class F> inline I __remove_if(const P &p, I a, I b, F f) { auto from = __raw(a); return __keep_where(p, a, b, a, [=] __host__ __device__(long i) mutable { return !f(from[i]); }); }
template <class P, class I, class J, class F> inline I __remove_if(const P &p, I a, I b, J c, F f) { auto by = __raw(c); return __keep_where(p, a, b, a, [=] __host__ __device__(long i) mutable { return !f(by[i]); }); }
template <class P, class I, class T> inline I __remove(const P &p, I a, I b, T x) { auto from = __raw(a); return __keep_where(p, a, b, a, [=] __host__ __device__(long i) mutable { return !(from[i] == x); }); }
template <class P, class I> inline I __unique(const P &p, I a, I b) {
  typedef __value_t<I> T;
  auto from = __raw(a);
  if constexpr (__runs_there<P, I>) return __keep_where(p, a, b, a, [=] __host__ __device__(long i) mutable { return i == 0 || !(from[i] == from[i - 1]); });
  else return std::unique(a, b);
}
template <class P, class I, class F> inline I __partition(const P &p, I a, I b, F f) {
  typedef __value_t<I> T;
  __temporary<P, I> yes(b - a), no(b - a);
  auto k = __copy_if(p, a, b, yes.begin(), f) - yes.begin();
  auto m = __copy_if(p, a, b, no.begin(), [=] __host__ __device__(const T &x) mutable { return !f(x); }) - no.begin();
  __copy(p, yes.begin(), yes.begin() + k, a);
  __copy(p, no.begin(), no.begin() + m, a + k);
  return a + k;
}
template <class P, class I, class F> inline I __stable_partition(const P &p, I a, I b, F f) { return __partition(p, a, b, f); }
template <class P, class I> inline bool __is_sorted(const P &p, I a, I b) { auto u = __raw(a); counting_iterator<long> t(1); return b - a < 2 || __count_if(std::conditional_t<__runs_there<P, I>, device_policy, host_policy>(), t, t + (b - a - 1), [=] __host__ __device__(long i) mutable { return u[i] < u[i - 1]; }) == 0; }
}
#include <thrust/__ordered.h>
#include <thrust/__runs.h>
#include <thrust/__moves.h>
namespace thrust {
__CUFORT_POLICY__(fill) __CUFORT_POLICY__(fill_n) __CUFORT_POLICY__(sequence) __CUFORT_POLICY__(generate) __CUFORT_POLICY__(tabulate) __CUFORT_POLICY__(copy) __CUFORT_POLICY__(copy_n)
__CUFORT_POLICY__(for_each) __CUFORT_POLICY__(for_each_n) __CUFORT_POLICY__(transform) __CUFORT_POLICY__(gather) __CUFORT_POLICY__(scatter) __CUFORT_POLICY__(replace) __CUFORT_POLICY__(replace_if)
__CUFORT_POLICY__(reverse) __CUFORT_POLICY__(reduce) __CUFORT_POLICY__(transform_reduce) __CUFORT_POLICY__(inner_product) __CUFORT_POLICY__(count) __CUFORT_POLICY__(count_if)
__CUFORT_POLICY__(all_of) __CUFORT_POLICY__(any_of) __CUFORT_POLICY__(none_of) __CUFORT_POLICY__(find) __CUFORT_POLICY__(find_if) __CUFORT_POLICY__(max_element) __CUFORT_POLICY__(min_element)
__CUFORT_POLICY__(minmax_element) __CUFORT_POLICY__(equal) __CUFORT_POLICY__(inclusive_scan) __CUFORT_POLICY__(exclusive_scan) __CUFORT_POLICY__(adjacent_difference) __CUFORT_POLICY__(sort)
__CUFORT_POLICY__(stable_sort) __CUFORT_POLICY__(sort_by_key) __CUFORT_POLICY__(stable_sort_by_key) __CUFORT_POLICY__(copy_if) __CUFORT_POLICY__(remove_if) __CUFORT_POLICY__(remove) __CUFORT_POLICY__(unique)
__CUFORT_POLICY__(partition) __CUFORT_POLICY__(stable_partition) __CUFORT_POLICY__(reduce_by_key) __CUFORT_POLICY__(lower_bound) __CUFORT_POLICY__(upper_bound) __CUFORT_POLICY__(is_sorted)
__CUFORT_POLICY__(equal_range) __CUFORT_POLICY__(binary_search) __CUFORT_POLICY__(merge) __CUFORT_POLICY__(merge_by_key) __CUFORT_POLICY__(set_union) __CUFORT_POLICY__(set_intersection)
__CUFORT_POLICY__(set_difference) __CUFORT_POLICY__(set_symmetric_difference) __CUFORT_POLICY__(inclusive_scan_by_key) __CUFORT_POLICY__(exclusive_scan_by_key) __CUFORT_POLICY__(unique_by_key) __CUFORT_POLICY__(unique_by_key_copy)
__CUFORT_POLICY__(unique_copy) __CUFORT_POLICY__(unique_count) __CUFORT_POLICY__(remove_copy) __CUFORT_POLICY__(remove_copy_if) __CUFORT_POLICY__(partition_copy) __CUFORT_POLICY__(stable_partition_copy)
__CUFORT_POLICY__(partition_point) __CUFORT_POLICY__(is_partitioned) __CUFORT_POLICY__(is_sorted_until) __CUFORT_POLICY__(swap_ranges) __CUFORT_POLICY__(transform_if) __CUFORT_POLICY__(scatter_if)
__CUFORT_POLICY__(gather_if) __CUFORT_POLICY__(replace_copy) __CUFORT_POLICY__(replace_copy_if) __CUFORT_POLICY__(reverse_copy) __CUFORT_POLICY__(transform_inclusive_scan) __CUFORT_POLICY__(transform_exclusive_scan)
__CUFORT_POLICY__(mismatch) __CUFORT_POLICY__(find_if_not) __CUFORT_POLICY__(uninitialized_copy) __CUFORT_POLICY__(uninitialized_fill) __CUFORT_POLICY__(generate_n) __CUFORT_POLICY__(shuffle)
__CUFORT_POLICY__(shuffle_copy) __CUFORT_POLICY__(uninitialized_copy_n) __CUFORT_POLICY__(uninitialized_fill_n)
__CUFORT_POLICY__(set_union_by_key) __CUFORT_POLICY__(set_intersection_by_key) __CUFORT_POLICY__(set_difference_by_key) __CUFORT_POLICY__(set_symmetric_difference_by_key)
using std::distance;
using std::advance;
}
#include <thrust/__placeholders.h>
#include <thrust/__sequential.h>
