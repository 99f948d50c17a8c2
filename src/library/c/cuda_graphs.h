// Graphs of work: captured from streams or made node by node.
#pragma once
enum cudaStreamCaptureMode { cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed };
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive, cudaStreamCaptureStatusInvalidated };
enum cudaStreamUpdateCaptureDependenciesFlags { cudaStreamAddCaptureDependencies, cudaStreamSetCaptureDependencies };
enum cudaGraphNodeType {
  cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemcpy, cudaGraphNodeTypeMemset, cudaGraphNodeTypeHost, cudaGraphNodeTypeGraph, cudaGraphNodeTypeEmpty,
  cudaGraphNodeTypeWaitEvent, cudaGraphNodeTypeEventRecord, cudaGraphNodeTypeExtSemaphoreSignal, cudaGraphNodeTypeExtSemaphoreWait, cudaGraphNodeTypeMemAlloc,
  cudaGraphNodeTypeMemFree, cudaGraphNodeTypeConditional = 13, cudaGraphNodeTypeCount
};
enum cudaGraphExecUpdateResult {
  cudaGraphExecUpdateSuccess, cudaGraphExecUpdateError, cudaGraphExecUpdateErrorTopologyChanged, cudaGraphExecUpdateErrorNodeTypeChanged,
  cudaGraphExecUpdateErrorFunctionChanged, cudaGraphExecUpdateErrorParametersChanged, cudaGraphExecUpdateErrorNotSupported,
  cudaGraphExecUpdateErrorUnsupportedFunctionChange, cudaGraphExecUpdateErrorAttributesChanged
};
enum cudaGraphInstantiateFlags {
  cudaGraphInstantiateFlagAutoFreeOnLaunch = 1, cudaGraphInstantiateFlagUpload = 2, cudaGraphInstantiateFlagDeviceLaunch = 4, cudaGraphInstantiateFlagUseNodePriority = 8
};
enum cudaGraphDebugDotFlags {
  cudaGraphDebugDotFlagsVerbose = 1, cudaGraphDebugDotFlagsKernelNodeParams = 4, cudaGraphDebugDotFlagsMemcpyNodeParams = 8, cudaGraphDebugDotFlagsMemsetNodeParams = 16,
  cudaGraphDebugDotFlagsHostNodeParams = 32, cudaGraphDebugDotFlagsEventNodeParams = 64, cudaGraphDebugDotFlagsKernelNodeAttributes = 512, cudaGraphDebugDotFlagsHandles = 1024
};
typedef void (*cudaHostFn_t)(void *);
typedef void (*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void *);
struct cudaKernelNodeParams {
  void *func;
  struct dim3 gridDim, blockDim;
  unsigned int sharedMemBytes;
  void **kernelParams, **extra;
};
struct cudaMemsetParams {
  void *dst;
  size_t pitch;
  unsigned int value, elementSize;
  size_t width, height;
};
struct cudaHostNodeParams { cudaHostFn_t fn; void *userData; };
struct cudaMemcpy3DParms {
  cudaArray_t srcArray;
  struct cudaPos srcPos;
  struct cudaPitchedPtr srcPtr;
  cudaArray_t dstArray;
  struct cudaPos dstPos;
  struct cudaPitchedPtr dstPtr;
  struct cudaExtent extent;
  enum cudaMemcpyKind kind;
};
typedef struct cudaGraphEdgeData_st { unsigned char from_port, to_port, type, reserved[5]; } cudaGraphEdgeData;
typedef struct cudaGraphExecUpdateResultInfo_st { enum cudaGraphExecUpdateResult result; cudaGraphNode_t errorNode, errorFromNode; } cudaGraphExecUpdateResultInfo;
#ifndef __cplusplus
typedef enum cudaStreamCaptureMode cudaStreamCaptureMode;
typedef enum cudaStreamCaptureStatus cudaStreamCaptureStatus;
typedef enum cudaGraphNodeType cudaGraphNodeType;
typedef enum cudaGraphExecUpdateResult cudaGraphExecUpdateResult;
typedef struct cudaKernelNodeParams cudaKernelNodeParams;
typedef struct cudaMemsetParams cudaMemsetParams;
typedef struct cudaHostNodeParams cudaHostNodeParams;
typedef struct cudaMemcpy3DParms cudaMemcpy3DParms;
#endif
#define __CUFORT_CALL__ static inline cudaError_t
#define __CUFORT_RUN__(name, ...) (cudaError_t)__cufort_runtime_##name(int, __VA_ARGS__)
#define __CUFORT_NODES__ cudaGraphNode_t *to, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n
#define __CUFORT_NODE__ (void *)to, (void *)&graph, (void *)after, (long)n

