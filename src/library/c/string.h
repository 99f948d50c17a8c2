#pragma once
#include <features.h>
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
void *__cufort_host_malloc(size_t n) __asm__("malloc");
void *__cufort_host_memset(void *p, int c, size_t n) __asm__("memset");
static inline __host__ __device__ void *memcpy(void *to, const void *from, size_t n) { __cufort_copy(void, to, from, (long)n); return to; }
static inline __host__ __device__ void *memmove(void *to, const void *from, size_t n) { __cufort_copy(void, to, from, (long)n); return to; }
static inline __host__ __device__ void *memset(void *p, int c, size_t n) { __cufort_fill(void, p, c, (long)n); return p; }
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t n);
char *strcat(char *to, const char *from);
char *strchr(const char *s, int c);
char *strrchr(const char *s, int c);
char *strdup(const char *s);
char *strerror(int code);
static inline void *memchr(const void *p, int c, size_t n) { const unsigned char *s = (const unsigned char *)p; for (; n--; s++) if (*s == (unsigned char)c) return (void *)s; return NULL; }
static inline char *strstr(const char *s, const char *t) { size_t n = strlen(t); for (;; s++) { if (strncmp(s, t, n) == 0) return (char *)s; if (!*s) return NULL; } }
static inline char *strncat(char *to, const char *from, size_t n) { char *p = to + strlen(to); while (n-- && *from) *p++ = *from++; *p = 0; return to; }
static inline int strcasecmp(const char *a, const char *b) { for (;; a++, b++) { int x = *a >= 'A' && *a <= 'Z' ? *a + 32 : *a, y = *b >= 'A' && *b <= 'Z' ? *b + 32 : *b; if (x != y || !x) return x - y; } }
static inline int strncasecmp(const char *a, const char *b, size_t n) { for (; n--; a++, b++) { int x = *a >= 'A' && *a <= 'Z' ? *a + 32 : *a, y = *b >= 'A' && *b <= 'Z' ? *b + 32 : *b; if (x != y || !x) return x - y; } return 0; }
static inline size_t strnlen(const char *s, size_t n) { size_t i = 0; while (i < n && s[i]) i++; return i; }
static inline size_t strspn(const char *s, const char *set) { size_t i = 0; while (s[i] && strchr(set, s[i])) i++; return i; }
static inline size_t strcspn(const char *s, const char *set) { size_t i = 0; while (s[i] && !strchr(set, s[i])) i++; return i; }
static inline char *strpbrk(const char *s, const char *set) { s += strcspn(s, set); return *s ? (char *)s : NULL; }
static inline void *mempcpy(void *to, const void *from, size_t n) { return (char *)memcpy(to, from, n) + n; }
static inline void *memrchr(const void *p, int c, size_t n) { const unsigned char *s = (const unsigned char *)p; while (n--) if (s[n] == (unsigned char)c) return (void *)(s + n); return NULL; }
static inline void *memccpy(void *to, const void *from, int c, size_t n) {
  void *end = memchr(from, c, n);
  size_t count = end ? (size_t)((const char *)end - (const char *)from) + 1 : n;
  memcpy(to, from, count);
  return end ? (char *)to + count : NULL;
}
static inline char *stpcpy(char *to, const char *from) { size_t n = strlen(from); memcpy(to, from, n + 1); return to + n; }
static inline char *stpncpy(char *to, const char *from, size_t n) { size_t i = strnlen(from, n); memcpy(to, from, i); memset(to + i, 0, n - i); return to + i; }
static inline char *strchrnul(const char *s, int c) { while (*s && *s != (char)c) s++; return (char *)s; }
static inline char *strndup(const char *s, size_t n) { size_t i = strnlen(s, n); char *to = (char *)__cufort_host_malloc(i + 1); if (to) { memcpy(to, s, i); to[i] = 0; } return to; }
static inline char *strsep(char **rest, const char *set) {
  char *s = *rest;
  if (!s) return NULL;
  char *end = s + strcspn(s, set);
  *rest = *end ? end + 1 : NULL;
  *end = 0;
  return s;
}
static inline char *strtok_r(char *s, const char *set, char **rest) {
  if (!s) s = *rest;
  s += strspn(s, set);
  if (!*s) { *rest = s; return NULL; }
  char *end = s + strcspn(s, set);
  if (*end) *end++ = 0;
  *rest = end;
  return s;
}
static inline char *strtok(char *s, const char *set) { static char *rest; return strtok_r(s, set, &rest); }
#ifdef __cplusplus
}
#endif
#include <strings.h>
