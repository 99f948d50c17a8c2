#pragma once
#include <stddef.h>
#include <stdarg.h>
typedef unsigned int wint_t;
static inline size_t wcslen(const wchar_t *s) { size_t n = 0; while (s[n]) n++; return n; }
static inline int wcscmp(const wchar_t *a, const wchar_t *b) { while (*a && *a == *b) a++, b++; return (*a > *b) - (*a < *b); }
static inline wchar_t *wcscpy(wchar_t *to, const wchar_t *from) { wchar_t *p = to; while ((*p++ = *from++)); return to; }
