// Structures, unions, bit-fields and pointers, on both sides.
#include <stdio.h>
#include <string.h>
struct point { float x, y; int tag[2]; };
union bits { float f; unsigned u; };
struct packed { unsigned low : 3; int middle : 5; unsigned high : 24; };
__constant__ float scale[2] = {2.0f, 3.0f};
__device__ int total;
__device__ struct point moved(struct point p, float by) {
  p.x += by * scale[0];
  p.y += by * scale[1];
  p.tag[1] = p.tag[0] + 1;
  return p;
}
__global__ void move(struct point *p, struct point by, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    p[i] = moved(p[i], by.x);
    if (p[i].tag[1] != p[i].tag[0] + 1) total = -1;
  }
}
static int order(const struct point *a, const struct point *b) { return (a->x > b->x) - (a->x < b->x); }
int main(void) {
  struct point h[5], *d, by = {.x = 0.5f, .tag = {[1] = 7}};
  int (*compare)(const struct point *, const struct point *) = order;
  for (int i = 0; i < 5; i++) {
    h[i].x = 10 - i;
    h[i].y = i;
    h[i].tag[0] = i;
  }
  cudaMalloc((void **)&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  move<<<1, 2>>>(d, by, 5);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 5; i++) printf("%g %g %d %d\n", h[i].x, h[i].y, h[i].tag[0], h[i].tag[1]);
  printf("order %d %d, by %d\n", compare(&h[0], &h[1]), compare(&h[1], &h[0]), by.tag[1]);
  union bits b = {1.5f};
  struct packed q = {5, -3, 0x123456};
  q.middle -= 4;
  q.low += 6;
  printf("%08x %u %d %x %zu\n", b.u, q.low, q.middle, q.high, sizeof q);
  int sum = 0;
  cudaMemcpyFromSymbol(&sum, total, sizeof sum);
  printf("total %d\n", sum);
  switch (sum) {
    case 1: puts("one");
    case 0: puts("none");
    default: puts("and more"); break;
    case 7: puts("seven");
  }
  char text[20] = "kernel";
  strcat(text, "s");
  goto end;
  puts("never");
end:
  printf("%s %lu\n", text, (unsigned long)strlen(text));
  return sum == 0 ? 3 : 4;
}
