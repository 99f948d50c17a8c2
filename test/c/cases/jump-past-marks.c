// longjmp past functions that have marks of their own.
#include <setjmp.h>
#include <stdio.h>
static jmp_buf kept;
static void quux(jmp_buf buf, int n) {
  puts("quux");
  longjmp(buf, n);
}
static int qux(jmp_buf buf) {
  jmp_buf own;
  int r = setjmp(own);
  printf("qux %d\n", r);
  if (!r) quux(buf, 927);
  return 1;
}
static int baz(jmp_buf buf, int depth) {
  jmp_buf own;
  if (setjmp(own) == 0) {
    if (depth == 0) qux(buf);
    if (depth == 2) quux(own, 5);
    return baz(buf, depth - 1) + 1;
  }
  printf("back in baz %d\n", depth);
  return baz(buf, depth - 1) + 1;
}
int main(void) {
  for (volatile int i = 0; i < 3; i++) {
    jmp_buf buf;
    int r = setjmp(buf);
    printf("main %d %d\n", i, r);
    if (!r) printf("%d\n", baz(buf, i + 1));
  }
  if (setjmp(kept) < 3) longjmp(kept, 3);
  puts("end");
}
