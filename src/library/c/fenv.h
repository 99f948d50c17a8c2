#pragma once
#define FE_TONEAREST 0
static inline int fesetround(int way) { return way != 0; }
static inline int fegetround(void) { return 0; }
