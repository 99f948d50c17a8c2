// Of functions that one conversion of a class leads to, the one that its result fits best; the object decides between two conversions.
#include <cstdio>
#include <iostream>
void f(bool) { puts("bool"); }
void f(int) { puts("int"); }
void f(double) { puts("double"); }
void g(long) { puts("long"); }
void g(float) { puts("float"); }
void h(const char *) { puts("text"); }
void h(bool) { puts("bool"); }
struct Const { int v; operator const int() const { return v; } };
template <class T> struct Of { T v; operator T() const { return v; } };
struct Two { int v; operator int() { return v; } operator double() const { return 2; } };
struct Text { operator const char *() const { return "x"; } };
struct Place { operator float &() const { static float x = 1; return x; } };
int main() {
  Const c{3}; Of<const int> i{4}; const Of<double> d{5}; Of<bool> b{true}; Two t{3}; const Two u{1}; Text x; Place p;
  f(c); f(i); f(d); f(b); f(t); f(u); f(p); g(p); h(x);
  std::cout << c << ' ' << i << ' ' << d << ' ' << b << ' ' << p << '\n';
  double by = t, of = u;
  printf("%g %g\n", by, of);
}
