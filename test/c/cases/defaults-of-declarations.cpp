#include <cstdio>
template <class T> T scale(T x, int by = 3);
template <class T> T scale(T x, int by) { return x * by; }
struct A { int f(int a, int b = 2); template <class T> T g(T t, T u = 5); static int h(int n = 9); A(int x = 1, int y = 2); int x, y; };
int A::f(int a, int b) { return a * 10 + b; } template <class T> T A::g(T t, T u) { return t + u; } int A::h(int n) { return n; } A::A(int x, int y) : x(x), y(y) {}
template <class T> struct B { T f(T a, T b = T(4)); B(T q = T(7)); T q; }; template <class T> T B<T>::f(T a, T b) { return a - b; } template <class T> B<T>::B(T q) : q(q) {}
int one(int a, int b, int c = 3); int one(int a, int b = 2, int c); int one(int a, int b, int c) { return a * 100 + b * 10 + c; }
namespace n { void late(int x = 5); } void n::late(int x) { printf("%d\n", x); }
int main() { A a; B<int> b; printf("%d %g %d %d %d %d %d %d %d %d\n", scale(2), scale(1.5), a.f(1), a.g(2), A::h(), a.x, a.y, b.f(1), b.q, one(1)); n::late(); }
