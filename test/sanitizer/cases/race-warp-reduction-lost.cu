// check: race
// finds: 10 Warning: Race reported between Write access
// The last steps of a sum within one warp, with nothing between them.
__global__ void total(const float *a, float *out, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = t < n ? a[t] : 0;
  __syncthreads();
  if (t < 32)
    for (int k = 16; k > 0; k /= 2) s[t] += s[t + k];
  if (t == 0) *out = s[0];
}
int main() {
  float *a, *out;
  cudaMalloc(&a, 400); cudaMalloc(&out, 4); cudaMemset(a, 0, 400);
  total<<<1, 128>>>(a, out, 100);
  cudaDeviceSynchronize();
}
