// Constants of `enum class` as arguments of templates, in functions whose cases tell them.
#include <cstdio>
#include <cstdint>
enum class Mode { kNone, kOne };
template <unsigned H> int f1(int x);
template <unsigned H, Mode M> int f2(int x);
template <unsigned H, typename V> int f3(int x) { return H; }
template <class A> int outer(A *p) {
  constexpr size_t H = 64; constexpr Mode M = Mode::kOne;
  using V = float;
  int a = f3<H, V>(1);
  int b = f2<H, M>(2);
  int c = f1<H>(3);
  return a + b + c;
}
template <unsigned H> int f1(int x) { return H + 1; }
template <unsigned H, Mode M> int f2(int x) { return H + (int)M; }
struct S { static constexpr Mode m = Mode::kOne; static const Mode k = Mode::kNone; };
template <Mode M> struct Pick { static constexpr int value = M == Mode::kOne ? 5 : 6; static constexpr Mode own = M; };
template <Mode M> constexpr int chosen() { if constexpr (M == Mode::kNone) return 1; else return 2; }
constexpr Mode back(bool b) { return b ? Mode::kOne : Mode::kNone; }
const Mode global = back(true);
int more() { constexpr auto a = back(false); return Pick<S::m>::value * 1000 + Pick<Pick<S::k>::own>::value * 100 + chosen<global>() * 10 + chosen<a>(); }
struct Print { Print() { printf("%d\n", more()); } } print;
template <bool a, bool b> struct Variant { static constexpr bool use = a; };
template <class A> struct Params { typedef A T; A *p; Params(A *q) : p(q) {} };
template <uint32_t HEAD_DIM, Mode MODE, typename V, typename P> int dispatched(P params, typename P::T *tmp);
#define DISPATCH_MODE(m, M, ...) switch (m) { case Mode::kNone: { constexpr Mode M = Mode::kNone; __VA_ARGS__ break; } case Mode::kOne: { constexpr Mode M = Mode::kOne; __VA_ARGS__ break; } default: return -1; }
#define DISPATCH_HEAD(h, H, ...) switch (h) { case 64: { constexpr size_t H = 64; __VA_ARGS__ break; } case 128: { constexpr size_t H = 128; __VA_ARGS__ break; } default: { printf("%d\n", (int)(h)); } }
template <typename A> int cases(A *p, uint32_t head, Mode mode = Mode::kNone) {
  DISPATCH_HEAD(head, HEAD_DIM, {DISPATCH_MODE(mode, MODE, {
    using P = Params<A>;
    using V = Variant<false, false>;
    P params(p);
    return dispatched<HEAD_DIM, MODE, V>(params, p);
  })});
  return 0;
}
template <uint32_t HEAD_DIM, Mode MODE, typename V, typename P> int dispatched(P params, typename P::T *tmp) { return HEAD_DIM + (int)MODE * 1000 + V::use; }
int main() { float x; printf("%d\n", outer(&x)); printf("%d %d\n", cases(&x, 64), cases(&x, 128, Mode::kOne)); }
