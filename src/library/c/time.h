#pragma once
#include <stddef.h>
typedef long time_t;
typedef long clock_t;
#define CLOCKS_PER_SEC 1000000L
struct timespec { time_t tv_sec; long tv_nsec; };
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#ifdef __cplusplus
extern "C" {
#endif
time_t time(time_t *to);
long __cufort_wall_clock(void) __asm__("cufort_wall_clock");
#ifdef __CUDACC__
long __cufort_host_clock(void) __asm__("clock");
static inline __host__ __device__ clock_t clock(void) {
  if (__cufort_is_device(int)) return (clock_t)__cufort_clock64(long);
  return __cufort_host_clock();
}
#else
clock_t clock(void);
#endif
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
static inline int clock_getres(int which, struct timespec *to) { to->tv_sec = 0; to->tv_nsec = 1; return 0; }
struct tm *gmtime(const time_t *from);
struct tm *gmtime_r(const time_t *from, struct tm *to);
struct tm *localtime(const time_t *from);
struct tm *localtime_r(const time_t *from, struct tm *to);
time_t mktime(struct tm *from);
time_t timegm(struct tm *from);
char *asctime(const struct tm *from);
char *ctime(const time_t *from);
size_t strftime(char *to, size_t room, const char *format, const struct tm *from);
char *strptime(const char *from, const char *format, struct tm *to);
#ifdef __cplusplus
}
#endif
static inline double difftime(time_t a, time_t b) { return (double)(a - b); }
static inline long __cufort_since_epoch(void) {
  static long base;
  long now = __cufort_wall_clock();
  if (base == 0) base = (long)time((time_t *)0) * 1000000000L - now;
  return base + now;
}
typedef int clockid_t;
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
static inline int clock_gettime(clockid_t which, struct timespec *to) {
  long now = which == CLOCK_REALTIME ? __cufort_since_epoch() : __cufort_wall_clock();
  to->tv_sec = now / 1000000000L;
  to->tv_nsec = now % 1000000000L;
  return 0;
}
static inline int nanosleep(const struct timespec *t, struct timespec *left) {
  long end = __cufort_wall_clock() + t->tv_sec * 1000000000L + t->tv_nsec;
  while (__cufort_wall_clock() < end) {}
  return 0;
}
