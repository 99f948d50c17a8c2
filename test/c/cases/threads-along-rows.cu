#include <cstdio>
#include <cstdlib>
#include <cmath>
__global__ void scale(float *b, const float *a, const float *s, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int j = 0; j < m; j++) b[i * m + j] = a[i * m + j] * s[i] + 1.0f;
}
__global__ void scale2(float *b, float *a, int n, unsigned m, size_t pitch) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float *row = a + i * pitch;
  float big = -INFINITY;
  for (unsigned j = 0; j < m; ++j) big = fmaxf(big, row[j]);
  for (unsigned j = 0; j < m; ++j) b[i * pitch + j] = row[j] - big;
  int c = 0;
  for (unsigned j = 0; j < m; ++j) if (row[j] > 0.5f) ++c;
  b[i * pitch] += c;
}
__global__ void ptr(double *v, const int *first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double *p = v + first[i], *e = v + first[i + 1];
  while (p != e) { *p = *p * 2 + i; ++p; }
}
int main() {
  const int n = 100, m = 150;
  float *a, *b, *s; double *v; int *f;
  cudaMallocManaged(&a, (n * m + 64) * 4); cudaMallocManaged(&b, (n * m + 64) * 4); cudaMallocManaged(&s, (n + 1) * 4);
  cudaMallocManaged(&v, 8 * n * 64); cudaMallocManaged(&f, 4 * (n + 1));
  int bad = 0;
  for (int off = -1; off < 20; off++) {
    for (int k = 0; k < n * m + 64; k++) a[k] = (k * 37 % 101) / 8.0f;
    for (int i = 0; i <= n; i++) s[i] = (i % 5) * 0.5f;
    float *ref = (float *)malloc((n * m + 64) * 4);
    for (int k = 0; k < n * m + 64; k++) ref[k] = a[k];
    float *to = off < 0 ? b : a + off;
    // overlapping rows: one thread a row only where rows do not touch each other: use one row
    int rows = off > 0 ? 1 : n;
    scale<<<(rows + 63) / 64, 64>>>(to, a, s + 1, rows, m);
    cudaDeviceSynchronize();
    float *rt = off < 0 ? (float *)malloc((n * m + 64) * 4) : ref + off;
    for (int i = 0; i < rows; i++) for (int j = 0; j < m; j++) rt[i * m + j] = ref[i * m + j] * s[1 + i] + 1.0f;
    for (int k = 0; k < rows * m; k++) if (rt[k] != to[k]) { if (bad++ < 5) printf("off %d at %d: %g is not %g\n", off, k, to[k], rt[k]); }
  }
  for (int k = 0; k < n * m; k++) a[k] = (k * 37 % 101) / 50.0f;
  scale2<<<4, 32>>>(b, a, n, m - 3, m);
  for (int i = 0; i <= n; i++) f[i] = i * 50 + (i * 7 % 30);
  for (int k = 0; k < n * 64; k++) v[k] = k % 17;
  ptr<<<2, 64>>>(v, f, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i++) {
    float big = -INFINITY; int c = 0;
    for (int j = 0; j < m - 3; j++) { big = fmaxf(big, a[i * m + j]); c += a[i * m + j] > 0.5f; }
    for (int j = 0; j < m - 3; j++) if (b[i * m + j] != a[i * m + j] - big + (j == 0 ? c : 0)) bad++;
    for (int k = f[i]; k < f[i + 1]; k++) if (v[k] != (k % 17) * 2 + i) bad++;
  }
  printf(bad ? "wrong %d\n" : "PASS\n", bad);
}
