// check: race
// finds: 11 Warning: Race reported between Write access
// finds: 12 Error: Race reported between Write access
// The second barrier of a tiled product is gone.
#define T 16
__global__ void product(const float *a, const float *b, float *c, int n) {
  __shared__ float s[T][T], t[T][T];
  int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
  float sum = 0;
  for (int m = 0; m < n / T; m++) {
    s[threadIdx.y][threadIdx.x] = a[y * n + m * T + threadIdx.x];
    t[threadIdx.y][threadIdx.x] = b[(m * T + threadIdx.y) * n + x];
    __syncthreads();
    for (int k = 0; k < T; k++) sum += s[threadIdx.y][k] * t[k][threadIdx.x];
  }
  c[y * n + x] = sum;
}
int main() {
  const int n = 32;
  float *a, *b, *c;
  cudaMalloc(&a, n * n * 4); cudaMalloc(&b, n * n * 4); cudaMalloc(&c, n * n * 4);
  cudaMemset(a, 0, n * n * 4); cudaMemset(b, 0, n * n * 4);
  product<<<dim3(n / T, n / T), dim3(T, T)>>>(a, b, c, n);
  cudaDeviceSynchronize();
}
