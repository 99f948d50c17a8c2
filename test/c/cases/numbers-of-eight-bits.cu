#include <cuda_fp8.h>
#include <stdio.h>
#include <math.h>
int main() {
  unsigned sum = 0;
  for (int k = 0; k < 2; k++) {
    __nv_fp8_interpretation_t kind = k ? __NV_E5M2 : __NV_E4M3;
    for (int i = 0; i < 256; i++) {
      __half_raw r = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)i, kind);
      sum = sum * 31 + r.x;
    }
    printf("%08x\n", sum);
    unsigned state = 12345;
    for (int i = 0; i < 200000; i++) {
      state = state * 1664525u + 1013904223u;
      unsigned u = state; float f; *(unsigned *)&f = (u & 0x80ffffffu) | ((100 + (u >> 8) % 50) << 23);
      for (int s = 0; s < 2; s++) { __nv_fp8_storage_t c = __nv_cvt_float_to_fp8(f, s ? __NV_SATFINITE : __NV_NOSAT, kind); sum = sum * 31 + c; }
    }
    printf("%08x\n", sum);
    float special[] = {0.f, -0.f, INFINITY, -INFINITY, 448.f, 464.f, 465.f, 480.f, 57344.f, 61440.f, 65536.f, 1e-30f, 0.0009765625f, 0.001f, 0.00146484375f, -0.002f, 0.015625f, 7.6e-6f};
    for (float f : special) printf("%02x %02x ", __nv_cvt_float_to_fp8(f, __NV_SATFINITE, kind), __nv_cvt_float_to_fp8(f, __NV_NOSAT, kind));
    printf("\n");
  }
  __nv_fp8_e4m3 a(3.3f); __nv_fp8_e5m2 b(-3.3f); printf("%g %g\n", (float)a, (float)b);
  __nv_fp8x4_e4m3 q(make_float4(1, 2.2f, -3, 400)); float4 v = (float4)q; printf("%g %g %g %g %08x\n", v.x, v.y, v.z, v.w, q.__x);
}
