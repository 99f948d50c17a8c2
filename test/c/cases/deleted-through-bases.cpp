// delete through a part whose destructor stands in the table of a virtual base.
#include <cstdio>
struct C0 { int m0; C0(int n = 1) : m0(n) {} virtual ~C0() { puts("-C0"); } };
struct C1 { int m1; C1(int n = 1) : m1(n) {} virtual ~C1() { puts("-C1"); } };
struct C3 : virtual C1 { int m3; C3(int n = 2) : m3(n) {} virtual ~C3() { puts("-C3"); } };
struct C4 : C3, C0 { int m4; C4(int n = 3) : m4(n) {} virtual ~C4() { puts("-C4"); } };
struct D { virtual ~D() { puts("-D"); } };
struct E : virtual D { virtual ~E() { puts("-E"); } };
int main() { { E *q = new E; delete q; } { C3 *q = new C3(3); delete q; } { C3 *q = new C4(3); delete q; } }
