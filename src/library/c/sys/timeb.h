#pragma once
#include <time.h>
struct timeb { time_t time; unsigned short millitm; short timezone, dstflag; };
static inline int ftime(struct timeb *to) {
  long ms = __cufort_since_epoch() / 1000000L;
  to->time = ms / 1000;
  to->millitm = (unsigned short)(ms % 1000);
  to->timezone = to->dstflag = 0;
  return 0;
}
