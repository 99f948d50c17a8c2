// What the assignment is that every class has, beside operators for other types: expected output by g++.
#include <cstdio>
#include <string>
struct Value { float v; int tag; Value &operator=(float f) { v = f; std::printf("from float\n"); return *this; } operator float() const { return v; } };
struct Base { int a; Base &operator=(const Base &o) { a = o.a + 100; return *this; } Base &operator=(int i) { a = i; return *this; } };
struct Derived : Base { int b; };
struct Usual : Base { using Base::operator=; int b; };
struct Any { int n; std::string s; template <class T> Any &operator=(const T &t) { n = (int)t; std::printf("template\n"); return *this; } operator int() const { return n; } };
struct Best { int n; template <class T> Best &operator=(T &&t) { n = 50; std::printf("forwarded\n"); return *this; } };
struct ByValue { int n; ByValue &operator=(ByValue o) { n = o.n + 1; return *this; } };
struct Member { Value x; std::string name; };
struct Moved { int n = 0; Moved() = default; Moved(const Moved &) = default; Moved &operator=(Moved &&o) { n = o.n; o.n = -1; return *this; } Moved &operator=(const Moved &o) { n = o.n * 10; return *this; } Moved &operator=(long i) { n = (int)i; return *this; } operator long() const { return n; } };
int main() {
  Value p{1.5f, 7}, q{0, 0}; q = p; std::printf("%g %d\n", q.v, q.tag); q = 2.5f; std::printf("%g %d\n", q.v, q.tag);
  const Value c{9, 9}; q = c; std::printf("%g %d\n", q.v, q.tag); q = Value{3, 4}; std::printf("%g %d\n", q.v, q.tag);
  Derived d, e; d.a = 1; d.b = 2; e.a = 0; e.b = 0; e = d; std::printf("%d %d\n", e.a, e.b);
  Usual u, w; u.a = 5; u.b = 6; w.b = 0; w = u; std::printf("%d %d\n", w.a, w.b); w = 3; std::printf("%d %d\n", w.a, w.b);
  Any x, y; x.n = 4; x.s = "kept"; y.n = 0; y = x; std::printf("%d %s\n", y.n, y.s.c_str()); y = 2.9; std::printf("%d %s\n", y.n, y.s.c_str());
  Best v{1}, z{0}; z = v; std::printf("%d\n", z.n); z = static_cast<const Best &>(v); std::printf("%d\n", z.n); z = Best{3}; std::printf("%d\n", z.n);
  ByValue f{1}, g{0}; g = f; std::printf("%d\n", g.n);
  Member m{{1, 2}, "m"}, o{{0, 0}, ""}; o = m; std::printf("%g %d %s\n", o.x.v, o.x.tag, o.name.c_str());
  Value r[2] = {{1, 1}, {2, 2}}, s[2] = {}; s[0] = s[1] = r[1]; std::printf("%d %d\n", s[0].tag, s[1].tag);
  Moved h, k; h.n = 5; k = h; std::printf("%d %d\n", k.n, h.n); k = static_cast<Moved &&>(h); std::printf("%d %d\n", k.n, h.n); k = 8L; std::printf("%d\n", k.n);
}
