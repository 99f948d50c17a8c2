#include <stdio.h>
struct p { int x; };
int helper(int x) { return x; }
int counter;
__global__ int wrong(int *a) { return 1; }
__global__ void k(int *a, int n) {
  int i = threadIdx.x
  a[i] = helper(n);
}
__global__ void k2(int *a) {
  a[0] = helper(3);
  a[1] = counter;
  b = 3;
}
int main(void) {
  struct p s;
  s.y = 3;
  k2(0);
  undefined_call(3);
  int x = "text";
  for (;;) { breakk; }
  5 = x;
  return s;
}
