// Places of threads in every type, against the same arithmetic on the host: guards, neighbours, quotients, strides through the grid, limits that do not fit the type.
#include <cstdio>

template <class T, class N> __global__ void guarded(unsigned *y, N n) {
  T i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += i * 3u + 1u;
}
template <class T, class N> __global__ void inner(unsigned *y, const unsigned *x, N n) {
  T i = (T)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 1 && i < n - 1) y[i] += x[i - 1] + 2u * x[i + 1];
}
template <class T, class N> __global__ void strided(unsigned *y, const unsigned *x, N n) {
  for (T i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] += x[i] / 7u + (unsigned)(i % 100);
}
template <class T, class N> __global__ void plane(unsigned *y, N width, N height) {
  T i = blockIdx.x * (T)blockDim.x + threadIdx.x;
  T row = i / width, column = i % width;
  if (row >= height || column == width - 1) return;
  y[row * width + column] += (unsigned)(row * 1000 + column) + (unsigned)(float)column;
}
template <class T, class N> __global__ void before(unsigned *y, N n) {
  T i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i - 3 < n) y[i] += 5u; // without a sign, those before 3 are far behind n
}

const int count = 1000;
unsigned *x, *y;

unsigned long sum() {
  cudaDeviceSynchronize();
  unsigned long s = 0;
  for (int i = 0; i < count; i++) s = s * 31 + y[i], y[i] = 0;
  return s;
}

template <class T, class N> void all(const char *name, N n, N w) {
  guarded<T><<<4, 256>>>(y, n); unsigned long a = sum();
  inner<T><<<4, 256>>>(y, x, n); unsigned long b = sum();
  strided<T><<<2, 96>>>(y, x, n); unsigned long c = sum();
  plane<T><<<4, 256>>>(y, w, (N)9); unsigned long d = sum();
  before<T><<<4, 250>>>(y, (N)50); unsigned long e = sum();
  printf("%s %lx %lx %lx %lx %lx\n", name, a, b, c, d, e);
}

__global__ void late(unsigned *y, unsigned from, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= from && i < from + n) y[i - from] = i;
}

int main() {
  cudaMallocManaged(&x, count * 4);
  cudaMallocManaged(&y, count * 4);
  for (int i = 0; i < count; i++) x[i] = i * 2654435761u, y[i] = 0;
  all<int>("int", 997, 37);
  all<unsigned>("unsigned", 997u, 37u);
  all<long>("long", 997l, 37l);
  all<size_t>("size_t", (size_t)997, (size_t)37);
  all<size_t>("size_t, int", 997, 37);
  all<unsigned>("unsigned, int", 997, 37);
  all<long>("long, unsigned", 997u, 37u);
  guarded<unsigned><<<3, 300>>>(y, 0xfffffff0u); printf("%lx\n", sum());
  guarded<size_t><<<3, 300>>>(y, ~(size_t)0); printf("%lx\n", sum());
  guarded<long><<<3, 300>>>(y, -5l); printf("%lx\n", sum());
  guarded<long><<<3, 300>>>(y, 1l << 40); printf("%lx\n", sum());
  plane<long><<<3, 300>>>(y, 1l << 40, 1l); printf("%lx\n", sum());
  plane<unsigned><<<3, 300>>>(y, 0xfffffff0u, 1u); printf("%lx\n", sum());
  strided<size_t><<<8, 100>>>(y, x, (size_t)3); printf("%lx\n", sum());
  late<<<(1u << 21) + 1, 1024>>>(y, 1u << 31, 5);
  printf("%lx\n", sum());
}
