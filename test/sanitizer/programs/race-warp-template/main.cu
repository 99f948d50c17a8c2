#include <cstdio>
#include "scan.h"
__global__ void run(float *out) {
  __shared__ float s[128];
  neighbours<float, 128, WAITS>(s, out);
}
int main() {
  float *out;
  cudaMalloc(&out, 128 * sizeof(float));
  run<<<1, 128>>>(out);
  printf("%d\n", (int)cudaDeviceSynchronize());
}
// check: race; wrong: -DWAITS=0; right: -DWAITS=1
