#pragma once
#include <bits/getopt.h>
struct option { const char *name; int has_arg; int *flag; int val; };
#define no_argument 0
#define required_argument 1
#define optional_argument 2
#ifdef __cplusplus
extern "C" {
#endif
int getopt_long(int argc, char *const *argv, const char *known, const struct option *names, int *which);
int getopt_long_only(int argc, char *const *argv, const char *known, const struct option *names, int *which);
#ifdef __cplusplus
}
#endif
