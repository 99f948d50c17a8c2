// Memory of new and delete.
#pragma once
#include <stdlib.h>
static inline __host__ void *__cufort_new(long n) { return malloc((size_t)n); }
static inline __host__ void *__cufort_new_array(long n, long count) {
  long *p = (long *)malloc((size_t)n + 16);
  p[0] = count;
  return p + 2;
}
static inline __host__ void __cufort_delete(void *p) { free(p); }
