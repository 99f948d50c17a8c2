// What system() and pclose() give, taken apart.
#pragma once
#include <sys/types.h>
#define WEXITSTATUS(status) (((status) >> 8) & 255)
#define WTERMSIG(status) ((status) & 127)
#define WIFEXITED(status) (WTERMSIG(status) == 0)
#define WIFSIGNALED(status) (WTERMSIG(status) != 0 && WTERMSIG(status) != 127)
#define WNOHANG 1
#define WUNTRACED 2
