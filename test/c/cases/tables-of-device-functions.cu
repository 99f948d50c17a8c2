#include <cstdio>
typedef float (*Op)(float, float);
__device__ float plus(float a, float b) { return a + b; }
__device__ float times(float a, float b) { return a * b; }
__device__ float minus_(float a, float b) { return a - b; }
__device__ Op table[2] = {plus, times};
__device__ Op one = minus_;
__constant__ Op ctable[3] = {&plus, &times, &minus_};
struct Named { const char *name; Op op; int n; };
__device__ Named named[2] = {{"plus", plus, 1}, {"times", times, 2}};
__device__ Op later;
__constant__ Op clater[2];
template <class T> __device__ T sq(T a, T b) { return a * a + b; }
__device__ double (*dp)(double, double) = sq<double>;
__managed__ Op mop;
__global__ void k(float *o, Op given, Named byvalue) {
  int i = threadIdx.x;
  o[i] = table[i % 2](i, 3) + one(i, 1) + ctable[i % 3](i, 2) + named[i & 1].op(i, 1) * named[i & 1].n + later(1, 2) + clater[i & 1](2, 5) + (float)dp(i, 1) + given(i, 4) + byvalue.op(1, 1);
}
__global__ void get(Op *p) { *p = times; }
int main() {
  float *o; cudaMallocManaged(&o, 32 * 4);
  Op h[3]; cudaMemcpyFromSymbol(h, table, 2 * sizeof(Op)); cudaMemcpyFromSymbol(&h[2], one, sizeof(Op));
  cudaMemcpyToSymbol(later, &h[1], sizeof(Op)); cudaMemcpyToSymbol(clater, h, 2 * sizeof(Op));
  Op *dop; cudaMalloc(&dop, sizeof(Op)); get<<<1, 1>>>(dop); Op g; cudaMemcpy(&g, dop, sizeof(Op), cudaMemcpyDeviceToHost);
  Named bv = {"x", h[2], 3};
  k<<<1, 32>>>(o, g, bv);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  double s = 0; for (int i = 0; i < 32; i++) s += o[i] * (i + 1); printf("%g %g %g\n", s, o[3], o[7]);
}
