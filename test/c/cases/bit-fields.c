// Bit-fields narrower than int are computed with as int.
#include <stdio.h>
struct narrow {
  unsigned int a : 7, b : 31;
  unsigned int whole : 32;
  signed int c : 5;
  unsigned long long wide : 40;
} n = {5, 3, 3, -4, 1};
int main(void) {
  printf("%d %d %d %d\n", n.a - 6 < 0, n.b - 4 < 0, n.whole - 4 < 0, -n.a < 0);
  printf("%d %d %d\n", n.c - 1, ~n.a, (n.a << 3) - 100 < 0);
  printf("%d %d\n", n.a > -1, (int)sizeof(n.a + 0));
  n.a += 200;
  n.b = -1;
  printf("%d %u %llu\n", n.a, n.b, n.wide << 35);
  return 0;
}
