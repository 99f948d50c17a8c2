// finds: 13 Uninitialized __global__ memory read of size 4 bytes
#include <cstdio>
struct Part {
  int count;
  float mass;
};
__device__ Part *made(bool both) {
  Part *p = new Part;
  if (both) p->count = 0;
  p->mass = 1;
  return p;
}
__device__ int next(Part *p) { return p->count + 1; }
__global__ void run(int *out) {
  Part *p = made(BOTH);
  int *plain = (int *)malloc(2 * sizeof(int));
  plain[0] = 1;
  out[threadIdx.x] = next(p) + plain[0];
  delete p;
  free(plain);
}
int main() {
  int *out;
  cudaMalloc(&out, 4 * sizeof(int));
  run<<<1, 4>>>(out);
  printf("%d\n", (int)cudaDeviceSynchronize());
}
// check: init; wrong: -DBOTH=false; right: -DBOTH=true
