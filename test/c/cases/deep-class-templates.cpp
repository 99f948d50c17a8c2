// Instantiations nest as deep as g++ allows: values, bases, members, variables, classes of their own heirs.
#include <cstdio>
template <int N> struct Sum { enum { value = N + Sum<N - 1>::value }; };
template <> struct Sum<0> { enum { value = 0 }; };
template <int N> struct Chain : Chain<N - 1> { int get() const { return N + Chain<N - 1>::get() * 0; } };
template <> struct Chain<0> { int base = 5; int get() const { return 1; } };
template <int N> struct Member { Member<N - 1> inner; };
template <> struct Member<0> { char c; };
template <int N> constexpr int total = N + total<N - 1>;
template <> constexpr int total<0> = 0;
template <int N, class = typename Sum<N>::none *> int which(int) { return 1; }
template <int N> int which(...) { return 2; }
int main() {
  Chain<600> c;
  printf("%d %d %d %zu %d %d\n", (int)Sum<850>::value, c.base, c.get(), sizeof(Member<700>), total<880>, which<300>(0));
}
