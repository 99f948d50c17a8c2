#include <complex.h>
double _Complex twist_(double _Complex *z) { return *z * I; }
float _Complex half_(float _Complex *z) { return *z / 2; }
double _Complex turned(double _Complex z) { return conj(z); }
float _Complex scaled(int n, float _Complex z) { return n * z; }
double _Complex applied(double _Complex (*f)(double _Complex), double _Complex z) { return f(z) + 1; }
double _Complex squared(double _Complex z);
double _Complex back(double _Complex z) { return squared(z) - I; }
