// check: init
// Components of structures are written one by one, and the whole is copied: nobody misses the gaps between them.
#include <cstdio>
struct Odd { char tag; double value; short n; };
struct Pair { Odd first; float more; Odd second; };
struct Small { short id; char kind; };
struct Link { void *next; int weight; };
__global__ void make(Odd *o, Pair *p, Small *s, Link *l) {
  int i = threadIdx.x;
  o[i].tag = 'a' + i, o[i].value = i, o[i].n = i;
  Pair q;
  q.first.tag = 'b', q.first.value = 1, q.first.n = 2, q.more = i;
  q.second = q.first;
  p[i] = q;
  s[i].id = i, s[i].kind = 'k';
  l[i].next = l + i, l[i].weight = 3;
}
int main() {
  const int n = 40;
  Odd *o, ho[n];
  Pair *p, hp[n];
  Small *s, hs[n];
  Link *l, hl[n];
  cudaMalloc(&o, sizeof ho);
  cudaMalloc(&p, sizeof hp);
  cudaMalloc(&s, sizeof hs);
  cudaMalloc(&l, sizeof hl);
  make<<<1, n>>>(o, p, s, l);
  cudaMemcpy(ho, o, sizeof ho, cudaMemcpyDeviceToHost);
  cudaMemcpy(hp, p, sizeof hp, cudaMemcpyDeviceToHost);
  cudaMemcpy(hs, s, sizeof hs, cudaMemcpyDeviceToHost);
  cudaMemcpy(hl, l, sizeof hl, cudaMemcpyDeviceToHost);
  printf("%g %g %d %d\n", ho[3].value, hp[4].second.value, hs[39].id, hl[2].weight);
}
