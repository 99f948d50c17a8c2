#include <cstdio>
extern "C" void make_it(int n);
extern "C" void drop_it();
int main() {
  make_it(40);
#ifndef WRONG
  drop_it();
#endif
  printf("%d\n", (int)cudaDeviceSynchronize());
}
// check: leak; wrong: -DWRONG; right: -DRIGHT
