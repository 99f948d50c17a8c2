// finds: 4 Error: Race reported between Write access
#include "box.h"
__global__ void ones(int *p, int n) {
  if (threadIdx.x < n) p[threadIdx.x] = 1;
}
void Box::fill() {
  ones<<<1, 64>>>(p, n);
}
