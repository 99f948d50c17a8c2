#pragma once
#include <features.h>
#include <stddef.h>
#include <__errno.h>
#include <__reals.h>
#include <sys/types.h>
#ifdef __cplusplus
extern "C" {
#endif
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
__host__ __device__ void *malloc(size_t n);
void *calloc(size_t n, size_t each);
void *realloc(void *p, size_t n);
__host__ __device__ void free(void *p);
void abort(void) __attribute__((noreturn));
int atoi(const char *text);
long atol(const char *text);
long long atoll(const char *text);
// What does not fit becomes the limit of the type: for signed ones `most`, and one below where there is a minus.
static inline unsigned long __cufort_text_whole(const char *text, char **end, int base, unsigned long most) {
  const char *s = text;
  unsigned long n = 0;
  int minus = 0, over = 0, some = 0, isSigned = most != ~0UL;
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  if (*s == '-' || *s == '+') minus = *s++ == '-';
  if ((base == 0 || base == 16) && *s == '0' && (s[1] == 'x' || s[1] == 'X') && __cufort_text_digit(s[2]) < 16) { s += 2; base = 16; }
  if (base == 0) base = *s == '0' ? 8 : 10;
  for (; __cufort_text_digit(*s) < base; s++) {
    unsigned long digit = (unsigned long)__cufort_text_digit(*s);
    some = 1;
    if (n > (~0UL - digit) / (unsigned long)base) over = 1;
    n = n * (unsigned long)base + digit;
  }
  if (end) *end = (char *)(some ? s : text);
  if (isSigned && n > most + (unsigned long)minus) over = 1;
  if (!over) return minus ? -n : n;
  *__cufort_errno_place() = 34;
  return isSigned ? most + (unsigned long)minus : most;
}
static inline long strtol(const char *text, char **end, int base) { return (long)__cufort_text_whole(text, end, base, ~0UL >> 1); }
static inline unsigned long strtoul(const char *text, char **end, int base) { return __cufort_text_whole(text, end, base, ~0UL); }
static inline long long strtoll(const char *text, char **end, int base) { return (long long)__cufort_text_whole(text, end, base, ~0UL >> 1); }
static inline unsigned long long strtoull(const char *text, char **end, int base) { return __cufort_text_whole(text, end, base, ~0UL); }
static inline double strtod(const char *text, char **end) { return __cufort_text_real(text, end); }
static inline double atof(const char *text) { return __cufort_text_real(text, (char **)0); }
static inline float strtof(const char *text, char **end) { return (float)strtod(text, end); }
int rand(void);
void srand(unsigned int seed);
char *getenv(const char *name);
int __cufort_system(const char *command) __asm__("system");
// As waitpid gives it.
static inline int system(const char *command) { return command ? __cufort_system(command) << 8 : 1; }
static inline void __cufort_seed48(unsigned long *to, long seed) {
  static unsigned long state = 0x1234abcd330eUL;
  if (to) *to = state = (state * 0x5deece66dUL + 0xb) & 0xffffffffffffUL;
  else state = ((unsigned long)(unsigned int)seed << 16) + 0x330e;
}
static inline void srand48(long seed) { __cufort_seed48(NULL, seed); }
static inline double drand48(void) { unsigned long x; __cufort_seed48(&x, 0); return (double)x / 281474976710656.0; }
static inline long lrand48(void) { unsigned long x; __cufort_seed48(&x, 0); return (long)(x >> 17); }
static inline long mrand48(void) { unsigned long x; __cufort_seed48(&x, 0); return (long)(int)(x >> 16); }
static inline long random(void) { return rand(); }
static inline void srandom(unsigned int seed) { srand(seed); }
static inline int rand_r(unsigned int *seed) {
  unsigned int next = *seed;
  next = next * 1103515245u + 12345u;
  int result = (int)((next / 65536u) % 2048u);
  next = next * 1103515245u + 12345u;
  result = (result << 10) ^ (int)((next / 65536u) % 1024u);
  next = next * 1103515245u + 12345u;
  result = (result << 10) ^ (int)((next / 65536u) % 1024u);
  *seed = next;
  return result;
}
static inline void *aligned_alloc(size_t align, size_t n) { return malloc(n); }
static inline int posix_memalign(void **p, size_t align, size_t n) { *p = malloc(n); return *p ? 0 : 12; }
static inline void *memalign(size_t align, size_t n) { return malloc(n); }
static inline __host__ __device__ int abs(int x) { return x < 0 ? -x : x; }
static inline __host__ __device__ long labs(long x) { return x < 0 ? -x : x; }
static inline __host__ __device__ long long llabs(long long x) { return x < 0 ? -x : x; }
static inline div_t div(int a, int b) { div_t d = {a / b, a % b}; return d; }
static inline ldiv_t ldiv(long a, long b) { ldiv_t d = {a / b, a % b}; return d; }
// Two runs side by side become one; of equal elements the first stays first, as in glibc.
static inline void __cufort_merge(char *to, const char *a, const char *end, const char *b, const char *end2, size_t each, int (*order)(const void *, const void *)) {
  while (a < end && b < end2) {
    const char **from = order(a, b) <= 0 ? &a : &b;
    __cufort_copy(void, to, *from, (long)each);
    *from += each;
    to += each;
  }
  __cufort_copy(void, to, a, end - a);
  __cufort_copy(void, to + (end - a), b, end2 - b);
}
static inline void qsort(void *base, size_t n, size_t each, int (*order)(const void *, const void *)) {
  size_t bytes = n * each;
  if (n < 2 || each == 0) return;
  char *room = (char *)malloc(bytes), *from = (char *)base, *to = room;
  for (size_t run = each; run < bytes; run *= 2) {
    for (size_t i = 0; i < bytes; i += 2 * run) {
      size_t middle = i + run < bytes ? i + run : bytes, end = middle + run < bytes ? middle + run : bytes;
      __cufort_merge(to + i, from + i, from + middle, from + middle, from + end, each, order);
    }
    char *other = from;
    from = to;
    to = other;
  }
  if (from != base) __cufort_copy(void, base, from, (long)bytes);
  free(room);
}
static inline void *bsearch(const void *key, const void *base, size_t n, size_t each, int (*order)(const void *, const void *)) {
  const char *p = (const char *)base;
  while (n > 0) {
    size_t half = n / 2;
    int way = order(key, p + half * each);
    if (way == 0) return (void *)(p + half * each);
    if (way > 0) { p += (half + 1) * each; n -= half + 1; }
    else n = half;
  }
  return NULL;
}
#ifdef __cplusplus
}
#endif
#include <__exit.h>
