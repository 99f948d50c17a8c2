/* library-calls.cuf in C: cc -O2 library-calls.c -ldl */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { calls = 5000 };
static double start;
static int (*synchronize)(void);

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

static void tell(const char *what) {
  printf("%s %8.2f\n", what, (now() - start) / calls);
  synchronize();
  start = now();
}

static void *library(const char *name) {
  void *found = dlopen(name, RTLD_NOW);
  if (!found) exit((puts(dlerror()), 1));
  return found;
}

int main(void) {
  void *runtime = library("libcudart.so.13"), *blas = library("libcublas.so.13"), *fft = library("libcufft.so.12");
  int (*allocate)(void **, size_t) = dlsym(runtime, "cudaMalloc");
  int (*create)(void **) = dlsym(blas, "cublasCreate_v2");
  int (*saxpy)(void *, int, const float *, const float *, int, float *, int) = dlsym(blas, "cublasSaxpy_v2");
  int (*sgemm)(void *, int, int, int, int, int, const float *, const float *, int, const float *, int, const float *, float *,
               int) = dlsym(blas, "cublasSgemm_v2");
  int (*sdot)(void *, int, const float *, int, const float *, int, float *) = dlsym(blas, "cublasSdot_v2");
  int (*plan_1d)(int *, int, int, int) = dlsym(fft, "cufftPlan1d");
  int (*execute)(int, void *, void *, int) = dlsym(fft, "cufftExecC2C");
  float *x, *y, *a, *b, *c, r, one = 1, zero = 0;
  void *z, *h;
  int plan;
  synchronize = dlsym(runtime, "cudaDeviceSynchronize");
  allocate((void **)&x, 1024), allocate((void **)&y, 1024), allocate(&z, 2048);
  allocate((void **)&a, 1024), allocate((void **)&b, 1024), allocate((void **)&c, 1024);
  create(&h);
  plan_1d(&plan, 256, 0x29, 1);
  for (int i = 0; i < 500; i++) {
    saxpy(h, 256, &one, x, 1, y, 1);
    sgemm(h, 0, 0, 16, 16, 16, &one, a, 16, b, 16, &zero, c, 16);
    sdot(h, 256, x, 1, y, 1, &r);
    execute(plan, z, z, -1);
  }
  synchronize();
  start = now();
  for (int i = 0; i < calls; i++) saxpy(h, 256, &one, x, 1, y, 1);
  tell("saxpy");
  for (int i = 0; i < calls; i++) sgemm(h, 0, 0, 16, 16, 16, &one, a, 16, b, 16, &zero, c, 16);
  tell("sgemm");
  for (int i = 0; i < calls; i++) sdot(h, 256, x, 1, y, 1, &r);
  tell("sdot");
  for (int i = 0; i < calls; i++) execute(plan, z, z, -1);
  tell("C2C");
  return 0;
}
