#pragma once
#include <stdio.h>
#include <sys/types.h>
#define F_OK 0
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_CLK_TCK 2
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#ifdef __cplusplus
extern "C" {
#endif
unsigned int sleep(unsigned int seconds);
int usleep(unsigned int microseconds);
int access(const char *path, int mode);
int chdir(const char *path);
char *getcwd(char *to, size_t room);
int unlink(const char *path);
int fchdir(int folder);
int rmdir(const char *path);
pid_t getpid(void);
uid_t getuid(void);
gid_t getgid(void);
int isatty(int file);
int gethostname(char *to, size_t room);
#ifdef __cplusplus
}
#endif
static inline long sysconf(int name) { return name == _SC_PAGESIZE ? 4096 : name == _SC_CLK_TCK ? 100 : name == _SC_PHYS_PAGES ? 1 << 20 : 1; }
static inline FILE *__cufort_file_of(int file) { return file == STDIN_FILENO ? stdin : (FILE *)(long)file; }
static inline ssize_t read(int file, void *to, size_t n) { return (ssize_t)fread(to, 1, n, __cufort_file_of(file)); }
static inline ssize_t write(int file, const void *from, size_t n) {
  size_t done = fwrite(from, 1, n, __cufort_file_of(file));
  fflush(__cufort_file_of(file));
  return (ssize_t)done;
}
static inline off_t lseek(int file, off_t offset, int from) { return fseek(__cufort_file_of(file), offset, from) == 0 ? ftell(__cufort_file_of(file)) : -1; }
static inline int close(int file) { return fclose(__cufort_file_of(file)); }
static inline int fsync(int file) { return fflush(__cufort_file_of(file)); }
#include <bits/getopt.h>
