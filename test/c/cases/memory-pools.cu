// Memory in the order of streams, and the pool that it comes from.
#include <cstdio>
__global__ void fill(int *p, int n, int x) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = x + i; }
int main() {
  const int n = 1000;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMemPool_t pool, own, made;
  printf("%d ", cudaDeviceGetDefaultMemPool(&pool, 0));
  cudaDeviceGetMemPool(&own, 0);
  printf("%d ", own == pool);
  unsigned long threshold = 1UL << 40, got = 0;
  int reuse = 1, reused = 0;
  printf("%d ", cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &got);
  cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse);
  cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reused);
  printf("%d %d\n", got == threshold, reused);
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  props.location.id = 0;
  cudaMemPoolCreate(&made, &props);
  int *a, *b, *c, h[3];
  printf("%d %d %d\n", cudaMallocAsync(&a, n * sizeof(int), s), cudaMallocAsync(&b, n * sizeof(int), pool, s), cudaMallocFromPoolAsync(&c, n * sizeof(int), made, s));
  fill<<<4, 256, 0, s>>>(a, n, 1);
  fill<<<4, 256, 0, s>>>(b, n, 2);
  fill<<<4, 256, 0, s>>>(c, n, 3);
  int *all[] = {a, b, c};
  for (int i = 0; i < 3; i++) cudaMemcpyAsync(&h[i], all[i] + n - 1, sizeof(int), cudaMemcpyDeviceToHost, s);
  for (int *p : all) cudaFreeAsync(p, s);
  cudaStreamSynchronize(s);
  printf("%d %d %d, %d %d\n", h[0], h[1], h[2], cudaMemPoolTrimTo(pool, 0), cudaMemPoolDestroy(made));
}
