#pragma once
#include <sys/types.h>
struct stat {
  dev_t st_dev;
  ino_t st_ino;
  nlink_t st_nlink;
  mode_t st_mode;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  off_t st_size;
  blksize_t st_blksize;
  blkcnt_t st_blocks;
  time_t st_atime, st_mtime, st_ctime;
};
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
#define S_ISDIR(m) (((m) & S_IFMT) == S_IFDIR)
#define S_ISREG(m) (((m) & S_IFMT) == S_IFREG)
#define S_ISLNK(m) (((m) & S_IFMT) == S_IFLNK)
#ifdef __cplusplus
extern "C" {
#endif
int mkdir(const char *path, mode_t mode);
int chmod(const char *path, mode_t mode);
int __cufort_status_of_file(int of_link, const char *path, long *values) __asm__("cufort_status_of_file");
#ifdef __cplusplus
}
#endif
#include <stdio.h>
static inline int __cufort_stat(int of_link, const char *path, struct stat *to) {
  long v[13];
  if (__cufort_status_of_file(of_link, path, v) != 0) return -1;
  to->st_dev = v[0];
  to->st_ino = v[1];
  to->st_mode = (mode_t)v[2];
  to->st_nlink = v[3];
  to->st_uid = (uid_t)v[4];
  to->st_gid = (gid_t)v[5];
  to->st_rdev = v[6];
  to->st_size = v[7];
  to->st_atime = v[8];
  to->st_mtime = v[9];
  to->st_ctime = v[10];
  to->st_blksize = v[11];
  to->st_blocks = v[12];
  return 0;
}
static inline int stat(const char *path, struct stat *to) { return __cufort_stat(0, path, to); }
static inline int lstat(const char *path, struct stat *to) { return __cufort_stat(1, path, to); }
// What reading it to its end tells: its size.
static inline int fstat(int file, struct stat *to) {
  FILE *f = (FILE *)(long)file;
  long here = ftell(f);
  struct stat none = {0};
  *to = none;
  fseek(f, 0, SEEK_END);
  to->st_size = ftell(f);
  to->st_mode = S_IFREG | 0644;
  fseek(f, here, SEEK_SET);
  return 0;
}
