#pragma once
#include <sys/types.h>
#define F_OK 0
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_ONLN 84
#ifdef __cplusplus
extern "C" {
#endif
unsigned int sleep(unsigned int seconds);
int usleep(unsigned int microseconds);
int access(const char *path, int mode);
int chdir(const char *path);
char *getcwd(char *to, size_t room);
int unlink(const char *path);
int rmdir(const char *path);
pid_t getpid(void);
uid_t getuid(void);
gid_t getgid(void);
int isatty(int file);
int gethostname(char *to, size_t room);
#ifdef __cplusplus
}
#endif
static inline long sysconf(int name) { return name == _SC_PAGESIZE ? 4096 : 1; }
#include <getopt.h>
