#pragma once
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static inline void error(int status, int code, const char *format, ...) {
  va_list list;
  fflush(stdout);
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  if (code) fprintf(stderr, ": %s", strerror(code));
  fputc('\n', stderr);
  if (status) exit(status);
}
