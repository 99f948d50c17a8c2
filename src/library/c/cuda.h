// The driver's interface: what it does beside modules is the runtime's. One context for each device, which is there as soon as it is asked for.
#pragma once
#include <cuda_runtime.h>
#include <cuda_driver_attributes.h>
#include <stdlib.h>
#define CUDA_VERSION CUDART_VERSION
#define __cuda_cuda_h__
#define __CUFORT_RESULTS__(row) \
  row(CUDA_SUCCESS, 0) row(CUDA_ERROR_INVALID_VALUE, 1) row(CUDA_ERROR_OUT_OF_MEMORY, 2) row(CUDA_ERROR_NOT_INITIALIZED, 3) row(CUDA_ERROR_DEINITIALIZED, 4) \
  row(CUDA_ERROR_PROFILER_DISABLED, 5) row(CUDA_ERROR_NO_DEVICE, 100) row(CUDA_ERROR_INVALID_DEVICE, 101) row(CUDA_ERROR_INVALID_IMAGE, 200) \
  row(CUDA_ERROR_INVALID_CONTEXT, 201) row(CUDA_ERROR_MAP_FAILED, 205) row(CUDA_ERROR_UNMAP_FAILED, 206) row(CUDA_ERROR_ARRAY_IS_MAPPED, 207) \
  row(CUDA_ERROR_ALREADY_MAPPED, 208) row(CUDA_ERROR_NO_BINARY_FOR_GPU, 209) row(CUDA_ERROR_NOT_MAPPED, 211) row(CUDA_ERROR_ECC_UNCORRECTABLE, 214) \
  row(CUDA_ERROR_UNSUPPORTED_LIMIT, 215) row(CUDA_ERROR_CONTEXT_ALREADY_IN_USE, 216) row(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, 217) row(CUDA_ERROR_INVALID_PTX, 218) \
  row(CUDA_ERROR_INVALID_SOURCE, 300) row(CUDA_ERROR_FILE_NOT_FOUND, 301) row(CUDA_ERROR_OPERATING_SYSTEM, 304) row(CUDA_ERROR_INVALID_HANDLE, 400) \
  row(CUDA_ERROR_NOT_FOUND, 500) row(CUDA_ERROR_NOT_READY, 600) row(CUDA_ERROR_ILLEGAL_ADDRESS, 700) row(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701) \
  row(CUDA_ERROR_LAUNCH_TIMEOUT, 702) row(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, 704) row(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, 705) row(CUDA_ERROR_ASSERT, 710) \
  row(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, 712) row(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, 713) row(CUDA_ERROR_MISALIGNED_ADDRESS, 716) \
  row(CUDA_ERROR_LAUNCH_FAILED, 719) row(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, 720) row(CUDA_ERROR_NOT_PERMITTED, 800) row(CUDA_ERROR_NOT_SUPPORTED, 801) \
  row(CUDA_ERROR_UNKNOWN, 999)
#define __CUFORT_RESULT__(name, code) name = code,
typedef enum cudaError_enum { __CUFORT_RESULTS__(__CUFORT_RESULT__) __CUDA_ERROR_LAST } CUresult;
#undef __CUFORT_RESULT__
#define __CUFORT_CU__ static inline CUresult
typedef enum { CU_COMPUTEMODE_DEFAULT = 0, CU_COMPUTEMODE_PROHIBITED = 2, CU_COMPUTEMODE_EXCLUSIVE_PROCESS = 3 } CUcomputemode;
typedef int CUdevice;
typedef int CUdevice_attribute;
typedef unsigned long long CUdeviceptr;
typedef struct __cufort_context { int device; } *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef cudaArray_t CUarray;
typedef int CUjit_option;
typedef int CUfunction_attribute;
typedef int CUfunc_cache;
enum {
  CU_CTX_SCHED_AUTO = 0, CU_CTX_SCHED_SPIN = 1, CU_CTX_SCHED_YIELD = 2, CU_CTX_SCHED_BLOCKING_SYNC = 4, CU_CTX_MAP_HOST = 8,
  CU_STREAM_DEFAULT = 0, CU_STREAM_NON_BLOCKING = 1, CU_EVENT_DEFAULT = 0, CU_EVENT_BLOCKING_SYNC = 1, CU_EVENT_DISABLE_TIMING = 2,
  CU_MEMHOSTALLOC_PORTABLE = 1, CU_MEMHOSTALLOC_DEVICEMAP = 2, CU_MEMHOSTALLOC_WRITECOMBINED = 4,
  CU_MEMHOSTREGISTER_PORTABLE = 1, CU_MEMHOSTREGISTER_DEVICEMAP = 2, CU_MEM_ATTACH_GLOBAL = 1, CU_MEM_ATTACH_HOST = 2
};
__CUFORT_CU__ cuGetErrorName(CUresult code, const char **to) {
#define __CUFORT_RESULT__(name, number) case number: *to = #name; return CUDA_SUCCESS;
  switch ((int)code) { __CUFORT_RESULTS__(__CUFORT_RESULT__) }
#undef __CUFORT_RESULT__
  *to = NULL;
  return CUDA_ERROR_INVALID_VALUE;
}
__CUFORT_CU__ cuGetErrorString(CUresult code, const char **to) { *to = cudaGetErrorString((cudaError_t)code); return CUDA_SUCCESS; }
__CUFORT_CU__ cuInit(unsigned int flags) {
  int n = 0;
  if (flags) return CUDA_ERROR_INVALID_VALUE;
  return (CUresult)cudaGetDeviceCount(&n);
}
__CUFORT_CU__ cuDriverGetVersion(int *version) { return (CUresult)cudaDriverGetVersion(version); }

