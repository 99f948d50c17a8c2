#include <cstdio>
#include <vector>
namespace N {
enum E { A };
enum class F { B };
struct S { int x; enum G { C }; };
inline int f(E) { return 1; }
inline int f(F) { return 2; }
inline int f(S::G) { return 3; }
inline int h(const std::vector<S> &) { return 4; }
inline int k(S *(*)(int)) { return 5; }
inline int m(std::vector<std::vector<S *>> *) { return 6; }
template <class D> struct token {};
template <class T> inline T &operator%(token<T> &t, int) { return static_cast<T &>(t); }
}
struct group : N::token<group> { int k = 9; };
struct deep : group {};
N::S *made(int) { return nullptr; }
enum N::E other = N::A;
enum N::F third = N::F::B;
int main() {
  std::vector<N::S> v;
  std::vector<std::vector<N::S *>> w;
  group g;
  deep d;
  printf("%d %d %d %d\n", f(N::A), f(N::F::B), f(N::S::C), f(other) + f(third));
  printf("%d %d\n", (g % 3).k, (d % 2).k);
  printf("%d %d %d\n", h(v), k(made), m(&w));
}
