// GCC's functions within functions: variables, arrays of any size and frames of all functions around, addresses of them, recursion.
#include <stdio.h>
#include <stdlib.h>
static int A(int k, int (*x1)(void), int (*x2)(void), int (*x3)(void), int (*x4)(void), int (*x5)(void)) {
  int B(void) { return A(--k, B, x1, x2, x3, x4); }
  return k <= 0 ? x4() + x5() : B();
}
static int one(void) { return 1; }
static int minus(void) { return -1; }
static int zero(void) { return 0; }
static void sorted(int *v, int n, int down) {
  int count = 0;
  int order(const void *a, const void *b) {
    count++;
    int x = *(const int *)a, y = *(const int *)b;
    return down ? y - x : x - y;
  }
  qsort(v, n, sizeof *v, order);
  for (int i = 0; i < n; i++) printf("%d ", v[i]);
  puts(count >= n - 1 ? "compared" : "not compared");
}
static int deep(int n) {
  int total = 0;
  void first(int a) {
    int mine = a * 10;
    void second(int b) {
      int own = b;
      void third(int c) {
        total += mine + own + c + n;
        if (c > 0) third(c - 1);
        mine++;
      }
      third(b);
      if (b > 0) second(b - 1);
    }
    second(a);
    total += mine;
  }
  for (int i = 0; i < 3; i++) first(i);
  return total;
}
static int arrays(int n) {
  int a[n], b[n][n];
  struct { int x, y; } s = {1, 2};
  int fill(int k, int rows[][n]) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) rows[i][j] = (a[i] = k * i) + j;
    s.x += k;
    return sizeof b + sizeof rows[0];
  }
  int z = fill(3, b);
  return z + s.x * 1000 + b[n - 1][1] + a[n - 1];
}
static int declared(int n) {
  auto int odd(int);
  int steps = 0;
  int even(int k) { return steps++, k == 0 || odd(k - 1); }
  int odd(int k) { return steps++, k != 0 && even(k - 1); }
  return even(n) * 100 + steps;
}
int main(void) {
  for (int k = 0; k < 7; k++) printf("%d ", A(k, one, minus, minus, one, zero));
  printf("\n");
  int v[] = {5, 3, 9, 1, 7};
  sorted(v, 5, 0);
  sorted(v, 5, 1);
  printf("%d %d %d %d %d\n", deep(2), arrays(3), arrays(5), declared(8), declared(9));
  int x = 4;
  int square(int y) { return y * y + x; }
  int (*p)(int) = square;
  x = 10;
  printf("%d %d %d\n", square(1), p(2), p == square);
  return 0;
}
