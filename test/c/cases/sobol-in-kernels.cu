// Sobol's sequences in kernels, plain and scrambled, in 32 and 64 bits, from direction vectors of the library.
#include <cstdio>
#include <curand_kernel.h>

struct Drawn {
  unsigned int a[4], b[4];
  unsigned long long c[4], d[4];
  float u, w, n, l;
  double du, dw, dn, dl;
};

__global__ void draw(curandDirectionVectors32_t *v32, curandDirectionVectors32_t *s32, unsigned int *c32, curandDirectionVectors64_t *v64, curandDirectionVectors64_t *s64,
                     unsigned long long *c64, Drawn *out) {
  int i = threadIdx.x;
  curandStateSobol32_t a;
  curandStateScrambledSobol32_t b;
  curandStateSobol64 c;
  curandStateScrambledSobol64_t d;
  curand_init(v32[i], 5 * i, &a);
  curand_init(s32[i], c32[i], i, &b);
  curand_init(v64[i], 1000ull * i, &c);
  curand_init(s64[i], c64[i], 3ull, &d);
  for (int k = 0; k < 4; k++) {
    out[i].a[k] = curand(&a);
    out[i].b[k] = curand(&b);
    out[i].c[k] = curand(&c);
    out[i].d[k] = curand(&d);
  }
  skipahead(100u, &a);
  skipahead(1000000000000ull, &c);
  out[i].u = curand_uniform(&a);
  out[i].w = curand_uniform(&d);
  out[i].n = curand_normal(&b);
  out[i].l = curand_log_normal(&c, 0.5f, 0.25f);
  out[i].du = curand_uniform_double(&b);
  out[i].dw = curand_uniform_double(&c);
  out[i].dn = curand_normal_double(&a);
  out[i].dl = curand_normal_double(&d);
}

template <class T> T *copied(const T *from, size_t n) {
  T *to;
  cudaMalloc(&to, n * sizeof(T));
  cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyHostToDevice);
  return to;
}

int main() {
  const int n = 40;
  curandDirectionVectors32_t *v32, *s32;
  curandDirectionVectors64_t *v64, *s64;
  unsigned int *c32;
  unsigned long long *c64;
  int bad = curandGetDirectionVectors32(&v32, CURAND_DIRECTION_VECTORS_32_JOEKUO6);
  bad += curandGetDirectionVectors32(&s32, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6);
  bad += curandGetDirectionVectors64(&v64, CURAND_DIRECTION_VECTORS_64_JOEKUO6);
  bad += curandGetDirectionVectors64(&s64, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6);
  bad += curandGetScrambleConstants32(&c32) + curandGetScrambleConstants64(&c64);
  printf("%d, %d\n", bad, (int)curandGetDirectionVectors32(&v32, CURAND_DIRECTION_VECTORS_64_JOEKUO6));
  unsigned int last = 0;
  for (int k = 0; k < 32; k++) last ^= v32[19999][k];
  printf("%u\n", last);
  Drawn *out;
  cudaMallocManaged(&out, n * sizeof(Drawn));
  draw<<<1, n>>>(copied(v32, n), copied(s32, n), copied(c32, n), copied(v64, n), copied(s64, n), copied(c64, n), out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i += 13) {
    const Drawn &o = out[i];
    for (int k = 0; k < 4; k++) printf("%u %u %llu %llu\n", o.a[k], o.b[k], o.c[k], o.d[k]);
    printf("%.6f %.6f %.5f %.5f %.15f %.15f %.10f %.10f\n", o.u, o.w, o.n, o.l, o.du, o.dw, o.dn, o.dl);
  }
}
