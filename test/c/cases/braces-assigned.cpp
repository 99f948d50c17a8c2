#include <cstdio>
#include <initializer_list>
struct B { B() {} B(std::initializer_list<int>) { puts("B ctor"); } B &operator=(std::initializer_list<int>) { puts("B list"); return *this; } B &operator=(const B &) { puts("B copy"); return *this; } B &operator=(B &&) { puts("B move"); return *this; } };
struct D : B { using B::B; D() {} D(std::initializer_list<int> l) : B(l) {} D &operator=(std::initializer_list<int> l) { B::operator=(l); return *this; } };
int main() { B b; b = {1, 2}; D d; d = {1, 2}; d = D(); }
