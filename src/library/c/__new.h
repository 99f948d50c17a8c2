// Memory of new and delete.
#pragma once
#include <stdlib.h>
static inline __host__ __device__ void *__cufort_new(long n) { return malloc((size_t)n); }
// Objects that are destroyed have their count before them.
static inline __host__ __device__ void *__cufort_counted(void *p, long count) {
  *(long *)p = count;
  return (long *)p + 2;
}
static inline __host__ __device__ void *__cufort_new_array(long n, long count) { return __cufort_counted(malloc((size_t)n + 16), count); }
static inline __host__ __device__ void __cufort_delete(void *p) { free(p); }
static inline __host__ __device__ void __cufort_delete(void *p, unsigned long) { free(p); }