// ---- capture ----
__CUFORT_CALL__ cudaStreamIsCapturing(cudaStream_t s, enum cudaStreamCaptureStatus *status) { return __CUFORT_RUN__(cudaStreamIsCapturing, (long)s, (void *)status, 4); }
// What a capture's next work comes after is the runtime's own list, until it is asked for again.
static inline cudaError_t __cufort_capture(cudaStream_t s, enum cudaStreamCaptureStatus *status, unsigned long long *id, cudaGraph_t *graph, const cudaGraphNode_t **after, size_t *n) {
  static cudaGraphNode_t nodes[64];
  long room = 64;
  unsigned long long number = 0;
  cudaGraph_t of = 0;
  cudaError_t e = __CUFORT_RUN__(cudaStreamGetCaptureInfo, (long)s, (void *)status, 4, (void *)&number, 8, (void *)&of, (void *)nodes, (void *)&room, 8);
  if (id) *id = number;
  if (graph) *graph = of;
  if (after) *after = nodes;
  if (n) *n = number ? (size_t)room : 0;
  return e;
}
__CUFORT_CALL__ cudaStreamUpdateCaptureDependencies_(cudaStream_t s, cudaGraphNode_t *after, size_t n, unsigned int flags) {
  return __CUFORT_RUN__(cudaStreamUpdateCaptureDependencies, (long)s, (void *)after, (long)n, (int)flags);
}
#define __CUFORT_UPDATE_4__(s, after, n, flags) cudaStreamUpdateCaptureDependencies_((s), (after), (n), (flags))
#define __CUFORT_UPDATE_5__(s, after, data, n, flags) cudaStreamUpdateCaptureDependencies_((s), (after), (n), (flags))
#define __CUFORT_SIXTH__(a, b, c, d, e, name, ...) name
#define cudaStreamUpdateCaptureDependencies(...) __CUFORT_SIXTH__(__VA_ARGS__, __CUFORT_UPDATE_5__, __CUFORT_UPDATE_4__, )(__VA_ARGS__)

