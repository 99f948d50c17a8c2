#include <cstdio>
#include <cooperative_groups.h>
template <int A, int B> void had(float x[1 << A][B]) { x[0][0] += A * B; }
template <int t, int s, typename T> void fill(T (&sh)[t * s], const T *m) { for (int i = 0; i < t * s; i++) sh[i] = m[i]; }
template <typename T, int N> int count(T (&)[N]) { return N; }
template <typename T> struct Al { enum { B = 1 }; };
template <> struct Al<double> { enum { B = 8 }; };
template <typename T> struct Al<volatile T> : Al<T> {};
template <typename T> struct Al<const T> : Al<T> {};
template <typename T> struct Al<const volatile T> : Al<T> {};
template <int I> struct P2 { enum { VALUE = (I & (I - 1)) == 0 }; };
template <int ITEMS> struct W {
  constexpr static int L(int) { return ITEMS; }
  constexpr static bool INSERT = (ITEMS > 4) &&
                                 (P2<ITEMS>::VALUE);
  constexpr static int LOG = L(0);
  constexpr static int PAD = INSERT ? (ITEMS >> 1) : 0;
};
__global__ void k(int *p) { namespace cg = cooperative_groups; cg::thread_block b = cg::this_thread_block(); p[b.thread_rank()] = b.size(); }
int main() {
  namespace ch = cooperative_groups;
  float x[8][2] = {{1}}; had<3, 2>(x); double d[6], e[6] = {1, 2, 3, 4, 5, 6}; fill<2, 3>(d, e);
  printf("%g %g %d %d %d %d %d %d\n", x[0][0], d[5], count(d), Al<const volatile double>::B, Al<int>::B, Al<volatile double>::B, W<8>::PAD, W<8>::INSERT);
}
