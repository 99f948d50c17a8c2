#include <cstdio>
#include <memory>
#include "buffer.h"
int main() {
  auto plain = std::make_unique<int[]>(50);
  auto b = std::make_unique<Buffer>(40);
  b->p[0] = plain[0];
  printf("%d\n", (int)cudaDeviceSynchronize());
}
// check: leak; wrong: -DWRONG; right: -DRIGHT
