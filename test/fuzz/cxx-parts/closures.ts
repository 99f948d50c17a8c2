/** Lambdas and operators: what is captured how, generic ones, stored, given back, called at once; classes that stand for numbers. */
import type { Random } from '../cxx-random.ts';
import { list, type Part } from './part.ts';

export function closures(random: Random): Part {
  return {
    declarations: `namespace closures {\n${support(random)}\n}`,
    statements: `{ using namespace closures; int a = ${random.below(20)}, b = ${1 + random.below(9)}; long c = 5; Num x(${random.below(30)}), y(b); Grid g; std::string s = "${random.one(['abc', 'xyz', ''])}"; std::function<int(int)> held;\n${list(12, () => statement(random)).join('\n')}\nsay("a", a); say("b", b); say("c", c); say("x", x.v); say("y", y.v); say("s", s.c_str()); }`,
  };
}

function support(random: Random): string {
  const refQualified = random.below(2);
  return `struct Num {
  int v; Num(int n = 0) : v(n) {}
  Num &operator+=(const Num &o) { v += o.v; return *this; } Num operator-() const { return -v; } Num operator~() const { return ~v; } bool operator!() const { return v == 0; }
  Num &operator++() { ++v; return *this; } Num operator++(int) { Num r = *this; v += ${1 + random.below(3)}; return r; } Num &operator--() { --v; return *this; }
  explicit operator bool() const { return v > 3; } int operator()(int k) const { return v * k; } int operator()(int k) { return v + k; } int operator[](int k) const { return v >> k & 1; }
  Num operator,(const Num &o) const { return v * 100 + o.v; } Num *operator->() { v++; return this; }
  ${refQualified ? 'int who() & { return 1; } int who() const & { return 2; } int who() && { return 3; }' : 'int who() { return 4; } int who() const { return 5; }'}
  friend Num operator+(Num l, const Num &r) { return l += r; } friend Num operator*(const Num &l, const Num &r) { return l.v * r.v; } friend bool operator==(const Num &l, const Num &r) { return l.v == r.v; } friend bool operator<(const Num &l, const Num &r) { return l.v < r.v; }
  friend Num operator<<(const Num &l, int n) { return l.v << n; } friend Num operator%(int l, const Num &r) { return r.v ? l % r.v : 0; } friend std::ostream &operator<<(std::ostream &o, const Num &n) { return o << '<' << n.v << '>'; }
};
struct Grid { int cells[6] = {1, 2, 3, 4, 5, 6}; struct Row { int *p; int &operator[](int k) const { return p[k]; } }; Row operator[](int r) { return {cells + 3 * r}; } int *begin() { return cells; } int *end() { return cells + 6; } };
constexpr long operator""_k(unsigned long long n) { return (long)n * 1000; } constexpr double operator""_half(long double n) { return (double)n / 2; } inline std::string operator""_s(const char *p, std::size_t n) { return std::string(p, n); }
template <class F> auto twice(F f) { return [f](auto v) { return f(f(v)); }; }
template <class F, class... A> auto call(F &&f, A &&...a) -> decltype(f(std::forward<A>(a)...)) { return std::forward<F>(f)(std::forward<A>(a)...); }
inline auto counter(int from) { return [from]() mutable { return from++; }; }
template <class... F> struct All : F... { using F::operator()...; }; template <class... F> All(F...) -> All<F...>;
struct Object { int n = ${random.below(9)}; auto adder() { return [this](int k) { n += k; return n; }; } auto copied() const { return [*this](int k) { return n + k; }; } };
template <class... T> constexpr auto sum(T... t) { return (t + ... + 0); } template <class... T> std::string joined(const T &...t) { std::ostringstream o; ((o << t << ';'), ...); return o.str(); }`;
}

function number(random: Random): string {
  return random.one([
    'a',
    'b',
    '(int)c',
    'x.v',
    'y(2)',
    'g[1][2]',
    '(int)s.size()',
    `${random.below(9)}`,
    '(x + y).v',
    '(-x).v',
    'x[1]',
    '(7 % y).v',
    'sum(a, b, 2)',
    '(x < y)',
    '(x == 3)',
    '(int)(x ? 1 : 2)',
    '!x',
    'std::as_const(x)(2)',
    'std::as_const(x).who()',
    'x.who()',
    'Num(3).who()',
    '(x, y).v',
    '(x << 2).v',
    '(int)2_k',
    '(int)3.0_half',
  ]);
}

function statement(random: Random): string {
  const n = (): string => number(random);
  return random.one([
    () => `say("by value", [=](int k) { return a + b * k; }(${n()}));`,
    () => `[&] { a = (a + ${n()}) % 1000; c++; }();`,
    () =>
      `{ auto f = [a, &b, k = ${n()}](int m) mutable { a += m; b = (b + k) % 500; return a + k; }; say("f", f(1)); say("f", f(2)); }`,
    () => `held = [=](int k) { return k * ${2 + random.below(4)} + a; };`,
    () => `if (held) say("held", held(${n()}));`,
    () => `say("twice", twice([&](auto v) { return v * 2 + ${random.below(5)}; })(${n()}));`,
    () =>
      `{ auto count = counter(${n()}); auto other = count; count(); count(); say("count", count()); say("other", other()); }`,
    () =>
      `{ All f{[](int) { return 1; }, [](double) { return 2; }, [](const char *) { return 3; }}; say("all", f(${random.one(['1', '2.0', '"x"', "'c'", '3.0f'])})); }`,
    () =>
      `{ Object o; auto add = o.adder(); auto copy = o.copied(); add(${n()}); say("n", o.n); say("copy", copy(1)); }`,
    () =>
      `{ auto fact = [](auto &self, int k) -> long { return k < 2 ? 1 : k * self(self, k - 1); }; say("fact", fact(fact, ${n()} & 7)); }`,
    () => `{ int (*p)(int, int) = [](int u, int v) { return u * 10 + v; }; say("p", p(a & 7, ${n()})); }`,
    () => `say("call", call([&](int &u, const int &v) { u++; return u - v; }, a, ${n()}));`,
    () =>
      `{ std::vector<std::function<int()>> all; for (int i = 0; i < 3; i++) all.push_back([i, &a] { return i * 10 + a; }); a++; for (auto &f : all) say("all", f()); }`,
    () => `x += ${n()}; ++y; x++; --x;`,
    () => `x = (y + 3) * x; x.v %= 1000;`,
    () => `x->v += ${n()};`,
    () => `for (int &k : g) k = (k * 3 + ${n()}) % 100;`,
    () => `g[0][1] = ${n()}; g[${random.below(2)}][2] += 5;`,
    () => `s = joined(a, x, 'c', "t", 2.5, ${n()} > 4) + "q"_s; if (s.size() > 40) s.erase(3);`,
    () => `{ auto [lo, hi] = std::minmax({a, b, ${n()}}); say("lo", lo); say("hi", hi); }`,
    () =>
      `{ auto compose = [](auto f, auto h) { return [=](auto... k) { return f(h(k...)); }; }; say("compose", compose([](int k) { return k + 1; }, [&](int u, int v) { return u * v + b; })(${n()}, 2)); }`,
    () => `say("if", [&]() -> double { if (${n()} > 5) return 1.5; return a; }());`,
    () => `{ auto pick = [&](bool w) -> int & { return w ? a : b; }; pick(${n()} > 3) = ${n()}; }`,
    () => `{ const Num z = x + 1; say("z", z(3) + z.who()); }`,
    () => `say("bound", std::bind([](int u, int v) { return u - v; }, std::placeholders::_2, ${n()})(1, 2));`,
  ])();
}
