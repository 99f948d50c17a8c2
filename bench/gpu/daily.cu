// The kernels of daily.cuf in CUDA C, as one would write them there.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#define CK(x) do { cudaError_t e_ = (x); if (e_) { printf("%s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)
typedef float f;
#define ID (blockIdx.x * blockDim.x + threadIdx.x)
__global__ void rotate(f* o, const f* a, const f* b, int n) {
  int i = ID; if (i >= n) return; f t = 6.2831853f * b[i], x = a[2 * i], y = a[2 * i + 1], c = cosf(t), s = sinf(t); o[2 * i] = c * x - s * y; o[2 * i + 1] = s * x + c * y;
}
__global__ void gamma_law(f* o, const f* r, const f* e, f g, int n) {
  int i = ID; if (i >= n) return; f p = e[i] * powf(r[i], g); o[i] = sqrtf(g * p / r[i]);
}
__global__ void arrhenius(double* o, const double* t, const double* c, int n) {
  int i = ID; if (i >= n) return; double k = 0, l = log(t[i] + 1.5);
  for (int r = 1; r <= 6; r++) k += c[i] * exp(0.3 * r - 0.5 * r * l - (1.0 + r) / (t[i] + 1.5)); o[i] = k;
}
__global__ void eos(double* o, const double* r, double g, int n) { int i = ID; if (i < n) o[i] = pow(r[i] + 1.5, g) + pow(r[i] + 2, 1. / 3); }
__global__ void spherical(double* o, const double* x, const double* y, const double* z, int n) {
  int i = ID; if (i >= n) return; double a = x[i] - 1.5, b = y[i] - 1.25, c = z[i] - 1.5, r = sqrt(a * a + b * b + c * c) + 1e-3;
  o[3 * (size_t)i] = r; o[3 * (size_t)i + 1] = acos(c / r); o[3 * (size_t)i + 2] = atan2(b, a);
}
__global__ void ewald(double* o, const double* r, double q, int n) {
  int i = ID; if (i >= n) return; double x = r[i] + 0.7, y = q * x; o[i] = erfc(y) / x + 1.12837916709551 * q * exp(-y * y);
}
__global__ void activate(f* o, const f* w, const f* x, int n, int m) {
  int i = ID; if (i >= n) return; f s = 0; for (int k = 0; k < m; k++) s += tanhf(w[k] * x[i + (size_t)k * n] - 1.5f) / (1 + expf(-x[i + (size_t)k * n])); o[i] = s;
}
__global__ void decode(int* o, const int* a, int nx, int ny, int nz, int n) {
  int i = ID; if (i >= n) return; int x = i % nx, y = i / nx % ny, z = i / (nx * ny) % nz;
  int xp = (x + 1) % nx, ym = (y + ny - 1) % ny, zp = (z + 1) % nz; o[i] = a[xp + nx * (y + ny * z)] + a[x + nx * (ym + ny * z)] - a[x + nx * (y + ny * zp)];
}
__global__ void modes(int* o, const int* a, int n, int m) {
  int i = ID; if (i >= n) return; int c[16] = {0}; for (int k = 0; k < m; k++) c[a[i + (size_t)k * n] >> 13 & 15]++;
  int b = 0; for (int k = 1; k < 16; k++) if (c[k] > c[b]) b = k; o[i] = 100 * b + c[b];
}
__device__ void raise(f* at, f x) { int* p = (int*)at; int old = *p; while (__int_as_float(old) < x) { int now = atomicCAS(p, old, __float_as_int(x)); if (now == old) break; old = now; } }
__global__ void extremes(f* o, const f* a, int n, int m) {
  __shared__ f s; if (threadIdx.x == 0) s = 0; __syncthreads(); f v = 0;
  for (int i = ID; i < n; i += gridDim.x * blockDim.x) v = fmaxf(v, a[i] * (1 + i % m));
  raise(&s, v); __syncthreads(); if (threadIdx.x == 0) raise(&o[blockIdx.x % 16], s);
}
__global__ void wrap(f* o, const f* a, f l, int n) {
  int i = ID; if (i >= n) return; f x = a[i] * 37 - 50; f y = x - l * rintf(x / l), z = fmodf(x, l); int c = (int)floorf(x / l); o[i] = y + z + c + truncf(x);
}
__global__ void bits(int* o, const int* a, const int* b, int n, int m) {
  int i = ID; if (i >= n) return; int s = 0; unsigned x = a[i];
  for (int k = 0; k < m; k++) { unsigned d = x ^ b[k]; s += __popc(d) - __clz(d) + (d >> 5 & 63); x = x << 3 | x >> 29; } o[i] = s;
}
__global__ void lehmer(long long* o, int n, int m) {
  int i = ID; if (i >= n) return; long long s = i + 1, t = 0; for (int k = 0; k < m; k++) { s = s * 48271 % 2147483647; t += s % 6; } o[i] = t;
}
__global__ void compact(int* o, int* count, const int* a, int n) {
  int i = ID; bool keep = i < n && (a[i] & 64); unsigned m = __ballot_sync(~0u, keep); int lane = threadIdx.x & 31, base;
  if (lane == 0) base = atomicAdd(count, __popc(m)); base = __shfl_sync(~0u, base, 0); if (keep) o[(base + __popc(m & ((1u << lane) - 1))) & 0xffffff] = i;
}
__global__ void euler(double* o, const double* u, double dt, int n) {
  int i = ID; if (i < 1 || i >= n - 1) return; double fl[2][3];
  for (int s = 0; s < 2; s++) {
    int l = i + s - 1, r = l + 1; double f[2][3], w[2][3], c = 0;
    for (int k = 0; k < 2; k++) { int j = k ? r : l; double d = u[j], v = u[j + (size_t)n] / d, e = u[j + 2 * (size_t)n] * 9, p = 0.4 * (e - 0.5 * d * v * v);
      w[k][0] = d; w[k][1] = d * v; w[k][2] = e; f[k][0] = d * v; f[k][1] = d * v * v + p; f[k][2] = (e + p) * v; c = fmax(c, fabs(v) + sqrt(1.4 * p / d)); }
    for (int q = 0; q < 3; q++) fl[s][q] = 0.5 * (f[0][q] + f[1][q]) - 0.5 * c * (w[1][q] - w[0][q]);
  }
  for (int q = 0; q < 3; q++) o[i + (size_t)q * n] = u[i + (size_t)q * n] - dt * (fl[1][q] - fl[0][q]);
}
__global__ void solve5(double* o, const double* a, int n) {
  int i = ID; if (i >= n) return; double m[5][6]; for (int r = 0; r < 5; r++) for (int c = 0; c < 6; c++) m[r][c] = a[i + (size_t)(6 * r + c) * n] + (r == c ? 3 : 0.1 * r);
  for (int k = 0; k < 5; k++) {
    int p = k; for (int r = k + 1; r < 5; r++) if (fabs(m[r][k]) > fabs(m[p][k])) p = r;
    for (int c = 0; c < 6; c++) { double t = m[k][c]; m[k][c] = m[p][c]; m[p][c] = t; }
    for (int r = k + 1; r < 5; r++) { double q = m[r][k] / m[k][k]; for (int c = k; c < 6; c++) m[r][c] -= q * m[k][c]; }
  }
  for (int k = 4; k >= 0; k--) { double s = m[k][5]; for (int c = k + 1; c < 5; c++) s -= m[k][c] * m[c][5]; m[k][5] = s / m[k][k]; o[i + (size_t)k * n] = m[k][5]; }
}
__global__ void newton(int* o, int n, int m) {
  int i = ID, j = blockIdx.y * blockDim.y + threadIdx.y; if (i >= n || j >= n) return; f x = (i + 0.5f) / n * 3 - 1.5f, y = (j + 0.5f) / n * 3 - 1.5f; int k;
  for (k = 0; k < m; k++) { f a = x * x - y * y, b = 2 * x * y, d = a * a + b * b; if (d < 1e-12f) break; f u = (2 * x + a / d) / 3, v = (2 * y - b / d) / 3; f e = fabsf(u - x) + fabsf(v - y); x = u; y = v; if (e < 1e-5f) break; }
  o[i + (size_t)j * n] = k;
}
__constant__ f basis[64];
__global__ void dct(f* o, const f* a, int n) {
  __shared__ f s[8][33], t[8][33]; int x = threadIdx.x, y = threadIdx.y, u = x & 7, b = x - u; size_t at = blockIdx.x * 32 + x + (size_t)(blockIdx.y * 8 + y) * n;
  s[y][x] = a[at]; __syncthreads(); f v = 0; for (int k = 0; k < 8; k++) v += basis[u * 8 + k] * s[y][b + k]; t[y][x] = v; __syncthreads();
  v = 0; for (int k = 0; k < 8; k++) v += basis[y * 8 + k] * t[k][x]; o[at] = v;
}
f *a, *b, *c, *h; const size_t words = 3ull << 27;
template <class F> void timed(const char* name, F run) {
  cudaEvent_t e0, e1; cudaEventCreate(&e0); cudaEventCreate(&e1); f best = 1e30f, ms; cudaMemset(c, 0, words * 4);
  for (int r = 0; r < 6; r++) { cudaEventRecord(e0); run(r); cudaEventRecord(e1); cudaEventSynchronize(e1); cudaEventElapsedTime(&ms, e0, e1); if (r && ms < best) best = ms; }
  cudaMemcpy(h, c, 4 << 20, cudaMemcpyDeviceToHost); double s = 0; for (int i = 0; i < 1 << 20; i++) if (fabs(h[i]) < 1e30) s += fabs(h[i]);
  printf("nvcc %s %.4f ms %e\n", name, best, s);
}
int main() {
  CK(cudaMalloc(&a, words * 4)); CK(cudaMalloc(&b, words * 4)); CK(cudaMalloc(&c, words * 4));
  h = new f[words]; for (size_t i = 0; i < words; i++) h[i] = 1 + i % 1000 / 1000.f;
  cudaMemcpy(a, h, words * 4, cudaMemcpyHostToDevice); cudaMemcpy(b, h, words * 4, cudaMemcpyHostToDevice);
  f g[64]; for (int k = 0; k < 64; k++) g[k] = cosf(3.14159265f * (2 * (k % 8) + 1) * (k / 8) / 16); cudaMemcpyToSymbol(basis, g, sizeof g);
  int n = 1 << 22; double *da = (double*)a, *db = (double*)b, *dc = (double*)c; int *ia = (int*)a, *ib = (int*)b, *ic = (int*)c;
  timed("rotate", [&](int) { rotate<<<8 * n / 256, 256>>>(c, a, b, 8 * n); });
  timed("gamma_law", [&](int) { gamma_law<<<8 * n / 256, 256>>>(c, a, b, 1.4f, 8 * n); });
  timed("arrhenius", [&](int) { arrhenius<<<n / 256, 256>>>(dc, da, db, n); });
  timed("eos", [&](int) { eos<<<4 * n / 256, 256>>>(dc, da, 1.4, 4 * n); });
  timed("spherical", [&](int) { spherical<<<4 * n / 256, 256>>>(dc, da, db, da + 333, 4 * n); });
  timed("ewald", [&](int) { ewald<<<4 * n / 256, 256>>>(dc, da, 0.8, 4 * n); });
  timed("activate", [&](int) { activate<<<2 * n / 256, 256>>>(c, a, b, 2 * n, 16); });
  timed("decode", [&](int) { decode<<<8 * n / 256, 256>>>(ic, ia, 320, 327, 320, 8 * n); });
  timed("modes", [&](int) { modes<<<n / 256, 256>>>(ic, ia, n, 64); });
  timed("extremes", [&](int) { extremes<<<1056, 256>>>(c, a, 16 * n, 777); });
  timed("wrap", [&](int) { wrap<<<8 * n / 256, 256>>>(c, a, 6.5f, 8 * n); });
  timed("bits", [&](int) { bits<<<4 * n / 256, 256>>>(ic, ia, ib, 4 * n, 64); });
  timed("lehmer", [&](int) { lehmer<<<n / 256, 256>>>((long long*)c, n, 64); });
  timed("compact", [&](int) { compact<<<4 * n / 256, 256>>>(ic, ic + (1 << 25), ia, 4 * n); });
  timed("euler", [&](int) { euler<<<4 * n / 256, 256>>>(dc, da, 0.01, 4 * n); });
  timed("solve5", [&](int) { solve5<<<n / 256, 256>>>(dc, da, n); });
  timed("newton", [&](int) { newton<<<dim3(128, 512), dim3(32, 8)>>>(ic, 4096, 50); });
  timed("dct", [&](int) { dct<<<dim3(256, 1024), dim3(32, 8)>>>(c, a, 8192); });
  CK(cudaDeviceSynchronize());
}
