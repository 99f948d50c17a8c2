#include <stdio.h>
#include <stdlib.h>
#undef assert
#ifndef __CUFORT_ASSERT__
#define __CUFORT_ASSERT__
static inline __host__ __device__ void __cufort_failed(const char *text, const char *file, int line) {
  if (__cufort_is_device(int)) return;
  fprintf(stderr, "%s:%d: assertion `%s' failed.\n", file, line, text);
  abort();
}
#endif
#ifdef NDEBUG
#define assert(x) ((void)0)
#else
#define assert(x) ((x) ? (void)0 : __cufort_assertion(void, #x, __cufort_failed(#x, __FILE__, __LINE__)))
#endif
#ifndef __cplusplus
#define static_assert _Static_assert
#endif
