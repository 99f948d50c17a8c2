// check: init
// finds: 5 Uninitialized __global__ memory read of size 4 bytes: -
// Half of the particles are never sent.
__global__ void move(float4 *particles, float *out, int n) {  int i = threadIdx.x; if (i >= n) return;
  float4 p = particles[i];
  out[i] = p.x + p.y + p.z + p.w;
}
int main() {
  float4 *d, h[32] = {}; float *out;
  cudaMalloc(&d, sizeof h); cudaMalloc(&out, 128);
  cudaMemcpy(d, h, sizeof h / 2, cudaMemcpyHostToDevice);
  move<<<1, 32>>>(d, out, 32);
  cudaDeviceSynchronize();
}
