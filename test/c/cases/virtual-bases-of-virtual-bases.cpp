#include <cstdio>
#include <stdexcept>
#include <memory>
// virtual bases that have virtual bases; exceptions; pointers to members; shared_ptr
struct Z { int z = 1; virtual int f() { return z; } virtual ~Z() { printf("~Z\n"); } };
struct Y : virtual Z { int y = 2; int f() override { return 10 * y + z; } ~Y() { printf("~Y\n"); } };
struct X : virtual Y { int x = 3; ~X() { printf("~X %d\n", f()); } };
struct W : virtual Z, virtual X { int w = 4; int f() override { return 100 * w + 10 * y + z; } };
struct V : W, virtual Y { V() { z = 9; } int g() { return x + y + z + w; } };
struct Err : virtual std::runtime_error { Err(const char *s) : std::runtime_error(s) {} };
struct IoErr : virtual Err { IoErr() : std::runtime_error("io runtime"), Err("io") {} };
struct NetErr : virtual Err, IoErr { NetErr() : std::runtime_error("net"), Err("x") {} };
template <class T> struct Mix : virtual T { int more = 5; int all() { return this->z + more; } };
struct M : Mix<Z>, Y { int f() override { return all() + y; } };
int main() {
  { V v; printf("%d %d\n", v.f(), v.g()); Z &z = v; printf("%d\n", z.f()); Y &y = v; printf("%d %d\n", y.f(), y.z); X &x = v; printf("%d\n", x.f());
    int V::*p = &V::w; printf("%d\n", v.*p); int (V::*q)() = &V::g; printf("%d\n", (v.*q)()); }
  try { throw NetErr(); } catch (std::exception &e) { printf("caught %s\n", e.what()); }
  try { throw NetErr(); } catch (IoErr &e) { printf("caught io %s\n", e.what()); }
  { std::shared_ptr<Z> s = std::make_shared<V>(); printf("%d\n", s->f()); auto y = std::dynamic_pointer_cast<Y>(s); printf("%d\n", y->y); }
  { M m; Z &z = m; printf("%d %zu\n", z.f(), sizeof(M)); }
  { V a, b; a.z = 77; a.x = 6; b = a; printf("%d %d\n", b.z, b.x); V c(b); printf("%d %d\n", c.z, c.f()); V d(std::move(c)); printf("%d\n", d.g()); }
}
