#pragma once
#include <bits/getopt.h>
struct option { const char *name; int has_arg; int *flag; int val; };
#define no_argument 0
#define required_argument 1
#define optional_argument 2
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
