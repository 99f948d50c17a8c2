// check: memory
// finds: 7 Invalid __global__ write of size 8 bytes: out[i]
// A kernel template of two types; the grid is rounded up and the guard forgotten in one.
template <typename T, bool GUARDED> __global__ void scale(T *out, const T *in, T by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (GUARDED && i >= n) return;
  out[i] = by * (i < n ? in[i] : T(1));
}
int main() {
  const int n = 100;
  float *f; double *d;
  cudaMalloc(&f, n * sizeof *f);
  cudaMalloc(&d, n * sizeof *d);
  cudaMemset(f, 0, n * sizeof *f);
  cudaMemset(d, 0, n * sizeof *d);
  scale<float, true><<<(n + 31) / 32, 32>>>(f, f, 2.f, n);
  scale<double, false><<<(n + 31) / 32, 32>>>(d, d, 2., n);
  cudaDeviceSynchronize();
}
