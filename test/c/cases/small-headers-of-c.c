// <stdatomic.h>, <tgmath.h>, <iso646.h>, <stdalign.h>, <stdnoreturn.h>, <wctype.h>, <uchar.h>, _Atomic.
#include <iso646.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <tgmath.h>
#include <uchar.h>
#include <wctype.h>
static _Atomic int count;
static atomic_uint bits = ATOMIC_VAR_INIT(5);
static _Atomic(long) total;
static atomic_flag lock = ATOMIC_FLAG_INIT;
noreturn static void finish(void) {
  puts("end");
  exit(0);
}
int main(void) {
  alignas(32) char buffer[3];
  int *_Atomic place = 0;
  atomic_init(&count, 3);
  int old = atomic_fetch_add(&count, 4), want = 7;
  _Bool same = atomic_compare_exchange_strong(&count, &want, 9), again = atomic_compare_exchange_weak(&count, &want, 1);
  printf("%d %d %d %d %d\n", old, same, again, want, atomic_load(&count));
  atomic_fetch_or_explicit(&bits, 2, memory_order_relaxed);
  total += 5;
  atomic_fetch_sub(&total, 2);
  _Bool first = atomic_flag_test_and_set(&lock), second = atomic_flag_test_and_set(&lock);
  printf("%u %ld %d %d\n", atomic_exchange(&bits, 1), total, first, second);
  float f = 2;
  double d = 2;
  float _Complex z = 3 + 4 * I;
  printf("%zu %zu %zu %g %g %g %g\n", sizeof sqrt(f), sizeof sqrt(d), sizeof sqrt(z), sqrt(f), sqrt(d), pow(f, 3), creal(sqrt(z)));
  printf("%g %g %g %g\n", (double)fabs(z), fmax(1, 2.5), hypot(3.0f, 4.0f), floor(-2.5));
  printf("%d %d %d\n", not 0 and 1, 6 bitand 3, compl 0 not_eq -1);
  printf("%zu %d %d\n", alignof(double), (int)((unsigned long)buffer % 32), place == 0);
  char16_t u = u'x';
  char32_t w[] = U"ab";
  printf("%d %d %zu %d %d %c\n", u, w[1], sizeof w, iswalpha(L'q') != 0, iswdigit(L'q') != 0, (char)towupper(L'q'));
  finish();
}
