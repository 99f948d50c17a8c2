// new without parentheses leaves members that no constructor writes as they are; with empty ones they are zero.
#include <cstdio>
#include <new>
#include <cstring>
struct Plain { int a; double b; };
struct Some { int a = 4; int b; };
struct Own { int a; Own() : a(7) {} };
struct Arg { int a; Arg(int x) : a(x) {} };
alignas(16) static char mem[256];
int main() {
  memset(mem, 1, sizeof mem);
  Plain* p = new (mem) Plain; printf("%d\n", p->a);
  Plain* q = new (mem) Plain(); printf("%d %g\n", q->a, q->b);
  memset(mem, 1, sizeof mem);
  Plain* r = new (mem) Plain{5}; printf("%d %g\n", r->a, r->b);
  memset(mem, 1, sizeof mem);
  Some* s = new (mem) Some; printf("%d %d\n", s->a, s->b);
  Own* o = new (mem) Own; printf("%d\n", o->a);
  Arg* a = new (mem) Arg(3); printf("%d\n", a->a);
  memset(mem, 1, sizeof mem);
  Plain* z = new Plain[3](); printf("%d %g\n", z[2].a, z[1].b);
  Own* w = new Own[3]; printf("%d\n", w[2].a);
  int* i = new int[4](); printf("%d\n", i[3]);
  delete[] z; delete[] w; delete[] i;
  union U { int x; float f; };
  memset(mem, 1, sizeof mem);
  U* u = new (mem) U; printf("%d\n", u->x);
}
