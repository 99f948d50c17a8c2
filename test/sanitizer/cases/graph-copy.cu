// check: memory
// finds: 6 Invalid __global__ write of size 4 bytes: a[i]
// A graph that is launched behind the end of its memory.
#include <cstdio>
__global__ void fill(int *a, int n) {
  int i = threadIdx.x; a[i] = n;
}
int main() {
  int *a;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamCreate(&stream);
  cudaMalloc(&a, 128);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  fill<<<1, 32, 0, stream>>>(a, 3);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, NULL, NULL, 0);
  cudaFree(a);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
}
