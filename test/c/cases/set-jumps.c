/* setjmp and longjmp: back into the function with the mark, through others that know nothing of it. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf top, inner;
extern int deep(int n, int (*f)(int));
static int fails(int n) { if (n == 0) longjmp(top, 7); return n; }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
struct big { int a[10]; };
static struct big whole(int n) { struct big b = {{n}}; if (n > 2) longjmp(inner, n); return b; }
int nested(void) {
  int tries = 0, code;
  if ((code = setjmp(inner)) != 0) {
    printf("inner %d %d\n", code, tries);
    if (code < 5) { tries++; whole(code + 1); }
    return tries;
  }
  tries = 10;
  whole(2);
  printf("made\n");
  whole(3);
  printf("never\n");
  return -1;
}
#define TRY(stack) switch (setjmp(stack)) { case 0:
#define CATCH(n) break; case n:
#define END }
int main(void) {
  volatile int count = 0;
  int again;
  int v[3] = {3, 1, 2};
  if (setjmp(top) == 0) { printf("first\n"); printf("%d\n", deep(3, fails)); printf("never\n"); }
  else printf("back\n");
  again = setjmp(top);
  printf("again %d\n", again);
  if (++count < 4) longjmp(top, count);
  for (int i = 0; i < 3; i++) {
    TRY(top)
      if (i == 1) longjmp(top, 5);
      if (i == 2) fails(0);
      printf("%d went well\n", i);
    CATCH(5) printf("five\n");
    CATCH(7) printf("seven\n");
    END
  }
  int from = setjmp(inner);
  if (from == 0) longjmp(inner, 0);
  printf("%d %d\n", from, nested());
  qsort(v, 3, sizeof *v, compare);
  printf("%d%d%d\n", v[0], v[1], v[2]);
  return 0;
}
