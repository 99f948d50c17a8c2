// Textures and surfaces by objects: filters, addresses, formats.
#include <cstdio>
#include <cstring>
__global__ void k(cudaTextureObject_t lin, cudaTextureObject_t pt, cudaTextureObject_t wrap, cudaTextureObject_t buf, cudaTextureObject_t u8, float *o) {
  int t = threadIdx.x; float u = t * 0.37f - 1;
  o[t] = tex2D<float>(lin, u, t * 0.21f); o[32 + t] = tex2D<float>(pt, t * 0.5f, t / 3); o[64 + t] = tex2D<float>(wrap, u, 0.3f); o[96 + t] = tex1Dfetch<float>(buf, t - 2);
  float4 c = tex2D<float4>(u8, t % 4 + 0.25f, t / 4 % 2 + 0.5f); o[128 + t] = c.x + 2 * c.y + 4 * c.z + 8 * c.w;
}
__global__ void w(cudaSurfaceObject_t s) { surf2Dwrite((float)(threadIdx.x * 10 + threadIdx.y), s, threadIdx.x * 4, threadIdx.y); }
int main() {
  const int W = 8, H = 4; float h[W * H]; for (int i = 0; i < W * H; i++) h[i] = i * i % 17;
  cudaArray_t a; cudaChannelFormatDesc d = cudaCreateChannelDesc<float>(); cudaMallocArray(&a, &d, W, H, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(a, 0, 0, h, W * 4, W * 4, H, cudaMemcpyHostToDevice);
  cudaResourceDesc r; memset(&r, 0, sizeof r); r.resType = cudaResourceTypeArray; r.res.array.array = a;
  cudaTextureDesc t; memset(&t, 0, sizeof t); t.addressMode[0] = t.addressMode[1] = cudaAddressModeClamp; t.filterMode = cudaFilterModeLinear; t.readMode = cudaReadModeElementType;
  cudaTextureObject_t lin, pt, wr, buf, u8; cudaCreateTextureObject(&lin, &r, &t, NULL);
  t.filterMode = cudaFilterModePoint; t.addressMode[0] = cudaAddressModeBorder; cudaCreateTextureObject(&pt, &r, &t, NULL);
  t.filterMode = cudaFilterModeLinear; t.normalizedCoords = 1; t.addressMode[0] = cudaAddressModeWrap; t.addressMode[1] = cudaAddressModeMirror; cudaCreateTextureObject(&wr, &r, &t, NULL);
  float *l; cudaMalloc(&l, 100); cudaMemcpy(l, h, 100, cudaMemcpyHostToDevice);
  cudaResourceDesc b; memset(&b, 0, sizeof b); b.resType = cudaResourceTypeLinear; b.res.linear.devPtr = l; b.res.linear.desc = d; b.res.linear.sizeInBytes = 100; memset(&t, 0, sizeof t); cudaCreateTextureObject(&buf, &b, &t, NULL);
  uchar4 px[8]; for (int i = 0; i < 8; i++) px[i] = make_uchar4(i * 30, 255 - i, i, 128); uchar4 *dp; size_t pitch; cudaMallocPitch(&dp, &pitch, 16, 2); cudaMemcpy2D(dp, pitch, px, 16, 16, 2, cudaMemcpyHostToDevice);
  memset(&b, 0, sizeof b); b.resType = cudaResourceTypePitch2D; b.res.pitch2D.devPtr = dp; b.res.pitch2D.desc = cudaCreateChannelDesc<uchar4>(); b.res.pitch2D.width = 4; b.res.pitch2D.height = 2; b.res.pitch2D.pitchInBytes = pitch;
  t.readMode = cudaReadModeNormalizedFloat; t.filterMode = cudaFilterModeLinear; t.addressMode[0] = t.addressMode[1] = cudaAddressModeClamp; printf("%d\n", cudaCreateTextureObject(&u8, &b, &t, NULL));
  float *o; cudaMallocManaged(&o, 160 * 4); k<<<1, 32>>>(lin, pt, wr, buf, u8, o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (int i = 0; i < 160; i++) printf("%.4f%c", o[i], i % 16 == 15 ? '\n' : ' ');
  cudaSurfaceObject_t s; cudaCreateSurfaceObject(&s, &r); w<<<1, dim3(8, 4)>>>(s); cudaMemcpy2DFromArray(h, W * 4, a, 0, 0, W * 4, H, cudaMemcpyDeviceToHost); printf("%g %g %g\n", h[0], h[9], h[31]);
  cudaDestroyTextureObject(lin); cudaDestroySurfaceObject(s); cudaFreeArray(a);
}
