// The words of a command by letters: what unistd.h has of it.
#pragma once
#ifdef __cplusplus
extern "C" {
#endif
extern char *optarg;
extern int optind, opterr, optopt;
int getopt(int argc, char *const *argv, const char *known);
#ifdef __cplusplus
}
#endif
