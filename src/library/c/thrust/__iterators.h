// Iterators that compute what they stand for, and those that hand on what is written through them. Included by __all.h.
#pragma once
// An iterator as device code uses it.
template <class T> __host__ __device__ inline T *__raw(device_ptr<T> p) { return p.get(); }
template <class I> __host__ __device__ inline I __raw(I i) { return i; }
template <class I> using __raw_t = decltype(__raw(std::declval<I>()));
template <class I> using __raw_element = decltype(std::declval<__raw_t<I>>()[0]);
// Its elements as values: of zipped ones no references.
template <class I, class = void> struct __value_of { typedef std::remove_cv_t<std::remove_reference_t<__raw_element<I>>> type; };
template <class I> struct __value_of<I, std::void_t<typename I::value_type>> { typedef typename I::value_type type; };
template <class I> using __value_t = typename __value_of<I>::type;
template <class I, class = void> struct __side_of { typedef __host_side type; };
template <class I> struct __side_of<I, std::void_t<typename I::side>> { typedef typename I::side type; };
// Iterators over others are of the device where all of these are.
template <class... I> struct __sides { typedef __device_side type; };
template <class A, class... I> struct __sides<A, I...> { typedef std::conditional_t<std::is_same<typename __side_of<A>::type, __device_side>::value, typename __sides<I...>::type, __host_side> type; };
// What an iterator D has once it can tell i[n], i + n and i - j.
template <class D> struct __random_access {
  typedef long difference_type;
  typedef std::random_access_iterator_tag iterator_category;
  __host__ __device__ D &self() { return static_cast<D &>(*this); }
  __host__ __device__ const D &self() const { return static_cast<const D &>(*this); }
  __host__ __device__ decltype(auto) operator*() const { return self()[0]; }
  __host__ __device__ D &operator+=(long n) { return self() = self() + n; }
  __host__ __device__ D &operator-=(long n) { return self() = self() + -n; }
  __host__ __device__ D &operator++() { return self() = self() + 1; }
  __host__ __device__ D &operator--() { return self() = self() + -1; }
  __host__ __device__ D operator++(int) { D old = self(); self() = old + 1; return old; }
  __host__ __device__ D operator--(int) { D old = self(); self() = old + -1; return old; }
  friend __host__ __device__ D operator+(long n, const D &a) { return a + n; }
  friend __host__ __device__ D operator-(const D &a, long n) { return a + -n; }
  friend __host__ __device__ bool operator==(const D &a, const D &b) { return a - b == 0; }
  friend __host__ __device__ bool operator!=(const D &a, const D &b) { return a - b != 0; }
  friend __host__ __device__ bool operator<(const D &a, const D &b) { return a - b < 0; }
  friend __host__ __device__ bool operator>(const D &a, const D &b) { return a - b > 0; }
  friend __host__ __device__ bool operator<=(const D &a, const D &b) { return a - b <= 0; }
  friend __host__ __device__ bool operator>=(const D &a, const D &b) { return a - b >= 0; }
};
struct use_default {};
struct any_system_tag {};
template <class T, class System = use_default, class Traversal = use_default, class Difference = use_default> class counting_iterator : public __random_access<counting_iterator<T, System, Traversal, Difference>> {
  T x;

 public:
  typedef T value_type;
  typedef T reference;
  typedef const T *pointer;
  typedef __device_side side;
  __host__ __device__ counting_iterator(T y = T()) : x(y) {}
  __host__ __device__ T operator[](long i) const { return (T)(x + i); }
  __host__ __device__ counting_iterator operator+(long n) const { return counting_iterator((T)(x + n)); }
  __host__ __device__ long operator-(const counting_iterator &o) const { return (long)(x - o.x); }
  __host__ __device__ T base() const { return x; }
};
template <class T> __host__ __device__ inline counting_iterator<T> make_counting_iterator(T x) { return counting_iterator<T>(x); }
template <class T, class Difference = use_default, class System = use_default> class constant_iterator : public __random_access<constant_iterator<T, Difference, System>> {
  T x;
  long at;

 public:
  typedef T value_type;
  typedef T reference;
  typedef const T *pointer;
  typedef __device_side side;
  __host__ __device__ constant_iterator(T y = T(), long i = 0) : x(y), at(i) {}
  __host__ __device__ T operator[](long) const { return x; }
  __host__ __device__ constant_iterator operator+(long n) const { return constant_iterator(x, at + n); }
  __host__ __device__ long operator-(const constant_iterator &o) const { return at - o.at; }
};
template <class T, class N> __host__ __device__ inline constant_iterator<T> make_constant_iterator(T x, N i) { return constant_iterator<T>(x, (long)i); }
template <class T> __host__ __device__ inline constant_iterator<T> make_constant_iterator(T x) { return constant_iterator<T>(x); }
template <class T, class V> struct __unless_default { typedef T type; };
template <class V> struct __unless_default<use_default, V> { typedef V type; };
template <class F, class I, class Reference = use_default, class Value = use_default> class transform_iterator : public __random_access<transform_iterator<F, I, Reference, Value>> {
  __raw_t<I> i;
  mutable F f;

 public:
  typedef typename __unless_default<Reference, decltype(std::declval<F>()(std::declval<__raw_element<I>>()))>::type reference;
  typedef typename __unless_default<Value, std::decay_t<reference>>::type value_type;
  typedef const value_type *pointer;
  typedef typename __sides<I>::type side;
  __host__ __device__ transform_iterator() {}
  __host__ __device__ transform_iterator(__raw_t<I> j, F g) : i(j), f(g) {}
  template <class J> __host__ __device__ transform_iterator(J j, F g) : i(__raw(j)), f(g) {}
  template <class J, std::enable_if_t<std::is_constructible<__raw_t<I>, __raw_t<J>>::value, int> = 0> __host__ __device__ explicit transform_iterator(J j) : i(__raw(j)), f() {}
  __host__ __device__ reference operator[](long k) const { return f(i[k]); }
  __host__ __device__ transform_iterator operator+(long n) const { return transform_iterator(i + n, f); }
  __host__ __device__ long operator-(const transform_iterator &o) const { return i - o.i; }
  __host__ __device__ __raw_t<I> base() const { return i; }
  __host__ __device__ F functor() const { return f; }
};
template <class I, class F> __host__ __device__ inline transform_iterator<F, I> make_transform_iterator(I i, F f) { return transform_iterator<F, I>(__raw(i), f); }
template <class E, class M> class permutation_iterator : public __random_access<permutation_iterator<E, M>> {
  __raw_t<E> e;
  __raw_t<M> m;

 public:
  typedef __value_t<E> value_type;
  typedef __raw_element<E> reference;
  typedef value_type *pointer;
  typedef typename __sides<E, M>::type side;
  __host__ __device__ permutation_iterator() {}
  __host__ __device__ permutation_iterator(__raw_t<E> x, __raw_t<M> y) : e(x), m(y) {}
  template <class J, class K> __host__ __device__ permutation_iterator(J x, K y) : e(__raw(x)), m(__raw(y)) {}
  __host__ __device__ decltype(auto) operator[](long k) const { return e[m[k]]; }
  __host__ __device__ permutation_iterator operator+(long n) const { return permutation_iterator(e, m + n); }
  __host__ __device__ long operator-(const permutation_iterator &o) const { return m - o.m; }
};
template <class E, class M> __host__ __device__ inline permutation_iterator<E, M> make_permutation_iterator(E e, M m) { return permutation_iterator<E, M>(__raw(e), __raw(m)); }
template <class I> class reverse_iterator : public __random_access<reverse_iterator<I>> {
  __raw_t<I> i;

 public:
  typedef __value_t<I> value_type;
  typedef __raw_element<I> reference;
  typedef value_type *pointer;
  typedef typename __sides<I>::type side;
  template <class J> __host__ __device__ explicit reverse_iterator(J j) : i(__raw(j)) {}
  __host__ __device__ decltype(auto) operator[](long k) const { return i[-1 - k]; }
  __host__ __device__ reverse_iterator operator+(long n) const { return reverse_iterator(i - n); }
  __host__ __device__ long operator-(const reverse_iterator &o) const { return o.i - i; }
  __host__ __device__ __raw_t<I> base() const { return i; }
};
template <class I> __host__ __device__ inline reverse_iterator<I> make_reverse_iterator(I i) { return reverse_iterator<I>(i); }
template <class... T> using tuple = std::tuple<T...>;
using std::make_tuple;
using std::tuple_element;
using std::tuple_size;
using std::get;
using std::tie;
template <class T> class zip_iterator;
// On the host elements of the device are read and written as those of its vectors; work on the device goes on with zipped pointers (__raw).
template <class... I> class zip_iterator<std::tuple<I...>> : public __random_access<zip_iterator<std::tuple<I...>>> {
  std::tuple<I...> is;
  template <size_t... k> __host__ __device__ auto at(long i, std::index_sequence<k...>) const { return reference(std::get<k>(is)[i]...); }
  template <size_t... k> __host__ __device__ zip_iterator moved(long n, std::index_sequence<k...>) const { return zip_iterator(std::tuple<I...>((std::get<k>(is) + n)...)); }

 public:
  typedef std::tuple<__value_t<I>...> value_type;
  typedef std::tuple<decltype(std::declval<I>()[0])...> reference;
  typedef value_type *pointer;
  typedef typename __sides<I...>::type side;
  __host__ __device__ zip_iterator() {}
  __host__ __device__ zip_iterator(const std::tuple<I...> &t) : is(t) {}
  template <class... J, std::enable_if_t<sizeof...(J) == sizeof...(I) && !std::is_same<std::tuple<J...>, std::tuple<I...>>::value, int> = 0> __host__ __device__ zip_iterator(const std::tuple<J...> &t) : is(t) {}
  template <class... J, std::enable_if_t<sizeof...(J) == sizeof...(I) && (sizeof...(J) > 1), int> = 0> __host__ __device__ zip_iterator(J... i) : is(i...) {}
  __host__ __device__ reference operator[](long i) const { return at(i, std::index_sequence_for<I...>()); }
  __host__ __device__ zip_iterator operator+(long n) const { return moved(n, std::index_sequence_for<I...>()); }
  __host__ __device__ long operator-(const zip_iterator &o) const { return std::get<0>(is) - std::get<0>(o.is); }
  __host__ __device__ const std::tuple<I...> &get_iterator_tuple() const { return is; }
};
template <class... I, size_t... k> __host__ __device__ inline zip_iterator<std::tuple<__raw_t<I>...>> __raw_zip(const std::tuple<I...> &t, std::index_sequence<k...>) { return zip_iterator<std::tuple<__raw_t<I>...>>(std::tuple<__raw_t<I>...>(__raw(std::get<k>(t))...)); }
template <class... I> __host__ __device__ inline zip_iterator<std::tuple<__raw_t<I>...>> __raw(zip_iterator<std::tuple<I...>> z) { return __raw_zip(z.get_iterator_tuple(), std::index_sequence_for<I...>()); }
template <class... I> __host__ __device__ inline zip_iterator<std::tuple<I...>> make_zip_iterator(std::tuple<I...> t) { return zip_iterator<std::tuple<I...>>(t); }
template <class... I, std::enable_if_t<(sizeof...(I) > 1), int> = 0> __host__ __device__ inline zip_iterator<std::tuple<I...>> make_zip_iterator(I... i) { return zip_iterator<std::tuple<I...>>(i...); }
// ---- where results go ----
struct __discarded { template <class T> __host__ __device__ const __discarded &operator=(const T &) const { return *this; } };
template <class System = use_default> class discard_iterator : public __random_access<discard_iterator<System>> {
  long at;

 public:
  typedef __discarded value_type;
  typedef __discarded reference;
  typedef void pointer;
  typedef __device_side side;
  __host__ __device__ discard_iterator(long i = 0) : at(i) {}
  __host__ __device__ __discarded operator[](long) const { return __discarded(); }
  __host__ __device__ discard_iterator operator+(long n) const { return discard_iterator(at + n); }
  __host__ __device__ long operator-(const discard_iterator &o) const { return at - o.at; }
};
__host__ __device__ inline discard_iterator<> make_discard_iterator(long i = 0) { return discard_iterator<>(i); }
template <class F, class I> struct __written_through {
  I i;
  mutable F f;
  template <class T> __host__ __device__ const __written_through &operator=(const T &x) const { i[0] = f(x); return *this; }
};
template <class F, class O> class transform_output_iterator : public __random_access<transform_output_iterator<F, O>> {
  __raw_t<O> o;
  mutable F f;

 public:
  typedef __written_through<F, __raw_t<O>> value_type;
  typedef value_type reference;
  typedef void pointer;
  typedef typename __sides<O>::type side;
  template <class J> __host__ __device__ transform_output_iterator(J j, F g) : o(__raw(j)), f(g) {}
  __host__ __device__ value_type operator[](long k) const { return value_type{o + k, f}; }
  __host__ __device__ transform_output_iterator operator+(long n) const { return transform_output_iterator(o + n, f); }
  __host__ __device__ long operator-(const transform_output_iterator &p) const { return o - p.o; }
};
template <class F, class O> __host__ __device__ inline transform_output_iterator<F, O> make_transform_output_iterator(O o, F f) { return transform_output_iterator<F, O>(o, f); }
template <class F, class N> struct __told { mutable F f; N at; template <class T> __host__ __device__ const __told &operator=(const T &x) const { f(at, x); return *this; } };
template <class F, class N = long> class tabulate_output_iterator : public __random_access<tabulate_output_iterator<F, N>> {
  F f;
  N at;

 public:
  typedef __told<F, N> value_type;
  typedef value_type reference;
  typedef void pointer;
  typedef __device_side side;
  __host__ __device__ tabulate_output_iterator(F g, N i = 0) : f(g), at(i) {}
  __host__ __device__ value_type operator[](long k) const { return value_type{f, (N)(at + k)}; }
  __host__ __device__ tabulate_output_iterator operator+(long n) const { return tabulate_output_iterator(f, (N)(at + n)); }
  __host__ __device__ long operator-(const tabulate_output_iterator &o) const { return (long)(at - o.at); }
};
template <class F, class N = long> __host__ __device__ inline tabulate_output_iterator<F, N> make_tabulate_output_iterator(F f, N at = 0) { return tabulate_output_iterator<F, N>(f, at); }
template <class T> counting_iterator(T) -> counting_iterator<T>;
template <class I, class F> transform_iterator(I, F) -> transform_iterator<F, I>;
template <class E, class M> permutation_iterator(E, M) -> permutation_iterator<E, M>;
template <class... I> zip_iterator(std::tuple<I...>) -> zip_iterator<std::tuple<I...>>;
template <class I, class J, class... K> zip_iterator(I, J, K...) -> zip_iterator<std::tuple<I, J, K...>>;
