// Functions of classes cast to numbers, and back.
#include <cstdint>
#include <cstdio>
struct P { int k; };
static double outside(P &p) { return 2.5 * p.k; }
template <class T> struct list { T data[2]; static list of(const T &a, const T &b) { list r; r.data[0] = a; r.data[1] = b; return r; } };
template <class T> struct parser {
  typedef double (*step)(P &);
  static double inside(P &p) { return 1.5 * p.k; }
  static double run(unsigned k) {
    P p = {(int)k};
    list<long> code = list<long>::of((long)inside, (long)(outside));
    uintptr_t third = reinterpret_cast<uintptr_t>(inside);
    return (*(step)code.data[0])(p) + ((step)code.data[1])(p) + (third == (uintptr_t)code.data[0] ? 100 : 0) + ((bool)inside ? 1000 : 0);
  }
};
int main() { printf("%g\n", parser<int>::run(5)); }
