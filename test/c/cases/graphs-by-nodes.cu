// Graphs made node by node: arguments of all sizes and structures by value, copies, fills, calls of the host, graphs in graphs, changes.
#include <cstdio>
#include <cuda_runtime.h>
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) printf("%d: %s\n", __LINE__, cudaGetErrorName(e)); } while (0)

struct Shift { char sign; short step; double by; float *spare; };
union Either { int whole; float part; };
struct Bits { unsigned a : 3, b : 7; unsigned char c[3]; };

__global__ void moved(float *a, int n, Shift s, bool twice, signed char less, unsigned char more, Either e, Bits bits) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = (twice ? 2 : 1) * a[i] + s.sign * s.step * s.by + less + more + e.part + bits.a + bits.b + bits.c[2] + (s.spare ? 1000 : 0);
}
__global__ void add(float *to, const float *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] += from[i];
}
template <class T> __global__ void scaled(T *a, T by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= by;
}
static int calls = 0;
static void told(void *p) { calls += *(int *)p; }
static void toldWithStream(cudaStream_t, cudaError_t status, void *p) { calls += status == cudaSuccess ? *(int *)p : 0; }

const int n = 100;
static float h[n], g[n];

static float sum() {
  float s = 0;
  for (float x : g) s += x;
  return s;
}

