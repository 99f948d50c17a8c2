#include <cstdio>
#include <iostream>
#include <typeinfo>
struct A { int a; A(int x = 7) : a(x) { printf("A(%d)\n", a); } virtual ~A() { printf("~A %d\n", a); } virtual const char *name() const { return "A"; } int get() const { return a; } };
struct B : virtual A { int b; B(int x) : A(x + 100), b(x) { printf("B %d sees %d %s\n", b, a, name()); } ~B() { printf("~B %d %s\n", b, name()); } const char *name() const override { return "B"; } };
struct C : virtual A { int c; C(int x) : A(x + 200), c(x) { printf("C %d sees %d %s\n", c, a, name()); } ~C() { printf("~C %d\n", c); } virtual int twice() { return 2 * c + a; } };
struct D : B, C { int d; D(int x) : A(x), B(x + 1), C(x + 2), d(x + 3) { printf("D %d sees %d %s\n", d, a, name()); } ~D() { printf("~D %s\n", name()); } const char *name() const override { return "D"; } };
struct E : D { E() : A(1), D(50) {} int twice() override { return -1; } };
int main() {
  printf("%zu %zu %zu %zu\n", sizeof(A), sizeof(B), sizeof(C), sizeof(D));
  {
    D d(10);
    d.a = 42;
    B *b = &d; C *c = &d; A *a = &d;
    printf("%d %d %d %d\n", b->a, c->a, a->a, d.get());
    printf("%d\n", (A *)b == (A *)c);
    printf("%s %s %s\n", b->name(), c->name(), a->name());
    printf("%d\n", c->twice());
    D *back = dynamic_cast<D *>(a);
    printf("%d %d\n", back == &d, back->d);
    C *side = dynamic_cast<C *>(b);
    printf("%d\n", side == c);
    D copy = d; copy.a = 5; printf("%d %d %d %d %d\n", copy.a, d.a, copy.b, copy.c, copy.d);
    copy = d; printf("%d\n", copy.a);
    printf("%d\n", dynamic_cast<E *>(a) == nullptr);
  }
  { A *p = new E; printf("%s %d\n", p->name(), dynamic_cast<C *>(p)->twice()); delete p; }
  { B alone(3); printf("%d %d %s\n", alone.a, alone.b, alone.name()); }
}
