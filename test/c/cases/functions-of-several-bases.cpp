// Functions that `using` brings from bases are one set with those of the class.
#include <cstdio>
#include <string>
#include <variant>
template <class... F> struct over : F... { using F::operator()...; }; template <class... F> over(F...) -> over<F...>;
struct A { void f(int) { puts("A int"); } A() = default; A(int x) { printf("A(%d)\n", x); } }; struct B { void f(double) { puts("B dbl"); } void f(const char*) { puts("B str"); } };
struct C : A, B { using A::A; using A::f; using B::f; void f(char) { puts("C chr"); } };
struct D : A { using A::f; void f(int) { puts("D int"); } };
int main() { auto o = over{[](int) { return 1; }, [](double) { return 2; }, [](const std::string&) { return 3; }}; printf("%d %d %d\n", o(1), o(2.5), o("x"));
  std::variant<int, double, std::string> v = 2.5; printf("%d", std::visit(o, v)); v = "s"; printf("%d", std::visit(o, v)); v = 1; printf("%d\n", std::visit(o, v));
  C c(7); c.f(1); c.f(1.5); c.f("s"); c.f('c'); D d; d.f(3); }
