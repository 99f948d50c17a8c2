#pragma once
#include <cuda_structs.h>
typedef long long cudaStream_t_number;
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault
};
#ifndef __cplusplus
typedef enum cudaMemcpyKind cudaMemcpyKind;
#endif
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
cudaError_t cudaEventDestroy(cudaEvent_t e);
cudaError_t __cufort_event_record(cudaEvent_t e, cudaStream_t s) __asm__("cudaEventRecord");
cudaError_t cudaEventSynchronize(cudaEvent_t e);
cudaError_t cudaEventQuery(cudaEvent_t e);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t first, cudaEvent_t last);
const char *cudaGetErrorString(cudaError_t code);
const char *cudaGetErrorName(cudaError_t code);
#ifdef __cplusplus
}
#endif
#define cudaMalloc(p, n) __cufort_malloc((void **)(p), (n))
#define cudaMallocHost(p, n) __cufort_malloc_host((void **)(p), (n))
#define cudaHostGetDevicePointer(d, p, f) __cufort_host_pointer((void **)(d), (void *)(p), (f))
#define cudaMemcpyToSymbol(s, from, ...) __cufort_to_symbol((void *)&(s), (from), __VA_ARGS__)
#define cudaMemcpyFromSymbol(to, s, ...) __cufort_from_symbol((to), (void *)&(s), __VA_ARGS__)
#define cudaGetSymbolAddress(p, s) (*(void **)(p) = (void *)&(s), cudaSuccess)
#define cudaMemcpyAsync(to, from, n, kind, ...) __cufort_memcpy_async((to), (from), (n), (kind), (long)(__VA_ARGS__ + 0))
#ifdef __cplusplus
static inline cudaError_t cudaMallocManaged_(void **p, size_t n, unsigned int flags = 1) { return __cufort_malloc_managed(p, n, flags); }
static inline cudaError_t cudaHostAlloc_(void **p, size_t n, unsigned int flags = 0) { return __cufort_host_alloc(p, n, flags); }
static inline cudaError_t cudaMemcpy(void *to, const void *from, size_t n, int kind = 4) { return __cufort_memcpy(to, from, n, kind); }
static inline cudaError_t cudaMemsetAsync(void *p, int x, size_t n, cudaStream_t s = 0) { return __cufort_memset_async(p, x, n, (long)s); }
static inline cudaError_t cudaFreeAsync(void *p, cudaStream_t s = 0) { return __cufort_free_async(p, (long)s); }
static inline cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s = 0) { return __cufort_event_record(e, s); }
static inline cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned int flags = 0) { return __cufort_wait_event(s, e, flags); }
static inline cudaError_t __cufort_to_symbol(void *s, const void *from, size_t n, size_t offset = 0, int kind = 1) { return __cufort_memcpy((char *)s + offset, from, n, kind); }
static inline cudaError_t __cufort_from_symbol(void *to, void *s, size_t n, size_t offset = 0, int kind = 2) { return __cufort_memcpy(to, (char *)s + offset, n, kind); }
#define cudaMallocManaged(p, ...) cudaMallocManaged_((void **)(p), __VA_ARGS__)
#define cudaHostAlloc(p, ...) cudaHostAlloc_((void **)(p), __VA_ARGS__)
#endif