// ---- graphs ----
__CUFORT_CALL__ cudaGraphCreate(cudaGraph_t *graph, unsigned int flags) { return __CUFORT_RUN__(cudaGraphCreate, (void *)graph, (int)flags); }
__CUFORT_CALL__ cudaGraphClone(cudaGraph_t *to, cudaGraph_t from) { return __CUFORT_RUN__(cudaGraphClone, (void *)to, (void *)&from); }
__CUFORT_CALL__ cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t s) { return __CUFORT_RUN__(cudaGraphUpload, (void *)&exec, (long)s); }
__CUFORT_CALL__ cudaGraphNodeFindInClone(cudaGraphNode_t *to, cudaGraphNode_t of, cudaGraph_t clone) { return __CUFORT_RUN__(cudaGraphNodeFindInClone, (void *)to, (void *)&of, (void *)&clone); }
__CUFORT_CALL__ cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type) { return __CUFORT_RUN__(cudaGraphNodeGetType, (void *)&node, (void *)type, 4); }
__CUFORT_CALL__ cudaGraphDestroyNode(cudaGraphNode_t node) { return __CUFORT_RUN__(cudaGraphDestroyNode, (void *)&node); }
__CUFORT_CALL__ cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n) {
  if (!nodes) *n = 0;
  return __CUFORT_RUN__(cudaGraphGetNodes, (void *)&graph, (void *)nodes, (void *)n, 8);
}
__CUFORT_CALL__ cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n) {
  if (!nodes) *n = 0;
  return __CUFORT_RUN__(cudaGraphGetRootNodes, (void *)&graph, (void *)nodes, (void *)n, 8);
}
static inline cudaError_t __cufort_edges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *n) {
  if (!from || !to) *n = 0;
  return __CUFORT_RUN__(cudaGraphGetEdges, (void *)&graph, (void *)from, (void *)to, (void *)n, 8);
}
static inline cudaError_t __cufort_before(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *n) {
  if (!nodes) *n = 0;
  return __CUFORT_RUN__(cudaGraphNodeGetDependencies, (void *)&node, (void *)nodes, (void *)n, 8);
}
static inline cudaError_t __cufort_behind(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *n) {
  if (!nodes) *n = 0;
  return __CUFORT_RUN__(cudaGraphNodeGetDependentNodes, (void *)&node, (void *)nodes, (void *)n, 8);
}
static inline cudaError_t __cufort_one_after(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t n) {
  return __CUFORT_RUN__(cudaGraphAddDependencies, (void *)&graph, (void *)from, (void *)to, (long)n);
}
static inline cudaError_t __cufort_not_after(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t n) {
  return __CUFORT_RUN__(cudaGraphRemoveDependencies, (void *)&graph, (void *)from, (void *)to, (long)n);
}
static inline cudaError_t __cufort_graph_update(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *node, enum cudaGraphExecUpdateResult *result) {
  if (node) *node = 0;
  return __CUFORT_RUN__(cudaGraphExecUpdate, (void *)&exec, (void *)&graph, (void *)node, (void *)result, 4);
}
static inline cudaError_t __cufort_graph_update_info(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info) {
  info->errorFromNode = 0;
  return __cufort_graph_update(exec, graph, &info->errorNode, &info->result);
}

// ---- nodes ----
__CUFORT_CALL__ cudaGraphAddEmptyNode(__CUFORT_NODES__) { return __CUFORT_RUN__(cudaGraphAddEmptyNode, __CUFORT_NODE__); }
__CUFORT_CALL__ cudaGraphAddKernelNode(__CUFORT_NODES__, const struct cudaKernelNodeParams *p) { return __CUFORT_RUN__(cudaGraphAddKernelNode, __CUFORT_NODE__, (void *)p); }
__CUFORT_CALL__ cudaGraphAddMemsetNode(__CUFORT_NODES__, const struct cudaMemsetParams *p) { return __CUFORT_RUN__(cudaGraphAddMemsetNode, __CUFORT_NODE__, (void *)p); }
__CUFORT_CALL__ cudaGraphAddHostNode(__CUFORT_NODES__, const struct cudaHostNodeParams *p) { return __CUFORT_RUN__(cudaGraphAddHostNode, __CUFORT_NODE__, (void *)p); }
__CUFORT_CALL__ cudaGraphAddChildGraphNode(__CUFORT_NODES__, cudaGraph_t child) { return __CUFORT_RUN__(cudaGraphAddChildGraphNode, __CUFORT_NODE__, (void *)&child); }
__CUFORT_CALL__ cudaGraphAddEventRecordNode(__CUFORT_NODES__, cudaEvent_t e) { return __CUFORT_RUN__(cudaGraphAddEventRecordNode, __CUFORT_NODE__, (void *)&e); }
__CUFORT_CALL__ cudaGraphAddEventWaitNode(__CUFORT_NODES__, cudaEvent_t e) { return __CUFORT_RUN__(cudaGraphAddEventWaitNode, __CUFORT_NODE__, (void *)&e); }
#define __CUFORT_ROW__ (long)dst, 2, 1L, (long)src, 2, 1L, (long)bytes, (int)kind
__CUFORT_CALL__ cudaGraphAddMemcpyNode1D(__CUFORT_NODES__, void *dst, const void *src, size_t bytes, enum cudaMemcpyKind kind) { return __CUFORT_RUN__(cudaGraphAddMemcpyNode1D, __CUFORT_NODE__, __CUFORT_ROW__); }
__CUFORT_CALL__ cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst, const void *src, size_t bytes, enum cudaMemcpyKind kind) {
  return __CUFORT_RUN__(cudaGraphMemcpyNodeSetParams1D, (void *)&node, __CUFORT_ROW__);
}
__CUFORT_CALL__ cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *dst, const void *src, size_t bytes, enum cudaMemcpyKind kind) {
  return __CUFORT_RUN__(cudaGraphExecMemcpyNodeSetParams1D, (void *)&exec, (void *)&node, __CUFORT_ROW__);
}
#define cudaGraphAddMemcpyNodeToSymbol(to, graph, after, n, s, src, bytes, offset, kind) \
  cudaGraphAddMemcpyNode1D((to), (graph), (after), (n), (char *)__cufort_symbol(s) + (offset), (src), (bytes), (kind))
