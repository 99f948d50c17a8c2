// Vectors of the host, of the device, and of memory that both see. Included by __all.h.
#pragma once
// What both sides write through plain references.
template <class T> class universal_ptr : public __random_access<universal_ptr<T>> {
  T *p;

 public:
  typedef std::remove_cv_t<T> value_type;
  typedef T &reference;
  typedef universal_ptr pointer;
  typedef __device_side side;
  __host__ __device__ explicit universal_ptr(T *q = nullptr) : p(q) {}
  template <class U> __host__ __device__ universal_ptr(const universal_ptr<U> &o) : p(o.get()) {}
  __host__ __device__ T *get() const { return p; }
  __host__ __device__ T *operator->() const { return p; }
  __host__ __device__ T &operator[](long i) const { return p[i]; }
  __host__ __device__ universal_ptr operator+(long n) const { return universal_ptr(p + n); }
  __host__ __device__ long operator-(const universal_ptr &o) const { return p - o.p; }
};
template <class T> __host__ __device__ inline T *__raw(universal_ptr<T> p) { return p.get(); }
template <class T> __host__ __device__ inline T *raw_pointer_cast(universal_ptr<T> p) { return p.get(); }
template <class T> struct device_allocator {
  typedef T value_type;
  template <class U> using __pointer = device_ptr<U>;
  template <class U> struct rebind { typedef device_allocator<U> other; };
  static T *__get(size_t n) { T *p = nullptr; if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess) throw std::bad_alloc(); return p; }
};
template <class T> struct device_malloc_allocator : device_allocator<T> {};
template <class T> struct device_new_allocator : device_allocator<T> {};
template <class T> struct universal_allocator {
  typedef T value_type;
  template <class U> using __pointer = universal_ptr<U>;
  template <class U> struct rebind { typedef universal_allocator<U> other; };
  static T *__get(size_t n) { T *p = nullptr; if (cudaMallocManaged(&p, n * sizeof(T)) != cudaSuccess) throw std::bad_alloc(); return p; }
};
namespace cuda { namespace experimental { template <class T> using pinned_allocator = std::allocator<T>; } }
template <class T, class A = std::allocator<T>> class host_vector : public std::vector<T> {
  template <class V> void take(const V &o) { this->resize(o.size()); if (o.size()) cudaMemcpy((void *)this->data(), (const void *)raw_pointer_cast(o.data()), o.size() * sizeof(T), cudaMemcpyDefault); }

 public:
  host_vector() {}
  explicit host_vector(size_t n) : std::vector<T>(n) {}
  host_vector(size_t n, const T &x) : std::vector<T>(n, x) {}
  host_vector(const host_vector &o) : std::vector<T>(o) {}
  host_vector(host_vector &&o) : std::vector<T>(std::move((std::vector<T> &)o)) {}
  host_vector(const std::vector<T> &o) : std::vector<T>(o) {}
  host_vector(std::initializer_list<T> l) : std::vector<T>(l) {}
  template <class V, class = typename V::on_device> host_vector(const V &o) { take(o); }
  template <class I, std::enable_if_t<!std::is_integral<I>::value, int> = 0> host_vector(I a, I b) : std::vector<T>(b - a) { for (long i = 0, n = b - a; i < n; i++) (*this)[i] = a[i]; }
  host_vector &operator=(const host_vector &o) { std::vector<T>::operator=(o); return *this; }
  host_vector &operator=(host_vector &&o) { std::vector<T>::operator=(std::move((std::vector<T> &)o)); return *this; }
  host_vector &operator=(const std::vector<T> &o) { std::vector<T>::operator=(o); return *this; }
  host_vector &operator=(std::initializer_list<T> l) { std::vector<T>::operator=(l); return *this; }
  template <class V, class = typename V::on_device> host_vector &operator=(const V &o) { take(o); return *this; }
};
// Iterators that can tell i[n], which those of lists cannot.
template <class I, class = void> struct __has_places : std::false_type {};
template <class I> struct __has_places<I, std::void_t<__raw_element<I>>> : std::true_type {};
template <class T, class A = device_allocator<T>> class device_vector {
  T *p;
  size_t n, room;
  void make(size_t k) {
    if (k <= room) return;
    T *q = A::__get(k);
    if (n) cudaMemcpy(q, p, n * sizeof(T), cudaMemcpyDeviceToDevice);
    if (p) cudaFree(p);
    p = q;
    room = k;
  }
  // Elements of any other place, beginning at element k, which there is room for.
  template <class I> void put(size_t k, I a, I b) {
    size_t count = b - a;
    if (count == 0) return;
    if constexpr (std::is_pointer<__raw_t<I>>::value && std::is_same<__value_t<I>, T>::value) cudaMemcpy((void *)(p + k), (const void *)__raw(a), count * sizeof(T), cudaMemcpyDefault);
    else if constexpr (std::is_same<typename __side_of<I>::type, __device_side>::value) { T *q = p + k; auto from = __raw(a); __cufort_work::each((long)count, [=] __device__(long i) mutable { q[i] = (T)from[i]; }); cudaDeviceSynchronize(); }
    else { std::vector<T> all(a, b); cudaMemcpy((void *)(p + k), (const void *)all.data(), count * sizeof(T), cudaMemcpyHostToDevice); }
  }
  // Moves what lies behind element k, so that `count` elements fit before it.
  void open(size_t k, size_t count) {
    device_vector tail(begin() + k, end());
    grow(n + count);
    n += count;
    put(k + count, tail.begin(), tail.end());
  }
  void grow(size_t k) { if (k > room) make(k > 2 * room ? k : 2 * room); }

 public:
  typedef T value_type;
  typedef A allocator_type;
  typedef typename A::template __pointer<T> iterator;
  typedef typename A::template __pointer<const T> const_iterator;
  typedef thrust::reverse_iterator<iterator> reverse_iterator;
  typedef thrust::reverse_iterator<const_iterator> const_reverse_iterator;
  typedef iterator pointer;
  typedef const_iterator const_pointer;
  typedef decltype(std::declval<iterator>()[0]) reference;
  typedef decltype(std::declval<const_iterator>()[0]) const_reference;
  typedef size_t size_type;
  typedef long difference_type;
  typedef int on_device;
  device_vector() : p(nullptr), n(0), room(0) {}
  explicit device_vector(size_t k) : p(nullptr), n(0), room(0) { resize(k); }
  device_vector(size_t k, const T &x) : p(nullptr), n(0), room(0) { resize(k, x); }
  device_vector(const device_vector &o) : p(nullptr), n(0), room(0) { assign(o.begin(), o.end()); }
  device_vector(device_vector &&o) : p(o.p), n(o.n), room(o.room) { o.p = nullptr; o.n = o.room = 0; }
  template <class U, class B> device_vector(const device_vector<U, B> &o) : p(nullptr), n(0), room(0) { assign(o.begin(), o.end()); }
  template <class U, class B> device_vector(const std::vector<U, B> &o) : p(nullptr), n(0), room(0) { assign(o.begin(), o.end()); }
  device_vector(std::initializer_list<T> l) : p(nullptr), n(0), room(0) { assign(l.begin(), l.end()); }
  template <class I, std::enable_if_t<!std::is_integral<I>::value, int> = 0> device_vector(I a, I b) : p(nullptr), n(0), room(0) { assign(a, b); }
  ~device_vector() { if (p) cudaFree(p); }
  device_vector &operator=(const device_vector &o) { if (this != &o) assign(o.begin(), o.end()); return *this; }
  device_vector &operator=(device_vector &&o) { swap(o); return *this; }
  template <class U, class B> device_vector &operator=(const device_vector<U, B> &o) { assign(o.begin(), o.end()); return *this; }
  template <class U, class B> device_vector &operator=(const std::vector<U, B> &o) { assign(o.begin(), o.end()); return *this; }
  device_vector &operator=(std::initializer_list<T> l) { assign(l.begin(), l.end()); return *this; }
  void resize(size_t k, const T &x = T()) {
    make(k);
    T *q = p;
    size_t from = n;
    if (k > from) __cufort_work::each((long)(k - from), [=] __device__(long i) mutable { q[from + i] = x; });
    n = k;
  }
  void reserve(size_t k) { make(k); }
  void clear() { n = 0; }
  void shrink_to_fit() { if (n < room) { device_vector tight(*this); swap(tight); } }
  void push_back(const T &x) { grow(n + 1); n++; (*this)[n - 1] = x; }
  template <class... X> void emplace_back(X &&...x) { push_back(T(std::forward<X>(x)...)); }
  void pop_back() { n--; }
  void assign(size_t k, const T &x) { n = 0; resize(k, x); }
  template <class I, std::enable_if_t<!std::is_integral<I>::value, int> = 0> void assign(I a, I b) {
    if constexpr (__has_places<I>::value) { n = 0; make(b - a); put(0, a, b); n = b - a; }
    else { std::vector<T> all(a, b); assign(all.begin(), all.end()); }
  }
  iterator insert(iterator at, const T &x) { return insert(at, 1, x); }
  iterator insert(iterator at, size_t count, const T &x) { size_t k = at - begin(); std::vector<T> all(count, x); open(k, count); put(k, all.begin(), all.end()); return begin() + k; }
  template <class I, std::enable_if_t<!std::is_integral<I>::value, int> = 0> iterator insert(iterator at, I a, I b) { size_t k = at - begin(); device_vector all(a, b); open(k, all.n); put(k, all.begin(), all.end()); return begin() + k; }
  iterator erase(iterator at) { return erase(at, at + 1); }
  iterator erase(iterator a, iterator b) { size_t k = a - begin(), count = b - a; device_vector tail(b, end()); put(k, tail.begin(), tail.end()); n -= count; return begin() + k; }
  void swap(device_vector &o) { std::swap(p, o.p); std::swap(n, o.n); std::swap(room, o.room); }
  size_t size() const { return n; }
  size_t max_size() const { return (size_t)-1 / sizeof(T); }
  bool empty() const { return n == 0; }
  size_t capacity() const { return room; }
  iterator begin() { return iterator(p); }
  iterator end() { return iterator(p + n); }
  const_iterator begin() const { return const_iterator(p); }
  const_iterator end() const { return const_iterator(p + n); }
  const_iterator cbegin() const { return const_iterator(p); }
  const_iterator cend() const { return const_iterator(p + n); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  pointer data() { return pointer(p); }
  const_pointer data() const { return const_pointer(p); }
  reference operator[](size_t i) { return begin()[i]; }
  const_reference operator[](size_t i) const { return begin()[i]; }
  reference front() { return begin()[0]; }
  const_reference front() const { return begin()[0]; }
  reference back() { return begin()[n - 1]; }
  const_reference back() const { return begin()[n - 1]; }
};
template <class T> using universal_vector = device_vector<T, universal_allocator<T>>;
template <class V> inline std::vector<typename V::value_type> __on_host(const V &v) { std::vector<typename V::value_type> all(v.size()); if (v.size()) cudaMemcpy((void *)all.data(), (const void *)raw_pointer_cast(v.data()), v.size() * sizeof(all[0]), cudaMemcpyDefault); return all; }
template <class T, class A, class U, class B> inline bool operator==(const device_vector<T, A> &a, const device_vector<U, B> &b) { return a.size() == b.size() && __on_host(a) == __on_host(b); }
template <class T, class A, class U, class B> inline bool operator==(const device_vector<T, A> &a, const std::vector<U, B> &b) { return a.size() == b.size() && __on_host(a) == b; }
template <class T, class A, class U, class B> inline bool operator==(const std::vector<U, B> &b, const device_vector<T, A> &a) { return a == b; }
template <class T, class A, class U, class B> inline bool operator!=(const device_vector<T, A> &a, const device_vector<U, B> &b) { return !(a == b); }
template <class T, class A, class U, class B> inline bool operator!=(const device_vector<T, A> &a, const std::vector<U, B> &b) { return !(a == b); }
template <class T, class A, class U, class B> inline bool operator!=(const std::vector<U, B> &b, const device_vector<T, A> &a) { return !(a == b); }
template <class T, class A> inline void swap(device_vector<T, A> &a, device_vector<T, A> &b) { a.swap(b); }
