// What programs of C take from GCC: labels as values, alloca, arithmetic that tells of overflow, arrays whose size a parameter gives, other names for one thing.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

static int machine(const int *code) {
  static void *const does[] = {&&push, &&add, &&times, &&out};
  int stack[8], top = 0;
  goto *does[*code];
push:
  stack[top++] = code[1];
  code += 2;
  goto *does[*code];
add:
  top--;
  stack[top - 1] += stack[top];
  goto *does[*++code];
times:
  top--;
  stack[top - 1] *= stack[top];
  goto *does[*++code];
out:
  return stack[0];
}

#define FIRST_ABOVE(a, n, limit) \
  ({ __label__ done; int i_ = 0; for (; i_ < (n); i_++) if ((a)[i_] > (limit)) goto done; done: i_; })

static int joined(const char *a, const char *b) {
  int length = 0;
  for (int turn = 0; turn < 1000; turn++) {
    char *both = alloca(strlen(a) + strlen(b) + 1);
    strcpy(both, a);
    strcat(both, b);
    length += strlen(both);
  }
  return length;
}

static double trace(int n, int m, double a[n][m], double (*b)[m]) {
  double sum = 0;
  for (int i = 0; i < n && i < m; i++) sum += a[i][i] * b[i][0];
  return sum + sizeof(*b) / sizeof(double);
}

static int counted(int n, int unused[n++]) { return n; }

int hidden = 41;
extern int shown __attribute__((alias("hidden")));

old_sum(a, b, c) { return a + 10 * b; }

static long bytes_of(const char *w) {
  long total = 0, x;
  char *p = (char *)&x;
  for (int turn = 0; turn < 2; turn++) {
    for (int k = 0; k < 8; k++) p[k] = w[k] + turn;
    total += x;
  }
  return total;
}

struct flags { unsigned low : 7; unsigned wide : 27; signed few : 5; };
struct tail { char first; short rest[]; };
struct tail tail = {'t', {1, 2, 3, 500}};
typedef struct { int a, b; } __attribute__((aligned(32))) apart;
struct holder { apart one, three[3]; int last; };

int main(void) {
  const int code[] = {0, 6, 0, 7, 2, 0, 8, 1, 3};
  printf("%d\n", machine(code));
  int list[] = {3, 9, 4, 20};
  printf("%d %d\n", FIRST_ABOVE(list, 4, 5), FIRST_ABOVE(list, 4, 19));
  printf("%d\n", joined("alpha", "bet"));
  double a[2][3] = {{1, 2, 3}, {4, 5, 6}};
  printf("%g\n", trace(2, 3, a, a));
  printf("%d\n", counted(4, list));
  shown++;
  printf("%d\n", hidden);
  printf("%d\n", old_sum(1, 2, 3, 4));
  printf("%lx\n", bytes_of("        "));

  int i;
  unsigned char c;
  unsigned long u;
  int wrong = __builtin_add_overflow(2147483647, 1, &i);
  printf("%d %d\n", wrong, i);
  wrong = __builtin_sub_overflow(3u, 5u, &i);
  printf("%d %d\n", wrong, i);
  wrong = __builtin_mul_overflow(20, 13, &c);
  printf("%d %d\n", wrong, c);
  wrong = __builtin_umull_overflow(1ul << 40, 1ul << 24, &u);
  printf("%d %lx\n", wrong, u);
  wrong = __builtin_mul_overflow(-1l, -1l, &u);
  printf("%d %lx\n", wrong, u);

  struct flags f = {100, 5, -3};
  printf("%d %d\n", -13 % (unsigned)f.low > 0, f.few >= (0, f.wide));
  printf("%d %d\n", tail.rest[3], (int)sizeof tail);
  printf("%d %d\n", (int)sizeof(apart), (int)sizeof(struct holder));
  int out, in = 77;
  __asm__("" : "=r"(out) : "0"(in));
  printf("%d", out);
  printf(" %d\n", __builtin_expect(in++ > 76, 0));
  return 0;
}