// ---- devices ----
__CUFORT_CU__ cuDeviceGetCount(int *n) { return (CUresult)cudaGetDeviceCount(n); }
__CUFORT_CU__ cuDeviceGet(CUdevice *to, int ordinal) {
  int n = 0;
  cudaGetDeviceCount(&n);
  if (ordinal < 0 || ordinal >= n) return CUDA_ERROR_INVALID_DEVICE;
  *to = ordinal;
  return CUDA_SUCCESS;
}
__CUFORT_CU__ cuDeviceGetName(char *to, int room, CUdevice d) {
  struct cudaDeviceProp facts;
  cudaError_t e = cudaGetDeviceProperties(&facts, d);
  if (e == cudaSuccess && room > 0) { strncpy(to, facts.name, room - 1); to[room - 1] = 0; }
  return (CUresult)e;
}
__CUFORT_CU__ cuDeviceTotalMem(size_t *to, CUdevice d) {
  struct cudaDeviceProp facts;
  cudaError_t e = cudaGetDeviceProperties(&facts, d);
  if (e == cudaSuccess) *to = facts.totalGlobalMem;
  return (CUresult)e;
}
__CUFORT_CU__ cuDeviceGetAttribute(int *to, CUdevice_attribute which, CUdevice d) { return (CUresult)cudaDeviceGetAttribute(to, which, d); }
__CUFORT_CU__ cuDeviceComputeCapability(int *major, int *minor, CUdevice d) {
  cudaError_t e = cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, d);
  return (CUresult)(e == cudaSuccess ? cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, d) : e);
}
__CUFORT_CU__ cuDeviceCanAccessPeer(int *can, CUdevice d, CUdevice peer) { return (CUresult)cudaDeviceCanAccessPeer(can, d, peer); }

// ---- contexts: a number of a device ----
__CUFORT_CU__ cuCtxSetCurrent(CUcontext c) { return c ? (CUresult)cudaSetDevice(c->device) : CUDA_SUCCESS; }
__CUFORT_CU__ cuDevicePrimaryCtxRetain(CUcontext *to, CUdevice d) {
  *to = (CUcontext)malloc(sizeof **to);
  (*to)->device = d;
  return CUDA_SUCCESS;
}
static inline CUresult __cufort_context(CUcontext *to, unsigned int flags, CUdevice d) {
  CUresult e = cuDevicePrimaryCtxRetain(to, d);
  return e == CUDA_SUCCESS ? cuCtxSetCurrent(*to) : e;
}
#define __CUFORT_CONTEXT_3__(to, flags, d) __cufort_context((to), (flags), (d))
#define __CUFORT_CONTEXT_4__(to, how, flags, d) __cufort_context((to), (flags), (d))
#define __CUFORT_CONTEXT_OF__(a, b, c, d, name, ...) name
#define cuCtxCreate(...) __CUFORT_CONTEXT_OF__(__VA_ARGS__, __CUFORT_CONTEXT_4__, __CUFORT_CONTEXT_3__, )(__VA_ARGS__)
__CUFORT_CU__ cuCtxGetDevice(CUdevice *to) { return (CUresult)cudaGetDevice(to); }
__CUFORT_CU__ cuCtxGetCurrent(CUcontext *to) {
  int d = 0;
  cudaError_t e = cudaGetDevice(&d);
  return e == cudaSuccess ? cuDevicePrimaryCtxRetain(to, d) : (CUresult)e;
}
__CUFORT_CU__ cuCtxPushCurrent(CUcontext c) { return cuCtxSetCurrent(c); }
__CUFORT_CU__ cuCtxPopCurrent(CUcontext *to) { return to ? cuCtxGetCurrent(to) : CUDA_SUCCESS; }
__CUFORT_CU__ cuCtxDestroy(CUcontext c) { free(c); return CUDA_SUCCESS; }
__CUFORT_CU__ cuCtxDetach(CUcontext c) { return cuCtxDestroy(c); }
__CUFORT_CU__ cuDevicePrimaryCtxRelease(CUdevice d) { return CUDA_SUCCESS; }
__CUFORT_CU__ cuDevicePrimaryCtxReset(CUdevice d) { return (CUresult)cudaDeviceReset(); }
__CUFORT_CU__ cuCtxSynchronize(void) { return (CUresult)cudaDeviceSynchronize(); }
__CUFORT_CU__ cuCtxSetCacheConfig(CUfunc_cache how) { return CUDA_SUCCESS; }
__CUFORT_CU__ cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags) { return (CUresult)cudaDeviceEnablePeerAccess(peer->device, flags); }
__CUFORT_CU__ cuCtxDisablePeerAccess(CUcontext peer) { return (CUresult)cudaDeviceDisablePeerAccess(peer->device); }

