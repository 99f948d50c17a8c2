#pragma once
#include <sys/time.h>
#define RUSAGE_SELF 0
struct rusage { struct timeval ru_utime, ru_stime; long ru_maxrss; };
static inline int getrusage(int who, struct rusage *to) {
  long now = __cufort_wall_clock() / 1000;
  to->ru_utime.tv_sec = now / 1000000;
  to->ru_utime.tv_usec = now % 1000000;
  to->ru_stime.tv_sec = to->ru_stime.tv_usec = to->ru_maxrss = 0;
  return 0;
}
