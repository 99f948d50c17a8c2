// `%s` in kernels: what a pointer leads to, wherever it lies.
#include <cstdio>
__device__ const char *name(int i) { return i ? "one" : "none"; }
__device__ char buffer[8];
__device__ void say(const char *s) { printf("[%s]\n", s); }
__global__ void k(int n, const char *given) {
  printf("%s\n", "literal");
  const char *s = "local";
  printf("%s %s\n", s, name(n));
  buffer[0] = 'h'; buffer[1] = 'i'; buffer[2] = 0;
  printf("%s\n", buffer);
  say("argument");
  char mine[4] = "own";
  printf("%s %.2s|%5s|\n", mine, mine, mine);
  printf("%s %-6s|%*s|%d\n", given, name(0), 4, s + 3, n);
  const char *nothing = n ? nullptr : s;
  printf("%s\n", nothing);
}
int main() { char *g; cudaMallocManaged(&g, 8); g[0] = 'G'; g[1] = 0; k<<<1, 1>>>(1, g); printf("%d\n", cudaDeviceSynchronize()); }
