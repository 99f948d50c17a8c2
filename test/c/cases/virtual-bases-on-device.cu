#include <cstdio>
struct Shape { float s; __host__ __device__ Shape(float s) : s(s) {} __host__ __device__ virtual float area() const = 0; __host__ __device__ virtual ~Shape() {} };
struct Tag { int t = 3; __host__ __device__ virtual int tag() const { return t; } };
struct Sq : virtual Shape, virtual Tag { __host__ __device__ Sq(float s) : Shape(s) {} __host__ __device__ float area() const override { return s * s; } };
struct Rd : virtual Shape { float r; __host__ __device__ Rd(float s) : Shape(s), r(s) {} __host__ __device__ float area() const override { return 3 * r * s; } };
struct Mixed : Sq, Rd { __host__ __device__ Mixed(float x) : Shape(x), Sq(100), Rd(x + 1) {} __host__ __device__ float area() const override { return Sq::area() + Rd::area(); } __host__ __device__ int tag() const override { return 10 * t; } };
__global__ void k(float *out, int *tags) {
  int i = threadIdx.x;
  Shape *p = i % 3 == 0 ? (Shape *)new Sq(i) : i % 3 == 1 ? (Shape *)new Rd(i) : (Shape *)new Mixed(i);
  out[i] = p->area();
  delete p;
  Mixed m(i); Tag &t = m; Sq &q = m; q.s += 1;
  tags[i] = t.tag() + (int)q.area();
}
int main() {
  float *o; int *t; cudaMallocManaged(&o, 64 * 4); cudaMallocManaged(&t, 64 * 4);
  k<<<1, 64>>>(o, t); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  double s = 0; long n = 0; for (int i = 0; i < 64; i++) { s += o[i]; n += t[i]; } printf("%g %ld %g %d\n", s, n, o[5], t[5]);
  double hs = 0; long hn = 0; for (int i = 0; i < 64; i++) { Shape *p = i % 3 == 0 ? (Shape *)new Sq(i) : i % 3 == 1 ? (Shape *)new Rd(i) : (Shape *)new Mixed(i); hs += p->area(); delete p; Mixed m(i); Tag &t = m; Sq &q = m; q.s += 1; hn += t.tag() + (int)q.area(); } printf("%g %ld\n", hs, hn);
}
