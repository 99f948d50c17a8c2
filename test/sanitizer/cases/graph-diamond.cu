// check: race
// Two streams part and meet in a capture, and copies of the same memory come before and after the graph: nothing to find.
#include <cstdio>
__global__ void fill(int *a, int v) { a[threadIdx.x] = v; }
__global__ void add(int *c, const int *a, const int *b) { c[threadIdx.x] = a[threadIdx.x] + b[63 - threadIdx.x]; }
int main() {
  int *a, *b, *c, host[64] = {};
  cudaMalloc(&a, 256);
  cudaMalloc(&b, 256);
  cudaMalloc(&c, 256);
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  cudaEvent_t parts, meets;
  cudaEventCreate(&parts);
  cudaEventCreate(&meets);
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaMemcpyAsync(a, host, 256, cudaMemcpyHostToDevice, one);
  cudaMemsetAsync(b, 0, 256, one);
  cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
  cudaEventRecord(parts, one);
  cudaStreamWaitEvent(two, parts, 0);
  fill<<<1, 64, 0, one>>>(a, 1);
  fill<<<1, 64, 0, two>>>(b, 2);
  cudaEventRecord(meets, two);
  cudaStreamWaitEvent(one, meets, 0);
  add<<<1, 64, 0, one>>>(c, a, b);
  cudaStreamEndCapture(one, &graph);
  cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0);
  for (int i = 0; i < 3; i++) cudaGraphLaunch(ready, one);
  cudaMemcpyAsync(host, c, 256, cudaMemcpyDeviceToHost, one);
  cudaStreamSynchronize(one);
  printf("%d\n", host[63]);
}
