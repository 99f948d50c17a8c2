// On the GPU a real that does not fit in an integer becomes the limit (PTX ISA, cvt), NaN 0.
#include <climits>
#include <cmath>
#include <cstdio>

template <class To, class From> __global__ void convert(const From *from, To *to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = (To)from[i];
}

const int count = 12;

template <class From> void fill(From *x) {
  const double values[count] = {0, -1, 4294967295.0, 4294967296.0, 3e9, -3e9, 1e20, -1e20, 250.75, -5.5, INFINITY, 65535};
  for (int i = 0; i < count; i++) x[i] = (From)values[i];
}

template <class To, class From> void show(const char *name, const char *format) {
  From *from;
  To *to;
  cudaMallocManaged(&from, count * sizeof(From));
  cudaMallocManaged(&to, count * sizeof(To));
  fill(from);
  convert<To><<<1, count>>>(from, to);
  cudaDeviceSynchronize();
  printf("%s:", name);
  for (int i = 0; i < count; i++) printf(format, to[i]);
  printf("\n");
}

// A threshold that a real array cannot hold: sorting networks pad with it.
__global__ void least(const float *x, unsigned *result) {
  __shared__ float padded[64];
  padded[threadIdx.x] = threadIdx.x < count ? x[threadIdx.x] : UINT_MAX;
  __syncthreads();
  unsigned low = UINT_MAX, high = 0;
  for (int i = 0; i < 64; i++) {
    const unsigned v = padded[i];
    low = v < low ? v : low;
    high = v > high ? v : high;
  }
  result[0] = low, result[1] = high;
}

template <class From, class To> __global__ void back(const From *from, To *to) { to[threadIdx.x] = from[threadIdx.x]; }

int main() {
  show<unsigned, float>("float to unsigned", " %u");
  show<unsigned, double>("double to unsigned", " %u");
  show<unsigned long long, float>("float to unsigned long long", " %llu");
  show<unsigned long long, double>("double to unsigned long long", " %llu");
  show<int, float>("float to int", " %d");
  show<long long, double>("double to long long", " %lld");
  show<unsigned char, float>("float to unsigned char", " %d");
  show<unsigned short, double>("double to unsigned short", " %d");
  show<signed char, float>("float to signed char", " %d");
  float *x;
  unsigned *result;
  cudaMallocManaged(&x, count * sizeof(float));
  cudaMallocManaged(&result, 2 * sizeof(unsigned));
  for (int i = 0; i < count; i++) x[i] = 7 + i;
  least<<<1, 64>>>(x, result);
  cudaDeviceSynchronize();
  printf("%u %u\n", result[0], result[1]);
  unsigned *u;
  unsigned long long *l;
  float *f;
  double *d;
  cudaMallocManaged(&u, count * sizeof *u);
  cudaMallocManaged(&l, count * sizeof *l);
  cudaMallocManaged(&f, count * sizeof *f);
  cudaMallocManaged(&d, count * sizeof *d);
  for (int i = 0; i < count; i++) u[i] = 0xfffffff0u + i * 0x10000001u, l[i] = 0x8000008000000000ull + i * 0x1000000000000001ull;
  int wrong = 0;
  back<<<1, count>>>(u, f);
  back<<<1, count>>>(l, d);
  cudaDeviceSynchronize();
  for (int i = 0; i < count; i++) wrong += f[i] != (float)u[i] || d[i] != (double)l[i];
  back<<<1, count>>>(l, f);
  back<<<1, count>>>(u, d);
  cudaDeviceSynchronize();
  for (int i = 0; i < count; i++) wrong += f[i] != (float)l[i] || d[i] != (double)u[i];
  printf("%d wrong, %.9g %.17g\n", wrong, f[1], d[1]);
}
