#include <cstdio>
#include <string>
using namespace std;
double geo(double a, double b);
double geo(const double a, const double b) { return a + b; }
template <class T> void run(string n, int &k);
template <class T> __device__ T init(int v) { return v; }
template <> __device__ int2 init(int v) { return make_int2(v, v + 1); }
template <> __device__ int init(int v) { return v * 10; }
template <class T> __global__ void k(T *p) { *p = init<T>(2); }
int main() { int x = 2; run<float>("a", x); printf("%g %d\n", geo(1, 2), x); int2 *p; cudaMallocManaged(&p, 8); k<<<1,1>>>(p); cudaDeviceSynchronize(); printf("%d %d\n", p->x, p->y); int *q = (int *)p; k<<<1,1>>>(q); cudaDeviceSynchronize(); printf("%d\n", *q); if (x > 100) int y = 3; else string s = "k"; }
template <class T> void run(string n, int &k) { k += sizeof(T); }
