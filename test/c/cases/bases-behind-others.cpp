#include <cstdio>
#include <vector>
// overriders of two subobjects, second bases, calls in destructors, using of constructors
struct A { virtual int f() { return 0; } virtual ~A() {} };
struct B1 : A { int f() override { return 1; } };
struct B2 : A { int f() override { return 2; } };
struct D : B1, B2 {};
struct S { int s = 1; S() {} S(int x) : s(x) {} virtual void show() { printf("S %d\n", s); } virtual ~S() { show(); } };
struct T : S { using S::S; int t = 5; void show() override { printf("T %d %d\n", s, t); } ~T() { show(); } };
struct U : T { using T::T; std::vector<int> v{1, 2, 3}; void show() override { printf("U %d %d %zu\n", s, t, v.size()); } };
struct Plain { int p = 3; }; struct Poly { virtual int g() { return 4; } virtual ~Poly() {} int q = 8; };
struct Both : Plain, Poly { int g() override { return p + q; } };
int main() {
  D d; B1 &x = d; B2 &y = d; printf("%d %d\n", x.f(), y.f());
  { T t(3); t.show(); } { U u(4); u.show(); S &s = u; s.show(); }
  Both b; Poly *q = &b; printf("%d %zu %zu\n", q->g(), sizeof(Both), sizeof(T));
  Both *nb = nullptr; Poly *np = nb; printf("%d\n", np == nullptr);
  B2 *n2 = (D *)nullptr; printf("%d\n", n2 == nullptr);
  Both *bb = static_cast<Both *>(q); printf("%d\n", bb == &b); q = nullptr; printf("%d\n", static_cast<Both *>(q) == nullptr);
  struct N { int i; N() { static int n; i = n++; } ~N() { printf("~N%d ", i); } }; N *a = new N[3]; delete[] a; printf("\n"); { N c[2]; } printf("\n");
}
