#pragma once
#define LC_ALL 6
#define LC_NUMERIC 1
static inline char *setlocale(int which, const char *name) { return (char *)"C"; }
