// Bit-fields of packed structures reach over their units; the last ones end with the object.
#include <stdio.h>
#include <string.h>
#pragma pack(push)
#pragma pack(1)
struct A { signed f0 : 22; signed f1 : 13; };
struct B { unsigned f0 : 5; };
struct C { unsigned f0 : 7; signed f1 : 2; };
struct D { unsigned f0 : 19, f1 : 1; signed f2 : 24; signed f3 : 15; unsigned f4 : 14; };
#pragma pack(pop)
struct A a[2] = {{1051, 51}, {-5, -7}}; struct B b = {2}; struct C c[3] = {{9,1},{10,-1},{7,-2}}; struct D d = {365,0,228,40,51};
static void dump(void *p, int n) { unsigned char *q = p; for (int i = 0; i < n; i++) printf("%02x", q[i]); printf("\n"); }
int main(void) {
  printf("%zu %zu %zu %zu\n", sizeof(struct A), sizeof b, sizeof(struct C), sizeof d);
  dump(a, sizeof a); dump(&b, sizeof b); dump(c, sizeof c); dump(&d, sizeof d);
  printf("%d %d %d %d\n", a[0].f0, a[0].f1, a[1].f0, a[1].f1); printf("%d %d %d %d %d %d\n", c[0].f0, c[0].f1, c[1].f0, c[1].f1, c[2].f0, c[2].f1);
  printf("%d %d %d %d %d\n", d.f0, d.f1, d.f2, d.f3, d.f4);
  a[0].f1 = -77; a[1].f1++; d.f3 = -9; d.f2 = -100; c[1].f1 = 1; d.f4 = 9999; dump(a, sizeof a); dump(&d, sizeof d); dump(c, sizeof c);
}
