#include <cstdio>
template <class T> T twice(T x) { return x + x; }
template int twice<int>(int);
template double twice(double);
template <class T> __global__ void fill(T *p, T v) { p[threadIdx.x] = v; }
template __global__ void fill<float>(float *, float);
template <class T, int N> struct Box { T a[N]; Box(T v); T sum() const; __host__ __device__ static T one(); };
template <class T, int N> Box<T, N>::Box(T v) { for (int i = 0; i < N; i++) a[i] = v; }
template <class T, int N> T Box<T, N>::sum() const { T s = 0; for (int i = 0; i < N; i++) s += a[i]; return s; }
template <class T, int N> __host__ __device__ T Box<T, N>::one() { return T(1); }
template struct Box<float, 3>;
namespace n { template <class T> void show(const T &x); }
template <class T> void n::show(const T &x) { printf("%d\n", (int)x); }
template void n::show<long>(const long &);
namespace n { typedef int number; void plain(number); extern int count; template <class T> struct A { T twice(T); }; struct B { template <class T> T same(T); }; }
int n::count = 4;
template <class T> T n::A<T>::twice(T x) { return 2 * x; }
template <class T> T n::B::same(T x) { return x; }
void n::plain(number x) { show(A<int>().twice(x) + B().same(1) + count); }
extern __shared__ int room[];
__shared__ int own;
__global__ void shares(int *p) { own = 4; room[0] = 5; *p = own + room[0]; }
