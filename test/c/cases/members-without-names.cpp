#include <cstdio>
template <class T> struct V { 
  V(T a, T b) : x(a), y(b) {}
  size_t area() const { return (size_t)x * y; }
  T sum() const { return x + v[1]; }
  union { struct { T x, y; }; T v[2]; };
};
int main() { V<int> v(3, 4); printf("%d %d %d\n", (int)v.area(), v.sum(), v.v[1]); }
