#pragma once
#include <string.h>
#ifdef __cplusplus
extern "C" {
#endif
static inline int ffs(int x) { return x == 0 ? 0 : __cufort_ctz(int, x) + 1; }
static inline int ffsl(long x) { return x == 0 ? 0 : __cufort_ctz(int, x) + 1; }
static inline int ffsll(long long x) { return x == 0 ? 0 : __cufort_ctz(int, x) + 1; }
static inline void bzero(void *p, size_t n) { memset(p, 0, n); }
static inline void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }
static inline int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }
static inline char *index(const char *s, int c) { return strchr(s, c); }
static inline char *rindex(const char *s, int c) { return strrchr(s, c); }
#ifdef __cplusplus
}
#endif
