#include <cstdio>
#include <memory>
#include <type_traits>
#include <vector>
struct NC { int x = 1; NC() = default; NC(const NC &) = delete; NC &operator=(const NC &) = delete; };
struct Holder { NC c; };
struct Mo { Mo() {} Mo(Mo &&) {} };
void f(int) {} void f(double) = delete;
template <class T> void g(T) {} template <> void g(char) = delete;
template <class T> void h(T *) = delete; void h(int *) {}
struct P { void m() = delete; P(int) = delete; P(long) {} void *operator new(size_t) = delete; };
void take(NC n) {}
int main() {
  NC a; NC b = a;
  NC c; c = a;
  Holder h1; Holder h2 = h1; h2 = h1;
  f(1.5); g('c'); char q; h(&q); int i; h(&i); f(1); g(1);
  P p(3L); p.m(); P r(3);
  take(a);
  std::unique_ptr<int> u, v; v = u; std::unique_ptr<int> w(u);
  static_assert(!std::is_copy_constructible<NC>::value, ""); static_assert(!std::is_copy_assignable<NC>::value, "");
  static_assert(!std::is_copy_constructible<Holder>::value, ""); static_assert(!std::is_copy_constructible<std::unique_ptr<int>>::value, "");
  static_assert(std::is_move_constructible<std::unique_ptr<int>>::value, ""); static_assert(!std::is_copy_constructible<Mo>::value, "");
}
