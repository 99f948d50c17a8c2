// Functors whose operator is not const, or gives and takes other types than the elements, as older programs have them; lambdas, streams and structures as elements.
#include <thrust/device_vector.h>
#include <thrust/transform_reduce.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/sort.h>
#include <thrust/unique.h>
#include <thrust/complex.h>
#include <thrust/for_each.h>
#include <thrust/extrema.h>
#include <cstdio>
#include <cmath>
struct Dot3 { __host__ __device__ float operator()(const thrust::tuple<float, float, float>& a, const thrust::tuple<float, float, float>& b) const { return thrust::get<0>(a) * thrust::get<0>(b) + thrust::get<1>(a) * thrust::get<1>(b) + thrust::get<2>(a) * thrust::get<2>(b); } };
struct bbox { float x0, x1; __host__ __device__ bbox() : x0(1e9f), x1(-1e9f) {} __host__ __device__ bbox(float p) : x0(p), x1(p) {} };
struct merge_box : public thrust::binary_function<bbox, bbox, bbox> { __host__ __device__ bbox operator()(bbox a, bbox b) { bbox r; r.x0 = fminf(a.x0, b.x0); r.x1 = fmaxf(a.x1, b.x1); return r; } };
template <typename T> struct variance_data { T n, mean, m2; }; 
template <typename T> struct var_unary { __host__ __device__ variance_data<T> operator()(const T& x) const { return {T(1), x, T(0)}; } };
template <typename T> struct var_bin { __host__ __device__ variance_data<T> operator()(const variance_data<T>& a, const variance_data<T>& b) const { variance_data<T> r; T n = a.n + b.n, d = b.mean - a.mean; r.n = n; r.mean = a.mean + d * b.n / n; r.m2 = a.m2 + b.m2 + d * d * a.n * b.n / n; return r; } };
int main() {
  const int n = 1000; thrust::device_vector<float> a(n), b(n), c(n), r(n); for (int i = 0; i < n; i++) { a[i] = i; b[i] = 1; c[i] = i % 3; }
  typedef thrust::device_vector<float>::iterator It; typedef thrust::tuple<It, It, It> Tr; typedef thrust::zip_iterator<Tr> Z3; Z3 f = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), c.begin())), l = thrust::make_zip_iterator(thrust::make_tuple(a.end(), b.end(), c.end()));
  thrust::transform(f, l, f, r.begin(), Dot3()); printf("%g %g\n", (float)r[10], (float)r[999]);
  bbox bb = thrust::reduce(a.begin(), a.end(), bbox(), merge_box()); printf("%g %g\n", bb.x0, bb.x1);
  auto v = thrust::transform_reduce(a.begin(), a.end(), var_unary<float>(), variance_data<float>{1, 0, 0}, var_bin<float>()); printf("%.1f\n", v.mean);
  thrust::device_vector<int2> e(4); e[0] = make_int2(1, 2); int2 q = e[0]; printf("%d %d\n", q.x, q.y); thrust::sort(e.begin(), e.end(), [] __host__ __device__(const int2& x, const int2& y) { return x.x < y.x; }); q = e.back(); printf("%d\n", q.x);
  thrust::complex<double> z(1, 2), w = z * thrust::conj(z) + exp(thrust::complex<double>(0, M_PI)); printf("%.3f %.3f %.3f\n", w.real(), w.imag(), abs(z));
  int m = thrust::max_element(thrust::device, c.begin(), c.end()) - c.begin(); printf("%d\n", m); thrust::device_vector<double> d2(a.begin(), a.begin() + 5); thrust::host_vector<double> h2 = d2; printf("%g\n", h2[4]);
  thrust::device_vector<thrust::tuple<int, float>> vt(3, thrust::make_tuple(2, 3.5f)); thrust::tuple<int, float> t0 = vt[1]; printf("%d %g\n", thrust::get<0>(t0), thrust::get<1>(t0)); size_t cnt = thrust::count_if(a.begin(), a.end(), [=] __device__(float x) { return x > 990.f; }); printf("%zu\n", cnt);
  thrust::device_vector<int> keys(10), out(10); thrust::sequence(keys.begin(), keys.end(), 0, 3); thrust::transform_if(keys.begin(), keys.end(), out.begin(), thrust::negate<int>(), [] __device__(int x) { return x % 2; }); for (auto x : out) printf("%d ", (int)x); puts(""); std::vector<int> sv(out.size()); thrust::copy(out.begin(), out.end(), sv.begin()); printf("%d\n", sv[1]); cudaStream_t s; cudaStreamCreate(&s); thrust::sort(thrust::cuda::par.on(s), keys.begin(), keys.end(), thrust::greater<int>()); printf("%d\n", (int)keys[0]); thrust::fill_n(thrust::cuda::par_nosync.on(s), keys.begin(), 3, 9); cudaStreamSynchronize(s); printf("%d\n", thrust::reduce(keys.begin(), keys.end(), 0, thrust::maximum<int>()));
}
