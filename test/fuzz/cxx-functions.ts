/**
 * Random functions of C++ that give the same on every side: host, device, and g++.
 * No undefined behaviour but overflow of signed numbers (g++ takes -fwrapv): divisors, shifts, subscripts and conversions of reals go through the functions of the prelude.
 * An expression has no side effect; a statement has one call at most that changes something.
 */
import { cxxClasses, type Fields } from './cxx-classes.ts';
import { type Random, randomOf } from './cxx-random.ts';

export const prelude = `#include <cstdio>
#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif
typedef unsigned long long u64;
typedef long long i64;
template <class A, class B> HD auto quot(A a, B b) -> decltype(a / b) { return b == 0 || b + 1 == 0 ? (decltype(a / b))a : a / b; }
template <class A, class B> HD auto rest(A a, B b) -> decltype(a % b) { return b == 0 || b + 1 == 0 ? (decltype(a % b))b : a % b; }
template <class T> HD int whole(T x) { return x > (T)-1000000 && x < (T)1000000 ? (int)x : 7; }
struct Source {
  u64 state;
  HD explicit Source(u64 seed) : state(seed * 2862933555777941757ull + 3037000493ull) {}
  HD u64 operator()() { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return state; }
};
struct Digest {
  u64 sum = 14695981039346656037ull;
  HD Digest &operator<<(u64 x) { sum = (sum ^ x) * 1099511628211ull; return *this; }
  HD Digest &operator<<(double x) { return *this << (u64)(i64)whole(x * 16); }
  HD Digest &operator<<(float x) { return *this << (double)x; }
  template <class T> HD Digest &operator<<(T x) { return *this << (u64)x; }
};
struct Traced {
  unsigned &trace;
  int value;
  HD Traced(unsigned &t, int v) : trace(t), value(v) { trace = trace * 31 + 1; }
  HD Traced(const Traced &o) : trace(o.trace), value(o.value + 1) { trace = trace * 31 + 2; }
  HD ~Traced() { trace = trace * 31 + (unsigned)value; }
  HD int get() const { return value; }
};
HD inline Traced traced(unsigned &t, int v) { return Traced(t, v); }
HD inline int taken(Traced t) { return t.get() * 3; }
HD inline int looked(const Traced &t) { return t.get() * 5; }
`;

const integers = [
  'signed char',
  'unsigned char',
  'char',
  'short',
  'unsigned short',
  'int',
  'unsigned',
  'i64',
  'u64',
  'bool',
] as const;
const wide = ['int', 'unsigned', 'i64', 'u64'] as const;
const reals = ['float', 'double'] as const;

/** What a body can name: expressions that can be assigned to are in both lists of their kind. */
type Scope = {
  readonly whole: readonly string[];
  readonly real: readonly string[];
  readonly intoWhole: readonly string[];
  readonly intoReal: readonly string[];
  /** Arrays of eight numbers. */
  readonly arrays: readonly string[];
  readonly loops: number;
  /** `unsigned &` that traced objects write to. */
  readonly trace: boolean;
};
const nothing: Scope = { whole: [], real: [], intoWhole: [], intoReal: [], arrays: [], loops: 0, trace: false };

export function cxxFunctions(seed: number, count: number): string {
  const random = randomOf(seed);
  const classes = cxxClasses(random, (fields) => expressions(random, ofFields(fields)));
  const helpers = Array.from({ length: 3 }, (_, i) => helper(random, i));
  const made = Array.from({ length: count }, (_, i) => tested(random, i, classes.members));
  return `${prelude}${classes.text}\n${helpers.join('\n')}\n${made.join('\n')}\n${main(count)}`;
}

const ofFields = (fields: Fields): Scope => ({ ...nothing, whole: fields.whole, real: fields.real });

