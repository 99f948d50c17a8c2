// check: race
// finds: 6 Error: Race reported between Write access
// A graph of two branches is launched, and another stream uses what one of them writes; one that waits for an event behind it may.
#include <cstdio>
__global__ void fill(int *a, int v) {
  a[threadIdx.x] = v;
}
__global__ void twice(int *a) { a[threadIdx.x] *= 2; }
static void CUDART_CB look(void *given) { printf("%d\n", ((int *)given)[3]); }
int main() {
  int *a, *b;
  cudaMallocManaged(&a, 256);
  cudaMalloc(&b, 256);
  cudaStream_t one, two;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  cudaEvent_t parts, meets, done;
  cudaEventCreate(&parts);
  cudaEventCreate(&meets);
  cudaEventCreate(&done);
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
  cudaEventRecord(parts, one);
  cudaStreamWaitEvent(two, parts, 0);
  fill<<<1, 64, 0, one>>>(a, 1);
  fill<<<1, 64, 0, two>>>(b, 2);
  cudaEventRecord(meets, two);
  cudaStreamWaitEvent(one, meets, 0);
  cudaStreamEndCapture(one, &graph);
  cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(ready, one);
  cudaEventRecord(done, one);
  cudaLaunchHostFunc(one, look, a);
  twice<<<1, 64, 0, two>>>(b);
  cudaDeviceSynchronize();
  cudaGraphLaunch(ready, one);
  cudaEventRecord(done, one);
  cudaStreamWaitEvent(two, done, 0);
  twice<<<1, 64, 0, two>>>(b);
  cudaLaunchHostFunc(two, look, a);
  cudaDeviceSynchronize();
}
