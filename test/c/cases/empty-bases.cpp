// Empty bases take no room, and nothing is written where they lie.
#include <cstdio>
struct E {}; struct E2 { void hi() { printf("hi\n"); } }; struct A : E { int x; A(int v) : x(v) {} }; struct C : A, E2 { short s; C() : A(0x1234567), E2(), s(7) {} };
template <class D> struct Crtp { D &self() { return static_cast<D &>(*this); } void show() { printf("%d\n", self().v); } };
struct V : Crtp<V> { int v = 9; }; struct Agg : E, E2 { int a, b; };
struct Less { bool operator()(int a, int b) const { return a < b; } }; template <class F> struct Holder : private F { int *p; Holder() : F(), p(nullptr) {} bool less(int a, int b) { return F::operator()(a, b); } };
int main() { C c; c.hi(); static_cast<E2 &>(c) = E2(); printf("%x %d %zu\n", c.x, c.s, sizeof(C)); V v; v.show(); C d = c; d = c; printf("%x\n", d.x); Agg g{{}, {}, 3, 4}; printf("%d %d %zu\n", g.a, g.b, sizeof g); Holder<Less> h; printf("%d %zu\n", h.less(1, 2), sizeof h); Agg z = {}; printf("%d\n", z.b); Agg *n = new Agg(); printf("%d\n", n->a); }
