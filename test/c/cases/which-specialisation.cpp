// Specialisations fit what they say and nothing else: const, references, arrays with and without an extent, the special before the general.
#include <cstdio>

template <class A, class B> struct Pair {};
template <int n> struct Hold {};
template <class... T> struct List {};

template <class T> struct S { enum { value = 0 }; };
template <class T> struct S<T *> { enum { value = 1 }; };
template <class T> struct S<const T *> { enum { value = 2 }; };
template <class T> struct S<T &> { enum { value = 3 }; };
template <class T> struct S<T &&> { enum { value = 4 }; };
template <class T> struct S<T[]> { enum { value = 5 }; };
template <class T, int n> struct S<T[n]> { enum { value = 100 + n }; };
template <class A, class B> struct S<Pair<A, B>> { enum { value = 6 }; };
template <class A> struct S<Pair<A, A>> { enum { value = 7 }; };
template <class A, class B> struct S<Pair<int, Pair<A, B>>> { enum { value = 8 }; };
template <int n> struct S<Hold<n>> { enum { value = 200 + n }; };
template <class R, class... A> struct S<R(A...)> { enum { value = 300 + sizeof...(A) }; };
template <class T, class... U> struct S<List<T, U...>> { enum { value = 400 + sizeof...(U) }; };
template <> struct S<List<>> { enum { value = 9 }; };
template <class T> struct Const { enum { value = 0 }; };
template <class T> struct Const<const T> { enum { value = 1 }; };

int main() {
  printf("%d %d %d %d %d\n", S<int>::value, S<int *>::value, S<const int *>::value, S<int *const>::value, S<int **>::value);
  printf("%d %d %d\n", S<int &>::value, S<int &&>::value, S<const int *&>::value);
  printf("%d %d %d\n", S<int[]>::value, S<int[4]>::value, S<int[2][3]>::value);
  printf("%d %d %d %d\n", S<Pair<int, char>>::value, S<Pair<char, char>>::value, S<Pair<int, Pair<char, long>>>::value,
         S<const Pair<int, char>>::value);
  printf("%d %d %d %d\n", S<Hold<3>>::value, S<double(int, char)>::value, S<List<int, char, long>>::value, S<List<>>::value);
  printf("%d %d %d\n", Const<int>::value, Const<const int>::value, Const<const int *>::value);
}
