#pragma once
#include <cuda_structs.h>
typedef long long cudaStream_t_number;
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct cudaArray *cudaArray_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault
};
#ifndef __cplusplus
typedef enum cudaMemcpyKind cudaMemcpyKind;
#endif
typedef int cudaDeviceAttr;
#ifdef __cplusplus
extern "C" {
#endif
cudaError_t __cufort_malloc(void **p, size_t n) __asm__("cudaMalloc");
cudaError_t __cufort_malloc_managed(void **p, size_t n, unsigned int flags) __asm__("cudaMallocManaged");
cudaError_t __cufort_malloc_host(void **p, size_t n) __asm__("cudaMallocHost");
cudaError_t __cufort_host_alloc(void **p, size_t n, unsigned int flags) __asm__("cudaHostAlloc");
cudaError_t __cufort_malloc_async(void **p, size_t n, long stream) __asm__("cudaMallocAsync");
cudaError_t __cufort_memcpy(void *to, const void *from, size_t n, int kind) __asm__("cudaMemcpy");
cudaError_t __cufort_memcpy_async(void *to, const void *from, size_t n, int kind, long stream) __asm__("cudaMemcpyAsync");
cudaError_t __cufort_memset_async(void *p, int x, size_t n, long stream) __asm__("cudaMemsetAsync");
cudaError_t __cufort_free_async(void *p, long stream) __asm__("cudaFreeAsync");
cudaError_t cudaFree(void *p);
cudaError_t cudaFreeHost(void *p);
cudaError_t cudaHostRegister(void *p, size_t n, unsigned int flags);
cudaError_t cudaHostUnregister(void *p);
cudaError_t __cufort_host_pointer(void **d, void *p, unsigned int flags) __asm__("cudaHostGetDevicePointer");
cudaError_t cudaMemset(void *p, int x, size_t n);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaGetDeviceCount(int *n);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *facts, int device);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
cudaError_t cudaStreamCreate(cudaStream_t *s);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned int flags);
cudaError_t cudaStreamDestroy(cudaStream_t s);
cudaError_t cudaStreamSynchronize(cudaStream_t s);
cudaError_t cudaStreamQuery(cudaStream_t s);
cudaError_t __cufort_wait_event(cudaStream_t s, cudaEvent_t e, unsigned int flags) __asm__("cudaStreamWaitEvent");
cudaError_t cudaEventCreate(cudaEvent_t *e);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned int flags);
#ifdef __cplusplus
extern "C++" static inline cudaError_t cudaEventCreate(cudaEvent_t *e, unsigned int flags) { return cudaEventCreateWithFlags(e, flags); }
#endif
cudaError_t cudaEventDestroy(cudaEvent_t e);
cudaError_t __cufort_event_record(cudaEvent_t e, cudaStream_t s) __asm__("cudaEventRecord");
cudaError_t cudaEventSynchronize(cudaEvent_t e);
cudaError_t cudaEventQuery(cudaEvent_t e);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t first, cudaEvent_t last);
typedef struct { long long reserved[8]; } cudaIpcMemHandle_t;
typedef struct { long long reserved[8]; } cudaIpcEventHandle_t;
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *p);
cudaError_t cudaIpcOpenMemHandle(void **p, cudaIpcMemHandle_t handle, unsigned int flags);
cudaError_t cudaIpcCloseMemHandle(void *p);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t e);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *e, cudaIpcEventHandle_t handle);
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
cudaError_t __cufort_get_attribute(int *value, int attribute, int device) __asm__("cudaDeviceGetAttribute");
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t __cufort_set_limit(int limit, size_t value) __asm__("cudaDeviceSetLimit");
cudaError_t __cufort_get_limit(size_t *value, int limit) __asm__("cudaDeviceGetLimit");
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned int flags, int priority);
cudaError_t __cufort_begin_capture(cudaStream_t s, int mode) __asm__("cudaStreamBeginCapture");
cudaError_t cudaStreamEndCapture(cudaStream_t s, cudaGraph_t *graph);
cudaError_t __cufort_graph_instantiate(cudaGraphExec_t *exec, cudaGraph_t graph) __asm__("cufort_graph_instantiate");
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t s);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
#ifdef __cplusplus
const char *__cufort_cuda_text(cudaError_t code) __asm__("cudaGetErrorString");
const char *__cufort_cuda_name(cudaError_t code) __asm__("cudaGetErrorName");
}
#include <cuda_error_texts.h>
#else
const char *cudaGetErrorString(cudaError_t code);
const char *cudaGetErrorName(cudaError_t code);
#endif
#define cudaMalloc(p, n) __cufort_malloc((void **)(p), (n))
#define cudaMallocHost(p, n) __cufort_malloc_host((void **)(p), (n))
#define cudaHostGetDevicePointer(d, p, f) __cufort_host_pointer((void **)(d), (void *)(p), (f))
#define cudaMemcpyToSymbol(s, from, ...) __cufort_to_symbol((void *)__cufort_symbol(s), (from), __VA_ARGS__)
#define cudaMemcpyFromSymbol(to, s, ...) __cufort_from_symbol((to), (void *)__cufort_symbol(s), __VA_ARGS__)
#define cudaGetSymbolAddress(p, s) __cufort_symbol_address((void **)(p), (void *)__cufort_symbol(s))
// The stream that comes last, or none; in C++ objects that become one as well.
#ifdef __cplusplus
static inline long __cufort_last_stream(cudaStream_t s = 0) { return (long)s; }
#else
#define __cufort_last_stream(...) ((long)(__VA_ARGS__ + 0))
#endif
#define cudaMemcpyAsync(to, from, n, kind, ...) __cufort_memcpy_async((to), (from), (n), (kind), __cufort_last_stream(__VA_ARGS__))
#ifdef __cplusplus
static inline cudaError_t cudaMallocManaged_(void **p, size_t n, unsigned int flags = 1) { return __cufort_malloc_managed(p, n, flags); }
static inline cudaError_t cudaHostAlloc_(void **p, size_t n, unsigned int flags = 0) { return __cufort_host_alloc(p, n, flags); }
static inline cudaError_t cudaMemcpy(void *to, const void *from, size_t n, int kind = 4) { return __cufort_memcpy(to, from, n, kind); }
static inline cudaError_t cudaMemsetAsync(void *p, int x, size_t n, cudaStream_t s = 0) { return __cufort_memset_async(p, x, n, (long)s); }
static inline cudaError_t cudaFreeAsync(void *p, cudaStream_t s = 0) { return __cufort_free_async(p, (long)s); }
static inline cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s = 0) { return __cufort_event_record(e, s); }
static inline cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned int flags = 0) { return __cufort_wait_event(s, e, flags); }
static inline cudaError_t __cufort_to_symbol(void *s, const void *from, size_t n, size_t offset = 0, int kind = 1) { return !s ? cudaErrorInvalidSymbol : __cufort_memcpy((char *)s + offset, from, n, kind); }
static inline cudaError_t __cufort_from_symbol(void *to, void *s, size_t n, size_t offset = 0, int kind = 2) { return !s ? cudaErrorInvalidSymbol : __cufort_memcpy(to, (char *)s + offset, n, kind); }
#define cudaMallocManaged(p, ...) cudaMallocManaged_((void **)(p), __VA_ARGS__)
#define cudaHostAlloc(p, ...) cudaHostAlloc_((void **)(p), __VA_ARGS__)
#endif
static inline cudaError_t __cufort_symbol_address(void **to, void *s) { *to = s; return s ? cudaSuccess : cudaErrorInvalidSymbol; }
#define cudaDeviceGetAttribute(value, attribute, device) __cufort_get_attribute((value), (int)(attribute), (device))
#define cudaDeviceSetLimit(limit, value) __cufort_set_limit((int)(limit), (value))
#define cudaDeviceGetLimit(value, limit) __cufort_get_limit((value), (int)(limit))
#define cudaStreamBeginCapture(s, mode) __cufort_begin_capture((s), (int)(mode))
#define cudaGraphInstantiate(exec, graph, ...) __cufort_graph_instantiate((exec), (graph))
#define cudaGraphInstantiateWithFlags(exec, graph, flags) __cufort_graph_instantiate((exec), (graph))
static inline cudaError_t cudaThreadExit(void) { return cudaDeviceReset(); }
static inline cudaError_t cudaDeviceSetCacheConfig(int how) { return cudaSuccess; }
static inline cudaError_t cudaDeviceSetSharedMemConfig(int how) { return cudaSuccess; }
static inline cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) { *least = 0; *greatest = -5; return cudaSuccess; }
static inline cudaError_t cudaCtxResetPersistingL2Cache(void) { return cudaSuccess; }
// What a stream's work wants of caches and priorities: hints, kept nowhere.
enum cudaAccessProperty { cudaAccessPropertyNormal, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting };
struct cudaAccessPolicyWindow {
  void *base_ptr;
  size_t num_bytes;
  float hitRatio;
  enum cudaAccessProperty hitProp, missProp;
};
typedef enum {
  cudaLaunchAttributeIgnore, cudaLaunchAttributeAccessPolicyWindow, cudaLaunchAttributeCooperative, cudaLaunchAttributeSynchronizationPolicy, cudaLaunchAttributeClusterDimension,
  cudaLaunchAttributeClusterSchedulingPolicyPreference, cudaLaunchAttributeProgrammaticStreamSerialization, cudaLaunchAttributeProgrammaticEvent, cudaLaunchAttributePriority
} cudaLaunchAttributeID;
typedef cudaLaunchAttributeID cudaStreamAttrID;
typedef union cudaLaunchAttributeValue {
  char pad[64];
  struct cudaAccessPolicyWindow accessPolicyWindow;
  int cooperative, syncPolicy, priority, programmaticStreamSerializationAllowed;
  struct { unsigned int x, y, z; } clusterDim;
} cudaLaunchAttributeValue;
typedef cudaLaunchAttributeValue cudaStreamAttrValue;
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamAttributePriority cudaLaunchAttributePriority
static inline cudaError_t cudaStreamSetAttribute(cudaStream_t s, cudaStreamAttrID which, const cudaStreamAttrValue *to) { return to ? cudaSuccess : cudaErrorInvalidValue; }
static inline cudaError_t cudaMallocPitch_(void **p, size_t *pitch, size_t width, size_t height) {
  *pitch = (width + 511) / 512 * 512;
  return __cufort_malloc(p, *pitch * height);
}
#define __CUFORT_BYTES__(p) (long)(p), 2, 1L
static inline cudaError_t cudaMemset2D(void *p, size_t pitch, int x, size_t width, size_t height) {
  return (cudaError_t)__cufort_runtime_cudaMemset2D(int, __CUFORT_BYTES__(p), (long)pitch, (long)x, (long)width, (long)height);
}
static inline cudaError_t __cufort_fill_rows(void *p, size_t pitch, int x, size_t width, size_t height, long s) {
  return (cudaError_t)__cufort_runtime_cudaMemset2DAsync(int, __CUFORT_BYTES__(p), (long)pitch, (long)x, (long)width, (long)height, s);
}
static inline cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int kind) {
  return (cudaError_t)__cufort_runtime_cudaMemcpy2D(int, __CUFORT_BYTES__(to), (long)to_pitch, __CUFORT_BYTES__(from), (long)from_pitch, (long)width, (long)height, kind);
}
static inline cudaError_t __cufort_copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, long s) {
  return (cudaError_t)__cufort_runtime_cudaMemcpy2DAsync(int, __CUFORT_BYTES__(to), (long)to_pitch, __CUFORT_BYTES__(from), (long)from_pitch, (long)width, (long)height, s);
}
static inline struct cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) { struct cudaExtent e; e.width = w; e.height = h; e.depth = d; return e; }
static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) { struct cudaPos e; e.x = x; e.y = y; e.z = z; return e; }
static inline struct cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t x, size_t y) { struct cudaPitchedPtr e; e.ptr = p; e.pitch = pitch; e.xsize = x; e.ysize = y; return e; }
static inline cudaError_t cudaMalloc3D(struct cudaPitchedPtr *to, struct cudaExtent e) {
  size_t pitch = (e.width + 511) / 512 * 512;
  void *p;
  cudaError_t code = __cufort_malloc(&p, pitch * e.height * e.depth);
  *to = make_cudaPitchedPtr(p, pitch, e.width, e.height);
  return code;
}
#define cudaMallocPitch(p, pitch, w, h) cudaMallocPitch_((void **)(p), (pitch), (w), (h))
#define cudaMemset2DAsync(p, pitch, x, w, h, ...) __cufort_fill_rows((p), (pitch), (x), (w), (h), __cufort_last_stream(__VA_ARGS__))
#define cudaMemcpy2DAsync(to, tp, from, fp, w, h, kind, ...) __cufort_copy_rows((to), (tp), (from), (fp), (w), (h), __cufort_last_stream(__VA_ARGS__))
#define cudaStreamAttachMemAsync(...) (cudaSuccess)
#define cudaMemcpyToSymbolAsync(s, from, n, offset, kind, ...) cudaMemcpyAsync((char *)__cufort_symbol(s) + (offset), (from), (n), (kind), __VA_ARGS__)
#define cudaMemcpyFromSymbolAsync(to, s, n, offset, kind, ...) cudaMemcpyAsync((to), (char *)__cufort_symbol(s) + (offset), (n), (kind), __VA_ARGS__)
#define cudaMemcpyPeer(to, td, from, fd, n) __cufort_memcpy((to), (from), (n), 3)
#define cudaMemcpyPeerAsync(to, td, from, fd, n, ...) cudaMemcpyAsync((to), (from), (n), 3, __VA_ARGS__)
#define cudaGetSymbolSize(p, s) (*(p) = sizeof(s), cudaSuccess)
// Kernels are known by the low half of their address.
#define __CUFORT_KERNEL__(f) ((int)(long)__cufort_function(f))
#ifdef __cplusplus
template <class F> static inline cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *to, F f) { return (cudaError_t)__cufort_runtime_cudaFuncGetAttributes(int, (void *)to, __CUFORT_KERNEL__(f)); }
template <class F> static inline cudaError_t cudaFuncSetAttribute(F f, int what, int value) { return (cudaError_t)__cufort_runtime_cudaFuncSetAttribute(int, __CUFORT_KERNEL__(f), what, value); }
template <class F> static inline cudaError_t cudaFuncSetCacheConfig(F f, int how) { return (cudaError_t)__cufort_runtime_cudaFuncSetCacheConfig(int, __CUFORT_KERNEL__(f), how); }
template <class F> static inline cudaError_t cudaFuncSetSharedMemConfig(F f, int how) { return (cudaError_t)__cufort_runtime_cudaFuncSetSharedMemConfig(int, __CUFORT_KERNEL__(f), how); }
template <class F> static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, F f, int threads, size_t shared) {
  return (cudaError_t)__cufort_runtime_cudaOccupancyMaxActiveBlocksPerMultiprocessor(int, (int *)n, 4, __CUFORT_KERNEL__(f), threads, (long)shared);
}
template <class F> static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, F f, int threads, size_t shared, unsigned int) { return cudaOccupancyMaxActiveBlocksPerMultiprocessor(n, f, threads, shared); }
template <class F> static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F f, size_t shared = 0, int limit = 0) {
  return (cudaError_t)__cufort_runtime_cudaOccupancyMaxPotentialBlockSize(int, (int *)grid, 4, (int *)block, 4, __CUFORT_KERNEL__(f), (long)shared, limit);
}
template <class F> static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, F f, size_t shared = 0, int limit = 0, unsigned int = 0) { return cudaOccupancyMaxPotentialBlockSize(grid, block, f, shared, limit); }
#else
#define cudaFuncGetAttributes(to, f) ((cudaError_t)__cufort_runtime_cudaFuncGetAttributes(int, (void *)(to), __CUFORT_KERNEL__(f)))
#define cudaFuncSetAttribute(f, what, value) ((cudaError_t)__cufort_runtime_cudaFuncSetAttribute(int, __CUFORT_KERNEL__(f), (int)(what), (int)(value)))
#define cudaFuncSetCacheConfig(f, how) ((cudaError_t)__cufort_runtime_cudaFuncSetCacheConfig(int, __CUFORT_KERNEL__(f), (int)(how)))
#define cudaFuncSetSharedMemConfig(f, how) ((cudaError_t)__cufort_runtime_cudaFuncSetSharedMemConfig(int, __CUFORT_KERNEL__(f), (int)(how)))
#define cudaOccupancyMaxActiveBlocksPerMultiprocessor(n, f, threads, shared) \
  ((cudaError_t)__cufort_runtime_cudaOccupancyMaxActiveBlocksPerMultiprocessor(int, (int *)(n), 4, __CUFORT_KERNEL__(f), (int)(threads), (long)(shared)))
