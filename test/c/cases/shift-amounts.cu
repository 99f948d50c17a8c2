// Shifts in kernels by as many bits as there are, and more: nothing is left but the sign, as GPUs do it. Those of the host by amounts that C allows.
#include <cstdio>

__global__ void shifts(int *i, unsigned *u, long long *l, unsigned long long *v, int n, const int *by) {
  int t = threadIdx.x;
  if (t >= n) return;
  int s = by[t];
  i[t] = (-5 << s) ^ (-1234567 >> s);
  u[t] = (0x80000001u << s) ^ (0xdeadbeefu >> s);
  l[t] = (-5ll << s) ^ (-123456789012345ll >> s);
  v[t] = (0x8000000000000001ull << s) ^ (0xdeadbeefcafef00dull >> s);
}

__global__ void joined(unsigned *words, const unsigned *codes, const int *bits) {
  // Two codes beside each other in 32 bits, the first of which may fill them
  int t = threadIdx.x;
  unsigned w = codes[2 * t] << (32 - bits[2 * t]);
  w |= codes[2 * t + 1] >> bits[2 * t];
  w ^= 1u << (t * 8);
  w <<= t;
  words[t] = w;
}

static int wrong = 0;

template <class T> void compare(const char *name, int k, T found, T wanted) {
  if (found != wanted && wrong++ < 8) printf("%s of %d: %llx instead of %llx\n", name, k, (unsigned long long)found, (unsigned long long)wanted);
}

template <class T> T left(T x, int s) { return s < 0 || s >= (int)sizeof(T) * 8 ? 0 : (T)((unsigned long long)x << s); }
template <class T> T right(T x, int s) {
  int most = (int)sizeof(T) * 8 - 1;
  if (s < 0 || s > most) return x < 0 ? -1 : 0;
  return x >> s;
}

int main() {
  const int n = 72;
  int by[n], *dby, *di, i[n];
  unsigned *du, u[n];
  long long *dl, l[n];
  unsigned long long *dv, v[n];
  for (int k = 0; k < n; k++) by[k] = k < 70 ? k : k == 70 ? -1 : 1 << 20;
  cudaMalloc(&dby, sizeof by); cudaMalloc(&di, sizeof i); cudaMalloc(&du, sizeof u); cudaMalloc(&dl, sizeof l); cudaMalloc(&dv, sizeof v);
  cudaMemcpy(dby, by, sizeof by, cudaMemcpyHostToDevice);
  shifts<<<1, 96>>>(di, du, dl, dv, n, dby);
  cudaMemcpy(i, di, sizeof i, cudaMemcpyDeviceToHost);
  cudaMemcpy(u, du, sizeof u, cudaMemcpyDeviceToHost);
  cudaMemcpy(l, dl, sizeof l, cudaMemcpyDeviceToHost);
  cudaMemcpy(v, dv, sizeof v, cudaMemcpyDeviceToHost);
  for (int k = 0; k < n; k++) {
    int s = by[k];
    compare("int", s, i[k], left(-5, s) ^ right(-1234567, s));
    compare("unsigned", s, u[k], left(0x80000001u, s) ^ right(0xdeadbeefu, s));
    compare("long long", s, l[k], left(-5ll, s) ^ right(-123456789012345ll, s));
    compare("unsigned long long", s, v[k], left(0x8000000000000001ull, s) ^ right(0xdeadbeefcafef00dull, s));
  }
  unsigned codes[12] = {5, 7, 0xffffffff, 9, 1, 2, 3, 4, 0x12345678, 0x9abcdef0, 6, 8}, words[6], *dc, *dw;
  int bits[12] = {0, 3, 32, 4, 31, 1, 16, 16, 32, 32, 1, 1}, *db;
  cudaMalloc(&dc, sizeof codes); cudaMalloc(&dw, sizeof words); cudaMalloc(&db, sizeof bits);
  cudaMemcpy(dc, codes, sizeof codes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, bits, sizeof bits, cudaMemcpyHostToDevice);
  joined<<<1, 6>>>(dw, dc, db);
  cudaMemcpy(words, dw, sizeof words, cudaMemcpyDeviceToHost);
  for (int t = 0; t < 6; t++) {
    unsigned w = left(codes[2 * t], 32 - bits[2 * t]) | right(codes[2 * t + 1], bits[2 * t]);
    compare("codes", t, words[t], left(w ^ left(1u, t * 8), t));
  }
  printf("%s\n", wrong == 0 ? "PASS" : "FAIL");
  return wrong != 0;
}
