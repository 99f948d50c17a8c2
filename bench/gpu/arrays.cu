// The kernels of arrays.cuf in CUDA C, as one would write them there.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#define CK(x) do { cudaError_t e_ = (x); if (e_) { printf("%s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)
typedef float f;
#define ID (blockIdx.x * blockDim.x + threadIdx.x)
__global__ void deform(double* o, const double* a, int n) { // 3x3: sigma = 2 mu e + lambda tr(e) I; o = R s R^T
  int i = ID; if (i >= n) return; double g[3][3], e[3][3], t[3][3], r[3][3];
  for (int c = 0; c < 3; c++) for (int k = 0; k < 3; k++) g[k][c] = a[9 * (size_t)i + 3 * c + k];
  double tr = 0; for (int k = 0; k < 3; k++) for (int c = 0; c < 3; c++) e[k][c] = 0.5 * (g[k][c] + g[c][k]); for (int k = 0; k < 3; k++) tr += e[k][k];
  for (int k = 0; k < 3; k++) for (int c = 0; c < 3; c++) e[k][c] = 1.5 * e[k][c] + (k == c ? 0.7 * tr : 0);
  for (int k = 0; k < 3; k++) for (int c = 0; c < 3; c++) { t[k][c] = 0; for (int q = 0; q < 3; q++) t[k][c] += g[k][q] * e[q][c]; }
  for (int k = 0; k < 3; k++) for (int c = 0; c < 3; c++) { r[k][c] = 0; for (int q = 0; q < 3; q++) r[k][c] += t[k][q] * g[c][q]; }
  for (int c = 0; c < 3; c++) for (int k = 0; k < 3; k++) o[9 * (size_t)i + 3 * c + k] = r[k][c];
}
__global__ void smooth(f* o, const f* a, int n, int m) { // each thread a column of m: three-point with where
  int i = ID; if (i >= n) return; for (int k = 1; k < m - 1; k++) { f l = a[i + (size_t)(k - 1) * n], c = a[i + (size_t)k * n], r = a[i + (size_t)(k + 1) * n]; f v = 0.25f * (l + 2 * c + r); o[i + (size_t)k * n] = v > 1.5f ? v : c; }
}
struct body { double x[3], v[3], m; int kind; };
__global__ void kick(body* p, double dt, int n) {
  int i = ID; if (i >= n) return; body b = p[i]; double r2 = b.x[0] * b.x[0] + b.x[1] * b.x[1] + b.x[2] * b.x[2] + 0.1; double s = -1 / (r2 * sqrt(r2));
  for (int k = 0; k < 3; k++) { p[i].v[k] = b.v[k] + dt * s * b.x[k]; p[i].x[k] = b.x[k] + dt * p[i].v[k]; } if (r2 > 100) p[i].kind = 1;
}
__device__ f limit(int kind, f r) { switch (kind) { case 1: return fmaxf(0, fminf(1, r)); case 2: return fmaxf(0, fmaxf(fminf(1, 2 * r), fminf(2, r))); case 3: return (r + fabsf(r)) / (1 + fabsf(r)); default: return 1; } }
__global__ void tvd(f* o, const f* u, int kind, f c, int n) {
  int i = ID; if (i < 2 || i >= n - 2) return; f q[2];
  for (int s = 0; s < 2; s++) { int j = i - 1 + s; f d = u[j + 1] - u[j], b = u[j] - u[j - 1]; f r = fabsf(d) > 1e-6f ? b / d : 1; q[s] = u[j] + 0.5f * limit(kind, r) * (1 - c) * d; }
  o[i] = u[i] - c * (q[1] - q[0]);
}
__global__ void quat(f* o, const f* a, const f* b, int n) {
  int i = ID; if (i >= n) return; const f *p = a + 4 * (size_t)i, *q = b + 4 * (size_t)i; f w = p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3], x = p[0] * q[1] + q[0] * p[1] + p[2] * q[3] - p[3] * q[2], y = p[0] * q[2] + q[0] * p[2] + p[3] * q[1] - p[1] * q[3], z = p[0] * q[3] + q[0] * p[3] + p[1] * q[2] - p[2] * q[1];
  f s = 1 / sqrtf(w * w + x * x + y * y + z * z); o[4 * (size_t)i] = w * s; o[4 * (size_t)i + 1] = x * s; o[4 * (size_t)i + 2] = y * s; o[4 * (size_t)i + 3] = z * s;
}
__global__ void insertion(f* o, const f* a, int n) { // each thread sorts 8, keeps the middle and the mean
  int i = ID; if (i >= n) return; f v[8]; for (int k = 0; k < 8; k++) v[k] = a[(i * 8 + k * 7) % (n * 8)];
  for (int k = 1; k < 8; k++) { f x = v[k]; int j = k - 1; while (j >= 0 && v[j] > x) { v[j + 1] = v[j]; j--; } v[j + 1] = x; }
  f s = 0; for (int k = 0; k < 8; k++) s += v[k]; o[2 * i] = v[4]; o[2 * i + 1] = s / 8;
}
__global__ void zaxpy(double2* o, const double2* a, const double2* b, int n) {
  int i = ID; if (i >= n) return; double2 x = a[i], y = b[i]; double2 p = {x.x * y.x + x.y * y.y, x.y * y.x - x.x * y.y}; double s = sqrt(x.x * x.x + x.y * x.y); o[i] = {p.x / (s + 1) + y.x, p.y / (s + 1) + y.y};
}
__global__ void shorts(short* o, const short* a, const short* b, int n) { int i = ID; if (i >= n) return; int s = a[i] + b[i] * 3; o[i] = s > 32767 ? 32767 : s < -32768 ? -32768 : s; }
__global__ void rk3(f* o, const f* a, int n, int steps) { // Lorenz, 3 components
  int i = ID; if (i >= n) return; f y[3] = {a[i], a[i] + 1, a[i] * 2}; for (int s = 0; s < steps; s++) { f k[3][3], t[3] = {y[0], y[1], y[2]};
    for (int r = 0; r < 3; r++) { k[r][0] = 10 * (t[1] - t[0]); k[r][1] = t[0] * (28 - t[2]) - t[1]; k[r][2] = t[0] * t[1] - 2.6666667f * t[2]; f h = r == 0 ? 0.005f : 0.01f; for (int q = 0; q < 3; q++) t[q] = y[q] + h * (r == 1 ? 2 * k[1][q] - k[0][q] : k[0][q]); }
    for (int q = 0; q < 3; q++) y[q] += 0.01f / 6 * (k[0][q] + 4 * k[1][q] + k[2][q]); } o[i] = y[0] + y[1] + y[2];
}
__global__ void gather7(double* o, const double* x, const int* at, const double* w, int n) { int i = ID; if (i >= n) return; double s = 0; for (int k = 0; k < 7; k++) s += w[i + (size_t)k * n] * x[at[i + (size_t)k * n]]; o[i] = s; }
__global__ void bilinear(f* o, const f* a, f c, f s, int n) {
  int i = ID, j = blockIdx.y * blockDim.y + threadIdx.y; if (i >= n || j >= n) return; f x = c * (i - n / 2) - s * (j - n / 2) + n / 2, y = s * (i - n / 2) + c * (j - n / 2) + n / 2; int x0 = (int)floorf(x), y0 = (int)floorf(y); f v = 0;
  if (x0 >= 0 && x0 < n - 1 && y0 >= 0 && y0 < n - 1) { f u = x - x0, w = y - y0; const f* p = a + x0 + (size_t)y0 * n; v = (1 - w) * ((1 - u) * p[0] + u * p[1]) + w * ((1 - u) * p[n] + u * p[n + 1]); } o[i + (size_t)j * n] = v;
}
__global__ void rows3(double* o, const double* a, int n, int m) { // block per row: min, max, sum of squares
  __shared__ double s[3][256]; int t = threadIdx.x; const double* r = a + (size_t)blockIdx.x * m; double lo = 1e300, hi = -1e300, q = 0; for (int k = t; k < m; k += 256) { double v = r[k]; lo = fmin(lo, v); hi = fmax(hi, v); q += v * v; }
  s[0][t] = lo; s[1][t] = hi; s[2][t] = q; __syncthreads(); for (int d = 128; d > 0; d >>= 1) { if (t < d) { s[0][t] = fmin(s[0][t], s[0][t + d]); s[1][t] = fmax(s[1][t], s[1][t + d]); s[2][t] += s[2][t + d]; } __syncthreads(); }
  if (t < 3) o[3 * blockIdx.x + t] = s[t][0];
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
  int n = 1 << 22, *at; int* p = new int[7 * n]; CK(cudaMalloc(&at, 28 * n)); for (int i = 0; i < 7 * n; i++) p[i] = (i % n + i / n * 4099) % n; cudaMemcpy(at, p, 28 * n, cudaMemcpyHostToDevice);
  double *da = (double*)a, *db = (double*)b, *dc = (double*)c;
  timed("deform", [&](int) { deform<<<n / 256, 256>>>(dc, da, n); });
  timed("smooth", [&](int) { smooth<<<n / 256, 256>>>(c, a, n, 32); });
  timed("kick", [&](int) { kick<<<2 * n / 256, 256>>>((body*)c, 0.01, 2 * n); });
  timed("tvd", [&](int) { tvd<<<16 * n / 256, 256>>>(c, a, 2, 0.5f, 16 * n); });
  timed("quat", [&](int) { quat<<<8 * n / 256, 256>>>(c, a, b, 8 * n); });
  timed("insertion", [&](int) { insertion<<<2 * n / 256, 256>>>(c, a, 2 * n); });
  timed("zaxpy", [&](int) { zaxpy<<<4 * n / 256, 256>>>((double2*)c, (double2*)a, (double2*)b, 4 * n); });
  timed("shorts", [&](int) { shorts<<<16 * n / 256, 256>>>((short*)c, (short*)a, (short*)b, 16 * n); });
  timed("rk3", [&](int) { rk3<<<n / 256, 256>>>(c, a, n, 20); });
  timed("gather7", [&](int) { gather7<<<n / 256, 256>>>(dc, da, at, db, n); });
  timed("bilinear", [&](int) { bilinear<<<dim3(128, 512), dim3(32, 8)>>>(c, a, 0.8f, 0.6f, 4096); });
  timed("rows3", [&](int) { rows3<<<16384, 256>>>(dc, da, 16384, 4096); });
  CK(cudaDeviceSynchronize());
}
