// Attributes behind members, signs before halves, ::new, bind, signals, policies of algorithms.
#include <algorithm>
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <new>
#include <csignal>
#include <functional>
#include <numeric>
#include <execution>
#include <vector>
struct A { char map8[24] __attribute__((aligned(16))); int x; float y[4] __attribute__((aligned(32))), z; };
struct alignas(16) B { int i; };
__global__ void k(__half *h, __nv_bfloat16 *b) { h[0] = + __float2half(2.0f) + -h[1]; b[0] = +b[1]; }
int add(int a, int b, int c) { return a * 100 + b * 10 + c; }
struct P { int v; int get(int k) const { return v + k; } };
void handler(int n) { printf("signal %d\n", n); }
int main() {
  printf("%d %d\n", (int)sizeof(A), (int)alignof(A));
  __half *h; __nv_bfloat16 *b; cudaMallocManaged(&h, 4); cudaMallocManaged(&b, 4); h[1] = 5.0f; b[1] = 3.0f;
  k<<<1, 1>>>(h, b); cudaDeviceSynchronize();
  printf("%g %g\n", (float)h[0], (float)b[0]);
  alignas(8) char room[8]; int *p = ::new (static_cast<void *>(room)) int(7); printf("%d\n", *p);
  int *q = ::new int(5); printf("%d\n", *q); ::delete q;
  using namespace std::placeholders;
  auto f = std::bind(add, 1, _1, 3); auto g = std::bind(add, _2, _1, 9); P o{5};
  auto m = std::bind(&P::get, &o, _1); std::function<int(int)> fn = std::bind(add, 4, _1, _1);
  int n = 1; auto r = std::bind([](int &x, int y) { x += y; }, std::ref(n), _1); r(41);
  printf("%d %d %d %d %d\n", f(2), g(1, 2), m(3), fn(6), n);
  signal(SIGFPE, handler); raise(SIGFPE);
  std::vector<double> u{1, 2, 3}, w{4, 5, 6};
  printf("%g %g\n", std::transform_reduce(std::execution::par_unseq, u.begin(), u.end(), w.begin(), 0.0), std::reduce(std::execution::par, u.begin(), u.end()));
  std::for_each(std::execution::par, u.begin(), u.end(), [](double &x) { x *= 2; }); std::sort(std::execution::par_unseq, u.begin(), u.end(), std::greater<double>()); printf("%g %g\n", u[0], std::reduce(u.begin(), u.end(), 0.0));
}
