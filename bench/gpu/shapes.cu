// The kernels of shapes.cuf in CUDA C, as one would write them there.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
#define CK(x) do { cudaError_t e_ = (x); if (e_) { printf("%s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)
typedef float f;
typedef double d;
typedef long long ll;
#define R __restrict__
#define ID (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define IDY (int)(blockIdx.y * blockDim.y + threadIdx.y)
struct particle { f x, y, z, vx, vy, vz, m; };
struct cell { d rho, u, v, e; };
struct pixel { unsigned char r, g, b, a; };
__global__ void push7(particle* R p, int n, f dt) { int i = ID; if (i >= n) return; particle q = p[i]; q.x += dt * q.vx; q.y += dt * q.vy; q.z += dt * q.vz; p[i] = q; }
__global__ void chase(f* R o, const int* R next, const f* R v, int n, int m) {
  int i = ID; if (i >= n) return; int at = i + 1; f s = 0;
  for (int k = 0; k < m; k++) { s += v[at - 1]; at = next[at - 1]; if (!at) break; } o[i] = s;
}
__global__ void wave3(f* R nw, const f* R now, const f* R old, const f* R c, int n, int m, f h) {
  int i = ID, j = IDY; if (i < 2 || j < 2 || i >= n - 2 || j >= m - 2) return; int at = i + n * j;
  nw[at] = 2 * now[at] - old[at] + h * c[at] * c[at] * (16 * (now[at + 1] + now[at - 1] + now[at + n] + now[at - n]) - (now[at + 2] + now[at - 2] + now[at + 2 * n] + now[at - 2 * n]) - 60 * now[at]) / 12;
}
__global__ void sobel(signed char* R o, const unsigned char* R a, int n, int m) {
  int i = ID, j = IDY; if (i < 1 || j < 1 || i >= n - 1 || j >= m - 1) return; int at = i + n * j;
  int p = a[at - n - 1], q = a[at - n], r = a[at - n + 1], s = a[at - 1], t = a[at + 1], u = a[at + n - 1], v = a[at + n], w = a[at + n + 1];
  int gx = r + 2 * t + w - p - 2 * s - u, gy = u + 2 * v + w - p - 2 * q - r; o[at] = min(127, (abs(gx) + abs(gy)) / 8);
}
__global__ void segments(d* R o, const int* R first, const d* R v, int n) { int i = ID; if (i >= n) return; d s = 0; for (int k = first[i] - 1; k < first[i + 1] - 1; k++) s += v[k]; o[i] = s; }
__global__ void hamming(int* R o, const int* R a, const int* R q, int n, int m) {
  int i = ID; if (i >= n) return; int best = 129, at = 0;
  for (int k = 0; k < m; k++) { int e = __popc(a[4 * i] ^ q[4 * k]) + __popc(a[4 * i + 1] ^ q[4 * k + 1]) + __popc(a[4 * i + 2] ^ q[4 * k + 2]) + __popc(a[4 * i + 3] ^ q[4 * k + 3]); if (e < best) best = e, at = k + 1; }
  o[i] = best * 65536 + at;
}
__global__ void darts(int* R o, int* R state, int n, int m) {
  int i = ID; if (i >= n) return; unsigned s = state[i] | 1; int hits = 0;
  for (int k = 0; k < m; k++) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; f x = (s & 65535) * (1.f / 65536), y = (s >> 16 & 65535) * (1.f / 65536); if (x * x + y * y < 1) hits++; }
  state[i] = s; o[i] = hits;
}
__global__ void bsr(d* R y, const int* R first, const int* R column, const d* R a, const d* R x, int n) {
  int i = ID; if (i >= n) return; d s[3] = {};
  for (int k = first[i] - 1; k < first[i + 1] - 1; k++) { int c = column[k] - 1; for (int r = 0; r < 3; r++) for (int l = 0; l < 3; l++) s[r] += a[9ll * k + 3 * l + r] * x[3ll * c + l]; }
  for (int r = 0; r < 3; r++) y[3ll * i + r] = s[r];
}
__global__ void words(int* R o, const signed char* R text, int n) {
  int i = ID; if (i >= n) return; int count = 0; bool in = false; const signed char* t = text + 64ll * i;
  for (int k = 0; k < 64; k++) { if (t[k] > 32) { if (!in) count++; in = true; } else in = false; } o[i] = count;
}
__global__ void lax(cell* R o, const cell* R a, int n, int m, d r) {
  int i = ID, j = IDY; if (i < 1 || j < 1 || i >= n - 1 || j >= m - 1) return; int at = i + n * j; cell q = a[at];
  const cell &W = a[at - 1], &E = a[at + 1], &S = a[at - n], &N = a[at + n];
  q.rho = 0.25 * (W.rho + E.rho + S.rho + N.rho) - r * (E.rho * E.u - W.rho * W.u + N.rho * N.v - S.rho * S.v); q.e = 0.25 * (W.e + E.e + S.e + N.e); o[at] = q;
}
__global__ void cool(cell* R a, int n, d c) { int i = ID; if (i >= n) return; cell q = a[i]; if (q.e > c) q.e = q.e - 0.01 * (q.e - c) * q.rho; a[i] = q; }
__global__ void tile33(f* R o, const f* R a, int n, int m) {
  __shared__ f s[10][34]; int tx = threadIdx.x + 1, ty = threadIdx.y + 1, i = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 8 + threadIdx.y;
  int ic = min(i, n - 1), jc = min(j, m - 1); s[ty][tx] = a[ic + n * jc];
  if (tx == 1) s[ty][0] = a[max(i - 1, 0) + n * jc]; if (tx == 32) s[ty][33] = a[min(i + 1, n - 1) + n * jc];
  if (ty == 1) s[0][tx] = a[ic + n * max(j - 1, 0)]; if (ty == 8) s[9][tx] = a[ic + n * min(j + 1, m - 1)];
  __syncthreads(); if (i < n && j < m) o[i + n * j] = s[ty][tx] + 0.1f * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] - 4 * s[ty][tx]);
}
__global__ void argmin(f* R value, int* R place, const f* R a, int n) {
  __shared__ f sv[8]; __shared__ int sp[8]; int t = threadIdx.x, at = 0; f least = 3.4028235e38f;
  for (int i = ID; i < n; i += blockDim.x * gridDim.x) if (a[i] < least) least = a[i], at = i + 1;
  for (int k = 16; k; k /= 2) { f v = __shfl_down_sync(~0u, least, k); int other = __shfl_down_sync(~0u, at, k); if (v < least) least = v, at = other; }
  if (!(t & 31)) sv[t / 32] = least, sp[t / 32] = at; __syncthreads();
  if (!t) { for (int k = 1; k < 8; k++) if (sv[k] < least) least = sv[k], at = sp[k]; value[blockIdx.x] = least; place[blockIdx.x] = at; }
}
__global__ void alpha(pixel* R p, int n) { int i = ID; if (i >= n) return; pixel q = p[i]; int l = (77 * q.r + 151 * q.g + 28 * q.b) / 512; q.r = q.g = q.b = l; p[i] = q; }
__device__ d warp_sum(d v) { for (int o = 16; o; o /= 2) v += __shfl_xor_sync(~0u, v, o); return v; }
__device__ d block_sum(d v) { __shared__ d s[8]; int t = threadIdx.x + threadIdx.y * blockDim.x; v = warp_sum(v); if (!(t & 31)) s[t / 32] = v; __syncthreads(); v = t < 8 ? s[t] : 0; __syncthreads(); return t < 32 ? warp_sum(v) : 0; }
__global__ void total1(d* R sum, const f* R a, const f* R b, int n) { d t = 0; for (int i = 1 + ID; i < n; i += blockDim.x * gridDim.x) t += a[i] * b[i - 1]; t = block_sum(t); if (!threadIdx.x) atomicAdd(sum, t); }
__global__ void total2(d* R sum, const f* R a, const f* R b, int n, int m) {
  d t = 0;
  for (int j = 1 + blockIdx.y; j < m - 1; j += gridDim.y) for (int i = 1 + ID; i < n - 1; i += gridDim.x * blockDim.x) { int at = i + n * j; t += (a[at + 1] - a[at - 1]) * (b[at + n] - b[at - n]); }
  t = block_sum(t); if (!threadIdx.x) atomicAdd(sum, t);
}
f *a, *b, *c, *h; const size_t size_ = 3ull << 27;
template <class F> void timed(const char* name, F run) {
  cudaEvent_t e0, e1; cudaEventCreate(&e0); cudaEventCreate(&e1); f best = 1e30f, ms; cudaMemcpy(c, b, size_ * 4, cudaMemcpyDeviceToDevice);
  for (int r = 0; r < 6; r++) { cudaEventRecord(e0); run(r); cudaEventRecord(e1); cudaEventSynchronize(e1); cudaEventElapsedTime(&ms, e0, e1); if (r && ms < best) best = ms; }
  cudaMemcpy(h, c, 4 << 20, cudaMemcpyDeviceToHost); d s = 0; for (int i = 0; i < 1 << 20; i += 37) if (fabsf(h[i]) < 1e30f) s += h[i];
  printf("%-12s%10.4f%16.7e\n", name, best, s);
}
int main() {
  CK(cudaMalloc(&a, size_ * 4)); CK(cudaMalloc(&b, size_ * 4)); CK(cudaMalloc(&c, size_ * 4)); int n = 1 << 22;
  h = new f[size_]; for (size_t i = 0; i < size_; i++) h[i] = 1 + i % 1000 / 1000.f;
  cudaMemcpy(a, h, size_ * 4, cudaMemcpyHostToDevice); cudaMemcpy(b, h, size_ * 4, cudaMemcpyHostToDevice);
  d *da = (d*)a, *db = (d*)b, *dc = (d*)c; int *ia = (int*)a, *ic = (int*)c;
  int *first, *column, *next; CK(cudaMalloc(&first, 4 * (n + 1ll))); CK(cudaMalloc(&column, 64ll * n)); CK(cudaMalloc(&next, 64ll * n));
  int* fh = (int*)h; for (int i = 0; i <= n; i++) fh[i] = 4 * i + 1; cudaMemcpy(first, fh, 4 * (n + 1ll), cudaMemcpyHostToDevice);
  for (int i = 0; i < 16 * n; i++) fh[i] = (i / 16 + i % 16 * 4099) % n + 1; cudaMemcpy(column, fh, 64ll * n, cudaMemcpyHostToDevice);
  for (int i = 0; i < 16 * n; i++) fh[i] = (i + 41) % (16 * n) + 1; cudaMemcpy(next, fh, 64ll * n, cudaMemcpyHostToDevice);
  dim3 g(256, 1024), t(32, 8);
  timed("push7", [&](int) { push7<<<8 * n / 256, 256>>>((particle*)c, 8 * n, 0.01f); });
  timed("chase", [&](int) { chase<<<4 * n / 256, 256>>>(c, next, b, 4 * n, 40); });
  timed("wave3", [&](int) { wave3<<<g, t>>>(c, a, b, a + (1 << 27), 8191, 8191, 0.1f); });
  timed("sobel", [&](int) { sobel<<<g, t>>>((signed char*)c, (unsigned char*)a, 8191, 8191); });
  timed("segments", [&](int) { segments<<<n / 128, 128>>>(dc, first, da, n); });
  timed("hamming", [&](int) { hamming<<<n / 256, 256>>>(ic, ia, (int*)b, n, 256); });
  timed("darts", [&](int) { darts<<<n / 256, 256>>>(ic, ia, n, 256); });
  timed("bsr", [&](int) { bsr<<<n / 128, 128>>>(dc, first, column, db, da, n); });
  timed("words", [&](int) { words<<<n / 256, 256>>>(ic, (signed char*)a, n); });
  timed("lax", [&](int) { lax<<<dim3(64, 512), t>>>((cell*)c, (cell*)a, 2047, 4095, 0.01); });
  timed("cool", [&](int) { cool<<<8 * n / 256, 256>>>((cell*)c, 8 * n, 0.5); });
  timed("tile33", [&](int) { tile33<<<g, t>>>(c, a, 8191, 8191); });
  timed("argmin", [&](int) { argmin<<<1056, 256>>>(c, ic + 2048, a, 64 * n); });
  timed("alpha", [&](int) { alpha<<<16 * n / 256, 256>>>((pixel*)c, 16 * n); });
  // Results on the host, as the loops of shapes.cuf give them
  auto sum1 = [&](auto run) { d t; cudaMemsetAsync(c, 0, 16); run(); cudaMemcpy(&t, dc, 8, cudaMemcpyDeviceToHost); f s = t; cudaMemcpy(c, &s, 4, cudaMemcpyHostToDevice); };
  timed("total1", [&](int) { sum1([&] { total1<<<1056, 256>>>(dc, a, b, 64 * n); }); });
  timed("total2", [&](int) { sum1([&] { total2<<<dim3(4, 512), 256>>>(dc, a, b, 8191, 8191); }); });
  CK(cudaDeviceSynchronize());
}
