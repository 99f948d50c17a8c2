// Pointers to members: null, of bases, of overloaded and virtual functions, as arguments.
#include <cstdio>
#include <functional>
struct A { int n = 1; int m = 2; int f(int x) { return n + x; } double f(double x) const { return x * 2; } template <class T> T g(T t) { return t + n; } virtual int v() { return 10; } };
struct P { long pad = 5; virtual ~P() {} };
struct B : P, A { int k = 3; int v() override { return 20 + k; } };
struct V : virtual A { int z = 9; };
template <class T, class C> int size(T C::*) { return sizeof(C); }
int A::*global;
void who(int A::*) { puts("A"); }
void who(double (A::*)(double) const) { puts("method"); }
int main() {
  int A::*d = nullptr; printf("%d %d %d\n", d == nullptr, global == nullptr, !d);
  d = &A::m; A a; B b; printf("%d %d\n", a.*d, b.*d);
  int B::*e = d; printf("%d %d\n", b.*e, (&b)->*e);
  int B::*h = &B::n; int B::*k = &B::k; printf("%d %d %d\n", b.*h, b.*k, h == k);
  printf("%d\n", size(&B::m) == (int)sizeof(A));
  int (A::*f)(int) = &A::f; double (A::*g)(double) const = &A::f; printf("%d %g\n", (a.*f)(4), (a.*g)(4));
  int (B::*w)() = &A::v; printf("%d\n", (b.*w)());
  int (A::*t)(int) = &A::g; printf("%d\n", (b.*t)(7));
  int (B::*u)(int) = f; printf("%d %d\n", (b.*u)(5), u == nullptr);
  who(&A::n); who(&A::f);
  V v; int A::*q = &V::m; printf("%d\n", v.*q);
  if (f) puts("set"); f = 0; if (!f) puts("none"); int A::*zero = 0; printf("%d\n", zero == 0);
  auto m = std::mem_fn(&A::v); printf("%d\n", m(b));
  std::function<int(A &)> fn = &A::v; printf("%d\n", fn(b));
  int (A::*list[2])(int) = {&A::f, nullptr}; printf("%d %d\n", (a.*list[0])(1), list[1] == nullptr);
  printf("%d\n", std::invoke(&A::m, a));

}
