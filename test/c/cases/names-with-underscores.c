/* As C was written for Fortran compilers: names with an underscore, lengths of characters behind all else. */
#include <stdio.h>
#include <string.h>

void greet_(char *who, int *n, char *what, size_t who_length, size_t what_length);
void letters_(char *result, size_t length, int *from);
int count_(int *n);

void tell_(char *s, int *n, char *t, size_t s_length, size_t t_length) {
  printf("%.*s %d %.*s\n", (int)s_length, s, *n, (int)t_length, t);
  s[0] = 'J';
  ++*n;
}

void tell_short_(char *s, int *n, int s_length) { printf("%.*s %d\n", s_length, s, *n); }

void tell_none_(char *s, int *n) { printf("%c %d\n", s[0], *n); }

void from_c_(void) {
  int n = 4, from = 2;
  char result[5] = "";
  greet_("hello", &n, "world!", 5, 6);
  letters_(result, 4, &from);
  printf("%d [%s] %d\n", n, result, count_(&n));
}
