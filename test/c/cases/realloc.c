#include <stdlib.h>
#include <stdio.h>
#include <string.h>
int main(){ 
  char *s = NULL; size_t n = 0; unsigned sum = 0;
  for (int i = 0; i < 5000; i++) { s = realloc(s, n + 7); memset(s + n, i & 127, 7); n += 7; }
  for (size_t i = 0; i < n; i++) sum = sum * 31 + s[i];
  unsigned want = 0; for (int i = 0; i < 5000; i++) for (int k = 0; k < 7; k++) want = want * 31 + (i & 127);
  int *p = malloc(400000); p[0] = 1; p[99999] = 2; p = realloc(p, 800000); int a = p[99999]; p = realloc(p, 8); p = realloc(p, 1 << 20);
  printf("%d %d %d\n", sum == want, a, p[0]); p = realloc(p, 0); printf("%d\n", p == NULL); free(s); }