function main(count: number): string {
  const each = Array.from({ length: count }, (_, i) => i);
  const kernels = each
    .map(
      (i) =>
        `__global__ void kernel${i}(const u64 *in, u64 *out, int n) { int t = blockIdx.x * blockDim.x + threadIdx.x; if (t < n) out[t] = tested${i}(in[t]); }`,
    )
    .join('\n');
  const host = each
    .map(
      (i) =>
        `  sum = 0; for (int t = 0; t < n; t++) sum = sum * 31 + (host[${i}][t] = tested${i}(in[t])); printf("${i} %016llx\\n", sum);`,
    )
    .join('\n');
  const device = each
    .map(
      (
        i,
      ) => `  kernel${i}<<<3, 32>>>(in, out, n); if (cudaDeviceSynchronize()) printf("kernel ${i}: %s\\n", cudaGetErrorString(cudaGetLastError()));
  for (int t = 0; t < n; t++) if (out[t] != host[${i}][t]) { printf("kernel ${i} differs from the host in thread %d: %016llx %016llx\\n", t, out[t], host[${i}][t]); break; }`,
    )
    .join('\n');
  return `#ifdef __CUDACC__
${kernels}
#endif
u64 host[${count}][70];
int main() {
  const int n = 70; u64 sum;
#ifdef __CUDACC__
  u64 *in, *out; cudaMallocManaged(&in, n * 8); cudaMallocManaged(&out, n * 8);
#else
  static u64 in[70];
#endif
  for (int t = 0; t < n; t++) in[t] = t * 0x9E3779B97F4A7C15ull + t / 3;
${host}
#ifdef __CUDACC__
${device}
#endif
  return 0;
}
`;
}

/** Templates that functions call: what they are for each type of arguments is the compiler's to find. */
function helper(random: Random, i: number): string {
  const e = expressions(random, { ...nothing, whole: ['a', 'b', 'N'] });
  const f = expressions(random, { ...nothing, whole: ['whole(a)', 'N'], real: ['a', 'b'] });
  return `template <int N, class T> HD T mixed${i}(T a, T b) {
  if constexpr (sizeof(T) == ${random.one([1, 2, 4, 8])}) return (T)(${e.whole(2)});
  else if constexpr ((T)0.5 != 0) return (T)(${f.real(2)});
  else return (T)(${e.whole(2)});
}
template <> HD inline short mixed${i}<${random.below(4)}, short>(short a, short b) { const int N = 9; return (short)(${e.whole(2)}); }
template <class T> HD auto summed${i}(T a) { return a; }
template <class T, class... R> HD auto summed${i}(T a, R... r) { return a ${random.one(['+', '^', '-', '*'])} summed${i}(r...); }
HD constexpr int known${i}(int n) { int s = ${random.below(9)}; for (int k = 0; k < n; k++) { s = s * 3 + k; if (s % ${2 + random.below(5)} == 0) s += 2; } return s; }`;
}

function tested(
  random: Random,
  index: number,
  members: readonly { readonly type: string; readonly fields: Fields; readonly calls: readonly string[] }[],
): string {
  const lines: string[] = [];
  let scope: Scope = { ...nothing, whole: ['(seed >> 5)'], intoWhole: [], trace: true };
  const digest: string[] = [];
  lines.push('unsigned trace = 1;');
  for (let i = 0; i < 5; i++) {
    const name = `w${i}`;
    lines.push(`${random.one(integers)} ${name} = source();`);
    scope = { ...scope, whole: [...scope.whole, name], intoWhole: [...scope.intoWhole, name] };
    digest.push(name);
  }
  for (let i = 0; i < 2; i++) {
    lines.push(
      `${random.one(reals)} r${i} = (int)(source() >> 52) / ${random.one([1, 3, 8])}.0${random.one(['', 'f'])} - 300;`,
    );
    scope = { ...scope, real: [...scope.real, `r${i}`], intoReal: [...scope.intoReal, `r${i}`] };
    digest.push(`r${i}`);
  }
  for (let i = 0; i < 2; i++) {
    lines.push(`${random.one(integers)} a${i}[8]; for (int k = 0; k < 8; k++) a${i}[k] = source();`);
    scope = { ...scope, arrays: [...scope.arrays, `a${i}`] };
    digest.push(...[0, 3, 7].map((k) => `a${i}[${k}]`));
  }
  members.forEach(({ type, fields, calls }, i) => {
    if (random.below(3) === 0) return;
    const shape = random.below(3);
    const name = shape === 1 ? `o${i}[1]` : shape === 2 ? `q${i}->` : `o${i}`;
    const dot = shape === 2 ? name : `${name}.`;
    lines.push(shape === 1 ? `${type} o${i}[2];` : `${type} o${i};`);
    if (shape === 2) lines.push(`${type} *q${i} = &o${i};`);
    const object = shape === 1 ? `o${i}[1]` : `o${i}`;
    for (const field of [...fields.whole, ...fields.real])
      lines.push(`${object}.${field} = ${fields.real.includes(field) ? '(int)(source() & 1023)' : 'source()'};`);
    const named = (xs: readonly string[]) => xs.map((x) => `${dot}${x}`);
    scope = {
      ...scope,
      whole: [
        ...scope.whole,
        ...named(fields.whole),
        ...calls.filter((c) => !c.startsWith('real ')).map((c) => c.replaceAll('$', object)),
      ],
      intoWhole: [...scope.intoWhole, ...named(fields.whole)],
      real: [...scope.real, ...named(fields.real)],
      intoReal: [...scope.intoReal, ...named(fields.real)],
    };
    digest.push(...named([...fields.whole, ...fields.real]));
  });
  const s = statements(random, index);
  for (let i = 0; i < 7; i++) lines.push(s.statement(scope, 3));
  return `HD u64 tested${index}(u64 seed) {
  Source source(seed);
  ${lines.join('\n  ')}
  Digest digest;
  digest ${digest.map((d) => `<< ${d}`).join(' ')} << trace;
  return digest.sum;
}`;
}

