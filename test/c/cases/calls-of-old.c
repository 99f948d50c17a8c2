/* Functions whose headers nobody included, and one of another file that gives nothing. */
#include <stdlib.h>
#include <stdio.h>
int main() {
  struct timeval now;
  int pipe = 0, c;
  gettimeofday(&now, NULL);
  printf("%d %c %d\n", now.tv_sec > 1000000, toupper('q'), strcasecmp("Ab", "aB"));
  c = open("/dev/null", 0);
  printf("%d\n", (int)read(c, &pipe, 4));
  close(c);
  greet("you", 2);
  return 0;
}
