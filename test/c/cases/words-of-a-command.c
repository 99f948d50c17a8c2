#include <getopt.h>
#include <stdio.h>
#include <unistd.h>
static int flag;
static void run(int argc, char **argv, const char *known, int kind) {
  static const struct option names[] = {{"alpha", no_argument, 0, 'a'}, {"beta", required_argument, 0, 'b'}, {"gamma", optional_argument, 0, 'g'}, {"alps", no_argument, &flag, 7}, {0, 0, 0, 0}};
  int c, which = -1;
  optind = 0;
  while ((c = kind == 0 ? getopt(argc, argv, known) : kind == 1 ? getopt_long(argc, argv, known, names, &which) : getopt_long_only(argc, argv, known, names, &which)) != -1) {
    printf("%d(%c) %s %d %d %d;", c, c > 31 ? c : '.', optarg ? optarg : "-", optind, which, flag);
    if (c == '?' || c == ':') printf(" optopt %d;", optopt);
    which = -1;
  }
  printf(" end %d:", optind);
  for (int i = 0; i < argc; i++) printf(" %s", argv[i]);
  printf("\n");
}
#define WORDS(...) { char *words[] = {"p", __VA_ARGS__, 0}; const char *kinds[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c"}; int n = sizeof words / sizeof *words - 1; \
  for (int k = 0; k < 4; k++) for (int l = 0; l < 3; l++) { char *copy[20]; for (int i = 0; i <= n; i++) copy[i] = words[i]; flag = 0; fflush(stdout); run(n, copy, kinds[k], l); } }
int main(void) {
  setvbuf(stderr, 0, _IONBF, 0);
  WORDS("-a", "x", "-b", "5", "y", "-c3", "z")
  WORDS("x", "y", "-ab3", "--", "-a", "z")
  WORDS("-b")
  WORDS("x", "-abc", "-", "-q", "-c", "1")
  WORDS("--alpha", "u", "--beta=4", "--beta", "6", "--gamma", "--gamma=9", "v")
  WORDS("--al", "--alp", "--alph", "--b", "3", "--delta", "--alpha=2", "--beta")
  WORDS("-alpha", "-beta", "8", "--alps", "-g", "-ga=3", "w")
  return 0;
}
