// check: memory
// finds: 10 Invalid __global__ read of size 4 bytes: a[i]
// A buffer's destructor frees what a kernel of a later launch still uses.
struct buffer {
  int *data;
  buffer(int n) { cudaMalloc(&data, n * sizeof(int)); cudaMemset(data, 0, n * sizeof(int)); }
  ~buffer() { cudaFree(data); }
};
__global__ void sum(const int *a, int *out, int n) { for (int i = 0; i < n; i++) *out +=
  a[i];
}
static int *temporary() { buffer b(16); return b.data; }
int main() {
  int *out;
  cudaMalloc(&out, 4); cudaMemset(out, 0, 4);
  sum<<<1, 1>>>(temporary(), out, 16);
  cudaDeviceSynchronize();
}