#define cudaGraphAddMemcpyNodeFromSymbol(to, graph, after, n, dst, s, bytes, offset, kind) \
  cudaGraphAddMemcpyNode1D((to), (graph), (after), (n), (dst), (char *)__cufort_symbol(s) + (offset), (bytes), (kind))
// Arrays are pitched memory, as their copies see them.
#ifdef __cplusplus
static inline struct cudaMemcpy3DParms __cufort_without_arrays(const struct cudaMemcpy3DParms *p);
#define __CUFORT_BOX__ struct cudaMemcpy3DParms box = __cufort_without_arrays(p);
#else
#define __CUFORT_BOX__ struct cudaMemcpy3DParms box = *p;
#endif
__CUFORT_CALL__ cudaGraphAddMemcpyNode(__CUFORT_NODES__, const struct cudaMemcpy3DParms *p) {
  __CUFORT_BOX__
  return __CUFORT_RUN__(cudaGraphAddMemcpyNode, __CUFORT_NODE__, (void *)&box);
}
__CUFORT_CALL__ cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const struct cudaMemcpy3DParms *p) {
  __CUFORT_BOX__
  return __CUFORT_RUN__(cudaGraphMemcpyNodeSetParams, (void *)&node, (void *)&box);
}
__CUFORT_CALL__ cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaMemcpy3DParms *p) {
  __CUFORT_BOX__
  return __CUFORT_RUN__(cudaGraphExecMemcpyNodeSetParams, (void *)&exec, (void *)&node, (void *)&box);
}
__CUFORT_CALL__ cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *p) { return __CUFORT_RUN__(cudaGraphMemcpyNodeGetParams, (void *)&node, (void *)p); }
__CUFORT_CALL__ cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *p) { return __CUFORT_RUN__(cudaGraphKernelNodeGetParams, (void *)&node, (void *)p); }
__CUFORT_CALL__ cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *p) { return __CUFORT_RUN__(cudaGraphKernelNodeSetParams, (void *)&node, (void *)p); }
__CUFORT_CALL__ cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaKernelNodeParams *p) {
  return __CUFORT_RUN__(cudaGraphExecKernelNodeSetParams, (void *)&exec, (void *)&node, (void *)p);
}
__CUFORT_CALL__ cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *p) { return __CUFORT_RUN__(cudaGraphMemsetNodeGetParams, (void *)&node, (void *)p); }
__CUFORT_CALL__ cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const struct cudaMemsetParams *p) { return __CUFORT_RUN__(cudaGraphMemsetNodeSetParams, (void *)&node, (void *)p); }
__CUFORT_CALL__ cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaMemsetParams *p) {
  return __CUFORT_RUN__(cudaGraphExecMemsetNodeSetParams, (void *)&exec, (void *)&node, (void *)p);
}
__CUFORT_CALL__ cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *p) { return __CUFORT_RUN__(cudaGraphHostNodeGetParams, (void *)&node, (void *)p); }
__CUFORT_CALL__ cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams *p) { return __CUFORT_RUN__(cudaGraphHostNodeSetParams, (void *)&node, (void *)p); }
__CUFORT_CALL__ cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaHostNodeParams *p) {
  return __CUFORT_RUN__(cudaGraphExecHostNodeSetParams, (void *)&exec, (void *)&node, (void *)p);
}
__CUFORT_CALL__ cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *e) { return __CUFORT_RUN__(cudaGraphEventRecordNodeGetEvent, (void *)&node, (void *)e); }
__CUFORT_CALL__ cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t e) { return __CUFORT_RUN__(cudaGraphEventRecordNodeSetEvent, (void *)&node, (void *)&e); }
__CUFORT_CALL__ cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *e) { return __CUFORT_RUN__(cudaGraphEventWaitNodeGetEvent, (void *)&node, (void *)e); }
__CUFORT_CALL__ cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t e) { return __CUFORT_RUN__(cudaGraphEventWaitNodeSetEvent, (void *)&node, (void *)&e); }
__CUFORT_CALL__ cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t e) {
  return __CUFORT_RUN__(cudaGraphExecEventRecordNodeSetEvent, (void *)&exec, (void *)&node, (void *)&e);
}
__CUFORT_CALL__ cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t e) {
  return __CUFORT_RUN__(cudaGraphExecEventWaitNodeSetEvent, (void *)&exec, (void *)&node, (void *)&e);
}
__CUFORT_CALL__ cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph) { return __CUFORT_RUN__(cudaGraphChildGraphNodeGetGraph, (void *)&node, (void *)graph); }
__CUFORT_CALL__ cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child) {
  return __CUFORT_RUN__(cudaGraphExecChildGraphNodeSetParams, (void *)&exec, (void *)&node, (void *)&child);
}
// Nodes by their numbers, edges between them.
__CUFORT_CALL__ cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags) {
  static const char *const kinds[] = {"KERNEL", "MEMCPY", "MEMSET", "HOST", "GRAPH", "EMPTY", "WAIT_EVENT", "EVENT_RECORD"};
  size_t n = 0, m = 0;
  cudaError_t e = cudaGraphGetNodes(graph, 0, &n);
  if (e == cudaSuccess) e = __cufort_edges(graph, 0, 0, &m);
  FILE *file = e == cudaSuccess ? fopen(path, "w") : 0;
  if (!file) return e == cudaSuccess ? cudaErrorOperatingSystem : e;
  cudaGraphNode_t *nodes = (cudaGraphNode_t *)malloc((n + 2 * m + 1) * sizeof *nodes);
  cudaGraphGetNodes(graph, nodes, &n);
  __cufort_edges(graph, nodes + n, nodes + n + m, &m);
  fprintf(file, "digraph dot {\n");
  for (size_t i = 0; i < n; i++) {
    enum cudaGraphNodeType type;
    cudaGraphNodeGetType(nodes[i], &type);
    fprintf(file, "\"graph_node_%zu\" [shape=\"record\" label=\"{%s | {ID | %zu}}\"];\n", i, kinds[type], i);
  }
  for (size_t k = 0; k < m; k++) {
    size_t from = 0, to = 0;
    while (nodes[from] != nodes[n + k]) from++;
    while (nodes[to] != nodes[n + m + k]) to++;
    fprintf(file, "\"graph_node_%zu\" -> \"graph_node_%zu\";\n", from, to);
  }
  fprintf(file, "}\n");
  fclose(file);
  free(nodes);
  return cudaSuccess;
}

