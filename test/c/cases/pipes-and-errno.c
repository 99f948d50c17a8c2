#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  char line[100];
  FILE *f = fopen("/not/there", "r");
  printf("%d %s %d\n", f == NULL, strerror(errno), errno == ENOENT);
  errno = 0;
  printf("%d\n", errno);
  f = fopen("/", "w");
  printf("%d %s\n", f == NULL, strerror(errno));
  perror("the root");
  errno = EINVAL;
  perror("own");
  errno = 0;
  long big = strtol("99999999999999999999", NULL, 10);
  printf("%ld %d\n", big, errno == ERANGE);
  printf("%d %d %d\n", WEXITSTATUS(system("exit 3")), system("true"), system(NULL) != 0);
  FILE *p = popen("echo one; echo two; exit 5", "r");
  while (fgets(line, sizeof line, p)) printf("<%s>", strtok(line, "\n"));
  printf(" %d\n", WEXITSTATUS(pclose(p)));
  p = popen("sort -r", "w");
  fprintf(p, "a\nc\nb\n");
  printf("before\n");
  fflush(stdout);
  printf("%d\n", pclose(p));
  char path[] = "/tmp/cufort-reopened-XXXXXX";
  snprintf(path, sizeof path, "/tmp/cufort-reopened-%d", getpid() % 1000000);
  fprintf(stderr, "%d\n", freopen(path, "w", stdout) == stdout);
  printf("to the file %d\n", 7);
  puts("and this");
  fclose(stdout);
  f = fopen(path, "r");
  while (fgets(line, sizeof line, f)) fprintf(stderr, "<%s", line);
  f = freopen("/not/there", "r", f);
  fprintf(stderr, "%d\n", f == NULL);
  remove(path);
  return 0;
}
