// Static members whose type their values tell, `auto` of a list, a lambda for all types among others, pointers to classes of one base in `?:`, hours and minutes.
#include <chrono>
#include <cstdio>
#include <string>
struct A {
  static constexpr auto v = 1;
  static inline const auto w = 2.5;
};
template <class T> struct B {
  static constexpr auto v = sizeof(T);
  static inline auto q = T(4);
};
template <auto N> struct Const { static constexpr auto value = N; };
template <class... Ts> struct overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;
struct Shape {
  __host__ __device__ virtual int sides() const { return 0; }
  __host__ __device__ virtual ~Shape() {}
};
struct Square : Shape {
  __host__ __device__ int sides() const override { return 4; }
};
struct Line : Shape {
  __host__ __device__ int sides() const override { return 2; }
};
__global__ void count(int *out) {
  int i = threadIdx.x;
  Shape *s = i % 2 ? static_cast<Shape *>(new Square) : new Line;
  out[i] = s->sides() + (int)Const<7>::value + A::v;
  delete s;
}
int main() {
  using namespace std::chrono_literals;
  printf("%d %g %zu %g %d %c\n", A::v, A::w, B<int>::v, B<double>::q, Const<42>::value, Const<'q'>::value);
  auto f = overloaded{[](int) { return 1; }, [](double) { return 2; }, [](const auto &l) { return (int)l.size(); }};
  const double d = 2;
  printf("%d %d %d %d\n", f(2.5), f(d), f(3), f(std::string("abc")));
  auto list = {3, 4, 5};
  int sum = 0;
  for (int x : list) sum += x;
  printf("%d %zu %ld\n", sum, list.size(), (long)std::chrono::seconds(2h + 30min).count());
  int *out;
  cudaMallocManaged(&out, 4 * sizeof(int));
  count<<<1, 4>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 4; i++) printf("%d ", out[i]);
  puts("");
  Square q;
  Line l;
  const Shape *p = sum > 3 ? (const Shape *)&q : &l;
  printf("%d\n", p->sides());
}
