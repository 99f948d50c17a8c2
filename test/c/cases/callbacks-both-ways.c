// Procedures of Fortran called by C through their addresses, and functions of C by Fortran: pointers, values, results that are pointers.
#include <stdlib.h>
struct solver { int steps; void (*progress)(int, double, void *); int (*compare)(const void *, const void *); };
void run(const struct solver *s, double *x, void *context) {
  for (int i = 1; i <= s->steps; i++) { *x *= 0.5; s->progress(i, *x, context); }
}
void sorted(int *a, size_t n, const struct solver *s) { qsort(a, n, sizeof *a, s->compare); }
void each(double *a, int n, void (*f)(double *, const int *)) { for (int i = 0; i < n; i++) f(a + i, &i); }
static void doubled(double *x, const int *n) { for (int i = 0; i < *n; i++) x[i] *= 2; }
static void *larger(void *a, void *b) { return *(double *)a < *(double *)b ? b : a; }
typedef void (*scale)(double *, const int *);
scale scaling(void) { return doubled; }
void *(*choice(void))(void *, void *) { return larger; }
double *picked(double *(*pick)(double *, int), double *a) { return pick(a, 2); }
