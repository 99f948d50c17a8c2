// Sequences of numbers of any type, expanded on the host and the device.
#include <cstdio>
#include <utility>
template <int... I> __host__ __device__ int poly(int x, std::integer_sequence<int, I...>) {
  int r = 0;
  ((r = r * x + (I + 1)), ...);
  return r;
}
template <char... C> void spell(std::integer_sequence<char, C...>) {
  const char text[] = {char('a' + C)..., 0};
  printf("%s %d\n", text, int(sizeof...(C)));
}
template <typename T, T... I> struct Table { T v[sizeof...(I)] = {T(I * I)...}; };
template <typename T, T... I> constexpr Table<T, I...> squares(std::integer_sequence<T, I...>) { return {}; }
__global__ void fill(int *out) { out[threadIdx.x] = poly(threadIdx.x, std::make_integer_sequence<int, 4>{}); }
int main() {
  int *out;
  cudaMallocManaged(&out, 8 * sizeof(int));
  fill<<<1, 8>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; i++) printf("%d ", out[i]);
  printf("\n");
  spell(std::make_integer_sequence<char, 5>());
  auto t = squares(std::make_integer_sequence<long, 6>());
  printf("%ld %zu %d\n", t.v[5], std::make_integer_sequence<short, 3>::size(), (int)sizeof(std::make_index_sequence<2>::value_type));
}
