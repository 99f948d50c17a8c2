#include <cstdio>
#include "pool.h"
int main() {
  Pool a, b;
  a.open(16);
  b.open(16);
  raise(a);
#ifdef WRONG
  a.close();
#endif
  raise(b);
  raise(a);
  printf("%d\n", (int)cudaDeviceSynchronize());
#ifndef WRONG
  a.close();
#endif
  b.close();
}
// check: memory; wrong: -DWRONG; right: -DRIGHT
