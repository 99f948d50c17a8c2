#include <cstdio>
#include <cuda_runtime.h>
struct M { int n; float *p; };
__global__ void k(const M a, M b);
int f(const int x);
template <class T> T g(const T x, const int n) { return x + n; }
struct S { int h(const int q) const; };
int main() { M a{1, nullptr}, b{2, nullptr}; cudaMallocManaged(&b.p, 4); k<<<1,1>>>(a, b); cudaDeviceSynchronize(); printf("%g %d %d %d\n", *b.p, f(3), g(2, 3), S().h(4));
 cudaGraph_t g0; cudaGraphExec_t e; printf("%d ", cudaGraphCreate(&g0, 0)); printf("%d ", cudaGraphInstantiate(&e, g0, 0)); printf("%d %d\n", cudaGraphLaunch(e, 0), cudaDeviceSynchronize()); }
__global__ void k(M a, const M b) { *b.p = a.n + b.n; }
int f(int x) { return ++x; }
int S::h(int q) const { return ++q; }
