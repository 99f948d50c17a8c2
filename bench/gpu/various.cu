// The kernels of various.cuf in CUDA C, as one would write them there.
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>
#include <mma.h>
#define CK(x) do { cudaError_t e_ = (x); if (e_) { printf("%s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)
typedef float f;
__global__ void gemm(f* c, const f* a, const f* b, int n) {
  __shared__ f as[8][128], bs[8][128];
  int t = threadIdx.x, i0 = blockIdx.x * 128, j0 = blockIdx.y * 128, ti = t % 16 * 8, tj = t / 16 * 8;
  f s[8][8] = {}, x[8], y[8];
  for (int m = 0; m < n; m += 8) {
    for (int q = 0; q < 4; q++) { int e = t + 256 * q; as[e / 128][e % 128] = a[i0 + e % 128 + (size_t)(m + e / 128) * n]; bs[e % 8][e / 8] = b[m + e % 8 + (size_t)(j0 + e / 8) * n]; }
    __syncthreads();
    for (int k = 0; k < 8; k++) {
      for (int q = 0; q < 8; q++) { x[q] = as[k][ti + q]; y[q] = bs[k][tj + q]; }
      for (int j = 0; j < 8; j++) for (int i = 0; i < 8; i++) s[j][i] += x[i] * y[j];
    }
    __syncthreads();
  }
  for (int j = 0; j < 8; j++) for (int i = 0; i < 8; i++) c[i0 + ti + i + (size_t)(j0 + tj + j) * n] = s[j][i];
}
__global__ void inverse4(f* o, const f* a, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x; if (t >= n) return;
  f m[4][4], v[4][4];
  for (int j = 0; j < 4; j++) for (int i = 0; i < 4; i++) { m[j][i] = a[t + (size_t)n * (i + 4 * j)]; v[j][i] = i == j; }
  for (int k = 0; k < 4; k++) {
    f p = 1 / m[k][k];
    for (int j = 0; j < 4; j++) { m[j][k] *= p; v[j][k] *= p; }
    for (int i = 0; i < 4; i++) if (i != k) { f q = m[k][i]; for (int j = 0; j < 4; j++) { m[j][i] -= q * m[j][k]; v[j][i] -= q * v[j][k]; } }
  }
  for (int j = 0; j < 4; j++) for (int i = 0; i < 4; i++) o[t + (size_t)n * (i + 4 * j)] = v[j][i];
}
template <class T> __global__ void stencil7(T* b, const T* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
  if (i > 0 && i < n - 1 && j > 0 && j < n - 1 && k > 0 && k < n - 1) {
    size_t s = n, p = (size_t)n * n, c = i + j * s + k * p;
    b[c] = T(0.4) * a[c] + T(0.1) * (a[c - 1] + a[c + 1] + a[c - s] + a[c + s] + a[c - p] + a[c + p]);
  }
}
__global__ void matvec(double* y, const double* a, const double* x, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
  double s = 0; for (int j = 0; j < m; j++) s += a[i + (size_t)j * n] * x[j]; y[i] = s;
}
__global__ void blackscholes(f* call, f* put, const f* s, const f* x, const f* t, f r, f v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
  f q = sqrtf(t[i]), d1 = (logf(s[i] / x[i]) + (r + 0.5f * v * v) * t[i]) / (v * q), d2 = d1 - v * q;
  f n1 = 0.5f * (1 + erff(d1 * 0.70710678f)), n2 = 0.5f * (1 + erff(d2 * 0.70710678f)), e = expf(-r * t[i]);
  call[i] = s[i] * n1 - x[i] * e * n2; put[i] = x[i] * e * (1 - n2) - s[i] * (1 - n1);
}
__global__ void divisions(int* o, const int* a, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
  int x = a[i], s = 0; for (int k = 0; k < 16; k++) { s += x / (m + k) + x % 7 + x / 10; x = x * 3 + 1; } o[i] = s;
}
__global__ void collide(f* g, const f* h, f omega, int n) {
  const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  const f w[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
  int t = blockIdx.x * blockDim.x + threadIdx.x; if (t >= n) return;
  f d[9], r = 0, u = 0, v = 0;
  for (int q = 0; q < 9; q++) { d[q] = h[t + (size_t)q * n]; r += d[q]; u += cx[q] * d[q]; v += cy[q] * d[q]; }
  u /= r; v /= r; f e = 1 - 1.5f * (u * u + v * v);
  for (int q = 0; q < 9; q++) { f c = cx[q] * u + cy[q] * v; g[t + (size_t)q * n] = d[q] + omega * (w[q] * r * (e + 3 * c + 4.5f * c * c) - d[q]); }
}
__global__ void convolve(f* o, const f* a, const f* w, int n, int r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < r || i >= n - r) return;
  f s = 0; for (int k = -r; k <= r; k++) s += w[k + r] * a[i + k]; o[i] = s;
}
__global__ void spmv(double* y, const int* p, const int* c, const double* v, const double* x, int n) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32; if (row >= n) return;
  double s = 0; for (int k = p[row] + lane; k < p[row + 1]; k += 32) s += v[k] * x[c[k]];
  for (int d = 16; d; d /= 2) s += __shfl_down_sync(~0u, s, d);
  if (lane == 0) y[row] = s;
}
__global__ void thomas(double* x, const double* a, const double* b, const double* c, const double* d, double* w, int n, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x; if (t >= n) return;
  double q = b[t]; x[t] = d[t] / q;
  for (int k = 1; k < m; k++) { size_t e = t + (size_t)k * n; w[e] = c[e - n] / q; q = b[e] - a[e] * w[e]; x[e] = (d[e] - a[e] * x[e - n]) / q; }
  for (int k = m - 2; k >= 0; k--) { size_t e = t + (size_t)k * n; x[e] -= w[e + n] * x[e + n]; }
}
__device__ void rhs(double* d, const double* y) { d[0] = 10 * (y[1] - y[0]); d[1] = y[0] * (28 - y[2]) - y[1]; d[2] = y[0] * y[1] - 8.0 / 3 * y[2]; }
__global__ void rk4(double* z, int n, int steps, double h) {
  int t = blockIdx.x * blockDim.x + threadIdx.x; if (t >= n) return;
  double y[3], k1[3], k2[3], k3[3], k4[3], u[3];
  for (int i = 0; i < 3; i++) y[i] = z[t + (size_t)i * n];
  for (int s = 0; s < steps; s++) {
    rhs(k1, y); for (int i = 0; i < 3; i++) u[i] = y[i] + h / 2 * k1[i];
    rhs(k2, u); for (int i = 0; i < 3; i++) u[i] = y[i] + h / 2 * k2[i];
    rhs(k3, u); for (int i = 0; i < 3; i++) u[i] = y[i] + h * k3[i];
    rhs(k4, u); for (int i = 0; i < 3; i++) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  for (int i = 0; i < 3; i++) z[t + (size_t)i * n] = y[i];
}
__global__ void nbody(f* ax, f* ay, f* az, const f* x, const f* y, const f* z, const f* m, int n) {
  __shared__ f sx[256], sy[256], sz[256], sm[256];
  int i = blockIdx.x * 256 + threadIdx.x; f px = x[i], py = y[i], pz = z[i], u = 0, v = 0, w = 0;
  for (int b = 0; b < n; b += 256) {
    sx[threadIdx.x] = x[b + threadIdx.x]; sy[threadIdx.x] = y[b + threadIdx.x]; sz[threadIdx.x] = z[b + threadIdx.x]; sm[threadIdx.x] = m[b + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 256; k++) { f dx = sx[k] - px, dy = sy[k] - py, dz = sz[k] - pz, r = dx * dx + dy * dy + dz * dz + 1e-4f, q = 1 / sqrtf(r), s = sm[k] * q * q * q; u += s * dx; v += s * dy; w += s * dz; }
    __syncthreads();
  }
  ax[i] = u; ay[i] = v; az[i] = w;
}
__global__ void hashes(unsigned* o, const unsigned* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
  unsigned h = a[i]; for (int k = 0; k < 32; k++) { h ^= h >> 16; h *= 0x85ebca6bu; h ^= h >> 13; h *= 0xc2b2ae35u; h ^= h >> 16; h += k; } o[i] = h;
}
__global__ void sort8(f* o, const f* a, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x; if (t >= n) return;
  f v[8]; for (int i = 0; i < 8; i++) v[i] = a[t + (size_t)i * n];
  for (int r = 0; r < 8; r++) for (int i = r % 2; i < 7; i += 2) { f lo = fminf(v[i], v[i + 1]), hi = fmaxf(v[i], v[i + 1]); v[i] = lo; v[i + 1] = hi; }
  for (int i = 0; i < 8; i++) o[t + (size_t)i * n] = v[i];
}
struct particle { f x, y, z, u, v, w, m, q; };
__global__ void push(particle* p, f dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
  particle a = p[i]; f r = rsqrtf(a.x * a.x + a.y * a.y + a.z * a.z + 1), s = -a.q / a.m * r * r * r;
  a.u += dt * s * a.x; a.v += dt * s * a.y; a.w += dt * s * a.z; a.x += dt * a.u; a.y += dt * a.v; a.z += dt * a.w; p[i] = a;
}
__global__ void automaton(int* o, const int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
  int x = a[i], s = 0, c = 0;
  for (int k = 0; k < 32; k++) { int b = (x >> k) & 1;
    switch (s) { case 0: s = b ? 1 : 0; break; case 1: s = b ? 2 : 0; break; case 2: s = b ? 3 : 1; c++; break; case 3: s = b ? 4 : 2; c += 2; break; case 4: s = b ? 5 : 0; break; default: s = b ? 0 : 3; c += 3; } }
  o[i] = c * 8 + s;
}
__global__ void scan(f* o, const f* a, int n) {
  __shared__ f s[512]; int t = threadIdx.x, i = blockIdx.x * 512 + t; s[t] = a[i]; __syncthreads();
  for (int d = 1; d < 512; d *= 2) { f v = t >= d ? s[t - d] : 0; __syncthreads(); s[t] += v; __syncthreads(); }
  o[i] = s[t];
}
__global__ void waves(f* o, const f* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
  f x = a[i], s = 0; for (int k = 1; k <= 8; k++) s += sinf(k * x) * cosf(x + k); o[i] = s;
}
__device__ float2 times(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__global__ void fft(float2* o, const float2* a, const float2* w) {
  __shared__ float2 s[2][1024]; int t = threadIdx.x, from = 0;
  for (int q = 0; q < 4; q++) s[0][t + 256 * q] = a[t + 256 * q + (size_t)1024 * blockIdx.x];
  for (int m = 1; m < 1024; m *= 2) {
    __syncthreads();
    for (int q = 0; q < 2; q++) {
      int j = t + 256 * q, p = j & (m - 1); float2 x = s[from][j], y = times(s[from][j + 512], w[p * (512 / m)]);
      s[1 - from][2 * j - p] = make_float2(x.x + y.x, x.y + y.y); s[1 - from][2 * j - p + m] = make_float2(x.x - y.x, x.y - y.y);
    }
    from = 1 - from;
  }
  __syncthreads();
  for (int q = 0; q < 4; q++) o[t + 256 * q + (size_t)1024 * blockIdx.x] = s[from][t + 256 * q];
}
__global__ void cubes(f* c, const half* a, const half* b, int n) {
  using namespace nvcuda::wmma;
  int i = (blockIdx.x * 4 + threadIdx.x / 32) * 16, j = blockIdx.y * 16;
  fragment<matrix_a, 16, 16, 16, half, col_major> sa; fragment<matrix_b, 16, 16, 16, half, col_major> sb; fragment<accumulator, 16, 16, 16, float> sc;
  fill_fragment(sc, 0.0f);
  for (int k = 0; k < n; k += 16) { load_matrix_sync(sa, a + i + (size_t)k * n, n); load_matrix_sync(sb, b + k + (size_t)j * n, n); mma_sync(sc, sa, sb, sc); }
  store_matrix_sync(c + i + (size_t)j * n, sc, n, mem_col_major);
}
template <class F> void timed(const char* name, double units, F run) {
  cudaEvent_t e0, e1; cudaEventCreate(&e0); cudaEventCreate(&e1); float best = 1e30f;
  for (int r = 0; r < 6; r++) { cudaEventRecord(e0); run(); cudaEventRecord(e1); cudaEventSynchronize(e1); float ms; cudaEventElapsedTime(&ms, e0, e1); if (r && ms < best) best = ms; }
  printf("nvcc %-12s %10.4f ms %10.1f\n", name, best, units / best * 1e-6);
}
int main() {
  size_t words = (size_t)3 << 27; f *a, *b, *c; CK(cudaMalloc(&a, words * 4)); CK(cudaMalloc(&b, words * 4)); CK(cudaMalloc(&c, words * 4));
  f* h = new f[1 << 20]; for (int i = 0; i < 1 << 20; i++) h[i] = 1 + i % 1000 / 1000.f;
  for (size_t i = 0; i < words; i += 1 << 20) { cudaMemcpy(a + i, h, 4 << 20, cudaMemcpyHostToDevice); cudaMemcpy(b + i, h, 4 << 20, cudaMemcpyHostToDevice); cudaMemcpy(c + i, h, 4 << 20, cudaMemcpyHostToDevice); }
  double *da = (double*)a, *db = (double*)b, *dc = (double*)c; int *ia = (int*)a, *ib = (int*)b; int n = 1 << 22;
  int rows = 1 << 20, per = 48; int *p, *q; CK(cudaMalloc(&p, 4 * (rows + 1))); CK(cudaMalloc(&q, 4 * rows * per)); int* hp = new int[rows * per];
  for (int i = 0; i <= rows; i++) hp[i] = i * per; cudaMemcpy(p, hp, 4 * (rows + 1), cudaMemcpyHostToDevice);
  for (int i = 0; i < rows * per; i++) hp[i] = (i / per + i % per * 37) % rows; cudaMemcpy(q, hp, 4 * rows * per, cudaMemcpyHostToDevice);
  dim3 g(4, 64, 512), t(128, 8);
  timed("gemm", 2.0 * 4096 * 4096 * 4096, [&] { gemm<<<dim3(32, 32), 256>>>(c, a, b, 4096); });
  timed("inverse4", 128.0 * n, [&] { inverse4<<<n / 256, 256>>>(c, a, n); });
  timed("stencil f32", 8.0 * 512 * 512 * 512, [&] { stencil7<float><<<g, t>>>(c, a, 512); });
  timed("stencil f64", 16.0 * 512 * 512 * 512, [&] { stencil7<double><<<g, t>>>(dc, da, 512); });
  timed("matvec", 8.0 * 16384 * 8192, [&] { matvec<<<128, 128>>>(dc, da, db, 16384, 8192); });
  timed("blackscholes", 20.0 * n * 4, [&] { blackscholes<<<n * 4 / 256, 256>>>(c, c + n * 4, a, b, a + n * 4, 0.02f, 0.3f, n * 4); });
  timed("divisions", 8.0 * n, [&] { divisions<<<n / 256, 256>>>(ib, ia, 13, n); });
  timed("collide", 72.0 * n, [&] { collide<<<n / 256, 256>>>(c, a, 0.6f, n); });
  timed("convolve", 8.0 * n * 4, [&] { convolve<<<n * 4 / 256, 256>>>(c, a, b, n * 4, 8); });
  timed("spmv", 12.0 * rows * per, [&] { spmv<<<rows / 8, 256>>>(dc, p, q, da, db, rows); });
  timed("thomas", 48.0 * 65536 * 256, [&] { thomas<<<512, 128>>>(dc, da, db, da + (1 << 24), db + (1 << 24), dc + (1 << 24), 65536, 256); });
  timed("rk4", 1.0 * (1 << 20) * 100, [&] { rk4<<<(1 << 20) / 256, 256>>>(dc, 1 << 20, 100, 1e-3); });
  timed("nbody", 20.0 * 65536 * 65536, [&] { nbody<<<256, 256>>>(c, c + 65536, c + 131072, a, a + 65536, a + 131072, b, 65536); });
  timed("hashes", 8.0 * n * 4, [&] { hashes<<<n * 4 / 256, 256>>>((unsigned*)c, (unsigned*)a, n * 4); });
  timed("sort8", 64.0 * n, [&] { sort8<<<n / 256, 256>>>(c, a, n); });
  timed("push", 64.0 * n, [&] { push<<<n / 256, 256>>>((particle*)c, 1e-3f, n); });
  timed("automaton", 8.0 * n * 4, [&] { automaton<<<n * 4 / 256, 256>>>(ib, ia, n * 4); });
  timed("scan", 8.0 * n * 4, [&] { scan<<<n * 4 / 512, 512>>>(c, a, n * 4); });
  timed("waves", 8.0 * n * 4, [&] { waves<<<n * 4 / 256, 256>>>(c, a, n * 4); });
  timed("fft", 16.0 * (1 << 24), [&] { fft<<<1 << 14, 256>>>((float2*)c, (float2*)a, (float2*)b); });
  cudaMemset(a, 0x38, 2048 * 2048 * 2); cudaMemset(b, 0x38, 2048 * 2048 * 2);
  timed("wmma", 2.0 * 2048 * 2048 * 2048, [&] { cubes<<<dim3(32, 128), 128>>>(c, (half*)a, (half*)b, 2048); });
  CK(cudaDeviceSynchronize());
}
