// _Complex of C: arithmetic with real and complex operands, parts, conversions, calls by value, static data, C's annex G.
#include <complex.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
static double complex table[3] = {1, I, 2 - 3 * I};
struct layer {
  int n;
  double complex z;
  float complex w;
} layer = {1, 2 + I, -I};
typedef float complex (*step)(float complex, int);
static float complex twice(float complex z, int n) { return n > 0 ? twice(z * 2, n - 1) : z; }
static void show(const char *name, double complex z) { printf("%s %.15g %.15g\n", name, creal(z), cimag(z)); }
static double complex sum(int n, ...) {
  va_list list;
  va_start(list, n);
  double complex s = 0;
  while (n-- > 0) s += va_arg(list, double complex);
  va_end(list);
  return s;
}
static float complex *next(float complex **p) { return (*p)++; }
#define KIND(x) _Generic((x), float complex: "float complex", double complex: "double complex", double: "double", float: "float")
int main(void) {
  double complex a = 1.5 - 2.25 * I, b = CMPLX(-3, 0.5), c = a;
  show("table", table[1] * table[2]);
  show("layer", layer.z * layer.w + layer.n);
  show("sums", (a + b) * 2 - (1 - a) + (b - 4));
  show("product", a * b);
  show("quotients", a / b + 3 / a - b / 3);
  show("signs", -a + ~b);
  c += b;
  c *= a;
  c /= 2 * I;
  c -= 1;
  show("updates", c);
  step f = twice;
  show("call", f(1 - I, 3));
  show("list", sum(3, a, b, (double complex)layer.w));
  float complex v[4] = {1, 2, [3] = 4}, *p = v;
  *next(&p) += I;
  *next(&p) *= 2 * I;
  show("once", v[0] + v[1] + (p - v));
  __real__ c = 7;
  __imag__ c = -8;
  double *parts = (double *)&c;
  printf("%g %g %g\n", parts[0], parts[1], (double)(c * I));
  printf("%s, %s, %s\n", KIND(v[0]), KIND(v[0] + 1.0), KIND(creal(c)));
  printf("%d %d %d %d\n", a == 1.5 - 2.25 * I, a != b, !a, I == I && !(0 * I));
  _Complex int whole = 3 + 4i;
  whole *= 2 - 1i;
  printf("%d %d %d\n", __real__ whole, __imag__ whole, (int)sizeof whole);
  show("functions", cexp(a) + csqrt(b) * clog(a) - cpow(a, b) / ctanh(b));
  double complex endless = CMPLX(INFINITY, NAN) * a, zero = a / 0, by = CMPLX(0.0, 0.0);
  printf("%d %d %d\n", isinf(creal(endless)) || isinf(cimag(endless)), isinf(creal(zero)) != 0, isinf(creal(a / by)) != 0);
  return 0;
}
