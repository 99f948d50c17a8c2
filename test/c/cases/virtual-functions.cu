#include <cstdio>
struct A { int n; A(int k) : n(k) { printf("A%d ", n); } A(const A &o) : n(o.n + 100) { printf("copy%d ", n); } A(A &&o) : n(o.n + 1000) { o.n = 0; printf("move%d ", n); } ~A() { printf("~A%d ", n); } int get() const { return n; } };
A make(int k) { return A(k); }
A named(int k) { A a(k); a.n++; return a; }
int use(A a) { return a.n; }
struct Shape { virtual ~Shape() { printf("~Shape "); } virtual double area() const = 0; virtual const char *name() const { return "shape"; } };
struct Named { virtual const char *label() { return "named"; } int id = 7; };
struct Square : public Shape, public Named { double s; Square(double x) : s(x) {} double area() const override { return s * s; } const char *label() override { return "square"; } ~Square() { printf("~Square "); } };
struct Circle : Shape { double r = 2; double area() const override { return 3 * r * r; } const char *name() const override { return "circle"; } };
template <class... Ts> int sum(Ts... xs) { return (xs + ... + 0); }
template <class T> T &&fwd(T &x) { return static_cast<T &&>(x); }
int h() { const A &r = A(5); printf("in "); return r.n; }

struct Op { __device__ virtual int f(int x) const { return x; } };
struct Twice : Op { __device__ int f(int x) const override { return 2 * x; } };
struct Plus : Op { int k; __device__ Plus(int k) : k(k) {} __device__ int f(int x) const override { return x + k; } };
__global__ void kern(int *out) { Twice t; Plus p(10); const Op *o = threadIdx.x % 2 ? (const Op *)&t : (const Op *)&p; out[threadIdx.x] = o->f(threadIdx.x); }
int main() {
  printf("%d\n", make(1).get());
  printf("%d\n", use(make(2)));
  { A x = named(3); printf("%d\n", x.n); }
  printf("\n%d\n", h());
  A y(9); printf("%d\n", use(static_cast<A &&>(y)));
  Shape *list[2] = {new Square(3), new Circle};
  for (int i = 0; i < 2; i++) printf("%s %g\n", list[i]->name(), list[i]->area());
  Named *n = static_cast<Square *>(list[0]);
  printf("%s %d\n", n->label(), n->id);
  for (int i = 0; i < 2; i++) delete list[i];
  printf("\n%d %d\n", sum(1, 2, 3), sum());
  for (int i = 0; i < 2; i++) { if (A(i).get()) printf("yes "); else printf("no "); }
  printf("\n");
  bool b = y.n > 5 && A(77).get() == 77; printf("%d\n", b);
  int *d; cudaMallocManaged(&d, 16); kern<<<1, 4>>>(d); cudaDeviceSynchronize(); printf("%d %d %d %d\n", d[0], d[1], d[2], d[3]);
  return 0;
}
