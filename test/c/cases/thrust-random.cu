// Engines and distributions of Thrust in kernels, complex numbers, shuffles, iterators made of pointers of the device.
#include <cstdio>
#include <complex>
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/random.h>
#include <thrust/shuffle.h>
#include <thrust/sort.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/counting_iterator.h>
struct pick { __host__ __device__ float operator()(unsigned n) const { thrust::default_random_engine g; thrust::uniform_real_distribution<float> d(1.0f, 2.0f); g.discard(n); return d(g); } };
struct stride { int n; __host__ __device__ int operator()(int i) const { return n * i; } };
int main() {
  thrust::default_random_engine g;
  unsigned last = 0;
  for (int i = 0; i < 10000; i++) last = g();
  thrust::default_random_engine h; h.discard(9999);
  printf("%u %u\n", last, h());
  thrust::minstd_rand0 m; for (int i = 0; i < 10000; i++) last = m(); printf("%u\n", last);
  thrust::device_vector<float> v(5);
  thrust::transform(thrust::counting_iterator<unsigned>(0), thrust::counting_iterator<unsigned>(5), v.begin(), pick());
  for (int i = 0; i < 5; i++) printf("%.6f ", (float)v[i]);
  puts("");
  thrust::uniform_int_distribution<int> die(1, 6);
  thrust::normal_distribution<float> bell(10.0f, 2.0f);
  thrust::default_random_engine e(7);
  for (int i = 0; i < 6; i++) printf("%d ", die(e));
  for (int i = 0; i < 4; i++) printf("%.4f ", bell(e));
  puts("");
  thrust::device_vector<int> w(10);
  thrust::sequence(w.begin(), w.end());
  thrust::shuffle(w.begin(), w.end(), e);
  bool moved = false;
  for (int i = 0; i < 10; i++) moved |= w[i] != i;
  thrust::sort(w.begin(), w.end());
  printf("%d %d %d\n", moved, (int)w[0], (int)w[9]);
  typedef thrust::counting_iterator<int> C;
  typedef thrust::transform_iterator<stride, C> T;
  typedef thrust::permutation_iterator<thrust::device_ptr<int>, T> P;
  thrust::device_ptr<int> p = w.data();
  P first(p, T(C(0), stride{3}));
  printf("%d\n", thrust::reduce(first, first + 4));
  thrust::complex<float> z(3, 4), u = thrust::exp(thrust::complex<float>(0, 1)), s = thrust::sqrt(z);
  printf("%g %g %g %g %g\n", thrust::abs(z), u.real(), u.imag(), s.real(), s.imag());
  std::complex<double> a(1, 2), b = std::pow(a, a), c = std::pow(2.0, a), d = std::pow(a, 2), t = std::tan(a), q = std::cosh(a), k = std::log10(a);
  printf("%.10g %.10g %.10g %.10g %.10g %.10g\n", b.real(), b.imag(), c.real(), c.imag(), d.real(), d.imag());
  printf("%.10g %.10g %.10g %.10g %.10g %.10g %d\n", t.real(), t.imag(), q.real(), q.imag(), k.real(), k.imag(), a == 1.0);
}
