/** Random classes for random functions: fields of all widths, bit fields, unions, bases, virtual functions, operators, templates. */
import type { Random } from './cxx-random.ts';

/** Names of an object's fields that are numbers. */
export type Fields = { readonly whole: readonly string[]; readonly real: readonly string[] };
/** `calls`: expressions in `$`, the object, that change nothing. */
export type Member = { readonly type: string; readonly fields: Fields; readonly calls: readonly string[] };
type Expressions = { readonly whole: (depth: number) => string; readonly real: (depth: number) => string };

const types = ['signed char', 'unsigned char', 'short', 'unsigned short', 'int', 'unsigned', 'i64', 'u64', 'bool'];
const bitTypes = ['int', 'unsigned', 'short', 'unsigned char', 'i64', 'u64'];
const bitsOf: Record<string, number> = { int: 32, unsigned: 32, short: 16, 'unsigned char': 8, i64: 64, u64: 64 };

export function cxxClasses(
  random: Random,
  over: (fields: Fields) => Expressions,
): { readonly text: string; readonly members: readonly Member[] } {
  const made = [
    plain(random, over),
    bits(random, over),
    nested(random),
    union(random),
    polymorphic(random, over),
    template(random, over),
  ];
  return { text: made.map((m) => m.text).join('\n'), members: made };
}

type Made = Member & { readonly text: string };

function plain(random: Random, over: (fields: Fields) => Expressions): Made {
  const whole = ['a', 'b', 'c', 'd'].slice(0, 2 + random.below(3));
  const fields = { whole, real: random.below(2) ? ['x'] : [] };
  const e = over(fields);
  const declared = [
    ...whole.map((f) => `${random.one(types)} ${f} = ${random.below(90)};`),
    ...fields.real.map((f) => `${random.one(['float', 'double'])} ${f} = 0.5;`),
  ];
  return {
    type: 'Plain',
    fields,
    calls: ['$.some()', '($ + $).some()', '-$', '($ == Plain())', '$(3)', 'byValue($, 5).some()', '(int)$', '$[1]'],
    text: `struct Plain {
  ${declared.join(' ')}
  HD int some() const { return ${e.whole(2)}; }
  HD Plain operator+(const Plain &o) const { Plain r = *this; r.a += o.b; r.b ^= ${e.whole(1)}; return r; }
  HD int operator-() const { return ${e.whole(1)}; }
  HD bool operator==(const Plain &o) const { return a == o.a && b != o.b; }
  HD i64 operator()(int k) const { return k * ${e.whole(1)}; }
  HD explicit operator int() const { return ${e.whole(1)}; }
  HD auto operator[](int k) const { return k ? a : b; }
};
HD inline Plain byValue(Plain p, int k) { p.a += k; p.b = ${random.below(2) ? 'p.a' : 'p.b'} * 3; return p; }`,
  };
}

function bits(random: Random, over: (fields: Fields) => Expressions): Made {
  const whole = ['p', 'q', 'r', 's', 't'].slice(0, 3 + random.below(3));
  const e = over({ whole, real: [] });
  const declared = whole.map((f) => {
    const type = random.one(bitTypes);
    return `${type} ${f} : ${1 + random.below(bitsOf[type]!)};${random.below(5) === 0 ? ` ${random.one(bitTypes)} : 0;` : ''}${random.below(6) === 0 ? ` char gap_${f};` : ''}`;
  });
  return {
    type: 'Bits',
    fields: { whole, real: [] },
    calls: ['$.both()', 'changed($)', '(int)sizeof($)'],
    text: `struct Bits { ${declared.join(' ')} HD i64 both() const { return ${e.whole(2)}; } };\nHD inline i64 changed(Bits b) { b.p++; b.q -= 3; b.r ^= b.p; return b.both() + b.p; }`,
  };
}

