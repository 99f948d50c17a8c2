#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char here[1000], there[1000], *made, *name;
  DIR *d = opendir(".");
  getcwd(here, sizeof here);
  printf("%d ", chdir("/"));
  getcwd(there, sizeof there);
  printf("%s ", there);
  printf("%d ", fchdir(dirfd(d)));
  closedir(d);
  getcwd(there, sizeof there);
  printf("%d %d\n", strcmp(here, there), fchdir(-1));
  int n = asprintf(&made, "%s-%d-%.2f", "text", 42, 1.5);
  printf("%d %s\n", n, made);
  n = asprintf(&name, "%300s|", made);
  printf("%d %s\n", n, name + 290);
  free(made);
  free(name);
  return 0;
}
