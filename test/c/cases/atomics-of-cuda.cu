// Atomic objects and references of CUDA, and its part of the C++ library.
#include <cuda/atomic>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/array>
#include <cstdio>
__device__ cuda::atomic<int, cuda::thread_scope_device> counter;
struct Cell { cuda::std::array<float, 2> x; };
__global__ void k(unsigned *hist, double *sum, int *most, Cell *c) {
  int i = threadIdx.x;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> bin(hist[i % 4]);
  bin.fetch_add(1u, cuda::memory_order_relaxed);
  cuda::atomic_ref<double, cuda::thread_scope_block> s(*sum);
  s += 0.5;
  cuda::atomic_ref<int> m(*most);
  m.fetch_max(i, cuda::std::memory_order_relaxed);
  counter.fetch_add(1, cuda::memory_order_relaxed);
  if (i == 0) { c->x[0] = cuda::std::numeric_limits<float>::max(); auto t = cuda::std::make_tuple(1, 2.5f); c->x[1] = cuda::std::get<1>(t); }
}
__global__ void last(int *to) { *to = counter.load(); }
int main() {
  unsigned *h; double *s; int *m; Cell *c;
  cudaMallocManaged(&h, 16); cudaMallocManaged(&s, 8); cudaMallocManaged(&m, 4); cudaMallocManaged(&c, sizeof(Cell));
  h[0] = h[1] = h[2] = h[3] = 0; *s = 0; *m = 0;
  k<<<1, 64>>>(h, s, m, c); cudaDeviceSynchronize();
  printf("%u %u %g %d %g %g ", h[0], h[3], *s, *m, c->x[0], c->x[1]);
  last<<<1, 1>>>(m); cudaDeviceSynchronize(); printf("%d\n", *m);
  cuda::atomic<int> on_host(3); on_host++; on_host.fetch_sub(2); printf("%d\n", on_host.load());
  std::atomic<int> a(1); a.fetch_add(2, std::memory_order::relaxed); printf("%d\n", a.load(std::memory_order_acquire));
}
