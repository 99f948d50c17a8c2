// Intrinsics that round as their names say, numbers side by side in a word; auto * and auto & of functions, kernels as variables, tables on both sides.
#include <cstdio>
template <class T> __global__ void k(T *p) { p[threadIdx.x] = threadIdx.x; }
struct V { float d[2]; __host__ __device__ auto *raw() { return reinterpret_cast<unsigned *>(d); } __host__ __device__ auto &first() { return d[0]; } };
__host__ __device__ static double poly(double x) { static double const c[] = {1, 2, 3}; return c[0] + x * (c[1] + x * c[2]); }
constexpr int table[4] = {5, 6, 7, 8};
__global__ void f(double *o, unsigned *u) {
  V v; v.first() = 1.0f; o[0] = poly(2); o[1] = table[threadIdx.x + 2]; u[0] = *v.raw();
  o[2] = __fadd_rz(1.0f, -1e-9f); o[3] = __fadd_ru(1.0f, 1e-9f); o[4] = __fmul_rd(1.1f, 1.1f); o[5] = __fdiv_ru(1.0f, 3.0f); o[6] = __int2float_rz(16777217); o[7] = __int2float_ru(16777217); o[8] = __double2int_ru(2.1); o[9] = __double2float_rd(0.1);
  o[10] = __dadd_ru(1.0, 1e-20) - 1.0; o[11] = __ddiv_rd(1.0, 3.0) - 1.0 / 3; o[12] = __dmul_rz(1.1, 1.1) - 1.1 * 1.1; o[13] = __ll2double_ru(9007199254740993LL) - 9007199254740992.0; o[14] = __dsqrt_rd(2.0) - sqrt(2.0);
  u[1] = __vadd4(0x01ff7f80u, 0x01010101u); u[2] = __vmaxs4(0x80ff7f01u, 0); u[3] = __vabsdiffu2(0x00050003u, 0x00030005u); u[4] = __vcmpgts2(0xffff0001u, 0x00000000u); u[5] = __vaddss2(0x7fff8000u, 0x0001ffffu); u[6] = __vsadu4(0x01020304u, 0x04030201u);
}
int main() { double *o; unsigned *u; int *p; cudaMallocManaged(&o, 200); cudaMallocManaged(&u, 100); cudaMallocManaged(&p, 100); auto kk = k<int>; kk<<<1, 4>>>(p); f<<<1, 1>>>(o, u); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); printf("%d %g\n", p[3], poly(1));
 for (int i = 0; i < 15; i++) printf("%.17g\n", o[i]); for (int i = 0; i < 7; i++) printf("%08x ", u[i]); printf("\n"); }
