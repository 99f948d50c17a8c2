// check: memory
// finds: 6 Invalid __global__ read of size 4 bytes: cells[y * width + x]
// A matrix class in device code whose column is one too large.
struct matrix {
  float *cells; int width, height;
  __device__ float at(int x, int y) const { return cells[y * width + x]; }
};
__global__ void rows(matrix m, float *out) {
  int y = threadIdx.x;
  float s = 0;
  for (int x = 0; x <= m.width; x++) s += m.at(x, y);
  if (y < m.height) out[y] = s;
}
int main() {
  matrix m{nullptr, 8, 8};
  float *out;
  cudaMalloc(&m.cells, 8 * 8 * sizeof(float));
  cudaMemset(m.cells, 0, 8 * 8 * sizeof(float));
  cudaMalloc(&out, 8 * sizeof(float));
  rows<<<1, 8>>>(m, out);
  cudaDeviceSynchronize();
}