function nested(random: Random): Made {
  const inner = `struct Inner { ${random.one(types)} m; ${random.one(types)} n[3]; HD Inner() : m(1), n{1, 2, 3} {} };`;
  return {
    type: 'Outer',
    fields: { whole: ['in.m', 'in.n[2]', 'two[1].m', 'two[0].n[1]', 'first'], real: ['z'] },
    calls: ['last($)', '$.moved().in.m', '$.two[0].n[$.first & 1]'],
    text: `${inner}\nstruct Outer { ${random.one(types)} first = 3; Inner in; double z = 1; Inner two[2]; HD Outer moved() const { Outer o(*this); o.in = two[1]; o.two[0] = in; return o; } };\nHD inline int last(const Outer &o) { auto [m, n] = o.two[1]; int s = m; for (auto v : n) s = s * 5 + v; return s; }`,
  };
}

function union(random: Random): Made {
  return {
    type: 'Either',
    fields: { whole: ['word'], real: [] },
    calls: ['$.half[1]', '$.byte[3]', '$.low', '$.far.high'],
    text: `struct Either { union { ${random.one(['unsigned', 'int'])} word; unsigned short half[2]; unsigned char byte[4]; struct { unsigned low : ${1 + random.below(15)}; int middle : ${1 + random.below(16)}; }; struct { short lower, high; } far; }; HD Either() : word(${random.below(1000)}) {} };`,
  };
}

function polymorphic(random: Random, over: (fields: Fields) => Expressions): Made {
  const e = over({ whole: ['u', 'v'], real: [] });
  const b = over({ whole: ['u'], real: [] });
  return {
    type: 'Derived',
    fields: { whole: ['u', 'v', 'side'], real: [] },
    calls: [
      'asked($)',
      '((Base &)$).value(2)',
      '$.Base::value(1)',
      'static_cast<const Side &>($).other()',
      'viaPointer(&$)',
    ],
    text: `struct Base { ${random.one(types)} u = 4; HD virtual int value(int k) const { return k + ${b.whole(1)}; } HD int twice() const { return value(1) * 2 + value(3); } };
struct Side { ${random.one(types)} side = 6; HD virtual i64 other() const { return side; } };
struct Middle : Base { HD int value(int k) const override { return Base::value(k) ^ 9; } };
struct Derived : Middle, Side { ${random.one(types)} v = 5; HD int value(int k) const override { return ${random.below(2) ? 'Middle::value(k) + ' : ''}k * ${e.whole(1)}; } HD i64 other() const override { return v - side; } };
HD inline int asked(const Base &b) { Middle m; m.u = b.u; const Base *all[3] = {&b, &m, &b}; int s = 0; for (int k = 0; k < 3; k++) s = s * 7 + all[k]->value(k) + all[k]->twice(); return s; }
HD inline i64 viaPointer(const Side *s) { return s->other() * 3; }`,
  };
}

function template(random: Random, over: (fields: Fields) => Expressions): Made {
  const e = over({ whole: ['v[0]', 'v[1]', 'N', '(int)sizeof(T)'], real: [] });
  const [t, other] = [random.one(types), random.one(['short', 'u64'])];
  return {
    type: `Few<${t}, 3>`,
    fields: { whole: ['v[0]', 'v[1]', 'v[2]'], real: [] },
    calls: [
      '$.folded()',
      `$.template as<${other}>().folded()`,
      '$.each([](auto x) { return x * 2 + 1; })',
      'Trait<decltype($.folded())>::code',
      '$.size',
    ],
    text: `template <class T> struct Trait { enum { code = sizeof(T) * 3 }; };
template <> struct Trait<i64> { static constexpr int code = 77; };
template <class T> struct Trait<T *> { enum { code = Trait<T>::code + 1 }; };
template <class T, int N> struct Few {
  T v[N] = {};
  static constexpr int size = N;
  HD auto folded() const { return ${e.whole(2)}; }
  template <class U> HD Few<U, N> as() const { Few<U, N> r; for (int k = 0; k < N; k++) r.v[k] = (U)v[k]; return r; }
  template <class F> HD i64 each(F f) const { i64 s = 0; for (const T &x : v) s += f(x); return s; }
};`,
  };
}
