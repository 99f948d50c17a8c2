// Copies to shared memory that go on beside the thread: here each is done when the call returns.
#pragma once
#include <cuda_runtime.h>
#include <string.h>
__device__ static inline void __pipeline_memcpy_async(void *to, const void *from, size_t bytes, size_t zeros = 0) {
  for (size_t i = 0; i < bytes; i++) ((char *)to)[i] = i < bytes - zeros ? ((const char *)from)[i] : 0;
}
__device__ static inline void __pipeline_commit() {}
__device__ static inline void __pipeline_wait_prior(size_t) {}
