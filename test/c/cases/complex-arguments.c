#include <complex.h>
#include <stdio.h>
#include <stdarg.h>
double _Complex f(float _Complex a, int n, double _Complex b) { if (n > 3) return a*b; return a + b*n; }
typedef double _Complex (*F)(float _Complex, int, double _Complex);
static double _Complex va(int n, ...) { va_list l; va_start(l, n); double _Complex s = 0; while (n--) s += va_arg(l, double _Complex); va_end(l); return s; }
float _Complex g(void) { return 1.5f - 2.5f*I; }
double _Complex rec(double _Complex z, int n) { return n == 0 ? z : rec(z*z + 1, n - 1); }
int old(); int old(z, k) double _Complex z; int k; { return (int)creal(z) + k; }
struct S { double _Complex z; int n; }; struct S mk(double _Complex z) { struct S s = { z, 3 }; return s; }
int main(void) { F p = f; double _Complex z = p(1 + 2*I, 5, 3 - I), w = f(g(), 2, z), v = va(3, 1.0 + I, z, w); double _Complex q[2] = { f(g(), 1, conj(w)), rec(0.5*I, 3) };
  q[0] = f(q[0], 4, q[1]); struct S s = mk(q[0]);
  printf("%g %g %g %g %g %g %g %g %d %g %g\n", creal(z), cimag(z), creal(w), cimag(w), creal(v), cimag(v), creal(q[1]), cimag(q[1]), old(2.0 + I, 4), creal(s.z), cimag(csqrt(s.z))); return 0; }
