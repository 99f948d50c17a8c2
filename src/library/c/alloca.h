#pragma once
#include <stddef.h>
#define alloca(n) __builtin_alloca(n)
