// What a class only points to is never made: chains without an end are no mistake.
#include <cstdio>
template <int N> struct A { A<N + 1> *next = nullptr; int v = N; A<N + 2> &self(); };
template <class T> struct Tree { Tree<T *> *left = nullptr; T value{}; };
int main() { A<0> a; Tree<int> t; printf("%d %d\n", a.v, t.value); }
