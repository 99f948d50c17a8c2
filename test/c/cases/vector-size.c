// Vectors of GCC: arithmetic, comparisons and shifts of each element, elements by index, casts that keep the bits, shuffles, arguments and results.
#include <stdio.h>
typedef int v4si __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(4 * sizeof(float))));
typedef unsigned char v16qi __attribute__((__vector_size__(16)));
typedef short v8hi __attribute__((vector_size(16)));
typedef double v2df __attribute__((vector_size(16)));
#define vector(n, type) __attribute__((vector_size((n) * sizeof(type)))) type

struct pair {
  v2df a;
  char c;
};
union bits {
  v4sf f;
  v4si i;
  float e[4];
};

static v4si global = {1, 2, 3, 4};
static v2df table[2] = {{1, 2}, {3.5, -4.5}};

static void show(const char *what, v4si v) { printf("%s %d %d %d %d\n", what, v[0], v[1], v[2], v[3]); }
static v4sf axpy(float a, v4sf x, v4sf y) { return a * x + y; }
static v4si larger(v4si a, v4si b) {
  v4si m = a > b;
  return (a & m) | (b & ~m);
}

int main(void) {
  v4si a = {5, -6, 7, 8}, b = {2, 3, -4, 0x40000000};
  show("sum", a + b);
  show("difference", a - b);
  show("product", a * b);
  show("quotient", a / (v4si){2, 2, 2, 2});
  show("rest", a % 4);
  show("logic", (a & b) ^ (a | 3));
  show("shift", a << 2);
  show("shift each", a >> (v4si){0, 1, 2, 3});
  show("negative", -a);
  show("complement", ~a);
  show("less", a < b);
  show("same", a == (v4si){5, 6, 7, 9});
  show("larger", larger(a, b));
  show("scalar first", 100 - a);
  v4sf x = {1, 2, 3, 4}, y = axpy(2.0f, x, (v4sf){0.5f, 0.25f});
  printf("%g %g %g %g\n", y[0], y[1], y[2], y[3]);
  union bits u;
  u.f = x / y;
  for (int i = 0; i < 4; i++) printf("%g %x%c", u.e[i], u.i[i], i < 3 ? ' ' : '\n');
  v4si bits = (v4si)x;
  show("bits", bits);
  show("compared", x > 2.5f);
  v16qi bytes = (v16qi)a;
  bytes += 250;
  for (int i = 0; i < 16; i++) printf("%d ", bytes[i]);
  puts("");
  v8hi h = {32767, -32768, 1, 2, 3, 4, 5, 6};
  h++;
  h <<= 1;
  for (int i = 0; i < 8; i++) printf("%d ", h[i]);
  puts("");
  global += a;
  global[2] = 99;
  global[3] *= 2;
  show("global", global);
  v2df d = table[0] * table[1];
  struct pair p = {d, 'x'}, q = p;
  q.a[1] -= 1;
  printf("%g %g %c %zu %zu\n", q.a[0], q.a[1], q.c, sizeof q, _Alignof(v4si));
  long long both = (long long)(vector(2, int)){7, 1};
  printf("%llx\n", both);
  show("shuffled", __builtin_shuffle(a, (v4si){3, 2, 1, 8}));
  show("of two", __builtin_shuffle(a, b, (v4si){0, 4, 5, 3}));
  v4sf converted = __builtin_convertvector(a, v4sf) / 2;
  printf("%g %g %g %g\n", converted[0], converted[1], converted[2], converted[3]);
  v4si list[3] = {{1}, {2, 2}, {3, 3, 3}}, sum = {0}, *at = list;
  for (int i = 0; i < 3; i++) sum += *at++ * (i + 1);
  show("list", sum);
  int n = 2;
  show("choice", n > 1 ? a : b);
  printf("%d %d\n", (a + b)[n], axpy(1, x, x)[n] == 6);
}
