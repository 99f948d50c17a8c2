#pragma once
#include <sys/types.h>
struct stat { off_t st_size; mode_t st_mode; time_t st_mtime; };
#define S_ISDIR(m) (((m) & 0170000) == 0040000)
#define S_ISREG(m) (((m) & 0170000) == 0100000)
#ifdef __cplusplus
extern "C" {
#endif
int mkdir(const char *path, mode_t mode);
int chmod(const char *path, mode_t mode);
#ifdef __cplusplus
}
#endif
#include <stdio.h>
// What opening it tells: whether it is there, and its size.
static inline int stat(const char *path, struct stat *to) {
  FILE *f = fopen(path, "r");
  if (!f) return -1;
  fseek(f, 0, SEEK_END);
  to->st_size = ftell(f);
  to->st_mode = 0100644;
  to->st_mtime = 0;
  fclose(f);
  return 0;
}
