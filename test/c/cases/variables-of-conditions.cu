#include <cstdio>
#include <memory>
struct B { virtual ~B() {} };
struct D : B { int x = 5; };
struct R { int n; R(int k) : n(k) { printf("+%d ", k); } ~R() { printf("-%d ", n); } explicit operator bool() const { return n > 0; } };
template <class T> __global__ void k(T *p, T v) { p[threadIdx.x] = v + threadIdx.x; }
__global__ void plain(int *p) { p[0]++; }
int count = 3;
int main() {
  B *b = new D; 
  if (const D *d = dynamic_cast<const D *>(b)) printf("%d\n", d->x); else puts("no");
  while (int n = count--) printf("%d ", n);
  while (R r = R(count-- + 4)) { if (r.n == 2) continue; printf("body "); }
  puts("");
  switch (int c = count & 3; auto e = c + 1) { case 1: printf("one %d\n", e); break; default: printf("other %d %d\n", c, e); }
  if (auto p = std::make_unique<int>(4); p && *p == 4) puts("yes");
  if (int(3.7) > 2) puts("cast");
  int *q; cudaMallocManaged(&q, 16);
  k<int> << < 1, 4 >> > (q, 10);
  plain<< <1, 1>> >(q);
  k << < 1, 2 >> >(q + 2, 1);
  cudaDeviceSynchronize();
  printf("%d %d %d %d %d\n", q[0], q[1], q[2], q[3], 1 << 3);
  delete b;
}