// ---- memory ----
__CUFORT_CU__ cuMemAlloc(CUdeviceptr *to, size_t n) { return n == 0 ? CUDA_ERROR_INVALID_VALUE : (CUresult)__cufort_malloc((void **)to, n); }
__CUFORT_CU__ cuMemAllocManaged(CUdeviceptr *to, size_t n, unsigned int flags) { return (CUresult)__cufort_malloc_managed((void **)to, n, flags); }
__CUFORT_CU__ cuMemAllocPitch(CUdeviceptr *to, size_t *pitch, size_t width, size_t height, unsigned int bytes) { return (CUresult)cudaMallocPitch((void **)to, pitch, width, height); }
__CUFORT_CU__ cuMemFree(CUdeviceptr p) { return (CUresult)cudaFree((void *)p); }
__CUFORT_CU__ cuMemAllocHost(void **to, size_t n) { return (CUresult)__cufort_malloc_host(to, n); }
__CUFORT_CU__ cuMemHostAlloc(void **to, size_t n, unsigned int flags) { return (CUresult)__cufort_host_alloc(to, n, flags); }
__CUFORT_CU__ cuMemFreeHost(void *p) { return (CUresult)cudaFreeHost(p); }
__CUFORT_CU__ cuMemHostRegister(void *p, size_t n, unsigned int flags) { return (CUresult)cudaHostRegister(p, n, flags); }
__CUFORT_CU__ cuMemHostUnregister(void *p) { return (CUresult)cudaHostUnregister(p); }
__CUFORT_CU__ cuMemHostGetDevicePointer(CUdeviceptr *to, void *p, unsigned int flags) { return (CUresult)cudaHostGetDevicePointer(to, p, flags); }
__CUFORT_CU__ cuMemGetInfo(size_t *free, size_t *total) { return (CUresult)cudaMemGetInfo(free, total); }
__CUFORT_CU__ cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t n) { return (CUresult)__cufort_memcpy((void *)to, from, n, 1); }
__CUFORT_CU__ cuMemcpyDtoH(void *to, CUdeviceptr from, size_t n) { return (CUresult)__cufort_memcpy(to, (void *)from, n, 2); }
__CUFORT_CU__ cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t n) { return (CUresult)__cufort_memcpy((void *)to, (void *)from, n, 3); }
__CUFORT_CU__ cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t n) { return (CUresult)__cufort_memcpy((void *)to, (void *)from, n, 4); }
__CUFORT_CU__ cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t n, CUstream s) { return (CUresult)__cufort_memcpy_async((void *)to, from, n, 1, (long)s); }
__CUFORT_CU__ cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t n, CUstream s) { return (CUresult)__cufort_memcpy_async(to, (void *)from, n, 2, (long)s); }
__CUFORT_CU__ cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t n, CUstream s) { return (CUresult)__cufort_memcpy_async((void *)to, (void *)from, n, 3, (long)s); }
__CUFORT_CU__ cuMemsetD8(CUdeviceptr to, unsigned char x, size_t n) { return (CUresult)cudaMemset((void *)to, x, n); }
__CUFORT_CU__ cuMemsetD8Async(CUdeviceptr to, unsigned char x, size_t n, CUstream s) { return (CUresult)__cufort_memset_async((void *)to, x, n, (long)s); }
static inline CUresult __cufort_fill_memory(CUdeviceptr to, const void *x, size_t bytes, size_t n) {
  char *all = (char *)malloc(bytes * n);
  if (!all) return CUDA_ERROR_OUT_OF_MEMORY;
  for (size_t i = 0; i < n; i++) memcpy(all + i * bytes, x, bytes);
  CUresult e = cuMemcpyHtoD(to, all, bytes * n);
  free(all);
  return e;
}
__CUFORT_CU__ cuMemsetD16(CUdeviceptr to, unsigned short x, size_t n) { return __cufort_fill_memory(to, &x, sizeof x, n); }
__CUFORT_CU__ cuMemsetD32(CUdeviceptr to, unsigned int x, size_t n) { return __cufort_fill_memory(to, &x, sizeof x, n); }

