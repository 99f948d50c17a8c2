// The kernels of further.cuf in CUDA C, as one would write them there.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#define CK(x) do { cudaError_t e_ = (x); if (e_) { printf("%s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)
typedef float f;
#define ID (blockIdx.x * blockDim.x + threadIdx.x)
struct point { double x, y, z; };
__global__ void normalise(point* p, int n) {
  int i = ID; if (i >= n) return;
  double r = 1 / sqrt(p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z + 1e-9); p[i].x *= r; p[i].y *= r; p[i].z *= r;
}
__global__ void smallest(f* o, const f* x, const f* y, int n, int m) {
  int i = ID; if (i >= n) return;
  f best[8]; for (int k = 0; k < 8; k++) best[k] = 3.0e38f;
  for (int j = 0; j < m; j++) {
    f d = fabsf(x[i] - y[j]);
    if (d < best[7]) { best[7] = d; for (int k = 7; k > 0; k--) if (best[k] < best[k - 1]) { f t = best[k]; best[k] = best[k - 1]; best[k - 1] = t; } }
  }
  for (int k = 0; k < 8; k++) o[i + (size_t)k * n] = best[k];
}
__global__ void search(int* o, const f* x, const f* t, int n, int m) {
  int i = ID; if (i >= n) return;
  int lo = 0, hi = m; while (lo < hi) { int mid = (lo + hi) / 2; if (t[mid] < x[i]) lo = mid + 1; else hi = mid; } o[i] = lo;
}
__global__ void march(double* o, const double* a, int nx, int ny, int nz) {
  int i = ID + 4, j = blockIdx.y * blockDim.y + threadIdx.y + 4; if (i >= nx - 4 || j >= ny - 4) return;
  const double w[5] = {-2.8472222, 1.6, -0.2, 0.0253968, -0.0017857};
  size_t s = (size_t)nx * ny; double q[9]; for (int k = 0; k < 8; k++) q[k + 1] = a[i + (size_t)j * nx + k * s];
  for (int k = 4; k < nz - 4; k++) {
    for (int l = 0; l < 8; l++) q[l] = q[l + 1];
    q[8] = a[i + (size_t)j * nx + (k + 4) * s];
    double v = 3 * w[0] * q[4];
    for (int l = 1; l <= 4; l++) v += w[l] * (q[4 - l] + q[4 + l] + a[i - l + (size_t)j * nx + k * s] + a[i + l + (size_t)j * nx + k * s] + a[i + (size_t)(j - l) * nx + k * s] + a[i + (size_t)(j + l) * nx + k * s]);
    o[i + (size_t)j * nx + k * s] = v;
  }
}
__global__ void softmax(f* o, const f* a, int n) {
  __shared__ f s[256]; int t = threadIdx.x; const f* r = a + (size_t)blockIdx.x * n; f* q = o + (size_t)blockIdx.x * n;
  f m = -3e38f; for (int i = t; i < n; i += 256) m = fmaxf(m, r[i]); s[t] = m; __syncthreads();
  for (int d = 128; d > 0; d /= 2) { if (t < d) s[t] = fmaxf(s[t], s[t + d]); __syncthreads(); }
  m = s[0]; __syncthreads();
  f v = 0; for (int i = t; i < n; i += 256) v += expf(r[i] - m); s[t] = v; __syncthreads();
  for (int d = 128; d > 0; d /= 2) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
  v = 1 / s[0]; for (int i = t; i < n; i += 256) q[i] = expf(r[i] - m) * v;
}
__global__ void columns(double* y, const double* a, const double* x, int n) {
  int t = threadIdx.x; const double* c = a + (size_t)blockIdx.x * n; double s = 0;
  for (int i = t; i < n; i += blockDim.x) s += c[i] * x[i];
  for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(~0u, s, d);
  if (t % 32 == 0) atomicAdd(&y[blockIdx.x], s);
}
__global__ void life(signed char* o, const signed char* a, int n) {
  int i = ID, j = blockIdx.y * blockDim.y + threadIdx.y; if (i < 1 || j < 1 || i >= n - 1 || j >= n - 1) return;
  int s = 0; for (int dj = -1; dj <= 1; dj++) for (int di = -1; di <= 1; di++) if (di != 0 || dj != 0) s += a[i + di + (size_t)(j + dj) * n] & 1;
  o[i + (size_t)j * n] = s == 3 || (s == 2 && (a[i + (size_t)j * n] & 1) == 1) ? 1 : 0;
}
__global__ void legendre(double* o, const double* x, int n, int m) {
  int i = ID; if (i >= n) return;
  double c = x[i] * 0.5 - 0.5, p = 1, q = c, s = 1 + c;
  for (int l = 2; l <= m; l++) { double r = ((2 * l - 1) * c * q - (l - 1) * p) / l; s += r; p = q; q = r; } o[i] = s;
}
__global__ void rays(f* o, const f* s, int n, int m) {
  int i = ID, j = blockIdx.y * blockDim.y + threadIdx.y; if (i >= n || j >= n) return;
  f dx = (i + 0.5f) / n - 0.5f, dy = (j + 0.5f) / n - 0.5f, r = rsqrtf(dx * dx + dy * dy + 1), dz = r, near = 1e30f; dx *= r; dy *= r;
  for (int k = 0; k < m; k++) {
    f cx = s[4 * k] - 1.5f, cy = s[4 * k + 1] - 1.5f, cz = s[4 * k + 2] + 2, b = cx * dx + cy * dy + cz * dz, d = b * b - (cx * cx + cy * cy + cz * cz) + 0.1f * s[4 * k + 3];
    if (d > 0) { f t = b - sqrtf(d); if (t > 0 && t < near) near = t; }
  }
  o[i + (size_t)j * n] = near < 1e29f ? near : 0;
}
__device__ void order(f& a, f& b) { f t = fminf(a, b); b = fmaxf(a, b); a = t; }
__global__ void median(f* o, const f* a, int n) {
  int i = ID, j = blockIdx.y * blockDim.y + threadIdx.y; if (i < 1 || j < 1 || i >= n - 1 || j >= n - 1) return;
  f v[9]; for (int k = 0; k < 9; k++) v[k] = a[i + k % 3 - 1 + (size_t)(j + k / 3 - 1) * n];
  for (int k = 0; k < 5; k++) for (int l = 0; l < 8 - k; l++) order(v[l], v[l + 1]);
  o[i + (size_t)j * n] = v[4];
}
__global__ void normals(f* o, int n, unsigned seed) {
  int i = ID; if (i >= n) return; unsigned x = (i + 1) * 747796405u + seed; f s = 0;
  for (int k = 0; k < 8; k++) {
    x ^= x << 13; x ^= x >> 17; x ^= x << 5; f u = ((x >> 8) + 1) * 5.9604645e-8f;
    x ^= x << 13; x ^= x >> 17; x ^= x << 5; f v = (x >> 8) * 5.9604645e-8f;
    s += sqrtf(-2 * logf(u)) * cosf(6.2831853f * v);
  }
  o[i] = s;
}
__device__ double weno(double a, double b, double c, double d, double e) {
  double b0 = 13.0 / 12 * (a - 2 * b + c) * (a - 2 * b + c) + 0.25 * (a - 4 * b + 3 * c) * (a - 4 * b + 3 * c);
  double b1 = 13.0 / 12 * (b - 2 * c + d) * (b - 2 * c + d) + 0.25 * (b - d) * (b - d);
  double b2 = 13.0 / 12 * (c - 2 * d + e) * (c - 2 * d + e) + 0.25 * (3 * c - 4 * d + e) * (3 * c - 4 * d + e);
  double w0 = 0.1 / ((b0 + 1e-6) * (b0 + 1e-6)), w1 = 0.6 / ((b1 + 1e-6) * (b1 + 1e-6)), w2 = 0.3 / ((b2 + 1e-6) * (b2 + 1e-6));
  return (w0 * (2 * a - 7 * b + 11 * c) + w1 * (-b + 5 * c + 2 * d) + w2 * (2 * c + 5 * d - e)) / (6 * (w0 + w1 + w2));
}
__global__ void advect(double* o, const double* a, double h, int n) {
  int i = ID; if (i < 3 || i >= n - 3) return;
  o[i] = a[i] - h * (weno(a[i - 2], a[i - 1], a[i], a[i + 1], a[i + 2]) - weno(a[i - 3], a[i - 2], a[i - 1], a[i], a[i + 1]));
}
__global__ void checksum(int* o, const int* a, const int* table, int n, int m) {
  __shared__ int s[256]; s[threadIdx.x] = table[threadIdx.x]; __syncthreads();
  int i = ID; if (i >= n) return; unsigned c = ~0u;
  for (int k = 0; k < m; k++) { int w = a[i + (size_t)k * n]; for (int b = 0; b < 4; b++) c = s[(c ^ (w >> (8 * b))) & 255] ^ (c >> 8); }
  o[i] = c;
}
__global__ void rowsums(double* y, const double* v, const int* c, const int* start, const double* x, int n) {
  int i = ID; if (i >= n) return; double s = 0; for (int k = start[i]; k < start[i + 1]; k++) s += v[k] * x[c[k]]; y[i] = s;
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
  int n = 1 << 22, rows = 1 << 20, *cols, *start, *table; int* p = new int[16 * rows];
  CK(cudaMalloc(&cols, 64 * rows)); CK(cudaMalloc(&start, 4 * (rows + 1))); CK(cudaMalloc(&table, 1024));
  for (int i = 0; i < 16 * rows; i++) p[i] = (i / 16 + i % 16 * 37) % rows; cudaMemcpy(cols, p, 64 * rows, cudaMemcpyHostToDevice);
  for (int i = 0; i <= rows; i++) p[i] = 12 * i + i % 4; cudaMemcpy(start, p, 4 * (rows + 1), cudaMemcpyHostToDevice);
  for (int i = 0; i < 256; i++) { unsigned x = i; for (int k = 0; k < 8; k++) x = x & 1 ? x >> 1 ^ 0xEDB88320u : x >> 1; p[i] = x; } cudaMemcpy(table, p, 1024, cudaMemcpyHostToDevice);
  double *da = (double*)a, *db = (double*)b, *dc = (double*)c; int *ia = (int*)a, *ic = (int*)c; typedef signed char byte;
  timed("normalise", [&](int) { normalise<<<2 * n / 256, 256>>>((point*)c, 2 * n); });
  timed("smallest", [&](int) { smallest<<<n / 256, 256>>>(c, a, b, n, 256); });
  timed("search", [&](int) { search<<<8 * n / 256, 256>>>(ic, a, b, 8 * n, 1000); });
  timed("march", [&](int) { march<<<dim3(8, 64), dim3(64, 8)>>>(dc, da, 512, 512, 256); });
  timed("softmax", [&](int) { softmax<<<16384, 256>>>(c, a, 4096); });
  timed("columns", [&](int) { columns<<<8192, 256>>>(dc, da, db, 8192); });
  timed("life", [&](int) { life<<<dim3(128, 4096), dim3(64, 4)>>>((byte*)c, (byte*)a, 8192); });
  timed("legendre", [&](int) { legendre<<<n / 256, 256>>>(dc, da, n, 32); });
  timed("rays", [&](int) { rays<<<dim3(64, 512), dim3(32, 4)>>>(c, a, 2048, 64); });
  timed("median", [&](int) { median<<<dim3(128, 2048), dim3(64, 4)>>>(c, a, 8192); });
  timed("normals", [&](int) { normals<<<2 * n / 256, 256>>>(c, 2 * n, 12345u); });
  timed("advect", [&](int) { advect<<<8 * n / 256, 256>>>(dc, da, 0.1, 8 * n); });
  timed("checksum", [&](int) { checksum<<<n / 256, 256>>>(ic, ia, table, n, 16); });
  timed("rowsums", [&](int) { rowsums<<<rows / 256, 256>>>(dc, da, cols, start, db, rows); });
  CK(cudaDeviceSynchronize());
}
