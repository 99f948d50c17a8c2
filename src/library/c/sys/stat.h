#pragma once
#include <sys/types.h>
struct stat { off_t st_size; mode_t st_mode; time_t st_mtime; };
#define S_IFMT 0170000
#define S_IFREG 0100000
#define S_IFDIR 0040000
#define S_IFLNK 0120000
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#define S_IRWXU 0700
#define S_IRGRP 040
#define S_IWGRP 020
#define S_IXGRP 010
#define S_IRWXG 070
#define S_IROTH 04
#define S_IWOTH 02
#define S_IXOTH 01
#define S_IRWXO 07
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
static inline void __cufort_stat_of(FILE *f, struct stat *to) {
  fseek(f, 0, SEEK_END);
  to->st_size = ftell(f);
  to->st_mode = 0100644;
  to->st_mtime = 0;
}
static inline int stat(const char *path, struct stat *to) {
  FILE *f = fopen(path, "r");
  if (!f) return -1;
  __cufort_stat_of(f, to);
  fclose(f);
  return 0;
}
static inline int lstat(const char *path, struct stat *to) { return stat(path, to); }
static inline int fstat(int file, struct stat *to) {
  FILE *f = (FILE *)(long)file;
  long here = ftell(f);
  __cufort_stat_of(f, to);
  fseek(f, here, SEEK_SET);
  return 0;
}
