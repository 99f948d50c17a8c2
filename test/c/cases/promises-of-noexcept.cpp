// noexcept as a promise and as a question; functions for lvalues and rvalues.
#include <cstdio>
#include <utility>
#include <type_traits>
#include <stdexcept>
struct A { int v = 1; int who() & { return 1; } int who() const & { return 2; } int who() && { return 3; } int only() && noexcept { return 7; } };
struct M { M() noexcept {} M(M &&) noexcept {} M(const M &) {} ~M() {} };
struct T { M m; int k; };
struct Q { Q(Q &&) {} Q(const Q &) {} };
int f() noexcept; int g(); int h() noexcept(sizeof(int) == 4); int k() throw();
template <class X> void sw(X &a, X &b) noexcept(noexcept(X(std::move(a)))) { }
A make() { return A(); }
struct V { virtual void a() noexcept = 0; virtual ~V() {} };
struct W : V { void a() noexcept override { puts("a"); } };
struct P { auto get() const & noexcept -> const int & { return x; } int get() &&; int x = 4; };
int P::get() && { return x * 10; }
int main() {
  A a; const A c{}; printf("%d %d %d %d %d\n", a.who(), c.who(), std::move(a).who(), make().who(), A().only());
  printf("%d %d %d %d\n", noexcept(f()), noexcept(g()), noexcept(h()), noexcept(k()));
  printf("%d %d %d %d\n", noexcept(M()), noexcept(M(std::declval<M>())), noexcept(M(std::declval<const M &>())), noexcept(throw 1));
  printf("%d %d %d\n", noexcept(T(std::declval<T>())), noexcept(T(std::declval<const T &>())), noexcept(Q(std::declval<Q>())));
  M m; Q *q = nullptr; printf("%d %d %d\n", noexcept(sw(m, m)), noexcept(sw(*q, *q)), noexcept(1 + 2));
  printf("%d %d\n", noexcept(new int), noexcept(a.v + 1));
  W w; w.a(); P p; printf("%d %d\n", p.get(), P().get());
  static_assert(std::is_same<decltype((a.v)), int &>::value, ""); static_assert(std::is_same<decltype(a.v), int>::value, "");
  static_assert(std::is_same<decltype(std::move(a)), A &&>::value, "");
  static_assert(std::is_nothrow_move_constructible<M>::value && !std::is_nothrow_move_constructible<Q>::value && !std::is_nothrow_copy_constructible<M>::value, "");
  auto l = [](int x) noexcept { return x; }; printf("%d\n", noexcept(l(1)));
  try { [] { throw 5; }(); } catch (int e) { printf("caught %d\n", e); }
  fflush(stdout);
  try { []() noexcept { throw std::runtime_error("out"); }(); } catch (...) { puts("never"); }
}
int f() noexcept { return 1; }