// ---- calls of the host in a stream, launches by addresses of arguments ----
__CUFORT_CALL__ cudaLaunchHostFunc(cudaStream_t s, cudaHostFn_t f, void *with) { return __CUFORT_RUN__(cudaLaunchHostFunc, (long)s, (void *)f, (long)with); }
__CUFORT_CALL__ cudaStreamAddCallback(cudaStream_t s, cudaStreamCallback_t f, void *with, unsigned int flags) {
  return __CUFORT_RUN__(cudaStreamAddCallback, (long)s, (void *)f, (long)with, (int)flags);
}
static inline cudaError_t __cufort_launch_at(const void *k, struct dim3 grid, struct dim3 block, void **args, size_t shared, cudaStream_t s) {
  return __CUFORT_RUN__(cudaLaunchKernel, (void *)&k, (void *)&grid, (void *)&block, (void *)&args, (long)shared, (long)s);
}
static inline cudaError_t __cufort_launch_whole(const void *k, struct dim3 grid, struct dim3 block, void **args, size_t shared, cudaStream_t s) {
  return __CUFORT_RUN__(cudaLaunchCooperativeKernel, (void *)&k, (void *)&grid, (void *)&block, (void *)&args, (long)shared, (long)s);
}

// ---- the forms of both, old and new ----
#ifdef __cplusplus
__CUFORT_CALL__ cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *n) { return __cufort_edges(graph, from, to, n); }
__CUFORT_CALL__ cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *data, size_t *n) { return __cufort_edges(graph, from, to, n); }
__CUFORT_CALL__ cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t n) { return __cufort_one_after(graph, from, to, n); }
__CUFORT_CALL__ cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *data, size_t n) { return __cufort_one_after(graph, from, to, n); }
__CUFORT_CALL__ cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t n) { return __cufort_not_after(graph, from, to, n); }
__CUFORT_CALL__ cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *data, size_t n) { return __cufort_not_after(graph, from, to, n); }
__CUFORT_CALL__ cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *n) { return __cufort_before(node, nodes, n); }
__CUFORT_CALL__ cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *data, size_t *n) { return __cufort_before(node, nodes, n); }
__CUFORT_CALL__ cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *n) { return __cufort_behind(node, nodes, n); }
__CUFORT_CALL__ cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *data, size_t *n) { return __cufort_behind(node, nodes, n); }
__CUFORT_CALL__ cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info) { return __cufort_graph_update_info(exec, graph, info); }
__CUFORT_CALL__ cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *node, cudaGraphExecUpdateResult *result) { return __cufort_graph_update(exec, graph, node, result); }
__CUFORT_CALL__ cudaStreamGetCaptureInfo(cudaStream_t s, cudaStreamCaptureStatus *status, unsigned long long *id = 0, cudaGraph_t *graph = 0, const cudaGraphNode_t **after = 0, size_t *n = 0) {
  return __cufort_capture(s, status, id, graph, after, n);
}
__CUFORT_CALL__ cudaStreamGetCaptureInfo(cudaStream_t s, cudaStreamCaptureStatus *status, unsigned long long *id, cudaGraph_t *graph, const cudaGraphNode_t **after, const cudaGraphEdgeData **data, size_t *n) {
  return __cufort_capture(s, status, id, graph, after, n);
}
#else
#define cudaGraphGetEdges __cufort_edges
#define cudaGraphAddDependencies __cufort_one_after
#define cudaGraphRemoveDependencies __cufort_not_after
#define cudaGraphNodeGetDependencies __cufort_before
#define cudaGraphNodeGetDependentNodes __cufort_behind
#define cudaGraphExecUpdate __cufort_graph_update_info
#define cudaStreamGetCaptureInfo __cufort_capture
#define cudaLaunchKernel(k, grid, block, args, shared, s) __cufort_launch_at((const void *)(k), (grid), (block), (args), (shared), (s))
#define cudaLaunchCooperativeKernel(k, grid, block, args, shared, s) __cufort_launch_whole((const void *)(k), (grid), (block), (args), (shared), (s))
#endif
#define cudaStreamGetCaptureInfo_v2 cudaStreamGetCaptureInfo
#undef __CUFORT_CALL__
