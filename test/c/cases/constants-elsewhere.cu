// `extern "C"` without braces declares as `extern` does: constants of another unit, variables that get no value here.
#include <cstdio>
extern "C" const unsigned first;
extern "C" const unsigned product;
extern const int plain;
extern "C" int counter;
extern "C" { extern const int inside; }
extern "C" const double table[2] = {1.5, 2.5};
extern "C" struct couple { int a, b; };
extern "C" typedef int number;
extern "C" __global__ void five(int *p) { *p = 5; }
int main() {
  int *p;
  cudaMallocManaged(&p, sizeof *p);
  five<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  couple q{1, 2};
  number n = 4;
  printf("%u %u %d %d %d %g %d %d %d\n", first, product, plain, counter, inside, table[1], q.b, n, *p);
}
