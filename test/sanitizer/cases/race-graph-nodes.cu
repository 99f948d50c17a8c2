// check: race
// finds: 6 Error: Race reported between Write access
// Nodes of a graph that no edge orders; those with an edge between, and launches of one executable graph, come one after another.
#include <cstdio>
__global__ void fill(int *a) {
  a[threadIdx.x] = threadIdx.x;
}
__global__ void sum(const int *a, int *s) {
  int t = 0;
  for (int i = 0; i < 64; i++) t += a[i];
  *s = t;
}
int main() {
  int *a, *b, *s;
  cudaMalloc(&a, 256);
  cudaMalloc(&b, 256);
  cudaMalloc(&s, 8);
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaGraphNode_t first, second, third;
  cudaGraphCreate(&graph, 0);
  int *end = s + 1;
  void *filled[] = {&a}, *other[] = {&b}, *wrong[] = {&a, &s}, *right[] = {&b, &end};
  cudaKernelNodeParams p = {};
  p.gridDim = dim3(1);
  p.blockDim = dim3(64);
  p.func = (void *)fill;
  p.kernelParams = filled;
  cudaGraphAddKernelNode(&first, graph, nullptr, 0, &p);
  p.kernelParams = other;
  cudaGraphAddKernelNode(&second, graph, nullptr, 0, &p);
  p.func = (void *)sum;
  p.blockDim = dim3(1);
  p.kernelParams = wrong;
  cudaGraphAddKernelNode(&third, graph, &second, 1, &p);
  p.kernelParams = right;
  cudaGraphAddKernelNode(&third, graph, &second, 1, &p);
  cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0);
  for (int i = 0; i < 2; i++) cudaGraphLaunch(ready, 0);
  printf("%d\n", cudaDeviceSynchronize());
}
