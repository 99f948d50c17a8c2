#include <cstdio>
__global__ void a(int *p, long *out) { out[0] = (long)p; out[1] = p == nullptr; out[2] = p ? 1 : 2; out[3] = (unsigned long)p == 0; if (p) out[4] = 1; else out[4] = 2; }
int main() {
  long *o; cudaMallocManaged(&o, 400);
  a<<<1, 1>>>(nullptr, o); cudaDeviceSynchronize(); printf("%ld %ld %ld %ld %ld\n", o[0], o[1], o[2], o[3], o[4]);
}
