// What the compiler may not compute although the values seem to stand there: destructors, mutable and volatile parts, objects that change.
#include <cstdio>
struct Point { int x, y; };
struct Ends { int v; Ends(int a) : v(a) {} ~Ends() { printf("end %d\n", v); } };
int endsLocal() { Ends t(3); return 3; }
int endsTemporary() { return Ends(4).v; }
const int a = endsLocal(), b = endsTemporary();
struct Writes { int *p; ~Writes() { *p = 9; } };
int written() { int n = 1; { Writes w{&n}; } return n; }
const int c = written();
struct Counter { mutable int m; Counter(int v) : m(v) {} };
const Counter counter(5);
int bump() { return ++counter.m; }
Point global{3, 4};
int copied() { Point p{}; p = global; return p.x; }
const volatile int seen[1] = {3};
struct Bound { int &&r; };
// What it may, if it keeps to the bytes of memory.
const int words[2] = {0x01020304, 0};
const int second = [] { return (int)((const char *)words)[1]; }();
int unsignedOf() { int i = -1; return *(unsigned *)&i > 5u; }
extern const int late; const int *const where = &late; const int late = 3;
const bool same = where == &late;
int main() {
  const int d = bump(), e = bump();
  global.x = 9;
  const int f = copied(), g = seen[0], h = unsignedOf();
  const Bound bound{5};
  bound.r = 8;
  const int i = bound.r;
  printf("%d %d %d %d %d %d %d %d %d %d %d\n", a, b, c, d, e, f, g, h, i, second, same);
}
