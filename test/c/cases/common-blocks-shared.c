/* Common blocks by the name that bind(c) gives, and by the one that Fortran compilers make. */
#include <stdio.h>

struct { double r, s; } state;
struct { int i, j; } counts_of_c;
extern struct { float a; int n; } plain_;
void show(void);

void change(void) {
  printf("%g %g %d %d %g %d\n", state.r, state.s, counts_of_c.i, counts_of_c.j, plain_.a, plain_.n);
  fflush(stdout);
  state.r = 10;
  counts_of_c.i = 20;
  plain_.n = 30;
  show();
  printf("%g %d\n", state.s, plain_.n);
}
