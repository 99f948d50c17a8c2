// Constructors of bases, templates among them; those of the class itself come first.
#include <cstdio>
#include <string>
#include <memory>
struct M { int v; M(int k = 5) : v(k) {} };
struct B { int a; std::string s; B() : a(0) {} B(int x, const char *t = "none") : a(x), s(t) { printf("B %d %s\n", a, t); } template <class T> B(T x, T y) : a(int(x + y)) { printf("T %d\n", a); } template <class... A> B(const char *n, A &&...r) : a(sizeof...(r)), s(n) { printf("P %d\n", a); } };
struct D : B { M m; int k = 7; using B::B; D(int x) : B(x, "own"), m(9) {} };
struct E : D { using D::D; };
template <class X> struct W : X { using X::X; int w = 3; };
int main() { D a(1), b(2, "x"), c(1.5, 2.5), d("n", 1, 2, 3); printf("%d %d %d | %d %d\n", a.m.v, a.k, b.m.v, c.m.v, d.k); E e(2.0, 3.0); E f(4); printf("%d %d\n", e.m.v, f.m.v); W<B> w(3, 4); W<D> v("q"); printf("%d %d %d\n", w.w, v.w, v.m.v); auto p = std::make_unique<D>("u", 1); printf("%s %d\n", p->s.c_str(), p->a); }
