// Copies into shared memory and addresses in it, by inline PTX.
#include <cstdio>
__global__ void k(const float4 *in, float *out) {
  __shared__ float4 s[32]; __shared__ int n;
  unsigned at = (unsigned)__cvta_generic_to_shared(s + threadIdx.x);
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;\n" :: "r"(at), "l"(in + threadIdx.x), "n"(16));
  asm volatile("cp.async.commit_group;\n" ::);
  asm volatile("cp.async.wait_group %0;\n" :: "n"(0));
  __syncthreads();
  float x; unsigned other = (unsigned)__cvta_generic_to_shared(&s[31 - threadIdx.x].y);
  asm volatile("ld.shared.f32 %0, [%1+4];" : "=f"(x) : "r"(other));
  out[threadIdx.x] = x;
  if (threadIdx.x == 0) asm volatile("st.shared.u32 [%0], %1;" :: "r"((unsigned)__cvta_generic_to_shared(&n)), "r"(7));
  __syncthreads(); if (n != 7) out[0] = -1;
}
int main() { float4 *i; float *o; cudaMallocManaged(&i, 512); cudaMallocManaged(&o, 128); for (int j = 0; j < 32; j++) i[j] = make_float4(j, j + .25, j + .5, j + .75); k<<<1, 32>>>(i, o); printf("%s %g %g\n", cudaGetErrorString(cudaDeviceSynchronize()), o[0], o[31]); }
