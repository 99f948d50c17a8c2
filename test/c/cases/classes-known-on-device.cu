#include <cstdio>
struct T { int v[4]; float f; constexpr T() : v{}, f(0.5f) { for (int i = 0; i < 4; i++) v[i] = i * i; } constexpr T(int s) : v{s, s + 1, s + 2, s + 3}, f(s * 0.25f) {} };
constexpr T made(int k) { T t(k); t.v[2] = 77; return t; }
constexpr T host{};
__constant__ T a;
__constant__ T b = T();
__constant__ T c = T(3);
__constant__ T d = made(9);
__device__ T e = host;
__device__ const T f = made(4);
__constant__ T g[2] = {T(1), T(2)};
__device__ T h{5};
__managed__ T m = made(6);
static T s = made(8);
__global__ void show() { printf("%d %d %d %d %d %d %d %d %d %g\n", a.v[3], b.v[2], c.v[1], d.v[2], e.v[3], f.v[0], g[1].v[3], h.v[0], m.v[2], d.f + g[0].f); }
int main() { show<<<1, 1>>>(); cudaDeviceSynchronize(); printf("%d %d %d\n", s.v[2], m.v[0], host.v[3]); }
