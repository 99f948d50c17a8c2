// Macros of a program, defined before our headers are read, change nothing in them; a macro of ours that it redefines means what it says in its own text alone.
#define A 3
#define N 64
#define T float
#define a b
#define x y
#define n (N)
#define min(p, q) ((p) < (q) ? (p) : (q))
#define max(p, q) ((p) > (q) ? (p) : (q))
#define swap(p, q) { auto r = p; p = q; q = r; }
#define size 12
#define first second
#define EOF 5
#undef NULL
#define NULL nil
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <cub/cub.cuh>
#undef EOF
#define EOF 7
#undef size
#undef first
#undef x
#undef a

__global__ void clamp(T *v) {
  int i = threadIdx.x;
  v[i] = min(max(v[i], 10.0f), 50.0f);
}

int main() {
  std::vector<T> h(n);
  for (int i = 0; i < n; i++) h[i] = (i * 37) % N;
  thrust::device_vector<T> d(h.begin(), h.end());
  thrust::sort(d.begin(), d.end(), thrust::greater<T>());
  clamp<<<1, N>>>(thrust::raw_pointer_cast(d.data()));
  thrust::copy(d.begin(), d.end(), h.begin());
  int p = A, q = 4;
  swap(p, q)
  std::map<std::string, int> m;
  m["one"] = p;
  m["two"] = q;
  printf("%g %g %g %d %d %d\n", h[0], h[30], h[N - 1], m["one"], m["two"], EOF);
  std::sort(h.begin(), h.end());
  printf("%g %g %zu\n", h[0], h[N - 1], h.size());
}
