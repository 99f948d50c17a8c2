// Templates that another unit has the code of, and names of namespaces that are defined outside of them.
#include <cstdio>
template <class T> T twice(T x);
template <class T> __global__ void fill(T *p, T v);
template <class T, int N> struct Box { T a[N]; Box(T v); T sum() const; __host__ __device__ static T one(); };
extern template struct Box<float, 3>;
namespace n { template <class T> void show(const T &x); void plain(int); extern int count; }
extern __shared__ int room[];
__shared__ int own;
__global__ void shares(int *p);
__global__ void mine(int *p) { own = 1; room[1] = 2; *p += own + room[1]; }
int main() {
  printf("%d %g\n", twice(4), twice(1.5));
  float *p; cudaMallocManaged(&p, 16); fill<float><<<1, 4>>>(p, 2.5f); cudaDeviceSynchronize(); printf("%g\n", p[3]);
  int *q = (int *)p; shares<<<1, 1, 8>>>(q); mine<<<1, 1, 8>>>(q); cudaDeviceSynchronize(); printf("%d\n", *q);
  Box<float, 3> b(2); printf("%g %g\n", b.sum(), Box<float, 3>::one());
  n::show(5L); n::plain(3); printf("%d\n", n::count);
}
