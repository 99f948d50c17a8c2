// A class that is named first within a declaration belongs to the namespace around the class.
#include <cstdio>
class Visitor { public: virtual void visit(const class Circle &) = 0; virtual void visit(const class Square &) = 0; virtual void other(struct Later *) {} };
class Circle { public: int r = 2; void accept(Visitor &v) const { v.visit(*this); } };
class Square { public: int s = 3; void accept(Visitor &v) const { v.visit(*this); } };
class Area : public Visitor { public: int total = 0; void visit(const Circle &c) override { total += c.r; } void visit(const Square &s) override { total += 10 * s.s; } };
namespace n { void f(struct Opaque *p); struct Opaque { int v; }; void f(Opaque *p) { printf("%d\n", p->v); } struct Node { struct Other *next; int k; }; struct Other { int z; }; }
int main() { Area a; Circle c; Square s; c.accept(a); s.accept(a); printf("%d\n", a.total); n::Opaque o{5}; n::f(&o); n::Other ot{8}; n::Node nd{&ot, 1}; printf("%d\n", nd.next->z); }
