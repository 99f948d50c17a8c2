// <math_constants.h>, and tuples of references.
#include <cstdio>
#include <math_constants.h>
#include <tuple>
#include <utility>
__global__ void k() {
  float least = CUDART_INF_F;
  for (int i = 3; i > 0; i--) least = fminf(least, (float)i);
  printf("%g %d %.7g %.7g %.17g %.17g %d %g\n", least, CUDART_NAN_F != CUDART_NAN_F, CUDART_PI_F, CUDART_SQRT_2_OVER_PI_F, CUDART_PI, CUDART_LN2, CUDART_INF > CUDART_TWO_TO_53, CUDART_MAX_NORMAL_F);
}
void set(std::tuple<int &, double &&> t) { std::get<0>(t) = (int)std::get<1>(t) + 1; }
int main() {
  k<<<1, 1>>>();
  cudaDeviceSynchronize();
  int n = 0;
  set(std::forward_as_tuple(n, 41.5));
  printf("%d\n", n);
  std::get<0>(std::forward_as_tuple(n, 2)) = 7;
  printf("%d %zu\n", n, std::tuple_size<decltype(std::forward_as_tuple())>::value);
}