#define cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(n, f, threads, shared, flags) cudaOccupancyMaxActiveBlocksPerMultiprocessor(n, f, threads, shared)
#endif
enum cudaMemLocationType { cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice, cudaMemLocationTypeHost, cudaMemLocationTypeHostNuma, cudaMemLocationTypeHostNumaCurrent };
struct cudaMemLocation { enum cudaMemLocationType type; int id; };
static inline cudaError_t __cufort_prefetch(const void *p, size_t n, int device, cudaStream_t s) {
  return (cudaError_t)__cufort_runtime_cudaMemPrefetchAsync(int, (long)p, 2, 1L, (long)n, device, (long)s);
}
static inline cudaError_t __cufort_advise(const void *p, size_t n, int advice, int device) {
  return (cudaError_t)__cufort_runtime_cudaMemAdvise(int, (long)p, 2, 1L, (long)n, advice, device);
}
enum cudaMemoryType { __cufort_memory_type };
struct cudaPointerAttributes { enum cudaMemoryType type; int device; void *devicePointer; void *hostPointer; long reserved[8]; };
static inline cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *to, const void *p) {
  return (cudaError_t)__cufort_runtime_cudaPointerGetAttributes(int, (void *)to, (long)p, 2, 1L);
}
// Each device has one pool.
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
typedef int cudaMemPoolAttr;
enum cudaMemAllocationType { cudaMemAllocationTypeInvalid, cudaMemAllocationTypePinned, cudaMemAllocationTypeManaged };
enum cudaMemAllocationHandleType { cudaMemHandleTypeNone, cudaMemHandleTypePosixFileDescriptor };
enum cudaMemAccessFlags { cudaMemAccessFlagsProtNone, cudaMemAccessFlagsProtRead, cudaMemAccessFlagsProtReadWrite = 3 };
struct cudaMemPoolProps {
  enum cudaMemAllocationType allocType;
  enum cudaMemAllocationHandleType handleTypes;
  struct cudaMemLocation location;
  void *win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
};
struct cudaMemAccessDesc { struct cudaMemLocation location; enum cudaMemAccessFlags flags; };
static inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) { return (cudaError_t)__cufort_runtime_cudaDeviceGetDefaultMemPool(int, (void *)pool, device); }
static inline cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) { return (cudaError_t)__cufort_runtime_cudaDeviceGetMemPool(int, (void *)pool, device); }
static inline cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) { return (cudaError_t)__cufort_runtime_cudaDeviceSetMemPool(int, device, (void *)&pool); }
static inline cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props) { return cudaDeviceGetDefaultMemPool(pool, props->location.id); }
static inline cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) { return cudaSuccess; }
static inline cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t least) { return (cudaError_t)__cufort_runtime_cudaMemPoolTrimTo(int, (void *)&pool, (long)least); }
static inline cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t n) { return cudaSuccess; }
// Those about reuse are of 4 bytes, the others of 8.
static inline cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, int what, void *value) {
  return (cudaError_t)__cufort_runtime_cudaMemPoolSetAttribute(int, (void *)&pool, what, what < 4 ? (long)*(int *)value : *(long *)value);
}
static inline cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, int what, void *value) {
  long got = 0;
  cudaError_t e = (cudaError_t)__cufort_runtime_cudaMemPoolGetAttribute(int, (void *)&pool, what, (void *)&got, 8);
  if (what < 4) *(int *)value = (int)got;
  else *(long *)value = got;
  return e;
}
static inline cudaError_t cudaMallocFromPoolAsync_(void **p, size_t n, cudaMemPool_t pool, cudaStream_t s) { return __cufort_malloc_async(p, n, (long)s); }
#define cudaMallocFromPoolAsync(p, n, pool, s) cudaMallocFromPoolAsync_((void **)(p), (n), (pool), (s))
#ifdef __cplusplus
static inline cudaError_t cudaMallocAsync_(void **p, size_t n, cudaStream_t s) { return __cufort_malloc_async(p, n, (long)s); }
static inline cudaError_t cudaMallocAsync_(void **p, size_t n, cudaMemPool_t pool, cudaStream_t s) { return __cufort_malloc_async(p, n, (long)s); }
#define cudaMallocAsync(p, ...) cudaMallocAsync_((void **)(p), __VA_ARGS__)
#else
#define cudaMallocAsync(p, n, s) __cufort_malloc_async((void **)(p), (n), (long)(s))
#endif
static inline int __cufort_device_at(struct cudaMemLocation at) { return at.type == cudaMemLocationTypeDevice ? at.id : -1; }
#ifdef __cplusplus
typedef cudaMemLocation cudaMemLocation_t;
static inline cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, int device, cudaStream_t s = 0) { return __cufort_prefetch(p, n, device, s); }
static inline cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, cudaMemLocation to, unsigned int flags, cudaStream_t s = 0) { return __cufort_prefetch(p, n, __cufort_device_at(to), s); }
static inline cudaError_t cudaMemAdvise(const void *p, size_t n, int advice, int device) { return __cufort_advise(p, n, advice, device); }
static inline cudaError_t cudaMemAdvise(const void *p, size_t n, int advice, cudaMemLocation at) { return __cufort_advise(p, n, advice, __cufort_device_at(at)); }
#else
typedef struct cudaMemLocation cudaMemLocation;
typedef struct cudaPointerAttributes cudaPointerAttributes;
#define cudaMemPrefetchAsync(p, n, device, s) __cufort_prefetch(p, n, device, s)
#define cudaMemAdvise(p, n, advice, device) __cufort_advise(p, n, advice, device)
#endif
#include <cuda_graphs.h>
#ifdef __cplusplus
template <class... P, size_t... i> static inline void __cufort_launch_with(void (*k)(P...), dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t s, std::index_sequence<i...>) {
  k<<<grid, block, shared, s>>>(*(std::remove_reference_t<P> *)args[i]...);
}
template <class... P> static inline cudaError_t __cufort_launch(void (*k)(P...), dim3 grid, dim3 block, void **args, size_t shared = 0, cudaStream_t s = 0) {
  __cufort_launch_with(k, grid, block, args, shared, s, std::index_sequence_for<P...>());
  return cudaPeekAtLastError();
}
static inline cudaError_t __cufort_launch(const void *k, dim3 grid, dim3 block, void **args, size_t shared = 0, cudaStream_t s = 0) { return __cufort_launch_at(k, grid, block, args, shared, s); }
#define cudaLaunchKernel(...) __cufort_launch(__cufort_the_function __VA_ARGS__)
#define cudaLaunchCooperativeKernel(...) __cufort_launch(__cufort_the_function __VA_ARGS__)
// A launch as an object; what its attributes say of caches, priorities and overlap are hints.
typedef struct cudaLaunchAttribute_st { cudaLaunchAttributeID id; cudaLaunchAttributeValue val; } cudaLaunchAttribute;
typedef struct cudaLaunchConfig_st { dim3 gridDim, blockDim; size_t dynamicSmemBytes; cudaStream_t stream; cudaLaunchAttribute *attrs; unsigned int numAttrs; } cudaLaunchConfig_t;
static inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, const void *k, void **args) {
  for (unsigned int i = 0; i < c->numAttrs; i++) if (c->attrs[i].id == cudaLaunchAttributeCooperative && c->attrs[i].val.cooperative) return __cufort_launch_whole(k, c->gridDim, c->blockDim, args, c->dynamicSmemBytes, c->stream);
  return __cufort_launch_at(k, c->gridDim, c->blockDim, args, c->dynamicSmemBytes, c->stream);
}
template <class... P, class... A> static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *c, void (*k)(P...), A &&...args) {
  return [&](std::remove_reference_t<P>... given) { void *all[] = {(void *)&given..., nullptr}; return cudaLaunchKernelExC(c, (const void *)k, all); }(std::forward<A>(args)...);
}
template <class F, class S> static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, F f, S shared, int limit = 0) {
  cudaFuncAttributes facts;
  cudaError_t e = cudaFuncGetAttributes(&facts, f);
  if (e != cudaSuccess) return e;
  int device = 0, processors = 0, best = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  int most = limit > 0 && limit < facts.maxThreadsPerBlock ? limit : facts.maxThreadsPerBlock;
  *grid = *block = 0;
  for (int up = (most + 31) / 32 * 32; up > 0; up -= 32) {
    int threads = up < most ? up : most, blocks = 0;
    e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, threads, (size_t)shared(threads));
    if (e != cudaSuccess) return e;
    if (blocks * threads > best) { best = blocks * threads; *block = threads; *grid = blocks * processors; }
  }
  return cudaSuccess;
}
#endif
