#include <stdio.h>
void greet(const char *who, int n) { while (n--) printf("hello %s\n", who); }