/** Expressions over the names of a scope. */
function expressions(
  random: Random,
  scope: Scope,
): { whole: (depth: number) => string; real: (depth: number) => string; condition: (depth: number) => string } {
  const element = (depth: number): string => `${random.one(scope.arrays)}[(${whole(depth - 1)}) & 7]`;
  const constant = (): string =>
    random.one([
      '0',
      '1',
      '-1',
      '7',
      "'x'",
      '255',
      '-128',
      '65535u',
      '0x7fffffff',
      '2147483648u',
      '4294967296ll',
      '-9000000000ll',
      '0xfedcba9876543210ull',
      'true',
      '37',
      '1u',
    ]);
  function whole(depth: number): string {
    if (depth <= 0) {
      const k = random.below(4);
      if (k === 0 || scope.whole.length === 0) return constant();
      if (k === 1 && scope.arrays.length > 0) return `${random.one(scope.arrays)}[${random.below(8)}]`;
      return random.one(scope.whole);
    }
    const a = whole(depth - 1);
    const b = whole(depth - 1 - random.below(2));
    const w = random.one(wide);
    const bits = w === 'int' || w === 'unsigned' ? 31 : 63;
    return random.one<() => string>([
      () => `(${a} ${random.one(['+', '-', '*', '&', '|', '^'])} ${b})`,
      () => `(${a} ${random.one(['+', '-', '*', '&', '|', '^'])} ${b})`,
      () => `(${a} ${random.one(['+', '-', '*', '&', '|', '^'])} ${b})`,
      () => `${random.one(['quot', 'rest'])}(${a}, ${b})`,
      () => `((${w})${a} ${random.one(['<<', '>>'])} ((${b}) & ${bits}))`,
      () => `((${w})${a} >> ${random.below(bits + 1)})`,
      () => `(${random.one(integers)})(${a})`,
      () => `(${random.one(['-', '~', '!', '+'])}(${a}))`,
      () => `(${a} ${random.one(['<', '>', '<=', '>=', '==', '!='])} ${b})`,
      () => `(${condition(depth - 1)} ? ${a} : ${b})`,
      () => (scope.arrays.length > 0 ? element(depth) : a),
      () => (scope.real.length > 0 ? `whole(${real(depth - 1)})` : a),
      () =>
        scope.trace
          ? `mixed${random.below(3)}<${random.below(4)}, ${random.one(integers.slice(0, 9))}>(${a}, ${b})`
          : `(${a})`,
      () => (scope.trace ? `summed${random.below(3)}(${a}, (${random.one(integers)})(${b}), ${whole(0)})` : `(${a})`),
    ])();
  }
  function real(depth: number): string {
    if (depth <= 0 || scope.real.length === 0)
      return scope.real.length > 0 && random.below(4) > 0
        ? random.one(scope.real)
        : random.one(['0.5f', '-2.25', '1e3f', '3.0', '1.0f / 3', '1024']);
    const a = real(depth - 1);
    const b = real(depth - 1);
    return random.one<() => string>([
      () => `(${a} ${random.one(['+', '-', '*'])} ${b})`,
      () => `(${a} ${random.one(['+', '-', '*'])} ${b})`,
      () => `(${a} / (${b} == 0 ? 3 : ${b}))`,
      () => `(${random.one(reals)})(${a})`,
      () => `(-(${a}))`,
      () => `(${a} < ${b} ? ${a} : ${b})`,
      () => `(${random.one(reals)})(${whole(depth - 1)})`,
      () => `(${random.one(reals)})(${random.one(integers)})(${whole(depth - 1)})`,
    ])();
  }
  function condition(depth: number): string {
    const k = random.below(5);
    if (depth > 0 && k < 2) return `(${condition(depth - 1)} ${random.one(['&&', '||'])} ${condition(depth - 1)})`;
    if (k === 2 && scope.real.length > 0)
      return `(${real(depth - 1)} ${random.one(['<', '>', '<=', '!='])} ${real(depth - 1)})`;
    return k === 3
      ? `!(${whole(depth - 1)})`
      : `(${whole(depth - 1)} ${random.one(['<', '>', '<=', '>=', '==', '!='])} ${whole(depth - 1)})`;
  }
  return { whole, real, condition };
}

