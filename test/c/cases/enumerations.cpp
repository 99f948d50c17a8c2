// What enumerations are computed with: int where that holds all their values, unless their type is given.
#include <cstdio>
enum A { a1 = sizeof(int) * 3 }; enum B { b1 = 12 }; enum C : unsigned { c1 = 3 }; enum D { d1 = -1, d2 = 3 }; enum E : unsigned char { e1 = 200 }; enum F { f1 = 0xffffffffu }; enum G { g1 = 0x100000000ll }; enum H { h1=1, h2 = 3000000000u };
template <class X, class Y> auto q(X x, Y y) -> decltype(x / y) { return x / y; }
template <class T> struct Tr { enum { code = sizeof(T) * 3 }; };
const char *w(int) { return "int"; } const char *w(unsigned) { return "unsigned"; } const char *w(long) { return "long"; } const char *w(long long) { return "ll"; } const char* w(unsigned long){return "ul";}
struct S { A a : 5; C c : 3; D d : 4; enum { N = 4, M = 6 }; int v[N]; };
int main() {
  A a = a1; B b = b1; C c = c1; E e = e1; F f = f1; G g = g1; H h = h2;
  printf("%lld %lld %lld %lld\n", (long long)(-1000 / a1), (long long)(-1000 / a), (long long)q(-1000, a1), (long long)q(-1000, Tr<int>::code));
  printf("%lld %lld %lld\n", (long long)(-1000 / b), (long long)(-1000 / c), (long long)q(-1000, c1));
  printf("%lld %lld %lld %lld\n", (long long)(-1000 / d2), (long long)(-1000 / e), (long long)q(-1000, e), (long long)(-1000 / f));
  printf("%lld %lld %d %d %d\n", (long long)(-1000 / g), (long long)(-1000 / h), (int)sizeof(a), (int)sizeof(g), (int)sizeof(f));
  printf("%d %d %d\n", (int)sizeof(+a), (int)(-a < 0), (int)(-c < 0));
  bool less = a < -1; printf("%d %d %d\n", less, b > -1, (a ? a : -1) < 0);
  printf("%s %s %s %s %s\n", w(a), w(c), w(e), w(f), w(g)); 
  S x{a1, c1, d1}; printf("%d %d %d\n", x.a - 20 < 0, x.d < 0, (int)x.a);
  int hits = 0; for (int i = -S::N; i < S::N; i++) hits += i; printf("%d %d\n", hits, -7 / S::N); 
  printf("%s %s %s\n", w(a + 1), w(true ? a : b), w(true ? a1 : 1)); auto t = -a; printf("%d %d\n", t < 0, (S::M - 7) / 2);
  switch (a - 13) { case -1: printf("minus\n"); break; default: printf("default\n"); }
  double dd = -3.5; printf("%g %g\n", dd * a, (double)(a - 13));
  A up = a; bool neg = (0 - up) < 0; printf("%d %d\n", neg, up << 1 > -1);
}
