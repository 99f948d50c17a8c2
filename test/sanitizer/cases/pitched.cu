// check: memory
// finds: 6 Invalid __global__ write of size 4 bytes: row[x]
// Rows of a pitched array, one row too many.
__global__ void fill(char *base, size_t pitch, int width, int height) {
  int x = threadIdx.x, y = threadIdx.y; float *row = (float *)(base + y * pitch); if (x < width && y <= height)
    row[x] = x + y;
}
int main() {
  char *base; size_t pitch;
  cudaMallocPitch((void **)&base, &pitch, 10 * sizeof(float), 7);
  fill<<<1, dim3(16, 16)>>>(base, pitch, 10, 7);
  cudaDeviceSynchronize();
}
