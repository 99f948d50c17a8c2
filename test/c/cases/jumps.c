// goto in all directions, cases within loops, arrays whose size comes with them.
#include <stdio.h>
static void send(char *to, const char *from, int count) {
  int n = (count + 3) / 4;
  switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++;
            } while (--n > 0);
  }
  *to = 0;
}
static int into(int x) {
  int steps = 0;
  if (x > 2) goto inside;
  for (x = 0; x < 5; x++) {
    steps++;
inside:
    if (x == 4) goto out;
    steps += 10;
  }
out:
  return steps;
}
static long sums(int n, int m) {
  long table[n][m], sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) table[i][j] = i * j;
  for (int i = 0; i < n; i++) sum += table[i][m - 1];
  return sum + sizeof table / sizeof table[0];
}
static int classes(unsigned c) {
  switch (c) {
    case 'a' ... 'z': return 1;
    case '0' ... '9': return 2;
    case 0x80000000u: return 3;
    default: return c > 1000 ? 4 : 5;
  }
}
int main(int argc, char **argv) {
  char text[32];
  send(text, "from one place to another", 25);
  printf("%s|\n%d %d\n", text, into(0), into(3));
  printf("%ld %ld\n", sums(3, 4), sums(7, 2));
  printf("%d %d %d %d %d\n", classes('q'), classes('7'), classes(1u << 31), classes(5000), classes(' '));
  int i = 0;
again:
  if (i++ < 3) goto again;
  printf("%d %d %d\n", i, argc, argv[argc] == NULL);
  return 0;
}
