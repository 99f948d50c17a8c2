// Twenty kernels, the same ones as in languages.cuf: ms of each, the least of 20 launches.
#include <cstdio>
static const int size = 1 << 24, side = 2048;
extern "C" __global__ void saxpy(const float *__restrict__ x, float *__restrict__ y, const float *__restrict__ z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = 2.5f * x[i] + y[i];
  }
}
extern "C" __global__ void triad(const float *__restrict__ x, float *__restrict__ y, const float *__restrict__ z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = x[i] + 3.0f * z[i];
  }
}
extern "C" __global__ void polynomial(const float *__restrict__ x, float *__restrict__ y, const float *__restrict__ z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = x[i];
    float s = 0.0f;
    for (int k = 0; k < 8; k++) s = s * v + 0.1f;
    y[i] = s;
  }
}
extern "C" __global__ void heavy(const float *__restrict__ x, float *__restrict__ y, const float *__restrict__ z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = x[i];
    y[i] = sqrtf(fabsf(v)) * expf(-v) + sinf(v) / (1.0f + v * v);
  }
}
extern "C" __global__ void gather(const float *__restrict__ x, float *__restrict__ y, const int *__restrict__ idx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = x[idx[i] - 1];
  }
}
extern "C" __global__ void scatter(const float *__restrict__ x, float *__restrict__ y, const int *__restrict__ idx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[idx[i] - 1] = x[i];
  }
}
extern "C" __global__ void three(const float *__restrict__ x, float *__restrict__ y, const float *__restrict__ z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (i > 0 && i < n - 1) y[i] = 0.25f * x[i - 1] + 0.5f * x[i] + 0.25f * x[i + 1];
  }
}
extern "C" __global__ void divergent(const float *__restrict__ x, float *__restrict__ y, const float *__restrict__ z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (x[i] > 0.5f) y[i] = x[i] * 2.0f; else y[i] = z[i] - x[i];
  }
}
extern "C" __global__ void mandelbrot(const float *__restrict__ x, float *__restrict__ y, const float *__restrict__ z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float cr = x[i] * 3.0f - 2.0f, ci = z[i] * 2.0f - 1.0f, a = 0.0f, b = 0.0f;
    int k = 0;
    while (k < 64 && a * a + b * b < 4.0f) {
      float t = a * a - b * b + cr;
      b = 2.0f * a * b + ci;
      a = t;
      k++;
    }
    y[i] = (float)k;
  }
}
extern "C" __global__ void rows(const float *__restrict__ x, float *__restrict__ y, const float *__restrict__ z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = 0.0f;
    for (int k = 0; k < 16; k++) s += x[i + k * (n / 16) / 16] * z[k];
    y[i] = s;
  }
}
extern "C" __global__ void counts(const int *__restrict__ idx, int *__restrict__ bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&bins[idx[i] % 256], 1);
  }
}
extern "C" __global__ void doubles(double *__restrict__ d, const float *__restrict__ x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    d[i] = d[i] * 0.999 + 1.0e-3 * x[i];
  }
}
extern "C" __global__ void strided(const float *__restrict__ x, float *__restrict__ y, const float *__restrict__ z, int n) {
  int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) y[i] = x[i] * x[i] - z[i];
}
extern "C" __global__ void sum(const float *__restrict__ x, float *__restrict__ y, const float *__restrict__ z, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[t] = i < n ? x[i] : 0.0f;
  __syncthreads();
  for (int s = 128; s > 0; s /= 2) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) y[blockIdx.x] = part[0];
}
extern "C" __global__ void shuffled(const float *__restrict__ x, float *__restrict__ y, const float *__restrict__ z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? x[i] : 0.0f;
  for (int s = 16; s > 0; s /= 2) v += __shfl_down_sync(0xffffffff, v, s);
  if (threadIdx.x % 32 == 0) y[i / 32] = v;
}
extern "C" __global__ void transpose(const float *__restrict__ x, float *__restrict__ y, const float *__restrict__ z, int m) {
  __shared__ float tile[16][17];
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = x[row * m + col];
  __syncthreads();
  col = blockIdx.y * 16 + threadIdx.x;
  row = blockIdx.x * 16 + threadIdx.y;
  y[row * m + col] = tile[threadIdx.x][threadIdx.y];
}
extern "C" __global__ void copied(const float *__restrict__ x, float *__restrict__ y, const float *__restrict__ z, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < m && row < m) y[row * m + col] = x[row * m + col];
}
extern "C" __global__ void five(const float *__restrict__ x, float *__restrict__ y, const float *__restrict__ z, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col > 0 && col < m - 1 && row > 0 && row < m - 1)
    y[row * m + col] = 0.5f * x[row * m + col] + 0.125f * (x[row * m + col - 1] + x[row * m + col + 1] + x[(row - 1) * m + col] + x[(row + 1) * m + col]);
}
extern "C" __global__ void product(const float *__restrict__ x, float *__restrict__ y, const float *__restrict__ z, int m) {
  __shared__ float p[16][16], q[16][16];
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  float s = 0.0f;
  for (int t = 0; t < m / 16; t++) {
    p[threadIdx.y][threadIdx.x] = x[row * m + t * 16 + threadIdx.x];
    q[threadIdx.y][threadIdx.x] = z[(t * 16 + threadIdx.y) * m + col];
    __syncthreads();
    for (int k = 0; k < 16; k++) s += p[threadIdx.y][k] * q[k][threadIdx.x];
    __syncthreads();
  }
  y[row * m + col] = s;
}
extern "C" __global__ void columns(const float *__restrict__ x, float *__restrict__ y, const float *__restrict__ z, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  float s = 0.0f;
  for (int k = 0; k < 64; k++) s += x[k * m + col] * z[row * m + k];
  y[row * m + col] = s;
}
#define RUN(kernel, grid, block, ...) { \
  float best = 1e9f; \
  for (int turn = 0; turn < 20; turn++) { \
    float ms; \
    cudaEventRecord(from); \
    kernel<<<grid, block>>>(__VA_ARGS__); \
    cudaEventRecord(to); \
    cudaEventSynchronize(to); \
    cudaEventElapsedTime(&ms, from, to); \
    if (ms < best) best = ms; \
  } \
  printf("%s %.4f %s\n", #kernel, best, cudaGetErrorString(cudaGetLastError())); }
__global__ void fill(float *x, float *y, float *z, int *idx, int *bins, double *d, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    x[i] = (i % 1000) / 1000.0f;
    y[i] = 0.0f;
    z[i] = (i % 777) / 777.0f;
    if (i < size) idx[i] = (int)((i * 7919L) % size) + 1;
    if (i < 256) bins[i] = 0;
    if (i < size) d[i] = 1.0;
  }
}
int main() {
  float *x, *y, *z;
  int *idx, *bins;
  double *d;
  cudaEvent_t from, to;
  cudaEventCreate(&from);
  cudaEventCreate(&to);
  cudaMalloc(&x, 2L * size * 4);
  cudaMalloc(&y, 2L * size * 4);
  cudaMalloc(&z, 2L * size * 4);
  cudaMalloc(&idx, size * 4L);
  cudaMalloc(&bins, 1024);
  cudaMalloc(&d, size * 8L);
  fill<<<1024, 256>>>(x, y, z, idx, bins, d, 2 * size);
  dim3 tiles(side / 16, side / 16), tile(16, 16);
  RUN(saxpy, size / 256, 256, x, y, z, size)
  RUN(triad, size / 256, 256, x, y, z, size)
  RUN(polynomial, size / 256, 256, x, y, z, size)
  RUN(heavy, size / 256, 256, x, y, z, size)
  RUN(gather, size / 256, 256, x, y, idx, size)
  RUN(scatter, size / 256, 256, x, y, idx, size)
  RUN(three, size / 256, 256, x, y, z, size)
  RUN(divergent, size / 256, 256, x, y, z, size)
  RUN(mandelbrot, size / 256, 256, x, y, z, size)
  RUN(rows, size / 256, 256, x, y, z, size)
  RUN(counts, size / 256, 256, idx, bins, size)
  RUN(doubles, size / 256, 256, d, x, size)
  RUN(strided, 1056, 256, x, y, z, size)
  RUN(sum, size / 256, 256, x, y, z, size)
  RUN(shuffled, size / 256, 256, x, y, z, size)
  RUN(transpose, tiles, tile, x, y, z, side)
  RUN(copied, tiles, tile, x, y, z, side)
  RUN(five, tiles, tile, x, y, z, side)
  RUN(product, tiles, tile, x, y, z, side)
  RUN(columns, tiles, tile, x, y, z, side)
  return 0;
}
