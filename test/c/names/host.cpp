// Symbols of functions, members, operators, templates and lambdas; host.out has what g++ calls them.
#define APART __attribute__((noinline))

namespace a {
struct S {
  int x;
  struct In {
    APART void f(S, In *) {}
  };
  APART S(int v) : x(v) {}
  template <class U> APART S(U u, int v) : x(u + v) {}
  APART ~S() {}
  APART S &operator+=(const S &o) { x += o.x; return *this; }
  APART S operator-() const { return S(-x); }
  APART S operator-(const S &o) const { return S(x - o.x); }
  APART S &operator++() { x++; return *this; }
  APART S operator++(int) { return S(x++); }
  APART operator float() const { return x; }
  APART operator S *() { return this; }
  APART int operator()(int p, int q) { return p + q; }
  APART int &operator[](long) { return x; }
  APART static S make(int v) { return S(v); }
  template <class U> APART U get(U *p, const U &q) const { return *p + q; }
};
enum class Colour : int { red = 1, green = -3 };
enum Old { o1, o2 = 5 };
template <class T, int K> struct Row {
  T d[K];
  APART T sum(const Row &o, Row<T, K> *p) { return o.d[0] + p->d[1]; }
  template <class V> void put(V v, T t, Row<V, K> w);
};
template <class T, int K> template <class V> APART void Row<T, K>::put(V v, T t, Row<V, K> w) { d[0] = v + t + w.d[0]; }
namespace b {
APART void f(S *, const S *, const S &, S &&, S **, const S *const *) {}
} // namespace b
} // namespace a

typedef struct { int q; } Plain;
typedef void (*Back)(int, a::S *);

APART void g1(Plain *, Back, Back, int (*)[3], int (&)[4], const char *const, volatile int *) {}
APART void g2(unsigned long long, long double, wchar_t, char16_t, signed char, unsigned short, bool, ...) {}
APART void g3(a::Colour, a::Old, a::S::In, a::Row<float, 3>, a::Row<a::S *, 3> *, a::Row<a::Row<int, 2>, 3> &) {}
template <a::Colour C, a::Old O, bool B, char H, long L, unsigned U> APART void g4() {}
template <class T, class... R> APART int g5(T t, R... r) { return t; }
template <template <class, int> class W, class T> APART int g6(W<T, 3> w, T t) { return 1; }
template <class T, int K> APART int g7(T (&x)[K], a::Row<T, K> y) { return K; }
template <class T> APART T g8(T t, T (*f)(T, T *)) { return t; }
template <class T> APART auto g9(T t) { return t; }
template <class F> APART int g10(F f) { return f(2); }
APART int g11(int a::S::*, int (a::S::*)(int, int)) { return 1; }
template <class T> APART T g12(T t) { return t; }
template <> APART int g12<int>(int t) { return t + 1; }
template <class T> APART T g12(T *t) { return *t; }

namespace std {
struct Own { int x; };
template <class T> struct Box {
  T x;
  APART void m(Own, Box<T> *) {}
};
APART int h1(Own, Box<int>, Box<Own> *) { return 1; }
template <class T> APART void h2(T, Box<T>) {}
namespace deep {
struct D {
  APART void k(Own) {}
};
} // namespace deep
} // namespace std

template <class... T> struct Many {
  APART void z(T...) {}
};
template <class T> struct Outer {
  template <class U> struct Inner {
    APART void w(T, U, Inner<U> *, Outer<U>) {}
  };
  struct Member {
    APART void y(Member *, T) {}
  };
};
template <class T> struct Part {
  APART int m() { return 1; }
};
template <class T> struct Part<T *> {
  APART int m() { return 2; }
};
template <> struct Part<char> {
  APART int m() { return 3; }
};
template <class T, T V> struct Constant {
  APART T v() { return V; }
};

APART a::S operator+(const a::S &x, const a::S &y) { return a::S(x.x + y.x); }
APART bool operator!(const a::S &x) { return !x.x; }
APART a::S operator*(int k, a::S y) { return y; }
extern "C" APART int plain(a::S *) { return 1; }

int use() {
  a::S s(1), t(2.5, 3);
  struct Local {
    int v;
    APART int m(Local *p) { return p->v; }
  } l{2};
  {
    struct Local {
      int v;
      APART int m(Local *p) { return p->v + 1; }
    } other{3};
    other.m(&other);
  }
  float x = 1;
  int four[4];
  a::Row<float, 4> row;
  a::Row<int, 4> ints;
  a::Row<double, 3> three;
  row.sum(row, &row);
  row.put(1, 2.f, ints);
  s.get(&x, x);
  s += t, -s, s - t, ++s, s++, s(1, 2), s[3], s + t, !s, 3 * s;
  x = s;
  a::S *p = s;
  a::S::In().f(s, nullptr);
  a::S::make(3);
  a::b::f(&s, &s, s, a::S(1), nullptr, nullptr);
  g4<a::Colour::green, a::o2, true, 'x', -7L, 8u>();
  g5(1), g5(1, 2.f, &l);
  g6(three, 1.0), g7(four, ints), g8<float>(1.f, nullptr), g9(2);
  g10([&](int y) { return y + l.v; }), g10([](int y) { return y; });
  g12(1), g12(2.f), g12(&x);
  std::Box<float> box;
  box.m({}, &box), std::h2(1, std::Box<int>{}), std::deep::D{}.k({});
  Many<int, float, a::S *>{}.z(1, 2.f, &s), Many<>{}.z();
  Outer<int>::Inner<float>{}.w(1, 2.f, nullptr, {}), Outer<int>::Member{}.y(nullptr, 1);
  Part<int>{}.m(), Part<int *>{}.m(), Part<char>{}.m();
  Constant<int, 5>{}.v(), Constant<bool, true>{}.v(), Constant<a::Old, a::o2>{}.v();
  return l.m(&l) + std::h1({}, {}, nullptr) + plain(p);
}
