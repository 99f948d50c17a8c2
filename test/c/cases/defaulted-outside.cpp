// Members that are defaulted outside of their class, and the operators of new and delete called by their names.
#include <cstdio>
#include <memory>
#include <new>
#include <string>
#include <utility>
class Hidden {
  struct Impl;
  std::unique_ptr<Impl> impl;

 public:
  Hidden();
  ~Hidden();
  Hidden(Hidden &&) noexcept;
  Hidden &operator=(Hidden &&) noexcept;
  int get() const;
};
struct Hidden::Impl {
  int x = 41;
  ~Impl() { puts("~Impl"); }
};
Hidden::Hidden() : impl(new Impl) {}
Hidden::~Hidden() = default;
Hidden::Hidden(Hidden &&) noexcept = default;
Hidden &Hidden::operator=(Hidden &&) noexcept = default;
int Hidden::get() const { return impl ? impl->x + 1 : -1; }
struct Part {
  std::string name = "part";
  int n[3] = {1, 2, 3};
  Part();
  Part(const Part &);
  Part &operator=(const Part &);
  virtual ~Part();
};
Part::Part() = default;
Part::Part(const Part &) = default;
Part &Part::operator=(const Part &) = default;
Part::~Part() = default;
struct Counted {
  static int alive;
  int v = 7;
  static void *operator new(size_t n) { alive++; return ::operator new(n); }
  static void operator delete(void *p) { alive--; ::operator delete(p); }
};
int Counted::alive = 0;
template <class T> struct Raw {
  T *p;
  explicit Raw(size_t n) : p(static_cast<T *>(operator new(n * sizeof(T)))) {}
  ~Raw() { ::operator delete(p, sizeof(T)); }
};
int main() {
  Hidden a, b;
  Hidden c = std::move(a);
  printf("%d %d\n", a.get(), c.get());
  b = std::move(c);
  printf("%d\n", b.get());
  Part p;
  p.name = "changed";
  p.n[1] = 9;
  Part q = p, r;
  r = q;
  printf("%s %d %s %d\n", q.name.c_str(), q.n[1], r.name.c_str(), r.n[1]);
  {
    std::unique_ptr<Counted> x(new Counted), y(new Counted);
    printf("%d\n", Counted::alive);
  }
  printf("%d\n", Counted::alive);
  Raw<double> raw(4);
  raw.p[3] = 2.5;
  printf("%g\n", raw.p[3]);
}
