#define _DEFAULT_SOURCE
#include <math.h>
#include <stdio.h>
int main(void) {
  static const double x[] = {0.5, 3.0, -0.5, -1.5, -2.25, -3.75, 7.25};
  for (int i = 0; i < 7; i++) {
    int sign = 0;
    double g = lgamma(x[i]);
    printf("%.10f %d", g, signgam);
    g = lgamma_r(x[i], &sign);
    printf(" %.10f %d", g, sign);
    float f = lgammaf((float)x[i]);
    printf(" %.5f %d\n", f, signgam);
  }
  return 0;
}
