// Zipped elements sorted, iterators that results go through, functions of placeholders, vectors that grow in the middle.
#include <cstdio>
#include <list>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/universal_vector.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
template <class V> void show(const char *name, const V &v) { printf("%s:", name); for (size_t i = 0; i < v.size(); i++) printf(" %g", (double)v[i]); puts(""); }
struct second_down { template <class A, class B> __host__ __device__ bool operator()(const A &a, const B &b) const { return thrust::get<1>(a) > thrust::get<1>(b); } };
struct first_same { template <class A, class B> __host__ __device__ bool operator()(const A &a, const B &b) const { return thrust::get<0>(a) == thrust::get<0>(b); } };
__global__ void sorted_by_one(int *k, float *v, int n) { auto z = thrust::make_zip_iterator(thrust::make_tuple(k, v)); thrust::sort(thrust::seq, z, z + n, second_down()); }
int main() {
  typedef thrust::device_vector<int>::iterator Ints;
  typedef thrust::device_vector<float>::iterator Floats;
  typedef thrust::zip_iterator<thrust::tuple<Ints, Floats>> Zip;
  thrust::device_vector<int> k(12); thrust::device_vector<float> v(12);
  for (int i = 0; i < 12; i++) { k[i] = i * 7 % 5; v[i] = i * 5 % 12 * 0.5f; }
  Zip z(thrust::make_tuple(k.begin(), v.begin())), e(thrust::make_tuple(k.end(), v.end()));
  thrust::sort(z, e); show("k", k); show("v", v);
  sorted_by_one<<<1, 1>>>(thrust::raw_pointer_cast(k.data()), thrust::raw_pointer_cast(v.data()), 12); cudaDeviceSynchronize(); show("k", k);
  thrust::sort(z, e, second_down()); show("v", v);
  thrust::device_vector<int> keys(v.begin(), v.end());
  thrust::stable_sort_by_key(keys.begin(), keys.end(), z, thrust::greater<int>()); show("k", k);
  printf("%d\n", (int)(thrust::unique(z, e, first_same()) - z));
  thrust::device_vector<float> x{1, 2, 3}, r(3);
  thrust::copy(x.begin(), x.end(), thrust::make_transform_output_iterator(r.begin(), thrust::negate<float>())); show("r", r);
  thrust::copy(x.rbegin(), x.rend(), r.begin()); show("r", r);
  using namespace thrust::placeholders;
  thrust::transform(x.begin(), x.end(), r.begin(), r.begin(), _1 * 10 - _2 / 2); show("r", r);
  thrust::for_each(r.begin(), r.end(), _1 += 1); show("r", r);
  r.erase(thrust::remove_if(r.begin(), r.end(), _1 > 20 || _1 < 10), r.end()); show("r", r);
  auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), thrust::make_constant_iterator(1), thrust::make_discard_iterator(), k.begin()); k.resize(ends.second - k.begin()); show("k", k);
  std::list<int> list{4, 5}; thrust::device_vector<int> c(list.begin(), list.end());
  c.insert(c.begin() + 1, 3, 7); c.insert(c.end(), x.begin(), x.end()); c.erase(c.begin() + 1, c.begin() + 3); c[0] *= 2; c.back() += 5; show("c", c);
  thrust::universal_vector<int> u(4, 1); u[2] = 5; thrust::inclusive_scan(u.begin(), u.end(), u.begin()); int sum = 0; for (int y : u) sum += y; printf("%d %d\n", sum, (int)(c == c));
  thrust::device_vector<int> a{1, 3, 5}, b{3, 4}, av{1, 1, 1}, bv{2, 2}, o(5), w(5);
  auto both = thrust::set_union_by_key(a.begin(), a.end(), b.begin(), b.end(), av.begin(), bv.begin(), o.begin(), w.begin()); o.resize(both.first - o.begin()); show("o", o); show("w", w);
  thrust::host_vector<int> hk{3, 1, 2}; thrust::host_vector<char> hv{'c', 'a', 'b'}; auto hz = thrust::make_zip_iterator(hk.begin(), hv.begin()); thrust::sort(hz, hz + 3, second_down()); printf("%c %d\n", hv[0], hk[2]);
}
