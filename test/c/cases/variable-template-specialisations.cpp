// Variable templates for all pointers, for one type, in classes and namespaces, ending a recursion.
#include <cstdio>
#include <type_traits>
template <class T> constexpr int v = 1;
template <> constexpr int v<int> = 2;
template <class T> constexpr int v<T *> = 3;
template <class T> inline constexpr bool is_p = false;
template <class T> inline constexpr bool is_p<T *> = true;
template <class T, int N> int count = N;
template <class T> int count<T, 3> = 33;
template <> int count<char, 3> = 333;
namespace n { template <int N> constexpr int total = N + total<N - 1>; template <> constexpr int total<0> = 0; }
struct S { template <class T> static constexpr int m = 5; };
template <> constexpr int S::m<char> = 6;
template <class T> const char *name = "any";
template <> const char *name<double> = "double";
template <> const float v<float> = 2.5f;
int main() {
  count<int, 3>++;
  printf("%d %d %d %d %d %d\n", v<char>, v<int>, v<int *>, v<int **>, is_p<int>, is_p<int *>);
  printf("%d %d %d %d %d %d %s %s %g\n", count<int, 2>, count<int, 3>, count<char, 3>, n::total<10>, S::m<int>, S::m<char>, name<int>, name<double>, v<float>);
}
