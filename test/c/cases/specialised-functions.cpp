// Specialisations of functions: declared before they are defined, deleted, of members.
#include <cstdio>
template <class T> int g(T t) { return 1; }
template <> int g(char) = delete;
template <> int g<short>(short) = delete;
template <class T> int h(T) { return 1; }
template <> int h(long);
template <class T> void only(T) = delete;
template <> void only(int k) { printf("int %d\n", k); }
struct S { template <class T> int m(T) { return 1; } };
template <> int S::m(char) = delete;
template <> int S::m(int) { return 2; }
int main() { printf("%d %d %d\n", g(1), g(2.0), h(1L)); only(3); S s; printf("%d %d\n", s.m(1.0), s.m(1)); }
template <> int h(long) { return 5; }
