// The kernels of others.cuf in CUDA C, as one would write them there.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#define CK(x) do { cudaError_t e_ = (x); if (e_) { printf("%s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)
typedef float f;
#define ID (blockIdx.x * blockDim.x + threadIdx.x)
__global__ void lu8(f* o, const f* a, int n) {
  int t = ID; if (t >= n) return;
  f m[8][8];
  for (int j = 0; j < 8; j++) for (int i = 0; i < 8; i++) { m[j][i] = a[t + (size_t)n * (i + 8 * j)]; if (i == j) m[j][i] += 8; }
  for (int k = 0; k < 7; k++) {
    f p = 1 / m[k][k];
    for (int i = k + 1; i < 8; i++) m[k][i] *= p;
    for (int j = k + 1; j < 8; j++) for (int i = k + 1; i < 8; i++) m[j][i] -= m[k][i] * m[j][k];
  }
  for (int j = 0; j < 8; j++) for (int i = 0; i < 8; i++) o[t + (size_t)n * (i + 8 * j)] = m[j][i];
}
__global__ void bitonic(f* o, const f* a) {
  __shared__ f s[1024];
  int t = threadIdx.x, base = blockIdx.x * 1024;
  s[t] = a[base + t]; s[t + 512] = a[base + t + 512];
  for (int k = 2; k <= 1024; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      __syncthreads();
      int i = 2 * j * (t / j) + t % j, l = i + j;
      if ((s[i] > s[l]) == ((i & k) == 0)) { f x = s[i]; s[i] = s[l]; s[l] = x; }
    }
  __syncthreads();
  for (int q = 0; q < 2; q++) o[base + t + 512 * q] = s[t + 512 * q];
}
__global__ void nearest(int* o, const f* x, const f* c, int n) {
  int i = ID; if (i >= n) return;
  f best = 3.4e38f; int at = 0;
  for (int k = 0; k < 16; k++) {
    f u = x[i] - c[3 * k], v = x[i + n] - c[3 * k + 1], w = x[i + 2 * n] - c[3 * k + 2], d = u * u + v * v + w * w;
    if (d < best) { best = d; at = k + 1; }
  }
  o[i] = at;
}
__global__ void ell(double* y, const double* v, const int* c, const double* x, int n, int w) {
  int i = ID; if (i >= n) return;
  double s = 0; for (int k = 0; k < w; k++) s += v[i + (size_t)k * n] * x[c[i + (size_t)k * n]]; y[i] = s;
}
__global__ void mandelbrot(int* o, int n, int most) {
  int i = ID, j = blockIdx.y * blockDim.y + threadIdx.y; if (i >= n || j >= n) return;
  f cx = -2 + 3.0f * (i + 1) / n, cy = -1.5f + 3.0f * (j + 1) / n, x = 0, y = 0; int k;
  for (k = 1; k <= most; k++) { if (x * x + y * y > 4) break; f z = x * x - y * y + cx; y = 2 * x * y + cy; x = z; }
  o[i + (size_t)j * n] = k;
}
__global__ void jacobi(f* o, const f* a, int n) {
  __shared__ f s[10][34];
  int ti = threadIdx.x + 1, tj = threadIdx.y + 1, i = blockIdx.x * 32 + ti, j = blockIdx.y * 8 + tj; size_t c = i + (size_t)j * n;
  if (i < n - 1 && j < n - 1) {
    s[tj][ti] = a[c];
    if (ti == 1) s[tj][0] = a[c - 1];
    if (ti == 32 || i == n - 2) s[tj][ti + 1] = a[c + 1];
    if (tj == 1) s[0][ti] = a[c - n];
    if (tj == 8 || j == n - 2) s[tj + 1][ti] = a[c + n];
  }
  __syncthreads();
  if (i < n - 1 && j < n - 1) o[c] = 0.25f * (s[tj][ti - 1] + s[tj][ti + 1] + s[tj - 1][ti] + s[tj + 1][ti]);
}
__device__ float2 mul(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__global__ void cconv(float2* o, const float2* x, const float2* h, int n, int m) {
  int i = ID; if (i >= n) return;
  float2 s = make_float2(0, 0);
  for (int k = 0; k < m; k++) { float2 p = mul(h[k], x[i + k + 1]); s.x += p.x; s.y += p.y; }
  o[i] = s;
}
__global__ void match(signed char* o, const signed char* text, const signed char* word, int n, int m) {
  int i = ID; if (i >= n) return;
  bool same = true;
  for (int k = 0; k < m; k++) if (text[i + k] != word[k]) { same = false; break; }
  o[i] = same;
}
__global__ void warpscan(f* o, const f* a, int n) {
  __shared__ f s[32];
  int i = ID, lane = threadIdx.x & 31, warp = threadIdx.x / 32; f v = a[i], w;
  for (int d = 1; d < 32; d *= 2) { w = __shfl_up_sync(~0u, v, d); if (lane >= d) v += w; }
  if (lane == 31) s[warp] = v;
  __syncthreads();
  if (warp == 0) {
    w = threadIdx.x < blockDim.x / 32 ? s[threadIdx.x] : 0;
    for (int d = 1; d < 32; d *= 2) { f u = __shfl_up_sync(~0u, w, d); if (lane >= d) w += u; }
    s[threadIdx.x] = w;
  }
  __syncthreads();
  if (warp > 0) v += s[warp - 1];
  o[i] = v;
}
__global__ void forces(f* fx, f* fy, f* fz, const f* x, const f* y, const f* z, const int* start, int m) {
  int c = blockIdx.x, cu = c % m, cv = c / m % m, cw = c / (m * m);
  for (int i = start[c] + threadIdx.x; i < start[c + 1]; i += blockDim.x) {
    f ax = 0, ay = 0, az = 0;
    for (int w = max(cw - 1, 0); w <= min(cw + 1, m - 1); w++) for (int v = max(cv - 1, 0); v <= min(cv + 1, m - 1); v++)
      for (int u = max(cu - 1, 0); u <= min(cu + 1, m - 1); u++) {
        int other = u + m * (v + m * w);
        for (int j = start[other]; j < start[other + 1]; j++) {
          f dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j], r2 = dx * dx + dy * dy + dz * dz;
          if (r2 < 6.25f && j != i) {
            f i6 = 1 / (r2 * r2 * r2 + 0.1f), g = 24 * i6 * (2 * i6 - 1) / (r2 + 0.01f);
            ax += g * dx; ay += g * dy; az += g * dz;
          }
        }
      }
    fx[i] = ax; fy[i] = ay; fz[i] = az;
  }
}
__global__ void panel(double* o, const double* a, int n) {
  __shared__ double s[16];
  int t = threadIdx.x, b = blockIdx.x; double r[16];
  for (int j = 0; j < 16; j++) r[j] = a[t + (size_t)n * (j + 16 * b)];
  for (int j = 0; j < 16; j++) if (t == j) r[j] += 16;
  for (int k = 0; k < 16; k++) {
    if (t == k) for (int j = k; j < 16; j++) s[j] = r[j];
    __syncthreads();
    if (t > k) { double l = r[k] / s[k]; r[k] = l; for (int j = k + 1; j < 16; j++) r[j] -= l * s[j]; }
    __syncthreads();
  }
  for (int j = 0; j < 16; j++) o[t + (size_t)n * (j + 16 * b)] = r[j];
}
__global__ void distance(int* o, const signed char* a, const signed char* b) {
  __shared__ int d[3][257]; __shared__ signed char w[257];
  int t = threadIdx.x + 1, q = blockIdx.x; signed char mine = a[t - 1 + 256 * q];
  w[t] = b[t - 1 + 256 * q];
  for (int k = 0; k < 3; k++) { d[k][t] = 0; if (t == 1) d[k][0] = 0; }
  __syncthreads();
  for (int k = 1; k <= 511; k++) {
    int now = k % 3, last = (k + 2) % 3, before = (k + 1) % 3, j = k - t + 1;
    if (j >= 1 && j <= 256) { int cost = mine != w[j]; d[now][t] = min(min(d[last][t] + 1, d[last][t - 1] + 1), d[before][t - 1] + cost); }
    __syncthreads();
  }
  if (t == 256) o[q] = d[511 % 3][256];
}
__global__ void separable(f* o, const f* a, int n) {
  constexpr f h[17] = {.01f, .02f, .03f, .04f, .05f, .06f, .07f, .08f, .28f, .08f, .07f, .06f, .05f, .04f, .03f, .02f, .01f};
  __shared__ f s[272];
  int t = threadIdx.x, i = blockIdx.x * 256 + t; size_t j = (size_t)blockIdx.y * n;
  s[t + 8] = a[i + j];
  if (t < 8) s[t] = i >= 8 ? a[i - 8 + j] : 0;
  if (t >= 248) s[t + 16] = i + 8 < n ? a[i + 8 + j] : 0;
  __syncthreads();
  f v = 0;
  for (int k = 0; k < 17; k++) v += h[k] * s[t + k];
  o[i + j] = v;
}
__global__ void hist64(unsigned long long* h, const int* a, int n) {
  __shared__ int s[256];
  int t = threadIdx.x; s[t] = 0; __syncthreads();
  for (int i = ID; i < n; i += blockDim.x * gridDim.x) atomicAdd(&s[a[i] & 255], 1);
  __syncthreads();
  atomicAdd(&h[t], (unsigned long long)s[t]);
}
__global__ void fir(f* o, const f* x, const f* h, int n, int m) {
  int i = ID; if (i >= n) return;
  f s = 0; for (int k = 0; k < min(m, i + 1); k++) s += h[k] * x[i - k]; o[i] = s;
}
__global__ void redblack(double* u, const double* g, int n, int colour) {
  int j = blockIdx.y * blockDim.y + threadIdx.y + 1, i = 2 * (ID + 1) + (j + 1 + colour) % 2 - 1;
  if (i > 0 && i < n - 1 && j < n - 1) { size_t c = i + (size_t)j * n; u[c] = 0.25 * (u[c - 1] + u[c + 1] + u[c - n] + u[c + n] - g[c]); }
}
__global__ void d2q9(f* g, const f* a, f omega, int n) {
  constexpr int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  constexpr f w[9] = {16.f / 36, 4.f / 36, 4.f / 36, 4.f / 36, 4.f / 36, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
  int i = ID, j = blockIdx.y; f d[9], r = 0, u = 0, v = 0; size_t p = (size_t)n * n;
  for (int k = 0; k < 9; k++) {
    int x = (i - cx[k]) % n, y = (j - cy[k]) % n; if (x < 0) x += n; if (y < 0) y += n;
    d[k] = a[x + (size_t)y * n + k * p]; r += d[k]; u += cx[k] * d[k]; v += cy[k] * d[k];
  }
  u /= r; v /= r; f e = 1 - 1.5f * (u * u + v * v);
  for (int k = 0; k < 9; k++) { f c = cx[k] * u + cy[k] * v; g[i + (size_t)j * n + k * p] = d[k] + omega * (w[k] * r * (e + 3 * c + 4.5f * c * c) - d[k]); }
}
__global__ void philox(f* o, int n, int seed) {
  int i = ID; if (i >= n) return;
  unsigned c[4] = {(unsigned)i + 1, 0, 0, 0}, k0 = seed, k1 = 12345;
  for (int r = 0; r < 10; r++) {
    unsigned long long a = 0xd2511f53ull * c[0], b = 0xcd9e8d57ull * c[2];
    c[0] = (unsigned)(b >> 32) ^ c[1] ^ k0; c[1] = (unsigned)b; c[2] = (unsigned)(a >> 32) ^ c[3] ^ k1; c[3] = (unsigned)a;
    k0 += 0x9e3779b9; k1 += 0xbb67ae85;
  }
  for (int q = 0; q < 4; q++) o[i + (size_t)q * n] = (int)(c[q] >> 8) * 5.9604645e-8f;
}
__global__ void transposes(double* o, const double* a, int n) {
  __shared__ double s[32][33];
  int i = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 32 + threadIdx.x; size_t b = (size_t)blockIdx.z * n * n;
  for (int q = 0; q < 32; q += 8) s[threadIdx.y + q][threadIdx.x] = a[i + (size_t)(blockIdx.y * 32 + threadIdx.y + q) * n + b];
  __syncthreads();
  for (int q = 0; q < 32; q += 8) o[j + (size_t)(blockIdx.x * 32 + threadIdx.y + q) * n + b] = s[threadIdx.x][threadIdx.y + q];
}
__global__ void cgemm(float2* c, const float2* a, const float2* b, int n) {
  __shared__ float2 as[16][16], bs[16][16];
  int ti = threadIdx.x, tj = threadIdx.y, i = blockIdx.x * 16 + ti, j = blockIdx.y * 16 + tj; float2 s = make_float2(0, 0);
  for (int m = 0; m < n; m += 16) {
    as[tj][ti] = a[i + (size_t)(m + tj) * n]; bs[tj][ti] = b[m + ti + (size_t)j * n];
    __syncthreads();
    for (int k = 0; k < 16; k++) { float2 p = mul(as[k][ti], bs[tj][k]); s.x += p.x; s.y += p.y; }
    __syncthreads();
  }
  c[i + (size_t)j * n] = s;
}
__global__ void caxpy(float2* y, const float2* x, float2 a, int n) {
  int i = ID; if (i < n) { float2 p = mul(a, x[i]), q = y[i]; y[i] = make_float2(p.x + q.x, p.y - q.y); }
}
__global__ void interpret(f* o, const f* x, const int* code, int n, int m) {
  int i = ID; if (i >= n) return;
  f a = x[i], b = 1;
  for (int k = 0; k < m; k++)
    switch (code[k]) {
      case 0: a += b; break;
      case 1: a -= b; break;
      case 2: a *= b; break;
      case 3: b = a; break;
      case 4: b = sqrtf(fabsf(a)); break;
      case 5: a = fmaxf(a, b); break;
      case 6: a *= 0.5f; break;
      case 7: b += 1; break;
    }
  o[i] = a;
}
__global__ void star5(double* o, const double* a, int n, int m) {
  int i = ID, j = blockIdx.y * blockDim.y + threadIdx.y; size_t c = i + (size_t)j * n;
  if (i > 0 && i < n - 1 && j > 0 && j < m - 1) o[c] = a[c] + 0.1 * (a[c - 1] + a[c + 1] + a[c - n] + a[c + n] - 4 * a[c]);
}
static f *a, *b, *c, *h; static size_t words = (size_t)3 << 27;
template <class F> void timed(const char* name, F run) {
  cudaEvent_t e0, e1; cudaEventCreate(&e0); cudaEventCreate(&e1); float best = 1e30f; cudaMemset(c, 0, words * 4);
  for (int r = 0; r < 6; r++) { cudaEventRecord(e0); run(r); cudaEventRecord(e1); cudaEventSynchronize(e1); float ms; cudaEventElapsedTime(&ms, e0, e1); if (r && ms < best) best = ms; }
  cudaMemcpy(h, c, 4 << 20, cudaMemcpyDeviceToHost);
  double s = 0; for (int i = 0; i < 1 << 20; i++) if (fabsf(h[i]) < 1e30f) s += fabsf(h[i]);
  printf("nvcc %-12s %10.4f ms %13.6e\n", name, best, s);
}
int main() {
  CK(cudaMalloc(&a, words * 4)); CK(cudaMalloc(&b, words * 4)); CK(cudaMalloc(&c, words * 4));
  h = new f[words]; for (size_t i = 0; i < words; i++) h[i] = 1 + i % 1000 / 1000.f;
  cudaMemcpy(a, h, words * 4, cudaMemcpyHostToDevice); cudaMemcpy(b, h, words * 4, cudaMemcpyHostToDevice);
  int n = 1 << 22, rows = 1 << 20, per = 32, cells = 32, *cols, *start, *code; int* p = new int[rows * per];
  CK(cudaMalloc(&cols, 4 * rows * per)); CK(cudaMalloc(&start, 4 * (cells * cells * cells + 1))); CK(cudaMalloc(&code, 256));
  for (int i = 0; i < rows * per; i++) p[i] = (i % rows + i / rows * 37) % rows; cudaMemcpy(cols, p, 4 * rows * per, cudaMemcpyHostToDevice);
  for (int i = 0; i <= cells * cells * cells; i++) p[i] = 16 * i; cudaMemcpy(start, p, 4 * (cells * cells * cells + 1), cudaMemcpyHostToDevice);
  for (int i = 0; i < 64; i++) p[i] = (7 * i + i / 8) % 8; cudaMemcpy(code, p, 256, cudaMemcpyHostToDevice);
  double *da = (double*)a, *db = (double*)b, *dc = (double*)c; float2 *za = (float2*)a, *zb = (float2*)b, *zc = (float2*)c; int* ic = (int*)c; typedef signed char byte;
  timed("lu8", [&](int) { lu8<<<n / 8 / 256, 256>>>(c, a, n / 8); });
  timed("bitonic", [&](int) { bitonic<<<4 * n / 1024, 512>>>(c, a); });
  timed("nearest", [&](int) { nearest<<<4 * n / 256, 256>>>(ic, a, b, 4 * n); });
  timed("ell", [&](int) { ell<<<rows / 256, 256>>>(dc, da, cols, db, rows, per); });
  timed("mandelbrot", [&](int) { mandelbrot<<<dim3(64, 512), dim3(64, 8)>>>(ic, 4096, 256); });
  timed("jacobi", [&](int) { jacobi<<<dim3(256, 1024), dim3(32, 8)>>>(c, a, 8192); });
  timed("cconv", [&](int) { cconv<<<4 * n / 256, 256>>>(zc, za, zb, 4 * n, 16); });
  timed("match", [&](int) { match<<<16 * n / 256, 256>>>((byte*)c, (byte*)a, (byte*)b, 16 * n, 8); });
  timed("warpscan", [&](int) { warpscan<<<16 * n / 512, 512>>>(c, a, 16 * n); });
  timed("forces", [&](int) { forces<<<cells * cells * cells, 32>>>(c, c + n, c + 2 * n, a, a + n + 333, a + 2 * n + 111, start, cells); });
  timed("panel", [&](int) { panel<<<8192, 256>>>(dc, da, 256); });
  timed("distance", [&](int) { distance<<<65536, 256>>>(ic, (byte*)a, (byte*)b); });
  timed("separable", [&](int) { separable<<<dim3(32, 8192), 256>>>(c, a, 8192); });
  timed("hist64", [&](int) { hist64<<<1056, 256>>>((unsigned long long*)c, (int*)a, 16 * n); });
  timed("fir", [&](int) { fir<<<16 * n / 256, 256>>>(c, a, b, 16 * n, 32); });
  timed("redblack", [&](int r) { redblack<<<dim3(32, 1024), dim3(128, 8)>>>(dc, da, 8192, r); });
  timed("d2q9", [&](int) { d2q9<<<dim3(16, 4096), 256>>>(c, a, 0.6f, 4096); });
  timed("philox", [&](int) { philox<<<8 * n / 256, 256>>>(c, 8 * n, 7); });
  timed("transposes", [&](int) { transposes<<<dim3(8, 8, 256), dim3(32, 8)>>>(dc, da, 256); });
  timed("cgemm", [&](int) { cgemm<<<dim3(128, 128), dim3(16, 16)>>>(zc, za, zb, 2048); });
  timed("caxpy", [&](int) { caxpy<<<32 * n / 256, 256>>>(zc, za, make_float2(0.5f, 0.25f), 32 * n); });
  timed("interpret", [&](int) { interpret<<<8 * n / 256, 256>>>(c, a, code, 8 * n, 64); });
  timed("star5", [&](int) { star5<<<dim3(64, 1024), dim3(128, 8)>>>(dc, da, 8192, 8192); });
  CK(cudaDeviceSynchronize());
}
