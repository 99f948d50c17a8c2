// The macros of math.h that ask what a real is, in both widths.
#include <math.h>
#include <stdio.h>
static int calls;
static double once(double x) { calls++; return x; }
int main(void) {
  printf("%d %d %d %d\n", isinf(-INFINITY), isinf(1.0), isinf((float)INFINITY), isinf(once(NAN)));
  printf("%d %d %d %d\n", isnormal(1.0), isnormal(1e-310), isnormal(1e-40f), isnormal(NAN));
  printf("%d %d %d %d %d\n", fpclassify(1.0) == FP_NORMAL, fpclassify(-0.0) == FP_ZERO, fpclassify(NAN) == FP_NAN,
         fpclassify(-INFINITY) == FP_INFINITE, fpclassify(1e-40f) == FP_SUBNORMAL);
  printf("%d %d %d %d\n", isgreater(2.0, 1.0), isless(NAN, 1.0), isunordered(1.0, NAN), islessgreater(1.0, 1.0));
  printf("%d %d %d %d\n", finite(1.0), isnanf(NAN), __builtin_isinfl(1.0L), calls);
  return 0;
}
