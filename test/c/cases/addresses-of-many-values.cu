// An index that is made of locals, each of which uses the one before it twice: it is followed along each once.
#include <cstdio>
#define NEXT(a, b) unsigned b = (a & 15) * 3 + (a > t ? a : t + 1);
__global__ void spread(const unsigned *in, unsigned *out, int n) {
  int t = threadIdx.x;
  unsigned a = in[t];
  NEXT(a, b) NEXT(b, c) NEXT(c, d) NEXT(d, e) NEXT(e, f) NEXT(f, g) NEXT(g, h) NEXT(h, i) NEXT(i, j) NEXT(j, k)
  NEXT(k, l) NEXT(l, m) NEXT(m, o) NEXT(o, p) NEXT(p, q) NEXT(q, r) NEXT(r, s) NEXT(s, u) NEXT(u, v) NEXT(v, w)
  NEXT(w, a1) NEXT(a1, b1) NEXT(b1, c1) NEXT(c1, d1) NEXT(d1, e1) NEXT(e1, f1) NEXT(f1, g1) NEXT(g1, h1)
  out[(h1 ^ t) & 63] = in[h1 & 31] + b1;
  out[64 + t] = h1;
}
int main() {
  unsigned *in, *out;
  cudaMallocManaged(&in, 32 * sizeof *in);
  cudaMallocManaged(&out, 96 * sizeof *out);
  for (int i = 0; i < 96; i++) out[i] = 0;
  for (int i = 0; i < 32; i++) in[i] = i * 7919;
  spread<<<1, 32>>>(in, out, 32);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (unsigned i = 0; i < 32; i++) {
    unsigned x = in[i];
    for (int k = 0; k < 28; k++) x = (x & 15) * 3 + (x > i ? x : i + 1);
    wrong += x != out[64 + i];
  }
  printf("%d wrong\n", wrong);
}
