// Structures of small alignment within others are cleared by words that lie as words must.
#include <cstdio>
struct Shorts { short v[3] = {}; };
struct Bytes { char c[5] = {}; };
struct Mixed { short first; Shorts s; Bytes b; char tail[6]; };
union Halves { short s[3]; char c[6]; };
struct Holder { short lead; Halves h; };
struct Long { char first; char text[40] = {}; };
__global__ void k(int *out, int i, Halves by) {
  Mixed m = {};
  m.s.v[i] = 4; m.b.c[i + 1] = 3; m.tail[5] = 1;
  Mixed two[2] = {{1}, {2}};
  two[1].tail[i] = 7;
  Holder h = {};
  h.h.s[i] = 9;
  Long l; l.text[i * 13] = 5;
  int s = 0;
  for (int j = 0; j < 3; j++) s = s * 3 + m.s.v[j] + two[1].s.v[j] + h.h.s[j] + by.s[j];
  for (int j = 0; j < 5; j++) s = s * 5 + m.b.c[j] + two[0].b.c[j] + two[1].b.c[j];
  for (int j = 0; j < 6; j++) s = s * 7 + m.tail[j] + two[0].tail[j] + two[1].tail[j];
  for (int j = 0; j < 40; j++) s = s * 11 + l.text[j];
  out[threadIdx.x] = s + two[0].first + two[1].first;
}
int main() {
  int *out;
  cudaMallocManaged(&out, 4 * sizeof(int));
  Halves h = {{1, 2, 3}};
  k<<<1, 4>>>(out, 2, h);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (int i = 0; i < 4; i++) printf("%d ", out[i]);
  printf("\n");
}
