#include <stdio.h>
int deep(int n, int (*f)(int)) { int r; printf("deep %d\n", n); r = n > 0 ? deep(n - 1, f) : f(n); printf("never\n"); return r; }
