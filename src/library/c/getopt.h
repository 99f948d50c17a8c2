#pragma once
#include <stdio.h>
#include <string.h>
static char *optarg;
static int optind = 1, opterr = 1, optopt;
static const char *__cufort_option;
struct option { const char *name; int has_arg; int *flag; int val; };
#define no_argument 0
#define required_argument 1
#define optional_argument 2
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
static inline int getopt_long(int argc, char *const *argv, const char *known, const struct option *names, int *which) {
  if ((__cufort_option && *__cufort_option) || optind >= argc || strncmp(argv[optind], "--", 2) != 0 || !argv[optind][2])
    return getopt(argc, argv, known);
  const char *word = argv[optind++] + 2;
  size_t length = strcspn(word, "=");
  for (int i = 0; names[i].name; i++) {
    if (strlen(names[i].name) != length || strncmp(names[i].name, word, length) != 0) continue;
    if (which) *which = i;
    optarg = word[length] == '=' ? (char *)word + length + 1 : NULL;
    if (names[i].has_arg == required_argument && !optarg && optind < argc) optarg = argv[optind++];
    if (!names[i].flag) return names[i].val;
    *names[i].flag = names[i].val;
    return 0;
  }
  if (opterr) fprintf(stderr, "%s: unrecognized option '--%s'\n", argv[0], word);
  return '?';
}
static inline int getopt_long_only(int argc, char *const *argv, const char *known, const struct option *names, int *which) {
  return getopt_long(argc, argv, known, names, which);
}
