// The numbers that glibc's rand gives, and the order of equal elements that its qsort leaves.
#include <stdio.h>
#include <stdlib.h>

struct pair { int key, at; };

static int by_key(const void *a, const void *b) { return ((const struct pair *)a)->key - ((const struct pair *)b)->key; }

int main(void) {
  printf("%d", rand());
  printf(" %d\n", rand());
  const unsigned seeds[] = {0, 123, 4000000000u};
  for (int i = 0; i < 3; i++) {
    srand(seeds[i]);
    for (int n = 0; n < 40; n++) rand();
    printf("%d\n", rand());
  }
  struct pair list[13];
  for (int i = 0; i < 13; i++) {
    list[i].key = i % 3;
    list[i].at = i;
  }
  qsort(list, 13, sizeof list[0], by_key);
  for (int i = 0; i < 13; i++) printf("%d:%d ", list[i].key, list[i].at);
  printf("\n");
  return 0;
}
