// Files by number: a number is what `fileno` gives of a FILE.
#pragma once
#include <stdio.h>
#include <sys/types.h>
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 64
#define O_EXCL 128
#define O_TRUNC 512
#define O_APPEND 1024
#define O_NONBLOCK 2048
static inline int open(const char *path, int flags, ...) {
  const char *how = "r";
  if (flags & O_APPEND) how = flags & O_RDWR ? "a+" : "a";
  else if (flags & O_TRUNC) how = flags & O_RDWR ? "w+" : "w";
  else if (flags & (O_WRONLY | O_RDWR)) how = "r+";
  FILE *f = fopen(path, how);
  if (!f && (flags & O_CREAT)) f = fopen(path, flags & O_RDWR ? "w+" : "w");
  return f ? fileno(f) : -1;
}
static inline int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
