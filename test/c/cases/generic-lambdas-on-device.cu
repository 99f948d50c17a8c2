#include <cstdio>
template<class F> __device__ int ap(F f) { return f(1) + f(2.5f); }
__global__ void k(int*o) { int c = o[0]; auto l = [=](auto q) { return (int)(q * 2) + c; }; auto m = [&](auto& q) { q += c; }; int z = 3; m(z); o[0] = l(3) + ap(l) + z; auto n = [](auto... a) { return (a + ... + 0); }; o[1] = n(1,2,3); }
__host__ __device__ int both(int x) { auto l = [&](auto q) { return q + x; }; return l(4); }
template <class T> __global__ void g(T* o) { auto l = [](auto a, auto b) -> T { return a < b ? a : b; }; o[2] = l(3, 4.5) + both(1); }
int main(){ int*o; cudaMallocManaged(&o,64); o[0]=5; k<<<1,1>>>(o); g<<<1,1>>>(o); cudaDeviceSynchronize(); printf("%d %d %d %d\n",o[0],o[1],o[2],both(2)); }
