// Textures and surfaces by references, as programs for CUDA 11 and before have them.
#include <cstdio>
texture<float, 1, cudaReadModeElementType> line;
texture<float4, cudaTextureType2D> points;
static texture<unsigned char, 2, cudaReadModeNormalizedFloat> image(1, cudaFilterModeLinear, cudaAddressModeWrap);
texture<int2> pairs;
surface<void, cudaSurfaceType2D> canvas;
__device__ float at(int i) { return tex1Dfetch(line, i); }
__global__ void fetch(float *o) {
  int t = threadIdx.x;
  float4 p = tex2D(points, t + 0.5f, 0.5f);
  int2 q = tex1Dfetch(pairs, t);
  o[t] = at(t) + p.x + 10 * p.w + 100 * q.y;
  o[4 + t] = tex2D(image, t * 0.25f, 0.375f);
  surf2Dwrite(t * 2.0f, canvas, t * 4, 1);
}
int main() {
  float h[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *l, *o, r[8];
  unsigned char bytes[8] = {0, 255, 51, 102, 204, 0, 255, 153};
  int two[8] = {0, 1, 0, 2, 0, 3, 0, 4}, *d;
  cudaMalloc(&l, sizeof h); cudaMemcpy(l, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMalloc(&d, sizeof two); cudaMemcpy(d, two, sizeof two, cudaMemcpyHostToDevice);
  cudaMalloc(&o, sizeof h);
  cudaChannelFormatDesc f4 = cudaCreateChannelDesc<float4>(), u1 = cudaCreateChannelDesc<unsigned char>(), f1 = cudaCreateChannelDesc<float>();
  cudaArray *a, *b, *c;
  cudaMallocArray(&a, &f4, 2, 1); cudaMemcpyToArray(a, 0, 0, h, 32, cudaMemcpyHostToDevice);
  cudaMallocArray(&b, &u1, 4, 2); cudaMemcpyToArray(b, 0, 0, bytes, 8, cudaMemcpyHostToDevice);
  cudaMallocArray(&c, &f1, 4, 2, cudaArraySurfaceLoadStore);
  size_t offset = 7;
  points.addressMode[0] = cudaAddressModeClamp;
  printf("%d ", cudaBindTexture(&offset, line, l, sizeof h));
  line.filterMode = cudaFilterModePoint;
  printf("%d %d ", (int)offset, cudaBindTextureToArray(points, a, f4));
  const textureReference *ref;
  cudaGetTextureReference(&ref, &image);
  printf("%d %d ", cudaBindTextureToArray(ref, b, &u1), cudaBindTexture(NULL, pairs, d));
  printf("%d\n", cudaBindSurfaceToArray(canvas, c));
  for (int pass = 0; pass < 3; pass++) {
    fetch<<<1, 4>>>(o);
    cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++) printf("%g ", r[i]);
    printf("\n");
    if (pass == 0) cudaBindTexture(0, &line, l + 4, &f1, 16);
    else cudaUnbindTexture(line);
  }
  cudaMemcpyFromArray(r, c, 0, 0, 32, cudaMemcpyDeviceToHost);
  printf("%g %g\n", r[5], r[7]);
}
