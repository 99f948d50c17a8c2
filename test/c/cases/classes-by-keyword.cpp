#include <cstdio>
struct x { int v; }; struct x *x; struct stat_ { int a; }; int stat_(int k, struct stat_ *s) { s->a = k; return k + 1; } class node { public: int n; }; int main() { struct x y; x = &y; x->v = 3; struct stat_ s; int k = stat_(4, &s); printf("%d %d %d\n", y.v, k, s.a); class node node; node.n = 5; printf("%d\n", node.n); }
