// The numbers that cuRAND draws in kernels of C++.
#include <cstdio>
#include <curand_kernel.h>
#include <curand.h>
__global__ void init(curandState *s, curandStatePhilox4_32_10_t *p, curandStateMRG32k3a *m) { int t = threadIdx.x; curand_init(1234ULL, t, 0, &s[t]); curand_init(1234ULL, t, t, &p[t]); curand_init(7ULL, t, 0, &m[t]); }
__global__ void draw(curandState *s, curandStatePhilox4_32_10_t *p, curandStateMRG32k3a *m, float *o) {
  int t = threadIdx.x; curandState local = s[t];
  o[8 * t] = curand_uniform(&local); o[8 * t + 1] = curand_normal(&local); o[8 * t + 2] = (float)curand_uniform_double(&local); s[t] = local;
  float4 q = curand_uniform4(&p[t]); o[8 * t + 3] = q.x; o[8 * t + 4] = q.w; o[8 * t + 5] = curand_normal4(&p[t]).z; o[8 * t + 6] = curand_uniform(&m[t]); o[8 * t + 7] = curand_poisson(&local, 4.5);
}
int main() {
  curandState *s; curandStatePhilox4_32_10_t *p; curandStateMRG32k3a *m; float *o;
  cudaMalloc(&s, 4 * sizeof *s); cudaMalloc(&p, 4 * sizeof *p); cudaMalloc(&m, 4 * sizeof *m); cudaMallocManaged(&o, 64 * 4);
  init<<<1, 4>>>(s, p, m); draw<<<1, 4>>>(s, p, m, o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (int i = 0; i < 32; i++) printf("%.7f%c", o[i], i % 8 == 7 ? '\n' : ' ');
  curandGenerator_t g; float *d, h[4]; cudaMalloc(&d, 16);
  if (curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT) != CURAND_STATUS_SUCCESS) return 1;
  curandSetPseudoRandomGeneratorSeed(g, 1234ULL); curandGenerateUniform(g, d, 4); cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost); printf("%.7f %.7f %.7f %.7f\n", h[0], h[1], h[2], h[3]); curandDestroyGenerator(g);
}
