// In C the values of a bit-field of more bits than int are computed in as many bits.
#include <stdio.h>
struct wide {
  unsigned long long a : 33, b : 40;
  long long c : 36;
  unsigned long d : 32;
  long e : 32;
} s = {0x1ffffffffULL, 0xffffffffffULL, -5, 0xffffffffUL, -7};
int main(void) {
  printf("%llx %llx %llx\n", (unsigned long long)(s.a + 1), (unsigned long long)(s.a << 3), (unsigned long long)(s.b * s.a));
  printf("%llx %llx %lld\n", (unsigned long long)-s.b, (unsigned long long)~s.a, (long long)(s.c * 3));
  printf("%d %d %d %d\n", s.c < s.a, s.d + 1 == 0, s.b + 1 == 0, s.b + 1L == 0);
  printf("%llx %d\n", (unsigned long long)(s.b >> 3 << 7), s.d - s.e > 0);
  s.a += 5;
  s.b <<= 4;
  printf("%llx %llx %llx\n", (unsigned long long)s.a, (unsigned long long)s.b, (unsigned long long)(s.a - s.b));
  return 0;
}
