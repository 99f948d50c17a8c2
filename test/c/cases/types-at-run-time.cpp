#include <iostream>
#include <typeinfo>
#include <memory>
#include <functional>
#include <map>
struct A { virtual ~A() {} virtual int f() { return 1; } };
struct B : A { int f() override { return 2; } };
struct C : A { int f() override { throw std::logic_error("C::f"); } };
struct X { int x; virtual ~X() {} };
struct D : B, X { };
struct Boom { ~Boom() { std::cout << "~Boom\n"; } };
struct Hold { Boom b; int *p; Hold() : p(new int(3)) { fail(); } void fail() { throw 'x'; } ~Hold() { std::cout << "never\n"; } };
int call(std::function<int(int)> f, int x) { Boom b; return f(x); }
template <class T> void check(T v) { if (v > T(2)) throw std::out_of_range("big " + std::to_string(v)); }
Boom make() { return Boom(); }
int use(const Boom &, int k) { if (k) throw k; return 0; }
int main() {
  A *a = new B, *c = new C, *d = new D;
  std::cout << (dynamic_cast<B *>(a) != nullptr) << (dynamic_cast<C *>(a) == nullptr) << (dynamic_cast<X *>(d) != nullptr) << (dynamic_cast<D *>(dynamic_cast<X *>(d)) == d) << "\n";
  try { B &b = dynamic_cast<B &>(*c); b.f(); } catch (const std::bad_cast &e) { std::cout << "bad_cast " << e.what() << "\n"; }
  std::cout << (typeid(*a) == typeid(B)) << (typeid(*a) == typeid(A)) << " " << typeid(int).name() << typeid(2.5f).name() << "\n";
  try { std::cout << a->f() + c->f() << "\n"; } catch (std::exception &e) { std::cout << e.what() << "\n"; }
  try { Hold h; } catch (char x) { std::cout << "char " << x << "\n"; }
  try { call([](int x) { if (x > 1) throw x * 2; return x; }, 5); } catch (int x) { std::cout << x << "\n"; }
  try { check(1); check(2.5); } catch (std::out_of_range &e) { std::cout << e.what() << "\n"; }
  try { std::cout << use(make(), 4) << "\n"; } catch (int k) { std::cout << "k" << k << "\n"; }
  try { throw new D; } catch (A *p) { std::cout << p->f() << " by pointer\n"; delete p; }
  std::map<std::string, int> m; try { m.at("x"); } catch (std::out_of_range &e) { std::cout << "map\n"; }
  int n = 0; for (int i = 0; i < 1000; i++) try { if (i % 3 == 0) throw i; n++; } catch (int j) { n += 2; }
  std::cout << n << "\n";
  auto f = [&]() -> int { try { return use(Boom(), 0) + 1; } catch (...) { return -1; } };
  std::cout << f() << "\n";
  try { try { throw 1; } catch (double) { } } catch (int) { std::cout << "outer\n"; }
  goto end; 
end:
  std::cout.flush(); try { throw 5; } catch (const char *) {}
}
