// Friends with other words before theirs, parameters of templates without names, casts to pointers to arrays of a template's parameter.
#include <cstdio>
#include <cstdlib>
#include <type_traits>
template <class K, class V> struct Pair { K k; V v; __host__ __device__ Pair() {} __host__ __device__ Pair(K a, V b) : k(a), v(b) {} };
template <class T> __host__ __device__ T plus(const T v, int m, int w = 32) { return v + m; }
template <class K, class V> __host__ __device__ Pair<K, V> plus(const Pair<K, V> &p, int m, int w = 32) { return Pair<K, V>(plus(p.k, m), plus(p.v, m)); }
template <class T> __host__ __device__ T twice(const T x, int m) { T y = plus(x, m); return plus(y, m); }
template <class T, typename std::enable_if<std::is_same<T, float>::value, int>::type = 0> void name(T *) { puts("float"); }
template <class T, typename std::enable_if<!std::is_same<T, float>::value, int>::type = 0> void name(T *) { puts("other"); }
template <class T> struct Number {
  T x;
  __host__ __device__ Number(T y) : x(y) {}
  __host__ __device__ friend inline Number<T> operator*(const Number<T> &a, const T &b) { return Number<T>(a.x * b); }
  static inline int of(int n) { return n; }
  __device__ __host__ friend Number<T> negative(const Number<T> &a) { return Number<T>(-a.x); }
};
template <class T> T *planes(int n) { T (*a)[3][3] = (T (*)[3][3]) new T[n * 9]; a[n - 1][2][2] = 5; return (T *)a; }
typedef double real;
__global__ void run(float *p) {
  Pair q(1, 2.f);
  auto r = twice(q, 3);
  p[0] = r.k;
  p[1] = r.v;
  p[2] = negative(Number<float>(2) * 4.f).x;
}
int main() {
  Pair<int, bool> p(3, true);
  auto r = twice(p, 2);
  printf("%d %d\n", r.k, (int)r.v);
  float a;
  double b;
  name(&a);
  name(&b);
  Number<double> c(2);
  printf("%g %g %d\n", (c * 3.0).x, negative(c).x, Number<int>::of(4));
  double *d = planes<double>(2);
  real (*e)[2] = (real (*)[2])malloc(64);
  e[1][1] = 4;
  int (*f)(int) = (int (*)(int)) nullptr;
  printf("%g %g %d\n", d[17], e[1][1], f == nullptr);
  float *q;
  cudaMallocManaged(&q, 64);
  run<<<1, 1>>>(q);
  cudaDeviceSynchronize();
  printf("%g %g %g\n", q[0], q[1], q[2]);
}
