#pragma once
#include <time.h>
struct tms { clock_t tms_utime, tms_stime, tms_cutime, tms_cstime; };
static inline clock_t times(struct tms *t) { t->tms_utime = clock(); return t->tms_utime; }
