#pragma once
#include <__jumps.h>
typedef struct __cufort_mark jmp_buf[1];
typedef struct __cufort_mark sigjmp_buf[1];
