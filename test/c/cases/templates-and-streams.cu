#include <cstdio>
#include <cassert>
template <typename T> struct Ptr { static const int size = 1; static constexpr int kind() { return 0; } };
template <typename T> struct Ptr<T *> { static const int size = 2; static constexpr int kind() { return 1; } };
template <> struct Ptr<int> { static const int size = 3; static constexpr int kind() { return 2; } };
template <class T> using Handle = Ptr<T *>;
template <class T> T total(T x) { return x; }
template <class T, class... Ts> T total(T x, Ts... rest) { return x + total(rest...); }
template <class T> int which(T) { if constexpr (Ptr<T>::kind() == 1) return 10; else return 20; }
enum class Color { red, green = 5, blue };
struct Real { double v; Real(double x) : v(x) {} operator double() const { return v; } };
struct Base { int a = 1; int f() const { return a; } };
struct Derived : public Base { int b; Derived(int x) : b(x) { a = x + 1; } int g() { return f() + b; } };
__managed__ int counter = 4;
__constant__ float factors[4];
__global__ void dynamic(float *out, int n) {
  extern __shared__ float tile[];
  tile[threadIdx.x] = out[threadIdx.x] * factors[threadIdx.x & 3];
  __syncthreads();
  out[threadIdx.x] = tile[n - 1 - threadIdx.x];
  assert(n > 0);
  if (threadIdx.x == 0) counter += n;
}
template <typename F> __global__ void apply(float *a, F f) { a[threadIdx.x] = f(a[threadIdx.x]); }
template <int N> struct Sum { enum { value = N + Sum<N - 1>::value }; };
template <> struct Sum<0> { enum { value = 0 }; };
template <class T> class Stack {
  T items[8];
  int n;
 public:
  Stack() : n(0) {}
  void push(const T &x);
  T pop() { return items[--n]; }
  template <class U> U as() { return (U)items[n - 1]; }
};
template <class T> void Stack<T>::push(const T &x) { items[n++] = x; }
int main(int argc, char **argv) {
  printf("%d %d %d %d\n", Ptr<float>::size, Ptr<float *>::size, Ptr<int>::size, Handle<char>::size);
  printf("%d %g %d %d\n", total(1, 2, 3), total(1.5, 2.5), which(3), which("x"));
  Color c = Color::blue;
  switch (c) { case Color::red: puts("red"); break; case Color::blue: puts("blue"); break; default: puts("other"); }
  Real r = 2.5;
  Derived d(7);
  printf("%g %d %d %d\n", r * 2, d.g(), d.a, (int)Color::green);
  float h[8], f[4] = {1, 2, 3, 4}, *p;
  for (int i = 0; i < 8; i++) h[i] = i;
  cudaStream_t s;
  cudaEvent_t e0, e1;
  cudaStreamCreate(&s);
  cudaEventCreate(&e0);
  cudaEventCreate(&e1);
  cudaMalloc(&p, sizeof h);
  cudaMemcpyToSymbol(factors, f, sizeof f);
  cudaMemcpyAsync(p, h, sizeof h, cudaMemcpyHostToDevice, s);
  cudaEventRecord(e0, s);
  dynamic<<<1, 8, 8 * sizeof(float), s>>>(p, 8);
  cudaEventRecord(e1, s);
  cudaEventSynchronize(e1);
  float ms = -1;
  cudaEventElapsedTime(&ms, e0, e1);
  float shift = 0.5f;
  apply<<<1, 8>>>(p, [=] __device__(float x) { return x + shift; });
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
  for (float x : h) printf("%g ", x);
  printf("| %d %d %d\n", counter, ms >= 0, Sum<10>::value);
  Stack<float> st;
  st.push(1.25f);
  st.push(9.75f);
  printf("%d %g\n", st.as<int>(), st.pop());
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  printf("%d %d\n", prop.warpSize, prop.name[0] != 0);
  return 0;
}
