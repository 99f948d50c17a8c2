#include <cstdio>
#include <cstdlib>
#include <cmath>
__global__ void scale(float *b, const float *a, const float *s, int n, int m, int ld) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int j = 0; j < m; j++) b[i * ld + j] = a[i * ld + j] * s[i] + 1.0f;
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
  const int n = 100, m = 150, ld = 200;
  float *a, *b, *s; double *v; int *f;
  cudaMallocManaged(&a, (n * ld + 64) * 4); cudaMallocManaged(&b, (n * ld + 64) * 4); cudaMallocManaged(&s, (n + 1) * 4);
  cudaMallocManaged(&v, 8 * n * 64); cudaMallocManaged(&f, 4 * (n + 1));
  int bad = 0;
  for (int off = -1; off < 30; off++) {
    float *ref = (float *)malloc((n * ld + 64) * 4);
    for (int k = 0; k < n * ld + 64; k++) ref[k] = a[k] = (k * 37 % 101) / 8.0f;
    for (int i = 0; i <= n; i++) s[i] = i % 3 - 1;
    // Rows of one thread alone overlap.
    float *to = off < 0 ? b : a + off, *other = off < 0 ? (float *)malloc((n * ld + 64) * 4) : ref + off;
    scale<<<(n + 63) / 64, 64>>>(to, a, s, n, m, ld);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) other[i * ld + j] = ref[i * ld + j] * s[i] + 1.0f;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        if (other[i * ld + j] != to[i * ld + j] && bad++ < 5) printf("%d: %d in row %d\n", off, j, i);
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
