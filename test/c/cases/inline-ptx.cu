// Instructions of PTX as inline assembly, on every device.
#include <cstdio>
#include <cstdint>
__device__ __forceinline__ unsigned lane() { unsigned r; asm volatile("mov.u32 %0, %%laneid;" : "=r"(r)); return r; }
__device__ unsigned mask_lt() { unsigned m; asm("mov.u32 %0, %lanemask_lt;" : "=r"(m)); return m; }
__device__ uint64_t timer() { uint64_t t; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)); return t; }
__device__ float ldcg(const float *p) { float v; asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(v) : "l"(p)); return v; }
__device__ uint4 ldv(const uint4 *p) { uint4 r; asm volatile("ld.volatile.global.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p)); return r; }
__global__ void k(unsigned *o, float *f, uint4 *v, unsigned long long *w) {
  unsigned t = threadIdx.x, a = t * 77777u + 5, b = ~t, c = t << 3, r;
  o[t] = lane() + mask_lt() * 0 + __popc(mask_lt());
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); o[32 + t] = r;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(3), "r"(9)); o[64 + t] = r;
  asm("bfi.b32 %0, %1, %2, 4, 8;" : "=r"(r) : "r"(a), "r"(b)); o[96 + t] = r;
  asm("prmt.b32 %0, %1, %2, 0x3175;" : "=r"(r) : "r"(a), "r"(b)); o[128 + t] = r;
  asm("{\n\t.reg .pred p;\n\t.reg .u32 x;\n\tsetp.lt.u32 p, %1, 16;\n\tmov.u32 x, 7;\n\t@p add.u32 x, x, %2;\n\tselp.u32 %0, x, 1000, p;\n\t}" : "=r"(r) : "r"(t), "r"(a)); o[160 + t] = r;
  asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); o[192 + t] = r;
  float x = ldcg(f + t), y; asm("fma.rn.f32 %0, %1, %1, 0f3F800000;" : "=f"(y) : "f"(x));
  asm volatile("st.global.cs.f32 [%0+128], %1;" :: "l"(f + t), "f"(y) : "memory");
  uint4 q = ldv(v); if (t == 0) asm volatile("st.global.v4.u32 [%0], {%1,%2,%3,%4};" :: "l"(v + 1), "r"(q.w), "r"(q.z), "r"(q.y), "r"(q.x));
  unsigned long long z; asm("mov.b64 %0, {%1, %2};" : "=l"(z) : "r"(a), "r"(b)); unsigned lo, hi; asm("mov.b64 {%0, %1}, %2;" : "=r"(lo), "=r"(hi) : "l"(z)); w[t] = z + (lo == a) + (hi == b);
  asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(r) : "r"(t)); o[224 + t] = r;
  int n; asm("bfind.u32 %0, %1;" : "=r"(n) : "r"(a)); o[256 + t] = n;
  asm("cvt.rni.s32.f32 %0, %1;" : "=r"(n) : "f"(x * 1.5f)); o[288 + t] = n;
  asm volatile("membar.gl;" ::: "memory"); asm volatile("bar.sync 0;");
  unsigned old; asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(o + 320), "r"(1u) : "memory");
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(z) : "r"(a), "r"(b)); w[32 + t] = z;
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(t)); o[321 + t] = r;
  if (timer() == 0) o[0] = 99;
}
int main() {
  unsigned *o; float *f; uint4 *v; unsigned long long *w;
  cudaMallocManaged(&o, 400 * 4); cudaMallocManaged(&f, 64 * 4); cudaMallocManaged(&v, 32); cudaMallocManaged(&w, 64 * 8);
  for (int i = 0; i < 32; i++) f[i] = i; v[0] = make_uint4(1, 2, 3, 4);
  k<<<1, 32>>>(o, f, v, w); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  unsigned long long s = 0; for (int i = 0; i < 353; i++) s = s * 31 + o[i]; for (int i = 0; i < 64; i++) s = s * 31 + w[i]; for (int i = 0; i < 64; i++) s = s * 31 + (unsigned)f[i];
  printf("%llu %u %u %u %u\n", s, v[1].x, v[1].w, o[320], o[163]);
}
