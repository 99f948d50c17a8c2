#include <cstdio>
#include <type_traits>
template <class... I> using all_int = std::conditional_t<(std::is_same<I, int>::value && ...), char, double>;
template <class... I> struct S { typedef all_int<I...> t; };
template <class I> struct U { typedef all_int<I> t; U(int){} };
template <class I> U<I> mk(I i) { return U<I>(i); }
int main() { printf("%d %d %d\n", (int)sizeof(S<int,int>::t), (int)sizeof(S<int,float>::t), (int)sizeof(all_int<int>)); auto u = mk(3); typedef typename decltype(u)::t T; printf("%d %d\n", (int)sizeof(decltype(u)::t), (int)sizeof(T)); }
template <class I> using one = std::conditional_t<(std::is_same<I, int>::value), char, double>;
template <bool b, class T> struct W { static const int n = b ? sizeof(T) : 0; };
template <class T, class... R> struct Rec { template <class... Q> using t = W<(sizeof...(Q) > 1 && (std::is_pointer<Q>::value || ...)), T>; };
int x = printf("%d %d %d\n", (int)sizeof(one<int>), Rec<double>::t<int, char *>::n, Rec<double>::t<int, char>::n);
#include <vector>
struct Named { static const int number = 42; typedef short word; };
int y = [] { Named n; decltype(n)::word w = 7; std::vector<int> v{5, 6}; decltype(v)::value_type z = v[1]; return printf("%d %d %d %d\n", decltype(n)::number, (int)sizeof(w), z, decltype(n)::number + 1); }();
