/** Functions that are computed while the program is compiled, and again while it runs with what the compiler cannot know. */
import type { Random } from '../cxx-random.ts';
import { list, type Part } from './part.ts';

export function constants(random: Random): Part {
  const functions = list(4, (k) => functionText(random, k));
  const checks = list(4, (k) => {
    const args = `${random.below(40)}, ${random.below(40)}`;
    const [a, b] = args.split(', ');
    return `{ constexpr u32 c = f${k}(${args}); volatile int x = ${a}, y = ${b}; say("f${k}", c); say("same", c == f${k}(x, y)); int t[f${k}(${args}) % 7 + 1] = {}; say("extent", sizeof t); say("tag", Tag<f${k}(${b}, ${a}) % 100>::value); }`;
  });
  return {
    declarations: `namespace constants {\n${support}\n${functions.join('\n')}\n}`,
    statements: `{ using namespace constants;\n${checks.join('\n')}\n}`,
  };
}

const support = `template <u32 n> struct Tag { static constexpr u32 value = n * 2 + 1; };
struct Point { int x = 1, y = 2; constexpr Point() {} constexpr Point(int a, int b) : x(a), y(b) {} constexpr Point operator+(const Point &o) const { return Point(x + o.x, y + o.y); } constexpr int &at(int k) { return k ? y : x; } constexpr bool operator<(const Point &o) const { return x < o.x || (x == o.x && y < o.y); } };
template <class T, int N> struct Row { T v[N] = {}; constexpr T &operator[](int k) { return v[k]; } constexpr const T &operator[](int k) const { return v[k]; } constexpr int size() const { return N; } constexpr T *begin() { return v; } constexpr T *end() { return v + N; } constexpr const T *begin() const { return v; } constexpr const T *end() const { return v + N; } };
template <class T> constexpr void exchange(T &a, T &b) { T t = a; a = b; b = t; }
template <class T, int N> constexpr Row<T, N> ordered(Row<T, N> r) { for (int i = 0; i < N; i++) for (int j = i + 1; j < N; j++) if (r[j] < r[i]) exchange(r[i], r[j]); return r; }
constexpr int length(const char *s) { int n = 0; while (*s++) n++; return n; }
union Word { u32 u; int i; constexpr Word(u32 x) : u(x) {} };`;

function functionText(random: Random, k: number): string {
  const lines = list(5, () => statement(random, 2));
  const recursive = k > 0 && random.below(2) ? `if (a > 3) s += f${random.below(k)}(a / 2, b);` : '';
  return `constexpr u32 f${k}(int a, int b) { u32 s = ${random.below(100)}; Point p(a, b); Row<int, 5> r; Row<Point, 3> q{{{a, b}, {b, a}, {1, a}}}; const char *text = "${random.one(['abc', 'some words', ''])}";\n${[...lines, recursive].join('\n')}\n return s ^ (u32)p.x ^ (u32)r[2] ^ (u32)q[1].y; }`;
}

function value(random: Random): string {
  return random.one([
    'a',
    'b',
    'p.x',
    'p.y',
    'r[1]',
    'r[a & 3]',
    'q[b & 1].x',
    '(int)(s & 63)',
    `${random.below(9)}`,
    'length(text)',
    '(a < b ? a : b)',
    '(int)sizeof(p)',
    'Point(a, 3).at(b & 1)',
    '(p + q[2]).y',
    'r.size()',
    '(a & 1 ? p : q[0]).y',
    '(int)Word(9u).u',
  ]);
}

function small(random: Random): string {
  return random.one([`(${value(random)} & 1023)`, `(${value(random)} % 50)`, `(${value(random)} >> 2) % 64`]);
}

function statement(random: Random, depth: number): string {
  const inner = (): string => (depth > 0 ? statement(random, depth - 1) : 's++;');
  return random.one([
    () => `s = s * 31 + (u32)${small(random)};`,
    () =>
      `for (int i = 0; i < ${2 + random.below(4)}; i++) { ${random.below(3) === 0 ? `if (i == ${random.below(4)}) ${random.one(['continue', 'break'])};` : ''} r[i % 5] = ${small(random)}; s += (u32)r[(i + 1) % 5]; ${inner()} }`,
    () => `for (int &x : r) x = (x + ${small(random)}) % 97;`,
    () => `for (auto x : r) s ^= (u32)x;`,
    () => `if (${value(random)} < ${value(random)}) { ${inner()} } else { ${inner()} }`,
    () =>
      `switch (${small(random)} & 3) { case 0: s += 5; case 1: s *= 3; break; case 2: { p.at(1) = ${small(random)}; break; } default: ${inner()} }`,
    () => `r = ordered(r);`,
    () => `q = ordered(q);`,
    () => `exchange(p.x, r[${random.below(5)}]);`,
    () => `exchange(q[0], q[2]);`,
    () => `{ auto f = [&](int n) { s += (u32)n; return n % 11; }; p.y = f(${small(random)}); }`,
    () => `{ auto [x, y] = q[${random.below(3)}]; p = Point(y % 100, x % 100); }`,
    () => `{ int *c = &r[1]; *c++ = ${small(random)}; c[1] = *(c - 1) + 1; s += (u32)(c - &r[0]); }`,
    () => `{ Row<int, 5> other = r; other[${random.below(5)}] = 77; if (other[0] == r[0]) s += 3; r = other; }`,
    () => `do { s = s / 2 + 1; } while (s > ${50 + random.below(1000)});`,
    () =>
      `{ int t[2][3] = {{1, 2}, {${small(random)}}}; t[1][${random.below(3)}] += 4; for (auto &row : t) for (int x : row) s += (u32)x; }`,
    () => `if (int n = ${small(random)}; n > 20) s -= (u32)n; else s += (u32)(n * 2);`,
  ])();
}