// ---- streams and events ----
__CUFORT_CU__ cuStreamCreate(CUstream *to, unsigned int flags) { return (CUresult)cudaStreamCreateWithFlags(to, flags); }
__CUFORT_CU__ cuStreamDestroy(CUstream s) { return (CUresult)cudaStreamDestroy(s); }
__CUFORT_CU__ cuStreamSynchronize(CUstream s) { return (CUresult)cudaStreamSynchronize(s); }
__CUFORT_CU__ cuStreamQuery(CUstream s) { return (CUresult)cudaStreamQuery(s); }
__CUFORT_CU__ cuStreamWaitEvent(CUstream s, CUevent e, unsigned int flags) { return (CUresult)__cufort_wait_event(s, e, flags); }
__CUFORT_CU__ cuEventCreate(CUevent *to, unsigned int flags) { return (CUresult)cudaEventCreateWithFlags(to, flags); }
__CUFORT_CU__ cuEventDestroy(CUevent e) { return (CUresult)cudaEventDestroy(e); }
__CUFORT_CU__ cuEventRecord(CUevent e, CUstream s) { return (CUresult)__cufort_event_record(e, s); }
__CUFORT_CU__ cuEventSynchronize(CUevent e) { return (CUresult)cudaEventSynchronize(e); }
__CUFORT_CU__ cuEventQuery(CUevent e) { return (CUresult)cudaEventQuery(e); }
__CUFORT_CU__ cuEventElapsedTime(float *ms, CUevent first, CUevent last) { return (CUresult)cudaEventElapsedTime(ms, first, last); }
__CUFORT_CU__ cuProfilerStart(void) { return (CUresult)cudaProfilerStart(); }
__CUFORT_CU__ cuProfilerStop(void) { return (CUresult)cudaProfilerStop(); }

// ---- modules: machine code or PTX that is loaded when the program runs is nothing that every device can take ----
__CUFORT_CU__ cuModuleLoad(CUmodule *m, const char *file) { return CUDA_ERROR_NOT_SUPPORTED; }
__CUFORT_CU__ cuModuleLoadData(CUmodule *m, const void *image) { return CUDA_ERROR_NOT_SUPPORTED; }
__CUFORT_CU__ cuModuleLoadDataEx(CUmodule *m, const void *image, unsigned int n, CUjit_option *options, void **values) { return CUDA_ERROR_NOT_SUPPORTED; }
__CUFORT_CU__ cuModuleLoadFatBinary(CUmodule *m, const void *image) { return CUDA_ERROR_NOT_SUPPORTED; }
__CUFORT_CU__ cuModuleUnload(CUmodule m) { return CUDA_ERROR_INVALID_HANDLE; }
__CUFORT_CU__ cuModuleGetFunction(CUfunction *f, CUmodule m, const char *name) { return CUDA_ERROR_INVALID_HANDLE; }
__CUFORT_CU__ cuModuleGetGlobal(CUdeviceptr *p, size_t *n, CUmodule m, const char *name) { return CUDA_ERROR_INVALID_HANDLE; }
__CUFORT_CU__ cuLaunchKernel(CUfunction f, unsigned int gx, unsigned int gy, unsigned int gz, unsigned int bx, unsigned int by, unsigned int bz, unsigned int shared, CUstream s, void **args, void **extra) {
  return CUDA_ERROR_INVALID_HANDLE;
}
#undef __CUFORT_CU__
