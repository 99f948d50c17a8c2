#include <stdio.h>
#include <string.h>
int main(void) {
  static const int numbers[] = {0, 1, 2, 5, 9, 12, 13, 16, 17, 18, 20, 21, 22, 24, 28, 29, 32, 33, 34, 39, 999};
  for (int i = 0; i < 21; i++) printf("%d %s\n", numbers[i], strerror(numbers[i]));
  return 0;
}
