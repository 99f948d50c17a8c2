// GCC's vectors in C++: in kernels, templates and classes.
#include <cstdio>
typedef float v4 __attribute__((vector_size(16)));
typedef int i4 __attribute__((vector_size(16)));
template <class V> __host__ __device__ V mixed(V a, V b) { return a * b - a; }
struct body {
  v4 at, speed;
  __host__ __device__ body(v4 a, v4 s) : at(a), speed(s) {}
  __host__ __device__ void step(float dt) { at += speed * dt; }
};
__global__ void run(v4 *v, i4 *count) {
  int i = threadIdx.x;
  body b(v[i], v4{1, 2, 3, (float)i});
  b.step(0.5f);
  b.at[3] += 10;
  v[i] = mixed(b.at, b.speed);
  count[i] = v[i] > 4.0f;
  count[i][i & 3] = i;
}
int main() {
  v4 *v;
  i4 *count;
  cudaMallocManaged(&v, 8 * sizeof *v);
  cudaMallocManaged(&count, 8 * sizeof *count);
  for (int i = 0; i < 8; i++) v[i] = v4{(float)i, (float)i * i, 1, -1};
  run<<<1, 8>>>(v, count);
  cudaDeviceSynchronize();
  v4 sum = {};
  for (int i = 0; i < 8; i++) {
    sum += v[i];
    printf("%g %g %g %g | %d %d %d %d\n", v[i][0], v[i][1], v[i][2], v[i][3], count[i][0], count[i][1], count[i][2], count[i][3]);
  }
  auto m = mixed(sum, v4{2, 2, 2, 2});
  printf("%g %g %g %g\n", m[0], m[1], m[2], m[3]);
}
