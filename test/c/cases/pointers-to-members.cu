// Pointers to members of objects: data and functions, virtual ones too, in templates, tables and kernels.
#include <cstdio>
struct Base { int b; virtual int kind() const { return 1; } int plus(int n) const { return b + n; } };
struct Point : Base {
  float x, y;
  int kind() const override { return 2; }
  float scaled(float s) { return x * s; }
  void move(float dx, float dy) { x += dx; y += dy; }
};
typedef float (Point::*Scaling)(float);
using Field = float Point::*;
template <class C, class T> T total(const C *list, int n, T C::*field) { T s = T(); for (int i = 0; i < n; i++) s += list[i].*field; return s; }
template <class C, class R, class... A> R call(C &o, R (C::*f)(A...), A... a) { return (o.*f)(a...); }
struct Cell { int id; double v; __host__ __device__ double twice() { return 2 * v; } };
__global__ void read(Cell *c, double Cell::*field, double *out) { out[threadIdx.x] = c[threadIdx.x].*field; }
struct Step { const char *name; Field field; };
static const Step steps[] = {{"x", &Point::x}, {"y", &Point::y}};
struct Machine {
  int state = 0;
  void up() { state++; }
  void down() { state--; }
  typedef void (Machine::*Act)();
  Act next = &Machine::up;
  void run() { (this->*next)(); next = next == &Machine::up ? &Machine::down : &Machine::up; }
};
int main() {
  Point p; p.b = 5; p.x = 2; p.y = 3;
  Point *q = &p;
  Field f = &Point::x;
  p.*f = 4;
  q->*f += 1;
  Scaling s = &Point::scaled;
  printf("%g %g\n", p.x, (p.*s)(3) + (q->*s)(1));
  for (const Step &one : steps) printf("%s %g\n", one.name, p.*one.field);
  Point list[2] = {p, p};
  printf("%g %g\n", total(list, 2, &Point::y), call(p, &Point::scaled, 2.0f));
  int (Base::*k)() const = &Base::kind;
  Base plain; plain.b = 7;
  printf("%d %d\n", (plain.*k)(), (p.*k)());
  int (Base::*plus)(int) const = &Base::plus;
  printf("%d\n", (q->*plus)(10));
  call(p, &Point::move, 1.0f, 2.0f);
  printf("%g %g %d\n", p.x, p.y, f ? 1 : 0);
  Machine m; m.run(); m.run(); m.run(); printf("%d\n", m.state);
  Cell *c; double *out; cudaMallocManaged(&c, 2 * sizeof *c); cudaMallocManaged(&out, 16);
  c[0] = {1, 1.5}; c[1] = {2, 2.5};
  read<<<1, 2>>>(c, &Cell::v, out); cudaDeviceSynchronize();
  printf("%g %g\n", out[0], out[1]);
}
