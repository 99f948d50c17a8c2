// The words of a command by letters: what unistd.h has of it.
#pragma once
#include <stdio.h>
#include <string.h>
// Programs that bring a getopt of their own define these too.
inline char *optarg;
inline int optind = 1, opterr = 1, optopt;
static const char *__cufort_option;
static inline int getopt(int argc, char *const *argv, const char *known) {
  if (!__cufort_option || !*__cufort_option) {
    if (optind >= argc || argv[optind][0] != '-' || !argv[optind][1]) return -1;
    if (strcmp(argv[optind], "--") == 0) { optind++; return -1; }
    __cufort_option = argv[optind++] + 1;
  }
  int c = *__cufort_option++;
  const char *at = strchr(known, c);
  optopt = c;
  if (c == ':' || !at) {
    if (opterr && known[0] != ':') fprintf(stderr, "%s: invalid option -- '%c'\n", argv[0], c);
    return '?';
  }
  if (at[1] != ':') return c;
  if (*__cufort_option || at[2] == ':') optarg = *__cufort_option ? (char *)__cufort_option : NULL;
  else if (optind < argc) optarg = argv[optind++];
  else {
    if (opterr && known[0] != ':') fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], c);
    __cufort_option = NULL;
    return known[0] == ':' ? ':' : '?';
  }
  __cufort_option = NULL;
  return c;
}
