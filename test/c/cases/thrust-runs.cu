// Runs of keys, sorted ranges and what moves elements, on vectors of the device and of the host, against loops.
#include <algorithm>
#include <cstdio>
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform_scan.h>
#include <thrust/unique.h>
#include <vector>
static const int n = 5000;
struct SameTens { __host__ __device__ bool operator()(int a, int b) const { return a / 10 == b / 10; } };
template <class Vector> void check(const char *name) {
  std::vector<int> k(n), v(n);
  for (int i = 0; i < n; i++) { k[i] = i < 3000 ? i / 3 : 1000 + i / 500; v[i] = (i * 7919) % 1013 - 500; }
  Vector key(k.begin(), k.end()), value(v.begin(), v.end()), a(n), b(n);
  int bad[8] = {0};
  auto at = [](const Vector &x, int i) { return (int)x[i]; };
  thrust::inclusive_scan_by_key(key.begin(), key.end(), value.begin(), a.begin());
  thrust::exclusive_scan_by_key(key.begin(), key.end(), value.begin(), b.begin(), 100, SameTens(), thrust::maximum<int>());
  thrust::host_vector<int> ha = a, hb = b;
  for (int i = 0, sum = 0, most = 0; i < n; i++) {
    if (i == 0 || k[i] != k[i - 1]) sum = 0;
    if (i == 0 || k[i] / 10 != k[i - 1] / 10) most = 100;
    sum += v[i];
    bad[0] += ha[i] != sum || hb[i] != most;
    most = std::max(most, v[i]);
  }
  std::vector<int> heads, sums;
  for (int i = 0; i < n; i++) { if (i == 0 || k[i] != k[i - 1]) { heads.push_back(i); sums.push_back(0); } sums.back() += v[i]; }
  auto ends = thrust::reduce_by_key(key.begin(), key.end(), value.begin(), a.begin(), b.begin());
  bad[1] = ends.first - a.begin() != (int)heads.size() || ends.second - b.begin() != (int)heads.size();
  ha = a, hb = b;
  for (int j = 0; j < (int)heads.size(); j++) bad[1] += ha[j] != k[heads[j]] || hb[j] != sums[j];
  auto most = thrust::reduce_by_key(key.begin(), key.end(), value.begin(), a.begin(), b.begin(), thrust::equal_to<int>(), thrust::maximum<int>());
  bad[1] += at(b, 1) != std::max(v[3], std::max(v[4], v[5])) || most.first - a.begin() != (int)heads.size();
  Vector key2 = key, value2 = value;
  auto last = thrust::unique_by_key(key2.begin(), key2.end(), value2.begin());
  bad[2] = last.first - key2.begin() != (int)heads.size() || last.second - value2.begin() != (int)heads.size();
  for (int j = 0; j < (int)heads.size(); j += 97) bad[2] += at(key2, j) != k[heads[j]] || at(value2, j) != v[heads[j]];
  bad[2] += thrust::unique_copy(key.begin(), key.end(), a.begin(), SameTens()) - a.begin() != thrust::unique_count(key.begin(), key.end(), SameTens());
  // Sorted ranges with repeated elements.
  std::vector<int> x, y;
  for (int i = 0; i < 700; i++) { x.push_back((i * 37) % 211); y.push_back((i * 53) % 307); }
  std::sort(x.begin(), x.end()), std::sort(y.begin(), y.end());
  Vector dx(x.begin(), x.end()), dy(y.begin(), y.end()), out(1400);
  std::vector<int> expected(1400);
  auto same = [&](int count, typename std::vector<int>::iterator end) {
    thrust::host_vector<int> h = out;
    int wrong = count != end - expected.begin();
    for (int i = 0; i < count && !wrong; i++) wrong += h[i] != expected[i];
    return wrong;
  };
  bad[3] += same(thrust::merge(dx.begin(), dx.end(), dy.begin(), dy.end(), out.begin()) - out.begin(), std::merge(x.begin(), x.end(), y.begin(), y.end(), expected.begin()));
  bad[3] += 2 * same(thrust::set_union(dx.begin(), dx.end(), dy.begin(), dy.end(), out.begin()) - out.begin(), std::set_union(x.begin(), x.end(), y.begin(), y.end(), expected.begin()));
  bad[3] += 4 * same(thrust::set_intersection(dx.begin(), dx.end(), dy.begin(), dy.end(), out.begin()) - out.begin(), std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), expected.begin()));
  bad[3] += 8 * same(thrust::set_difference(dx.begin(), dx.end(), dy.begin(), dy.end(), out.begin()) - out.begin(), std::set_difference(x.begin(), x.end(), y.begin(), y.end(), expected.begin()));
  bad[4] += thrust::lower_bound(dx.begin(), dx.end(), 100) - dx.begin() != std::lower_bound(x.begin(), x.end(), 100) - x.begin();
  bad[4] += thrust::upper_bound(dx.begin(), dx.end(), 100) - dx.begin() != std::upper_bound(x.begin(), x.end(), 100) - x.begin();
  bad[4] += !thrust::binary_search(dx.begin(), dx.end(), 100) || thrust::binary_search(dx.begin(), dx.end(), 5000);
  thrust::upper_bound(dx.begin(), dx.end(), dy.begin(), dy.end(), out.begin());
  for (int i = 0; i < 700; i += 41) bad[4] += at(out, i) != std::upper_bound(x.begin(), x.end(), y[i]) - x.begin();
  bad[5] += thrust::is_sorted_until(key.begin(), key.end()) - key.begin() != std::is_sorted_until(k.begin(), k.end()) - k.begin();
  auto odd = [] __host__ __device__(int i) { return i % 2 != 0; };
  long odds = std::count_if(v.begin(), v.end(), odd);
  bad[5] += thrust::remove_copy_if(value.begin(), value.end(), a.begin(), odd) - a.begin() != n - odds;
  bad[5] += thrust::partition(value2.begin(), value2.end(), value.begin(), odd) - value2.begin() != odds;
  thrust::transform_inclusive_scan(value.begin(), value.end(), a.begin(), [] __host__ __device__(int i) { return i * i % 7; }, thrust::plus<int>());
  int squares = 0;
  for (int i = 0; i < n; i++) squares += v[i] * v[i] % 7;
  bad[5] += at(a, n - 1) != squares;
  thrust::transform_if(value.begin(), value.end(), key.begin(), a.begin(), thrust::negate<int>(), odd);
  bad[5] += at(a, 3) != -v[3];
  bad[6] += thrust::mismatch(value.begin(), value.end(), value2.begin()).first == value.end();
  // Iterators over vectors are of the vectors' side.
  auto halves = thrust::make_transform_iterator(value.begin(), [] __host__ __device__(int i) { return i / 2; });
  int half = 0;
  for (int i = 0; i < n; i++) half += v[i] / 2;
  bad[6] += thrust::reduce(halves, halves + n) != half;
  auto both = thrust::make_zip_iterator(thrust::make_tuple(key.begin(), value.begin()));
  bad[6] += thrust::count_if(both, both + n, [] __host__ __device__(const thrust::tuple<int, int> &t) { return thrust::get<1>(t) > thrust::get<0>(t); }) != [&] { int c = 0; for (int i = 0; i < n; i++) c += v[i] > k[i]; return c; }();
  printf("%s %d %d %d %d %d %d %d\n", name, bad[0], bad[1], bad[2], bad[3], bad[4], bad[5], bad[6]);
}
__global__ void inside(int *x, float *y) {
  int *mine = x + threadIdx.x * 50;
  thrust::sort_by_key(thrust::seq, mine, mine + 50, y + threadIdx.x * 50);
  int sum = thrust::reduce(thrust::seq, mine, mine + 50);
  int *found = thrust::lower_bound(thrust::seq, mine, mine + 50, sum / 50);
  y[threadIdx.x * 50] = found - mine;
}
int main() {
  check<thrust::device_vector<int>>("device");
  check<thrust::host_vector<int>>("host");
  thrust::device_vector<int> x(64 * 50);
  thrust::device_vector<float> y(64 * 50);
  std::vector<int> h(64 * 50);
  for (int i = 0; i < 64 * 50; i++) h[i] = (i * 7919) % 1013;
  x = h;
  thrust::copy(x.begin(), x.end(), y.begin());
  inside<<<1, 64>>>(thrust::raw_pointer_cast(x.data()), thrust::raw_pointer_cast(y.data()));
  int wrong = 0;
  thrust::host_vector<int> hx = x;
  thrust::host_vector<float> hy = y;
  for (int t = 0; t < 64; t++) {
    std::sort(h.begin() + t * 50, h.begin() + t * 50 + 50);
    int sum = 0;
    for (int i = t * 50; i < t * 50 + 50; i++) { sum += h[i]; wrong += hx[i] != h[i] || (i % 50 != 0 && hy[i] != h[i]); }
    wrong += hy[t * 50] != std::lower_bound(h.begin() + t * 50, h.begin() + t * 50 + 50, sum / 50) - (h.begin() + t * 50);
  }
  printf("inside %d\n", wrong);
}
