// Members of classes and templates that are defined outside, specialised, and found with default arguments of templates; casts that look like calls.
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

template <class T> struct Box {
  T v;
  static int size;
  Box(T t) : v(t) {}
  template <class U> Box(const Box<U> &o);
  template <class U> U plus(U k) const;
  template <class U> static U bytes(U u);
  int sign(int);
};
template <class T> int Box<T>::size = sizeof(T);
template <> int Box<char>::size = 100;
template <class T> template <class U> Box<T>::Box(const Box<U> &o) : v((T)o.v + 1) {}
template <class T> template <class U> U Box<T>::plus(U k) const { return (U)v + k; }
template <class T> template <class U> U Box<T>::bytes(U u) { return u + sizeof(T); }
template <class T> int Box<T>::sign(int a) { return a; }
template <> int Box<short>::sign(int a) { return -a; }

namespace inner {
struct Scale {
  int k = 3;
  template <class A> A by(A a);
};
}
template <class A> A inner::Scale::by(A a) { return a * k; }

class Options {
  std::string s = "12";

 public:
  template <class T> T get(const std::string &n) const;
  template <class T> inline static bool read(const std::string &text, T &to);
  template <int K> int times(int x);
};
template <> inline bool Options::get<bool>(const std::string &n) const { return s == n; }
template <> inline std::string Options::get<std::string>(const std::string &n) const { return s + n; }
template <class T> T Options::get(const std::string &) const {
  std::istringstream in(s);
  T x;
  in >> x;
  return x;
}
template <> inline bool Options::read<int>(const std::string &text, int &to) {
  std::istringstream in(text);
  in >> to;
  return in.eof();
}
template <int K> int Options::times(int x) { return K * x; }
template <> int Options::times<3>(int) { return 333; }

template <class T> void first(std::vector<T> &from, T *&to) { to = from.data(); }
template <typename T> T more(T a);
template <> int more(int a) { return a + 1; }
template <> double more<double>(double a) { return a + 2; }

#define WARP 32
template <int W, int P> static __global__ __launch_bounds__(W *WARP, 2) void add(const int *a, int *b) { b[threadIdx.x] = a[threadIdx.x] + P; }
#define CHOOSE(N, NAME, ...) [&] { if (N == 1) { constexpr int NAME = 1; return __VA_ARGS__(); } constexpr int NAME = 2; return __VA_ARGS__(); }()
template <class S, int A, int B> __global__ void digits(S *p) { *p = A * 10 + B; }
template <class S> void chosen(S *p, int n, int m) {
  CHOOSE(n, X, [&] { CHOOSE(m, Y, [&] { digits<S, X, Y><<<1, 1>>>(p); }); });
}
static __device__ __const__ int shifted = 15 << 4;
__global__ void show(int *to) { *to = shifted; }

int main() {
  Box<int> x(4);
  Box<double> y(x);
  Box<short> h(1);
  Box<long> l(1);
  inner::Scale s;
  printf("%g %d %g %d %d %d %d %g\n", x.plus(0.5), Box<char>::bytes(4), y.v, Box<double>::size, Box<char>::size, h.sign(2), l.sign(2), s.by(2.5));
  Options o;
  int i = 0;
  bool whole = Options::read("5", i);
  printf("%d %s %d %d %d %d %d\n", o.get<bool>("12"), o.get<std::string>("x").c_str(), o.get<int>("a"), whole, i, o.times<2>(5), o.times<3>(5));
  std::vector<double> v(3, 1.5);
  double *p;
  first(v, p);
  printf("%g %d %g\n", p[2], more(1), more(1.0));
  int *a;
  cudaMallocManaged(&a, 64 * sizeof(int));
  for (int k = 0; k < 32; k++) a[k] = k;
  float width = 3;
  dim3 block(32);
  dim3 grid(int((width - 1) / block.x + 1), 1);
  add<1, 2><<<grid, block>>>(a, a + 32);
  chosen(a, 1, 2);
  show<<<1, 1>>>(a + 1);
  cudaDeviceSynchronize();
  float z = 2, sum = (float(0.5f) * (z * z)) + (double(z) * 1e-3) + (int(z));
  if (not(z > 3) and grid.x == 1) printf("%g %d %d %d\n", sum, a[37], a[0], a[1]);
  return 0;
}
