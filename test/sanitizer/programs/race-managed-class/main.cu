#include <cstdio>
#include "box.h"
int main() {
  Box box(50);
  box.fill();
#ifndef WRONG
  cudaDeviceSynchronize();
#endif
  printf("%d\n", box.p[3]);
  cudaDeviceSynchronize();
}
// check: race; wrong: -DWRONG; right: -DRIGHT
