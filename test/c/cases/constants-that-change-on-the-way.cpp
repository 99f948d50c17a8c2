// Constant expressions whose objects are read while they are written, and places with effects of their own.
#include <cstdio>
struct Point { int x, y; };
constexpr Point flip(const Point &a) { return Point{a.y, a.x}; }
constexpr int assigned() { Point p{1, 2}; p = Point{p.y, p.x}; return p.x * 10 + p.y; }
constexpr int flipped() { Point p{1, 2}; p = flip(p); return p.x * 10 + p.y; }
constexpr int effects() { int i = 0; ++(++i); (i += 2) += 3; int a[3] = {1, 2, 3}; int *q = a; (*q++ = 7) += 1; return i * 100 + a[0] * 10 + int(q - a); }
static_assert(assigned() == 21 && flipped() == 21 && effects() == 781, "");
struct Padded { char c; double d; short s; constexpr Padded(int n) : c('a'), d(n * 0.5), s(n) {} };
constexpr Padded padded[2] = {Padded(1), Padded(7)};
struct Base { int x; constexpr Base(int v) : x(v) {} virtual int f() const { return x; } };
struct Around { Base b; int y; };
constexpr Around around{Base(5), 6};
struct Token { char kind; int value; };
struct Tokens { Token list[8]; int count; constexpr Tokens() : list{}, count(0) {} constexpr void push(Token t) { list[count++] = t; } };
constexpr Tokens lex(const char *s) {
  Tokens out;
  while (*s) {
    if (*s >= '0' && *s <= '9') { int v = 0; do v = v * 10 + (*s++ - '0'); while (*s >= '0' && *s <= '9'); out.push({'n', v}); continue; }
    switch (*s) { case '+': case '*': out.push({*s, 0}); break; case ' ': break; default: out.push({'?', *s}); }
    ++s;
  }
  return out;
}
constexpr Tokens tokens = lex("1 +22*x");
int main() {
  const Base &r = around.b;
  printf("%d %d %g %d\n", r.f(), around.y, padded[1].d, padded[0].s);
  for (int i = 0; i < tokens.count; i++) printf("%c%d ", tokens.list[i].kind, tokens.list[i].value);
  puts("");
}
