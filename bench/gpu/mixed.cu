// The kernels of mixed.cuf in CUDA C, as one would write them there.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cuComplex.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#define CK(x) do { cudaError_t e_ = (x); if (e_) { printf("%s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)
typedef float f;
typedef double d;
typedef long long ll;
#define R __restrict__
#define ID (blockIdx.x * blockDim.x + threadIdx.x)
#define IDY (blockIdx.y * blockDim.y + threadIdx.y)
struct fluid { d gamma, dx, dt, floor; int n[3]; };
__global__ void divergence(d* R o, const d* R p, const d* R u, const d* R v, const d* R w, const d* R r, d h, int n, int m, int l) {
  int i = ID, j = IDY, k = blockIdx.z; if (i < 1 || j < 1 || k < 1 || i >= n - 1 || j >= m - 1 || k >= l - 1) return; int at = i + n * (j + m * k), z = n * m;
  o[at] = r[at] * ((u[at + 1] - u[at - 1]) + (v[at + n] - v[at - n]) + (w[at + z] - w[at - z])) * h - (p[at + 1] + p[at - 1] + p[at + n] + p[at - n] + p[at + z] + p[at - z] - 6 * p[at]);
}
__device__ void inverse3(const d a[3][3], d b[3][3]) {
  b[0][0] = a[1][1] * a[2][2] - a[1][2] * a[2][1]; b[1][0] = a[1][2] * a[2][0] - a[1][0] * a[2][2]; b[2][0] = a[1][0] * a[2][1] - a[1][1] * a[2][0];
  b[0][1] = a[0][2] * a[2][1] - a[0][1] * a[2][2]; b[1][1] = a[0][0] * a[2][2] - a[0][2] * a[2][0]; b[2][1] = a[0][1] * a[2][0] - a[0][0] * a[2][1];
  b[0][2] = a[0][1] * a[1][2] - a[0][2] * a[1][1]; b[1][2] = a[0][2] * a[1][0] - a[0][0] * a[1][2]; b[2][2] = a[0][0] * a[1][1] - a[0][1] * a[1][0];
  d q = 1 / (a[0][0] * b[0][0] + a[0][1] * b[1][0] + a[0][2] * b[2][0]); for (int r = 0; r < 3; r++) for (int c = 0; c < 3; c++) b[r][c] *= q;
}
__global__ void blocks(d* R x, const d* R a, const d* R c, int n, int m) {
  int i = ID; if (i >= n) return; d D[3][3], e[3][3] = {}, q[3] = {}, s[3]; size_t N = n;
  for (int k = 0; k < m; k++) {
    for (int r = 0; r < 3; r++) for (int l = 0; l < 3; l++) D[r][l] = a[i + N * (r + 3 * (l + 3 * k))] - c[i] * e[r][l] + (r == l ? 9 : 0);
    inverse3(D, e); for (int r = 0; r < 3; r++) s[r] = r + 1 + 0.5 * q[r];
    for (int r = 0; r < 3; r++) { q[r] = e[r][0] * s[0] + e[r][1] * s[1] + e[r][2] * s[2]; x[i + N * (r + 3 * k)] = q[r]; }
  }
  for (int k = m - 2; k >= 0; k--) for (int r = 0; r < 3; r++) { q[r] = x[i + N * (r + 3 * k)] - 0.25 * q[r]; x[i + N * (r + 3 * k)] = q[r]; }
}
__global__ void sound(d* R o, const d* R u, fluid F) {
  int i = ID, j = IDY; if (i >= F.n[0] || j >= F.n[1]) return; int at = i + F.n[0] * j, z = F.n[0] * F.n[1];
  d rho = fmax(u[at], F.floor), vx = u[at + z] / rho, vy = u[at + 2 * z] / rho, p = fmax((F.gamma - 1) * (u[at + 3 * z] * 3 - 0.5 * rho * (vx * vx + vy * vy)), F.floor);
  o[at] = (fmax(fabs(vx), fabs(vy)) + sqrt(F.gamma * p / rho)) * F.dt / F.dx;
}
__global__ void impedance(cuDoubleComplex* R o, const cuDoubleComplex* R z, d w, int n) {
  int i = ID; if (i >= n) return; cuDoubleComplex s = cuCadd(z[i], cuCmul(make_cuDoubleComplex(0, w), z[i + n])), a = z[i + 2 * n], b = z[i + 3 * n];
  cuDoubleComplex p = cuCdiv(cuCmul(a, b), cuCadd(a, b)), t = cuCdiv(cuCmul(cuConj(s), p), cuCadd(s, p)); t.x += cuCabs(s); o[i] = t;
}
__global__ void blend(signed char* R o, const signed char* R a, const signed char* R b, int alpha, int n) {
  int i = 4 * ID; if (i >= n) return; uchar4 x = *(const uchar4*)(a + i), y = *(const uchar4*)(b + i); int beta = 256 - alpha;
  *(uchar4*)(o + i) = make_uchar4((x.x * alpha + y.x * beta + 128) >> 8, (x.y * alpha + y.y * beta + 128) >> 8, (x.z * alpha + y.z * beta + 128) >> 8, (x.w * alpha + y.w * beta + 128) >> 8);
}
__global__ void mix64(uint64_t* R o, int n, int m) {
  int i = ID; if (i >= n) return; uint64_t x = i + 1, s = 0;
  for (int k = 0; k < m; k++) { x += 0x9e3779b97f4a7c15ull; uint64_t z = x; z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull; z = (z ^ z >> 27) * 0x94d049bb133111ebull; s += z ^ z >> 31; } o[i] = s;
}
__global__ void masked(f* R o, const f* R a, const signed char* R land, f h, int n, int m) {
  int i = ID, j = IDY; if (i < 1 || j < 1 || i >= n - 1 || j >= m - 1) return; int at = i + n * j, c = 0; f s = 0;
  if (!land[at - 1]) { c++; s += a[at - 1]; } if (!land[at + 1]) { c++; s += a[at + 1]; } if (!land[at - n]) { c++; s += a[at - n]; } if (!land[at + n]) { c++; s += a[at + n]; }
  o[at] = land[at] ? 0 : a[at] + h * (s - c * a[at]);
}
__global__ void table(d* R o, const d* R t, const d* R x, const d* R y, int nt, int n) {
  int i = ID; if (i >= n) return; d u = (x[i] - 1) * (nt - 1), v = (y[i] - 1) * (nt - 1); int jx = min(max((int)u, 0), nt - 2), jy = min(max((int)v, 0), nt - 2); d fx = u - jx, fy = v - jy; const d* q = t + jx + nt * jy;
  o[i] = (1 - fx) * (1 - fy) * q[0] + fx * (1 - fy) * q[1] + (1 - fx) * fy * q[nt] + fx * fy * q[nt + 1];
}
__device__ d kepler(d e, d ecc, d m) { return e - ecc * (e - e * e * e / 6 + e * e * e * e * e / 120) - m; }
__global__ void bisect(d* R o, const d* R m, d ecc, int n) {
  int i = ID; if (i >= n) return; d lo = 0, hi = 4, mid = 0; int steps = 0;
  while (hi - lo > 1e-12 && steps < 60) { mid = 0.5 * (lo + hi); d v = kepler(mid, ecc, m[i]); if (fabs(v) < 1e-13) break; if (v > 0) hi = mid; else lo = mid; steps++; } o[i] = mid + steps;
}
__global__ void stiffness(d* R o, const d* R xy, int n) {
  int i = ID; if (i >= n) return; d x[4][2], k[4][4] = {}; const d at[2] = {-0.577350269189626, 0.577350269189626};
  for (int a = 0; a < 4; a++) for (int c = 0; c < 2; c++) x[a][c] = xy[i + (size_t)n * (c + 2 * a)]; x[1][0] += 3; x[2][0] += 3; x[2][1] += 3; x[3][1] += 3;
  for (int q = 0; q < 2; q++) for (int p = 0; p < 2; p++) {
    d P = at[p], Q = at[q], g[4][2] = {{-(1 - Q) * 0.25, -(1 - P) * 0.25}, {(1 - Q) * 0.25, -(1 + P) * 0.25}, {(1 + Q) * 0.25, (1 + P) * 0.25}, {-(1 + Q) * 0.25, (1 - P) * 0.25}}, J[2][2] = {}, D[4][2];
    for (int r = 0; r < 2; r++) for (int c = 0; c < 2; c++) for (int a = 0; a < 4; a++) J[r][c] += g[a][r] * x[a][c];
    d det = J[0][0] * J[1][1] - J[0][1] * J[1][0], I[2][2] = {{J[1][1] / det, -J[0][1] / det}, {-J[1][0] / det, J[0][0] / det}};
    for (int a = 0; a < 4; a++) for (int r = 0; r < 2; r++) D[a][r] = I[r][0] * g[a][0] + I[r][1] * g[a][1];
    for (int b = 0; b < 4; b++) for (int a = 0; a <= b; a++) k[a][b] += (D[a][0] * D[b][0] + D[a][1] * D[b][1]) * det;
  }
  int c = 0; for (int b = 0; b < 4; b++) for (int a = 0; a <= b; a++) o[i + (size_t)n * c++] = k[a][b];
}
__device__ d warp_sum(d v) { for (int o = 16; o; o /= 2) v += __shfl_xor_sync(~0u, v, o); return v; }
__global__ void rownorms(d* R o, const d* R a, int n, int m) {
  int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x; if (row >= n) return; const d* r = a + (size_t)row * m; d s = 0, v = 0;
  for (int k = lane; k < m; k += 32) s += r[k]; d mean = warp_sum(s) / m; for (int k = lane; k < m; k += 32) v += (r[k] - mean) * (r[k] - mean); v = warp_sum(v); if (!lane) o[row] = sqrt(v / m);
}
__global__ void deepest(ll* R cell, const d* R a, int n, int m) {
  int i = ID + 1; if (i > n) return; int c = i * 7 % m; ll mine = __double_as_longlong(a[i - 1] * (i % 1009)), was = cell[c];
  while (mine > was) { ll seen = atomicCAS((unsigned long long*)&cell[c], was, mine); if (seen == was) break; was = seen; }
}
__global__ void filter(f* R o, const f* R a, const f* R w, int n, int m) {
  extern __shared__ f tile[]; f* weight = tile + blockDim.x + m; int t = threadIdx.x, base = blockIdx.x * blockDim.x, i = base + t;
  for (int k = t; k < blockDim.x + m; k += blockDim.x) tile[k] = a[min(base + k, n - 1)]; if (t < m) weight[t] = w[t]; __syncthreads();
  f v = 0; for (int k = 0; k < m; k++) v += weight[k] * tile[t + 1 + k]; if (i < n) o[i] = v;
}
__global__ void halves(__half* R o, const __half* R a, const __half* R b, f s, int n) { int i = ID; if (i >= n) return; __half x = __hfma(a[i], b[i], __float2half(s)); o[i] = __hfma(x, x, a[i]); }
__global__ void scatter64(f* R o, const f* R a, ll stride, ll n) { for (ll i = blockIdx.x * (ll)blockDim.x + threadIdx.x; i < n; i += (ll)blockDim.x * gridDim.x) o[i] = a[i * stride % n] + 0.5f * a[n - 1 - i]; }
__global__ void jacobi3(f* R o, const f* R a, int n) {
  int i = ID; if (i >= n) return; f m[3][3]; size_t N = n; m[0][0] = a[i]; m[0][1] = m[1][0] = a[i + N]; m[0][2] = m[2][0] = a[i + 2 * N]; m[1][1] = a[i + 3 * N] + 2; m[1][2] = m[2][1] = a[i + 4 * N]; m[2][2] = a[i + 5 * N] + 5;
  for (int sweep = 0; sweep < 4; sweep++) for (int p = 0; p < 2; p++) for (int q = p + 1; q < 3; q++) if (fabsf(m[p][q]) > 1e-9f) {
    f h = m[q][q] - m[p][p], t = 0.5f * h / m[p][q]; t = copysignf(1, t) / (fabsf(t) + sqrtf(1 + t * t)); f c = 1 / sqrtf(1 + t * t), s = t * c, tau = s / (1 + c); h = t * m[p][q];
    m[p][p] -= h; m[q][q] += h; m[p][q] = m[q][p] = 0;
    for (int r = 0; r < 3; r++) if (r != p && r != q) { f g = m[r][p], k = m[r][q]; m[p][r] = m[r][p] = g - s * (k + g * tau); m[q][r] = m[r][q] = k + s * (g - k * tau); }
  }
  o[i] = m[0][0]; o[i + N] = m[1][1]; o[i + 2 * N] = m[2][2];
}
__global__ void wave(f* R next, const f* R now, const f* R before, const f* R c, int n) {
  int i = ID, j = IDY; if (i < 4 || j < 4 || i >= n - 4 || j >= n - 4) return; int z = n * n;
  for (int k = 4; k < n - 4; k++) { int at = i + n * j + z * k; f s = 3 * c[0] * now[at];
    for (int r = 1; r <= 4; r++) s += c[r] * (now[at + r] + now[at - r] + now[at + r * n] + now[at - r * n] + now[at + r * z] + now[at - r * z]);
    next[at] = 2 * now[at] - before[at] + s; }
}
__global__ void walk(int* R o, const f* R low, const f* R high, const f* R x, int depth, int n) {
  int i = ID; if (i >= n) return; int stack[24], top = 0, found = 0; f at = x[i]; stack[top++] = 1;
  while (top) { int node = stack[--top]; if (at < low[node - 1] - 0.9f || at > high[node - 1] + 0.3f) continue; if (node >= 1 << depth) found += node; else { stack[top++] = 2 * node; stack[top++] = 2 * node + 1; } }
  o[i] = found;
}
__global__ void blur(f* R o, const f* R a, int n, int m) {
  int i = ID, j = IDY; if (i >= n || j >= m) return; const f w[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f}; f v = 0;
  for (int y = -2; y <= 2; y++) for (int x = -2; x <= 2; x++) v += w[x + 2] * w[y + 2] * a[min(max(i + x, 0), n - 1) + n * min(max(j + y, 0), m - 1)]; o[i + n * j] = v;
}
__global__ void collatz(int* R o, int n) { int i = ID; if (i >= n) return; ll x = i + 1; int s = 0; while (x != 1) { if (x % 2 == 0) x /= 2; else x = 3 * x + 1; s++; } o[i] = s; }
__global__ void csr(d* R y, const ll* R first, const int* R column, const d* R a, const d* R x, int n) {
  int i = ID; if (i >= n) return; d s = 0, t = 0; for (ll k = first[i] - 1; k < first[i + 1] - 1; k++) { double2 v = ((const double2*)x)[column[k] - 1]; s += a[k] * v.x; t += a[k] * v.y; } ((double2*)y)[i] = make_double2(s, t);
}
__device__ d block_sum(d v) { __shared__ d s[8]; int t = threadIdx.x + threadIdx.y * blockDim.x; v = warp_sum(v); if (!(t & 31)) s[t / 32] = v; __syncthreads(); v = t < 8 ? s[t] : 0; __syncthreads(); return t < 32 ? warp_sum(v) : 0; }
__device__ f block_max(f v) { __shared__ f s[8]; int t = threadIdx.x + threadIdx.y * blockDim.x; for (int o = 16; o; o /= 2) v = fmaxf(v, __shfl_xor_sync(~0u, v, o)); if (!(t & 31)) s[t / 32] = v; __syncthreads(); v = t < 8 ? s[t] : 0; for (int o = 4; o; o /= 2) v = fmaxf(v, __shfl_xor_sync(~0u, v, o)); return v; }
__global__ void total2(d* R sum, int* R most, const f* R a, const f* R b) {
  d t = 0; f m = 0; const int n = 8192;
  for (int j = 1 + blockIdx.y; j < n - 1; j += gridDim.y) for (int i = 1 + ID; i < n - 1; i += gridDim.x * blockDim.x) { t += fabsf(a[i + n * j] - b[i + 1 + n * j]); m = fmaxf(m, a[i + n * (j + 1)] * b[i + n * j]); }
  t = block_sum(t); m = block_max(m); if (!threadIdx.x) { atomicAdd(sum, t); atomicMax(most, __float_as_int(m)); }
}
__global__ void total3(d* R sum, const d* R u, const d* R v, const d* R w) {
  d t = 0; const int n = 256; int i = ID, j = IDY;
  if (i > 0 && j > 0 && i < n - 1 && j < n - 1) for (int k = 1 + blockIdx.z; k < n - 1; k += gridDim.z) { int at = i + n * (j + n * k); d x = u[at + 1] - u[at - 1], y = v[at + n] - v[at - n], z = w[at + n * n] - w[at - n * n]; t += x * x + y * y + z * z; }
  t = block_sum(t); if (!threadIdx.x && !threadIdx.y) atomicAdd(sum, t);
}
f *a, *b, *c, *h; const size_t words = 3ull << 27;
template <class F> void timed(const char* name, F run) {
  cudaEvent_t e0, e1; cudaEventCreate(&e0); cudaEventCreate(&e1); f best = 1e30f, ms; cudaMemset(c, 0, words * 4);
  for (int r = 0; r < 6; r++) { cudaEventRecord(e0); run(r); cudaEventRecord(e1); cudaEventSynchronize(e1); cudaEventElapsedTime(&ms, e0, e1); if (r && ms < best) best = ms; }
  cudaMemcpy(h, c, 4 << 20, cudaMemcpyDeviceToHost); double s = 0; for (int i = 0; i < 1 << 20; i++) if (fabs(h[i]) < 1e30) s += fabs(h[i]);
  printf("nvcc %s %.4f ms %e\n", name, best, s);
}
int main() {
  CK(cudaMalloc(&a, words * 4)); CK(cudaMalloc(&b, words * 4)); CK(cudaMalloc(&c, words * 4)); int n = 1 << 22;
  h = new f[words]; for (size_t i = 0; i < words; i++) h[i] = 1 + i % 1000 / 1000.f;
  cudaMemcpy(a, h, words * 4, cudaMemcpyHostToDevice); cudaMemcpy(b, h, words * 4, cudaMemcpyHostToDevice);
  d *da = (d*)a, *db = (d*)b, *dc = (d*)c; int *ia = (int*)a, *ic = (int*)c; signed char* land = (signed char*)(b + (1 << 28)); (void)ia;
  signed char* lh = (signed char*)h; for (int i = 0; i < 1 << 26; i++) lh[i] = i % 7 == 0; cudaMemcpy(land, lh, 1 << 26, cudaMemcpyHostToDevice);
  ll* first; int* column; CK(cudaMalloc(&first, 8 * (n + 1ll))); CK(cudaMalloc(&column, 64ll * n));
  ll* fh = (ll*)h; for (int i = 0; i <= n; i++) fh[i] = 16ll * i + 1; cudaMemcpy(first, fh, 8 * (n + 1ll), cudaMemcpyHostToDevice);
  int* ch = (int*)h; for (int i = 0; i < 16 * n; i++) ch[i] = (i / 16 + i % 16 * 4099) % n + 1; cudaMemcpy(column, ch, 64ll * n, cudaMemcpyHostToDevice);
  fluid F = {1.4, 0.01, 1e-3, 1e-6, {4096, 4096, 1}};
  timed("divergence", [&](int) { divergence<<<dim3(8, 64, 256), dim3(32, 4)>>>(dc, da, da + (1 << 24), da + (1 << 25), db, db + (1 << 25), 0.5, 256, 256, 256); });
  timed("blocks", [&](int) { blocks<<<(1 << 18) / 128, 128>>>(dc, da, db, 1 << 18, 32); });
  timed("sound", [&](int) { sound<<<dim3(128, 512), dim3(32, 8)>>>(dc, da, F); });
  timed("impedance", [&](int) { impedance<<<4 * n / 256, 256>>>((cuDoubleComplex*)c, (cuDoubleComplex*)a, 0.3, 4 * n); });
  timed("blend", [&](int) { blend<<<16 * n / 256, 256>>>((signed char*)c, (signed char*)a, (signed char*)b, 77, 64 * n); });
  timed("mix64", [&](int) { mix64<<<n / 256, 256>>>((uint64_t*)c, n, 64); });
  timed("masked", [&](int) { masked<<<dim3(256, 1024), dim3(32, 8)>>>(c, a, land, 0.2f, 8192, 8192); });
  timed("table", [&](int) { table<<<4 * n / 256, 256>>>(dc, da, db + 6, da + 332, 64, 4 * n); });
  timed("bisect", [&](int) { bisect<<<n / 256, 256>>>(dc, da, 0.3, n); });
  timed("stiffness", [&](int) { stiffness<<<n / 256, 256>>>(dc, da, n); });
  timed("rownorms", [&](int) { rownorms<<<32768 / 8, dim3(32, 8)>>>(dc, da, 32768, 4096); });
  timed("deepest", [&](int) { deepest<<<4 * n / 256, 256>>>((ll*)c, da, 4 * n, 100003); });
  timed("filter", [&](int) { filter<<<8 * n / 256, 256, 4 * (256 + 2 * 33)>>>(c, a, b, 8 * n, 33); });
  timed("halves", [&](int) { halves<<<16 * n / 256, 256>>>((__half*)c, (__half*)a, (__half*)b, 0.5f, 16 * n); });
  timed("scatter64", [&](int) { scatter64<<<1056, 256>>>(c, a, 1000003, 16ll * n); });
  timed("jacobi3", [&](int) { jacobi3<<<2 * n / 256, 256>>>(c, a, 2 * n); });
  timed("wave", [&](int) { wave<<<dim3(16, 64), dim3(32, 8)>>>(c, a, b, a + 10, 512); });
  timed("walk", [&](int) { walk<<<n / 256, 256>>>(ic, a, b, a, 12, n); });
  timed("blur", [&](int) { blur<<<dim3(256, 1024), dim3(32, 8)>>>(c, a, 8192, 8192); });
  timed("collatz", [&](int) { collatz<<<n / 256, 256>>>(ic, n); });
  timed("csr", [&](int) { csr<<<n / 128, 128>>>(dc, first, column, da, db, n); });
  // Results on the host, as the loops of mixed.cuf give them
  timed("total2", [&](int) { d t; f m; cudaMemsetAsync(c, 0, 16); total2<<<dim3(4, 512), 256>>>(dc, ic + 2, a, b); cudaMemcpy(&t, dc, 8, cudaMemcpyDeviceToHost); cudaMemcpy(&m, ic + 2, 4, cudaMemcpyDeviceToHost); f s[2] = {(f)t, m}; cudaMemcpy(c, s, 8, cudaMemcpyHostToDevice); });
  timed("total3", [&](int) { d t; cudaMemsetAsync(c, 0, 8); total3<<<dim3(8, 32, 16), dim3(32, 8)>>>(dc, da, da + (1 << 24), da + (1 << 25)); cudaMemcpy(&t, dc, 8, cudaMemcpyDeviceToHost); cudaMemcpy(dc, &t, 8, cudaMemcpyHostToDevice); });
  CK(cudaDeviceSynchronize());
}
