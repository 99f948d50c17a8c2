// Numbers in the middle between two that can be printed go to the even one; the zeros of an exponent stay.
#include <math.h>
#include <stdio.h>
int main(void) {
  double plain[] = {0.5, 1.5, 2.5, 9.28125, 12.90625, 0.125, 0.375, 2.675, -0.5, -2.5, 1234.5, 0.0625, 1.25e3, 6.25e-5, 9.5, 95, 0.95, 99.5, 999.5, 4.565e10, 2.7150e-10, 5e22, 4503599627370497.5, 0x1p-1074};
  for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++)
    for (int p = 0; p < 4; p++) printf("%.*f|%.*e|%.*g%c", p, plain[i], p, plain[i], p, plain[i], p == 3 ? '\n' : ' ');
  unsigned s = 12345;
  for (int i = 0; i < 60; i++) {
    s = s * 1664525u + 1013904223u;
    double x = i % 2 ? ldexp((s >> 8) % 2000, (int)((s >> 20) % 24) - 14) : (s >> 8) % 2000 / 8.0;
    int p = (s >> 4) % 7;
    printf("%.*f %.*e %.*g\n", p, x, p, x, p, x);
  }
  return 0;
}
