// finds: 5 Invalid __global__ read of size 8 bytes: in[i + STEP]
extern "C" __global__ void scale(const double *in, double *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i + STEP];
}
