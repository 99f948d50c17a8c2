// Overloads that are told apart by bases, const, references and templates, and templates declared without bodies.
#include <cstddef>
#include <cstdio>

struct A {};
struct B : A {};
struct C : B {};
struct Maybe {
  explicit operator bool() const { return true; }
};
template <class T>
struct Box {
  T v;
};

int base(const A *) { return 1; }
int base(const B *) { return 2; }
int base(const void *) { return 3; }
int near(const A &) { return 1; }
int near(const B &) { return 2; }
int near(...) { return 3; }
int flag(bool) { return 1; }
int flag(...) { return 2; }

template <class T> int point(T) { return 1; }
template <class T> int point(T *) { return 2; }
template <class T> int point(const T *) { return 3; }
template <class T> int kept(T &) { return 1; }
template <class T> int kept(const T &) { return 2; }
int place(const int *const &) { return 1; }
template <class T> int place(T *) { return 2; }
int out(void *&) { return 1; }
template <class T> int out(T &) { return 2; }

template <int n> struct Is { static constexpr int value = n; };
template <class T> Is<1> declared(Box<T>);
template <class T> Is<2> declared(T &);
template <class U> Is<3> declared(const U *);
template <class... T> Is<4> declared(T...);
template <class V> Is<1> declared(Box<V>);

template <class T> int later(T *, int);
template <class T> int later(T, long);
template <class Other> int later(Other *, int) { return 1; }
template <class Other> int later(Other, long) { return 2; }

int main() {
  A a;
  B b;
  C c;
  printf("%d %d %d %d\n", base(&a), base(&b), base(&c), base((int *)nullptr));
  printf("%d %d %d %d\n", near(a), near(b), near(c), near(1));
  printf("%d %d %d\n", flag(Maybe()), flag(&a), flag(1));
  int n = 0;
  const int k = 0;
  int row[3] = {};
  printf("%d %d %d %d\n", point(n), point(&n), point(&k), point(row));
  printf("%d %d %d\n", kept(n), kept(k), kept(3));
  const void *v = nullptr;
  void *w = nullptr;
  printf("%d %d %d\n", place(&n), out(v), out(w));
  Box<int> box;
  printf("%d %d %d %d\n", decltype(declared(Box<char>()))::value, decltype(declared(n))::value, decltype(declared(&k))::value,
         decltype(declared(1, 2))::value);
  printf("%d %d\n", later(&n, 1), later(n, 1L));
}
