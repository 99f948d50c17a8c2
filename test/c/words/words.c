/* The words of the command, one by one. */
#include <stdio.h>
int main(int argc, char **argv) {
  for (int i = 0; i < argc; i++) printf("[%s]", argv[i]);
  printf("%d %d\n", argc, argv[argc] == NULL);
}
