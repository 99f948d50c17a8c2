// Packs whose members are classes of templates, pointers and references to them; how many arguments a call needs.
#include <cstdio>
#include <utility>
#include <vector>
template <class T> struct Box { T v; };
template <class... T> int count(Box<T> &...b) { return sizeof...(T); }
template <class... T> int count2(const Box<T> *...b) { return sizeof...(T); }
template <class A, class... T> int count3(A &&a, Box<T> &&...b) { return a + sizeof...(T); }
template <class R, class... A> R call(R (*f)(A...), A... a) { return f(a...); }
template <class F, class... A> auto later(F &&f, A &&...a) -> decltype(f(std::forward<A>(a)...)) { return f(std::forward<A>(a)...); }
template <class... T> int with(int a = 3, T... t) { return a + sizeof...(t); }
template <class T> int two(T a, int b = 5) { return a + b; }
template <class T> int two(T a, int b, int c) { return a * b * c; }
template <class T> int decl(T a, T b = T(7)); template <class T> int decl(T a, T b) { return a + b; }
int add(int a, int b) { return a + b; }
int main() {
  Box<int> a{1}; Box<double> b{2};
  printf("%d %d %d %d %d\n", count(), count(a), count(a, b), count2(&a, &b), count3(1, Box<int>{1}, Box<char>{2}));
  printf("%d %d %d %d %d %d %d %d\n", call(add, 1, 2), later(add, 3, 4), with(), with(1), with(1, 2, 3), two(1), two(1, 2, 3), decl(1));
}