int main() {
  float *a, *b;
  CHECK(cudaMalloc(&a, n * sizeof *a));
  CHECK(cudaMalloc(&b, n * sizeof *b));
  for (int i = 0; i < n; i++) h[i] = i;
  cudaStream_t s;
  CHECK(cudaStreamCreate(&s));

  // put -> run -> get, fill beside them, told at the end
  cudaGraph_t graph;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t put, fill, run, join, get, call;
  CHECK(cudaGraphAddMemcpyNode1D(&put, graph, nullptr, 0, a, h, sizeof h, cudaMemcpyHostToDevice));
  cudaMemsetParams zero = {};
  zero.dst = b; zero.value = 0; zero.elementSize = 4; zero.width = n; zero.height = 1;
  CHECK(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &zero));
  int count = n;
  Shift shift = {-1, 3, 0.5, nullptr};
  bool twice = true;
  signed char less = -5;
  unsigned char more = 250;
  Either either;
  either.part = 0.25f;
  Bits bits = {};
  bits.a = 5; bits.b = 100; bits.c[2] = 7;
  void *args[] = {&a, &count, &shift, &twice, &less, &more, &either, &bits};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void *)moved;
  kernel.gridDim = dim3(4);
  kernel.blockDim = dim3(32);
  kernel.kernelParams = args;
  CHECK(cudaGraphAddKernelNode(&run, graph, &put, 1, &kernel));
  shift.by = 99; // taken over when the node was added
  void *both[] = {&b, &a, &count};
  cudaKernelNodeParams adding = {(void *)add, dim3(2), dim3(64), 0, both, nullptr};
  CHECK(cudaGraphAddKernelNode(&join, graph, nullptr, 0, &adding));
  cudaGraphNode_t from[] = {run, fill}, to[] = {join, join};
  CHECK(cudaGraphAddDependencies(graph, from, to, 2));
  cudaMemcpy3DParms back = {};
  back.srcPtr = make_cudaPitchedPtr(b, sizeof g, n, 1);
  back.dstPtr = make_cudaPitchedPtr(g, sizeof g, n, 1);
  back.extent = make_cudaExtent(sizeof g, 1, 1);
  back.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaGraphAddMemcpyNode(&get, graph, &join, 1, &back));
  int ten = 10;
  cudaHostNodeParams host = {told, &ten};
  CHECK(cudaGraphAddHostNode(&call, graph, &get, 1, &host));

  size_t nodes = 0, roots = 0, edges = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  CHECK(cudaGraphGetRootNodes(graph, nullptr, &roots));
  CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, &edges));
  printf("%zu nodes, %zu roots, %zu edges\n", nodes, roots, edges);
  cudaGraphNode_t first[8], second[8];
  edges = 8;
  CHECK(cudaGraphGetEdges(graph, first, second, &edges));
  for (size_t i = 0; i < edges; i++) {
    cudaGraphNodeType before, after;
    CHECK(cudaGraphNodeGetType(first[i], &before));
    CHECK(cudaGraphNodeGetType(second[i], &after));
    printf("%d -> %d\n", before, after);
  }
  size_t before = 0, after = 0;
  CHECK(cudaGraphNodeGetDependencies(join, nullptr, &before));
  CHECK(cudaGraphNodeGetDependentNodes(put, nullptr, &after));
  printf("%zu before, %zu behind\n", before, after);

  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  CHECK(cudaGraphLaunch(exec, s));
  CHECK(cudaStreamSynchronize(s));
  printf("sum %g, called %d\n", sum(), calls);

  // Another argument in what is launched; the graph itself keeps its own.
  cudaKernelNodeParams now;
  CHECK(cudaGraphKernelNodeGetParams(run, &now));
  printf("known %d: grid %u, block %u, n %d, by %g, less %d, c %d\n", now.func == (void *)moved, now.gridDim.x, now.blockDim.x, *(int *)now.kernelParams[1],
         ((Shift *)now.kernelParams[2])->by, *(signed char *)now.kernelParams[4], ((Bits *)now.kernelParams[7])->c[2]);
  shift = {1, 2, 1.5, b};
  twice = false;
  now.kernelParams = args;
  CHECK(cudaGraphExecKernelNodeSetParams(exec, run, &now));
  ten = 100;
  CHECK(cudaGraphLaunch(exec, s));
  CHECK(cudaStreamSynchronize(s));
  printf("sum %g, called %d\n", sum(), calls);
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphLaunch(exec, s));
  CHECK(cudaStreamSynchronize(s));
  printf("sum %g\n", sum());

  // A clone, and a graph within a graph.
  cudaGraph_t whole, copy;
  cudaGraphNode_t inner, times, inCopy;
  CHECK(cudaGraphClone(&copy, graph));
  CHECK(cudaGraphNodeFindInClone(&inCopy, run, copy));
  CHECK(cudaGraphKernelNodeSetParams(inCopy, &now));
  CHECK(cudaGraphCreate(&whole, 0));
  CHECK(cudaGraphAddChildGraphNode(&inner, whole, nullptr, 0, copy));
  float by = 3;
  void *scaling[] = {&b, &by, &count};
  cudaKernelNodeParams third = {(void *)scaled<float>, dim3(1), dim3(128), 0, scaling, nullptr};
  CHECK(cudaGraphAddKernelNode(&times, whole, &inner, 1, &third));
  CHECK(cudaGraphAddMemcpyNode1D(&get, whole, &times, 1, g, b, sizeof g, cudaMemcpyDeviceToHost));
  cudaGraphExec_t all;
  CHECK(cudaGraphInstantiateWithFlags(&all, whole, 0));
  CHECK(cudaGraphLaunch(all, 0));
  CHECK(cudaDeviceSynchronize());
  printf("sum %g\n", sum());
  cudaGraphExecUpdateResult result;
  cudaGraphNode_t wrong;
  printf("update: %s", cudaGetErrorName(cudaGraphExecUpdate(exec, whole, &wrong, &result)));
  printf(" %d\n", result);
  CHECK(cudaGraphExecUpdate(exec, copy, &wrong, &result));

  // Captured: copies of rows, fills, calls of the host, each when its time has come.
  calls = 0;
  cudaGraph_t captured;
  int one = 1, two = 2;
  CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  CHECK(cudaMemcpy2DAsync(a, 40, h, 40, 40, n / 10, cudaMemcpyHostToDevice, s));
  CHECK(cudaMemset2DAsync(b, 40, 0, 40, n / 10, s));
  scaled<<<1, 128, 0, s>>>(a, 2.0f, n);
  CHECK(cudaLaunchHostFunc(s, told, &one));
  cudaStreamCaptureStatus status;
  unsigned long long id;
  cudaGraph_t inWork;
  const cudaGraphNode_t *next;
  size_t behind;
  CHECK(cudaStreamGetCaptureInfo_v2(s, &status, &id, &inWork, &next, &behind));
  cudaGraphNode_t added;
  CHECK(cudaGraphAddKernelNode(&added, inWork, next, behind, &adding));
  CHECK(cudaStreamUpdateCaptureDependencies(s, &added, 1, cudaStreamSetCaptureDependencies));
  CHECK(cudaStreamAddCallback(s, toldWithStream, &two, 0));
  CHECK(cudaMemcpyAsync(g, b, sizeof g, cudaMemcpyDeviceToHost, s));
  CHECK(cudaStreamEndCapture(s, &captured));
  printf("capturing %d, called %d\n", status == cudaStreamCaptureStatusActive, calls);
  cudaGraphExec_t again;
  CHECK(cudaGraphInstantiate(&again, captured, nullptr, nullptr, 0));
  for (int i = 0; i < 3; i++) CHECK(cudaGraphLaunch(again, s));
  CHECK(cudaStreamSynchronize(s));
  printf("sum %g, called %d\n", sum(), calls);
  cudaGraphNode_t list[16];
  nodes = 16;
  CHECK(cudaGraphGetNodes(captured, list, &nodes));
  for (size_t i = 0; i < nodes; i++) {
    cudaGraphNodeType type;
    CHECK(cudaGraphNodeGetType(list[i], &type));
    if (type != cudaGraphNodeTypeKernel) continue;
    CHECK(cudaGraphKernelNodeGetParams(list[i], &now));
    if (now.blockDim.x != 128) continue;
    printf("by %g\n", *(float *)now.kernelParams[1]);
    by = 5;
    now.kernelParams[1] = &by;
    CHECK(cudaGraphExecKernelNodeSetParams(again, list[i], &now));
  }
  CHECK(cudaGraphLaunch(again, s));
  CHECK(cudaStreamSynchronize(s));
  printf("sum %g\n", sum());

  // Launched by addresses of arguments, of a kernel that is known when the program runs.
  void *chosen[] = {(void *)scaled<float>, (void *)add};
  void *arguments[] = {&b, &by, &count};
  by = 0.5f;
  CHECK(cudaLaunchKernel(chosen[0], dim3(1), dim3(128), arguments, 0, s));
  arguments[1] = &a;
  CHECK(cudaLaunchKernel(chosen[1], dim3(1), dim3(128), arguments, 0, s));
  CHECK(cudaMemcpyAsync(g, b, sizeof g, cudaMemcpyDeviceToHost, s));
  CHECK(cudaStreamSynchronize(s));
  printf("sum %g\n", sum());
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaGraphDestroy(whole));
  printf("gone: %s\n", cudaGetErrorName(cudaGraphDestroy(graph)));
}
