#include <cstdio>
#include <cmath>
namespace geo {
struct Vec {
  float x, y;
  __host__ __device__ Vec() : x(0), y(0) {}
  __host__ __device__ Vec(float a, float b) : x(a), y(b) {}
  __host__ __device__ Vec operator+(const Vec &o) const { return Vec(x + o.x, y + o.y); }
  __host__ __device__ Vec &operator*=(float s) { x *= s; y *= s; return *this; }
  __host__ __device__ float dot(const Vec &o) const { return x * o.x + y * o.y; }
};
__host__ __device__ inline Vec operator*(float s, const Vec &v) { return Vec(s * v.x, s * v.y); }
}
using geo::Vec;
template <typename T, int N>
struct Array {
  T data[N];
  __host__ __device__ T &operator[](int i) { return data[i]; }
  __host__ __device__ const T &operator[](int i) const { return data[i]; }
  __host__ __device__ int size() const { return N; }
};
template <class T> __host__ __device__ T twice(T x) { return x + x; }
template <typename T> __global__ void scale(T *a, T by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = twice(a[i]) * by;
}
__global__ void vecs(Vec *v, Array<float, 4> add, int n) {
  int i = threadIdx.x;
  if (i < n) { v[i] = v[i] + 2.0f * Vec(add[i], 1.0f); v[i] *= 0.5f; }
}
static int alive = 0;
class Counter {
  int id;
 public:
  explicit Counter(int i) : id(i) { alive++; printf("make %d\n", id); }
  ~Counter() { alive--; printf("drop %d\n", id); }
  int get() const;
  static int count;
};
int Counter::count = 5;
int Counter::get() const { return id + count; }
int add(int a, int b = 10) { return a + b; }
double add(double a, double b) { return a + b; }
int main() {
  dim3 block(32), grid((100 + block.x - 1) / block.x);
  float h[100];
  for (auto &x : h) x = 1.5f;
  float *d;
  cudaMalloc(&d, sizeof(h));
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  scale<<<grid, block>>>(d, 2.0f, 100);
  scale<float><<<grid, block>>>(d, 1.0f, 100);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g %g grid %u\n", h[0], h[99], grid.x);
  Vec hv[4], *dv;
  for (int i = 0; i < 4; i++) hv[i] = Vec(i, i);
  cudaMalloc((void **)&dv, sizeof(hv));
  cudaMemcpy(dv, hv, sizeof hv, cudaMemcpyHostToDevice);
  Array<float, 4> arr;
  for (int i = 0; i < arr.size(); ++i) arr[i] = i * 10.f;
  vecs<<<1, 32>>>(dv, arr, 4);
  cudaMemcpy(hv, dv, sizeof hv, cudaMemcpyDeviceToHost);
  for (const Vec &v : hv) printf("(%g, %g) ", v.x, v.y);
  printf("%g\n", hv[1].dot(hv[2]));
  {
    Counter a(1);
    Counter *b = new Counter(2);
    for (int i = 3; i < 5; i++) { Counter c(i); if (i == 3) continue; break; }
    printf("get %d %d alive %d\n", a.get(), b->get(), alive);
    delete b;
  }
  auto sum = [&](int k) { return k + alive; };
  int base = 3;
  auto plus = [base](int k) { return k + base; };
  printf("%d %g %d %d %d\n", add(1), add(1.0, 2.5), sum(4), plus(4), std::abs(-3));
  printf("%g %g\n", std::sqrt(2.0f) * 1.0, std::max(1.5, 2.5));
  return alive;
}
