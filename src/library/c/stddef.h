#pragma once
typedef unsigned long size_t;
typedef long ptrdiff_t;
#ifndef __cplusplus
typedef int wchar_t;
#define NULL ((void *)0)
#else
#define NULL 0
typedef decltype(nullptr) nullptr_t;
#endif
typedef struct { long long a; long double b; } max_align_t;
#define offsetof(type, member) __builtin_offsetof(type, member)