/** Statements, with names that are new in their function. */
function statements(random: Random, index: number): { statement: (scope: Scope, depth: number) => string } {
  let count = 0;
  const fresh = (of: string): string => `${of}${index}_${count++}`;
  const compound = ['+=', '-=', '*=', '&=', '|=', '^=', '='];
  const place = (scope: Scope): string =>
    random.below(4) === 0 && scope.arrays.length > 0
      ? `${random.one(scope.arrays)}[(${expressions(random, scope).whole(1)}) & 7]`
      : random.one(scope.intoWhole);
  const block = (scope: Scope, depth: number): string =>
    `{ ${Array.from({ length: 1 + random.below(3) }, () => statement(scope, depth)).join(' ')} }`;
  const leave = (scope: Scope): string => (scope.loops > 0 ? random.one(['break;', 'continue;']) : ';');

  function statement(scope: Scope, depth: number): string {
    const e = expressions(random, scope);
    const simple: readonly (() => string)[] = [
      () => `${place(scope)} ${random.one(compound)} ${e.whole(3)};`,
      () => `${place(scope)} ${random.one(compound)} ${e.whole(2)};`,
      () => `${place(scope)} ${random.one(['<<=', '>>='])} (${e.whole(1)}) & 7;`,
      () =>
        scope.intoReal.length > 0
          ? `${random.one(scope.intoReal)} ${random.one(['+=', '-=', '='])} ${e.real(2)};`
          : ';',
      () => `${random.one(scope.intoWhole.filter((x) => !/^w\d$|^[oq]/.test(x)).concat('trace'))} += ${e.whole(1)};`,
      () => {
        const n = fresh('n');
        return `{ auto &&${n} = ${random.one(scope.arrays)}[(${e.whole(1)}) & 7]; ${n} ${random.one(compound)} ${e.whole(2)}; ${random.one(['++', '--'])}${n}; }`.replace(
          /(\+\+|--)(n\S+); }$/,
          '$2 ^= 1; }',
        );
      },
    ];
    if (depth <= 0) return random.one(simple)();
    return random.one<() => string>([...simple, ...nested(scope, depth)])();
  }

  function nested(scope: Scope, depth: number): (() => string)[] {
    const e = expressions(random, scope);
    const local = fresh('v');
    const array = random.one(scope.arrays);
    const inner: Scope = { ...scope, whole: [...scope.whole, local], intoWhole: [...scope.intoWhole, local] };
    const looped: Scope = { ...scope, whole: [...scope.whole, local], loops: scope.loops + 1 };
    const traced = (): string => `Traced ${fresh('t')}(trace, ${e.whole(1)});`;
    return [
      () =>
        `if (${e.condition(2)}) ${block(scope, depth - 1)}${random.below(2) ? ` else ${block(scope, depth - 1)}` : ''}`,
      () =>
        `for (int ${local} = 0; ${local} < ${2 + random.below(6)}; ${local}++) { ${statement(looped, depth - 1)} if (${e.condition(1)}) ${leave(looped)} ${statement(looped, depth - 1)} }`,
      () =>
        `for (auto ${random.one(['', '&', 'const &'])}${local} : ${random.one(scope.arrays)}) { ${statement({ ...looped, arrays: scope.arrays }, 0)} }`,
      () =>
        `{ int ${local} = ${3 + random.below(9)}; while (${local}-- > 0 && ${e.condition(1)}) { ${random.below(2) ? traced() : ''} ${statement(looped, depth - 1)} if (${e.condition(1)}) ${leave(looped)} } }`,
      () =>
        `{ int ${local} = ${random.below(4)}; do { ${statement(looped, depth - 1)} } while (${e.condition(1)} && ++${local} < 5); }`,
      () => switched(scope, depth),
      () => {
        const label = fresh('l');
        return `{ if (${e.condition(1)}) goto ${label}; for (int ${local} = 0; ${local} < 4; ${local}++) { ${traced()} ${statement(looped, depth - 1)} if (${e.condition(1)}) goto ${label}; } ${random.one(scope.intoWhole)} ^= 5; ${label}:; }`;
      },
      () => {
        const label = fresh('l');
        return `{ int ${local} = 3; ${label}: ${statement(scope, depth - 1)} { ${traced()} if (${e.condition(1)} && ${local}-- > 0) goto ${label}; } }`;
      },
      () =>
        `{ ${random.one(integers)} ${local} = ${e.whole(2)}; ${statement(inner, depth - 1)} ${statement(inner, depth - 1)} }`,
      () => `{ auto ${local} = ${e.whole(1)}; ${random.one(scope.intoWhole)} = ${local}; }`,
      () => `{ ${traced()} ${block(scope, depth - 1)} }`,
      () => `${random.one(scope.intoWhole)} = ${random.one(['taken', 'looked'])}(traced(trace, ${e.whole(1)}));`,
      () => lambda(scope),
      () =>
        `{ constexpr int ${local} = known${random.below(3)}(${random.below(12)}); ${random.one(scope.intoWhole)} ^= ${local}; }`,
      () =>
        `{ auto &&all = ${array}; auto *${local} = all + ${1 + random.below(3)}; *${local} ^= ${e.whole(1)}; ${local} += ${random.below(4)}; ${local}[${random.one(['0', '1', '-0'])}] = ${e.whole(1)}; ${random.one(scope.intoWhole)} += *${random.one([`++${local}`, `${local}++`, `--${local}`, `${local}--`])}; trace += ${local} - all; }`,
    ];
  }

  function lambda(scope: Scope): string {
    const name = fresh('f');
    const e = expressions(random, { ...scope, whole: [...scope.whole, 'a', 'b'] });
    const into = random.one(scope.intoWhole.filter((x) => /^w\d$/.test(x)));
    const outer = expressions(random, scope);
    return random.one([
      `{ auto ${name} = [=](${random.one(integers)} a, auto b) { return ${e.whole(2)}; }; ${into} = ${name}(${outer.whole(1)}, ${outer.whole(1)}); }`,
      `{ auto ${name} = [&](int a, auto b) mutable -> ${random.one(integers)} { ${into} += a; return ${e.whole(2)}; }; auto r = ${name}(${outer.whole(1)}, ${outer.whole(1)}); ${into} ^= r; }`,
      `{ auto ${name} = [a = ${outer.whole(1)}, b = (short)(${outer.whole(1)})]() mutable { a += 3; b--; return a ^ b; }; ${into} = ${name}() + 0; ${into} ^= ${name}(); auto copy = ${name}; ${into} += copy(); }`,
    ]);
  }

  function switched(scope: Scope, depth: number): string {
    const e = expressions(random, scope);
    const cases = Array.from({ length: 2 + random.below(5) }, (_, i) => i);
    const spread = random.one([1, 1, 3, 1000]);
    const bodies = cases.map(
      (i) =>
        `case ${i * spread}: ${random.below(4) === 0 ? ';' : statement(scope, depth - 1)} ${random.below(3) > 0 ? 'break;' : ''}`,
    );
    if (random.below(2))
      bodies.splice(
        random.below(bodies.length + 1),
        0,
        `default: ${statement(scope, depth - 1)} ${random.below(2) ? 'break;' : ''}`,
      );
    return `switch ((int)(((unsigned)(${e.whole(2)}) % ${cases.length + 1}) * ${spread})) { ${bodies.join(' ')} }`;
  }
  return { statement };
}
