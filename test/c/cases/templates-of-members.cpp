#include <cstdio>
#include <complex>
template <typename D, typename R = decltype(std::real((D)0)), bool isReal = std::is_same_v<D, R>> int f(int n) { return n + isReal + 10 * sizeof(R); }
template <class T> struct Img { T d; int n = 3; };
struct W { template <template <class> class I, typename F> int write(I<F> const &i) const { return i.n + sizeof(F); } };
template <class T, class P> class iv { T lo, up; public: iv(); iv(T const &v); template <class U> iv(U const &v); template <class A, class B> iv(A const &a, B const &b); T width() const; };
template <class T, class P> inline iv<T, P>::iv() : lo(0), up(0) {}
template <class T, class P> inline iv<T, P>::iv(T const &v) : lo(v), up(v) {}
template <class T, class P> template <class U> inline iv<T, P>::iv(U const &v) { lo = v; up = v + 1; }
template <class T, class P> template <class A, class B> inline iv<T, P>::iv(A const &a, B const &b) : lo(a), up(b) {}
template <class T, class P> T iv<T, P>::width() const { return up - lo; }
template <class T> struct K { T x; template <class U> U next(); };
template <> template <> unsigned K<unsigned>::next<unsigned>() { return x * 2; }
template <> template <> unsigned long K<unsigned>::next<unsigned long>() { return x * 3ul; }
int main() { printf("%d %d\n", f<float>(1), f<std::complex<double>>(1)); Img<char> i; printf("%d\n", W().write(i));
 iv<double, int> a, b(2.0), c(3), d(1, 5.5); printf("%g %g %g %g\n", a.width(), b.width(), c.width(), d.width());
 K<unsigned> k{4}; printf("%u %lu\n", k.next<unsigned>(), k.next<unsigned long>()); }
