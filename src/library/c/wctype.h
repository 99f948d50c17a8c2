// As in the locale "C": letters beyond ASCII are none.
#pragma once
#include <ctype.h>
#include <wchar.h>
typedef unsigned long wctype_t;
#define __CUFORT_WIDE__(name) static inline int isw##name(wint_t c) { return c < 128 && is##name((int)c); }
__CUFORT_WIDE__(alnum)
__CUFORT_WIDE__(alpha)
__CUFORT_WIDE__(blank)
__CUFORT_WIDE__(cntrl)
__CUFORT_WIDE__(digit)
__CUFORT_WIDE__(graph)
__CUFORT_WIDE__(lower)
__CUFORT_WIDE__(print)
__CUFORT_WIDE__(punct)
__CUFORT_WIDE__(space)
__CUFORT_WIDE__(upper)
__CUFORT_WIDE__(xdigit)
#undef __CUFORT_WIDE__
static inline wint_t towlower(wint_t c) { return c < 128 ? (wint_t)tolower((int)c) : c; }
static inline wint_t towupper(wint_t c) { return c < 128 ? (wint_t)toupper((int)c) : c; }
