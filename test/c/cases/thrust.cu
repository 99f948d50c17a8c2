#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform.h>
#include <thrust/sequence.h>
#include <thrust/functional.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/execution_policy.h>
#include <cstdio>
struct saxpy { float a; saxpy(float x) : a(x) {} __host__ __device__ float operator()(float x, float y) const { return a * x + y; } };
struct is_odd { __host__ __device__ bool operator()(int x) const { return x % 2 != 0; } };
int main() {
  thrust::host_vector<int> h(1000); for (int i = 0; i < 1000; i++) h[i] = (i * 7919) % 1009;
  thrust::device_vector<int> d = h;
  thrust::sort(d.begin(), d.end());
  thrust::copy(d.begin(), d.end(), h.begin());
  bool ok = true; for (int i = 1; i < 1000; i++) ok = ok && h[i - 1] <= h[i];
  printf("%d %d\n", ok, (int)d[5]);
  printf("%d %d\n", thrust::reduce(d.begin(), d.end()), thrust::reduce(d.begin(), d.end(), 0, thrust::maximum<int>()));
  thrust::device_vector<float> x(10, 2.0f), y(10); thrust::sequence(y.begin(), y.end());
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy(3)); printf("%g %g\n", (float)y[0], (float)y[9]);
  thrust::exclusive_scan(d.begin(), d.begin() + 10, d.begin()); printf("%d\n", (int)d[9]);
  int *raw; cudaMalloc(&raw, 40); thrust::device_ptr<int> p(raw); thrust::fill(p, p + 10, 7); printf("%d\n", thrust::reduce(thrust::device, raw, raw + 10, 0));
  printf("%ld\n", (long)thrust::count_if(h.begin(), h.end(), is_odd()));
  thrust::device_vector<int> keys(h.begin(), h.begin() + 5), vals(5); keys[0] = 9; thrust::sequence(vals.begin(), vals.end()); thrust::sort_by_key(keys.begin(), keys.end(), vals.begin(), thrust::greater<int>()); printf("%d %d\n", (int)keys[0], (int)vals[0]);
  auto it = thrust::max_element(y.begin(), y.end()); printf("%ld %g\n", (long)(it - y.begin()), (float)*it);
  auto e = thrust::remove_if(d.begin(), d.end(), is_odd()); printf("%ld\n", (long)(e - d.begin()));
  float sq = thrust::transform_reduce(y.begin(), y.end(), [] __device__ (float v) { return v * v; }, 0.0f, thrust::plus<float>()); printf("%g\n", sq);
  thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin())), thrust::make_zip_iterator(thrust::make_tuple(x.end(), y.end())), [] __device__ (auto t) { thrust::get<0>(t) = thrust::get<1>(t) * 2; });
  printf("%g\n", (float)x[3]);
}
