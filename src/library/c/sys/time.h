#pragma once
#include <sys/types.h>
struct timezone { int tz_minuteswest, tz_dsttime; };
static inline int gettimeofday(struct timeval *to, void *zone) {
  long now = __cufort_since_epoch() / 1000;
  to->tv_sec = now / 1000000L;
  to->tv_usec = now % 1000000L;
  return 0;
}
#define timersub(a, b, r) \
  do { \
    (r)->tv_sec = (a)->tv_sec - (b)->tv_sec; \
    (r)->tv_usec = (a)->tv_usec - (b)->tv_usec; \
    if ((r)->tv_usec < 0) { (r)->tv_sec--; (r)->tv_usec += 1000000; } \
  } while (0)
