// Numbers from texts: limits and ERANGE, bases, hexadecimal reals, what has no end; the null address of printf.
#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
int main(void) {
  const char *t[] = {"99999999999999999999", "-99999999999999999999", "18446744073709551615", "18446744073709551616", "-1", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "0x7fffffffffffffff", "0xffffffffffffffff", "zz", "", "  +12rest", "077", "0b1", "0x", "12e3"};
  for (int i = 0; i < 17; i++) { char *e; errno = 0; long a = strtol(t[i], &e, 0); int r = errno; errno = 0; unsigned long b = strtoul(t[i], NULL, 0); int q = errno; printf("%ld %d %d %lu %d\n", a, r, (int)(e - t[i]), b, q); }
  char *e; printf("%ld %ld %ld\n", strtol("zz", &e, 36), strtol("1010", 0, 2), strtol("ff", 0, 16)); errno = 0; double d = strtod("1e999", &e); printf("%g %d\n", d, errno == ERANGE); printf("%g %g %g %g\n", strtod("inf", 0), strtod("0x1.8p3", 0), strtod("-.5e1x", &e), strtod("1e-400", 0)); printf("%s\n", e); printf("%d %ld %g\n", atoi("  -42x"), atol("123456789012"), atof("2.5e3")); printf("%g\n", (double)strtof("3.1", 0)); printf("%p %p\n", (void *)0, (void *)16);
  return 0; }
