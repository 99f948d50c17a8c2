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
clock_t clock(void);
#ifdef __cplusplus
}
#endif
static inline double difftime(time_t a, time_t b) { return (double)(a - b); }
