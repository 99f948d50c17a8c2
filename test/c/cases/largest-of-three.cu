// Halves of words and words: the largest of three, of sums, with what won; numbers as radix sorts see them.
#include <cstdio>
#include <cub/cub.cuh>
#include <cstring>
__global__ void k(unsigned a, unsigned b, unsigned c) {
  bool p, q;
  printf("%d %d %u\n", __viaddmax_s32(2147483647, 1, -5), __viaddmin_s32_relu(-3, 1, 7), __viaddmin_u32(4294967295u, 2u, 9u));
  printf("%08x %08x %08x\n", __viaddmax_s16x2(a, b, c), __viaddmax_u16x2(a, b, c), __viaddmax_s16x2_relu(a, b, c));
  printf("%08x %08x %08x\n", __vimax3_s16x2(a, b, c), __vimin3_u16x2(a, b, c), __vimin3_s16x2_relu(a, b, c));
  printf("%d %u %d %d\n", __vimax3_s32(-1, -2, -3), __vimax3_u32(1u, 4294967295u, 3u), __vimax3_s32_relu(-1, -2, -3), __vimin3_s32(4, -2, 9));
  printf("%08x %d\n", __vimax_s16x2_relu(a, b), __vimin_s32_relu(-4, 3));
  unsigned m = __vibmax_s16x2(a, b, &p, &q);
  printf("%08x %d %d", m, p, q);
  m = __vibmin_u16x2(a, b, &p, &q);
  printf(" %08x %d %d", m, p, q);
  int w = __vibmax_s32(5, 5, &p);
  printf(" %d %d\n", w, p);
}
template <class T> void order(T x, T y) {
  typedef cub::Traits<T> R;
  typename R::UnsignedBits a, b;
  memcpy(&a, &x, sizeof a); memcpy(&b, &y, sizeof b);
  printf("%d %d\n", R::TwiddleIn(a) < R::TwiddleIn(b), R::TwiddleOut(R::TwiddleIn(a)) == a);
}
int main() {
  k<<<1, 1>>>(0x7fff8001u, 0x0001fff0u, 0x80000005u);
  cudaDeviceSynchronize();
  order(-2.5f, 1.0f); order(-2.5, -1.0); order(-7, 3); order((unsigned char)3, (unsigned char)200); order((long long)-1, 0ll);
}
