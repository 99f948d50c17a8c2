#pragma once
#include <string.h>
static inline char *basename(char *path) { char *p = strrchr(path, '/'); return p ? p + 1 : path; }
