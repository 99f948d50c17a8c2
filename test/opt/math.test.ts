import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nowhere } from '../../src/base/source.ts';
import { add, i32, i64, load, local, mul, offset, op, special, wide } from '../../src/ir/build.ts';
import { doubles } from '../../src/ir/math-double.ts';
import { erf, erfc, gamma, hypot, lgamma } from '../../src/ir/math-special.ts';
import type { Expression, Fn, Module } from '../../src/ir/module.ts';
import type { OperationName } from '../../src/ir/operations.ts';
import { threadMathFunction } from '../../src/opt/math/math-functions.ts';
import { boot } from '../back/machine.ts';

type Real = 'f32' | 'f64';
const count = 4000;

/** f(x), and f(x, second), for each x: by a kernel. */
function ofAll(name: OperationName, xs: readonly number[], real: Real = 'f32', second?: number): readonly number[] {
  const bytes = real === 'f32' ? 4 : 8;
  const i = add(mul(special('ctaid.x'), special('ntid.x')), special('tid.x'));
  const cell = (p: number): Expression => offset(local(p, 'ptr.global'), mul(wide(i), i64(bytes)));
  const args = [load(real, cell(0)), ...(second === undefined ? [] : [load(real, cell(2))])];
  const kernel: Fn = {
    name: 'k',
    kind: 'kernel',
    params: 3,
    results: [],
    slots: [],
    at: nowhere,
    locals: ['x', 'r', 'y'].map((n) => ({ name: n, type: 'ptr.global' })),
    body: [{ kind: 'store', memory: real, to: cell(1), offset: 0, value: { kind: 'op', op: name, type: real, args } }],
  };
  const null64 = op('from.address', [i64(0)], 'ptr.global');
  const one = [i32(1), i32(1), i32(1)] as const;
  const main: Fn = {
    name: 'main',
    kind: 'host',
    params: 0,
    results: [],
    locals: [],
    slots: [],
    at: nowhere,
    body: [
      {
        kind: 'launch',
        kernel: { kind: 'direct', name: 'k' },
        grid: one,
        block: one,
        shared: i32(0),
        stream: i64(0),
        args: [null64, null64, null64],
      },
    ],
  };
  const module: Module = { name: 'm', functions: [kernel, main], globals: [], externs: [] };
  const m = boot(module, ['main']);
  const [x, r, y] = [m.allocate(8 * xs.length), m.allocate(8 * xs.length), m.allocate(8 * xs.length)];
  const put = (at: number, k: number, v: number): void =>
    real === 'f32' ? m.view.setFloat32(at + 4 * k, v, true) : m.view.setFloat64(at + 8 * k, v, true);
  xs.forEach((v, k) => {
    put(x, k, v);
    put(y, k, second ?? 0);
  });
  const threads = xs.length % 50 === 0 ? 50 : xs.length;
  m.launch('k', [xs.length / threads, 1, 1], [threads, 1, 1], [x, r, y]);
  return xs.map((_, k) => (real === 'f32' ? m.view.getFloat32(r + 4 * k, true) : m.view.getFloat64(r + 8 * k, true)));
}

/** Units in the last place by which f differs at most, for `count` numbers spread over the interval. */
function worst(
  name: OperationName,
  real: Real,
  from: number,
  to: number,
  exact: (x: number, y: number) => number,
  second?: number,
): number {
  const round = real === 'f32' ? Math.fround : (x: number) => x;
  const xs = Array.from({ length: count }, (_, k) => round(from + ((to - from) * (k + 0.37)) / count));
  let most = 0;
  ofAll(name, xs, real, second).forEach((found, k) => {
    const want = exact(xs[k]!, round(second ?? 0));
    const unit = 2 ** (Math.max(-126, Math.floor(Math.log2(Math.abs(want)))) - (real === 'f32' ? 23 : 52));
    const off = Math.abs(found - want) / unit;
    if (!(off <= most)) most = off;
  });
  return most;
}

const cases: readonly (readonly [OperationName, (x: number, y: number) => number, number, number, number?])[] = [
  ['sin', Math.sin, -1000, 1000],
  ['cos', Math.cos, -30, 30],
  ['tan', Math.tan, -10, 10],
  ['exp', Math.exp, -80, 80],
  ['log', Math.log, 1e-3, 50],
  ['log2', Math.log2, 0.5, 2],
  ['log10', Math.log10, 1e-30, 1e30],
  ['exp2', (x) => 2 ** x, -120, 120],
  ['pow', (x, y) => x ** y, 0.001, 20, 2.7],
  ['tanh', Math.tanh, -3, 3],
];

/** CUDA's own bounds, or tighter ones. */
const bounds: Readonly<Partial<Record<OperationName, number>>> = { sin: 2, cos: 2, tan: 4, tanh: 2 };

for (const [name, exact, from, to, second] of cases) {
  const most = bounds[name] ?? 1;
  test(`${name} in single precision is off by at most ${most} units`, () => {
    const off = worst(name, 'f32', from, to, exact, second);
    assert.ok(off <= most, `${name}: ${off} units`);
  });
}

test('sines next to multiples of pi/2, logarithms next to 1', () => {
  for (const [from, to] of [
    [49990, 50010],
    [3.1411, 3.1421],
    [1.5707, 1.5709],
    [4.85, 4.86],
    [0.2, 0.3],
    [-9.4249, -9.4247],
    [-0.001, 0.001],
  ] as const)
    for (const [name, exact] of [cases[0]!, cases[1]!])
      assert.ok(worst(name, 'f32', from, to, exact) <= 2, `${name} from ${from} to ${to}`);
  for (const [name, exact] of [cases[4]!, cases[5]!, cases[6]!])
    for (const [from, to] of [
      [0.999, 1.001],
      [0.7, 0.71],
      [1.41, 1.42],
    ] as const)
      assert.ok(worst(name, 'f32', from, to, exact) <= 1, `${name} from ${from} to ${to}`);
});

for (const [name, exact, from, to] of [cases[0]!, cases[1]!, cases[3]!, cases[4]!])
  test(`${name} in double precision is off by less than two units`, () => {
    const off = worst(name, 'f64', from, to, exact);
    assert.ok(off <= 2, `${name}: ${off} units`);
  });

test('double precision in lanes is what a call gives, bit by bit', () => {
  const xs = Array.from({ length: count }, (_, k) => (((k * 0.6180339887498949) % 1) - 0.3) * 10 ** (k % 9));
  xs.splice(0, 8, 0, -0, 1, 1e300, 1e-310, 710, Infinity, Number.NaN);

  for (const name of ['sin', 'cos', 'exp', 'log'] as const)
    for (const [i, found] of ofAll(name, xs, 'f64').entries())
      assert.ok(Object.is(found, doubles[name](xs[i]!)), `${name}(${xs[i]}) is ${found}, not ${doubles[name](xs[i]!)}`);
});

test('functions of odd numbers', () => {
  const odd = [0, -0, 1e-45, -1e-45, 1e-38, -1e-38, Infinity, -Infinity, Number.NaN, 1e10, -1e10, 50000, -50000];
  const often = [odd, odd, odd, odd].flat();
  for (const name of ['sin', 'cos', 'tan', 'tanh', 'exp', 'log', 'log2', 'log10'] as const) {
    const found = ofAll(name, often);
    often.forEach((x, i) => {
      const want = Math.fround(Math[name](Math.fround(x)));
      const near = want !== 0 && Math.abs(found[i]! - want) <= 2.4e-7 * Math.abs(want);
      const like = near || Object.is(found[i], want);
      assert.ok(like, `${name}(${Object.is(x, -0) ? '-0' : x}) is ${found[i]}, not ${want}`);
    });
  }
});

/** CUDA's own bounds of double and single precision, over intervals. */
const ofLanes: readonly (readonly [
  OperationName,
  (x: number, y: number) => number,
  number,
  number,
  number,
  number,
  number?,
])[] = [
  ['asin', Math.asin, 2, 2, -1, 1],
  ['acos', Math.acos, 2, 2, -1, 1],
  ['atan', Math.atan, 2, 2, -3, 3],
  ['atan', Math.atan, 2, 2, -1e6, 1e6],
  ['atan2', Math.atan2, 2, 3, -2, 2, 0.7],
  ['atan2', Math.atan2, 2, 3, -2, 2, -0.7],
  ['sinh', Math.sinh, 2, 3, -3, 3],
  ['sinh', Math.sinh, 2, 3, -80, 80],
  ['cosh', Math.cosh, 2, 2, -80, 80],
  ['tanh', Math.tanh, 2, 2, -3, 3],
  ['tan', Math.tan, 2, 4, -3, 3],
  ['tan', Math.tan, 2, 4, -900, 900],
  ['asinh', Math.asinh, 3, 3, -2, 2],
  ['asinh', Math.asinh, 3, 3, -1e9, 1e9],
  ['acosh', Math.acosh, 3, 4, 1, 2],
  ['acosh', Math.acosh, 3, 4, 1, 1e9],
  ['atanh', Math.atanh, 2, 3, -1, 1],
  ['erf', erf, 2, 2, -5, 5],
  ['erfc', erfc, 5, 4, -3, 9],
  ['erfc', erfc, 5, 4, -0.6, 0.6],
  ['erfc', erfc, 6, 4, 8, 10],
  ['pow', (x, y) => x ** y, 2, 1, 0.001, 20, 2.7],
  ['pow', (x, y) => x ** y, 2, 1, 0.9, 1.1, -70.3],
  ['log10', Math.log10, 1, 1, 0.01, 1e5],
  ['hypot', hypot, 1, 1, -2, 2, 0.7],
  ['hypot', hypot, 1, 1, -1e9, 1e9, 1e7],
  ['fmod', (x, y) => x % y, 0, 0, -50, 50, 0.7],
  ['fmod', (x, y) => x % y, 0, 0, -1e7, 1e7, -3],
  ['fmod', (x, y) => x % y, 0, 0, -1e30, 1e30, 1e-3],
  ['lgamma', lgamma, 4, 1, 0.001, 4],
  ['lgamma', lgamma, 3, 1, 2, 1e5],
  ['gamma', gamma, 2, 1, 0.1, 30],
];

for (const [name, exact, wide, narrow, from, to, second] of ofLanes)
  test(`${name} in lanes from ${from} to ${to}${second === undefined ? '' : ` with ${second}`}`, () => {
    // The functions that these are compared with are off by half a unit and more themselves.
    const found = [worst(name, 'f64', from, to, exact, second), worst(name, 'f32', from, to, exact, second)] as const;
    assert.ok(found[0] <= wide + 0.6, `double: ${found[0]} units`);
    assert.ok(found[1] <= narrow, `single: ${found[1]} units`);
  });

test('functions in lanes: where constants are computed with them, zeros, and what no formula is for', () => {
  const { POSITIVE_INFINITY: inf, NaN: nan } = Number;
  const ends = [
    0,
    -0,
    1,
    -1,
    0.5,
    -0.5,
    inf,
    -inf,
    nan,
    1e-300,
    -1e-300,
    1e300,
    -1e300,
    30,
    -30,
    1.0000001,
    -1.0000001,
  ];
  const often = Array.from({ length: 50 }, (_, i) => ends[i % ends.length]!);
  for (const real of ['f64', 'f32'] as const) {
    const round = real === 'f32' ? Math.fround : (x: number) => x;
    const eps = real === 'f32' ? 2.4e-7 : 5e-16;
    const check = (name: OperationName, exact: (x: number, y: number) => number, y?: number): void =>
      ofAll(name, often, real, y).forEach((found, i) => {
        const want = round(exact(round(often[i]!), round(y ?? 0)));
        const near = want !== 0 && Number.isFinite(want) && Math.abs(found - want) <= eps * Math.abs(want);
        assert.ok(near || Object.is(found, want), `${name}(${often[i]}, ${y}) of ${real} is ${found}, not ${want}`);
      });
    for (const name of [
      'asin',
      'acos',
      'atan',
      'sinh',
      'cosh',
      'tanh',
      'asinh',
      'acosh',
      'atanh',
      'tan',
      'log10',
    ] as const)
      check(name, Math[name]);
    check('erf', erf);
    check('lgamma', lgamma);
    for (const y of [0, -0, 1, -1, 1e-200, 1e200, inf, -inf, nan]) check('hypot', hypot, y);
    for (const y of [0, -0, 1, -1, 0.1, 3, 1e-300, 1e300, inf, -inf, nan]) check('fmod', (x, z) => x % z, y);
    for (const y of [0, -0, 1, -1, 5, inf, -inf, nan]) check('atan2', Math.atan2, y);
    for (const y of [0, -0, 1, -1, 0.5, 3, 2.5, inf, -inf, nan])
      check('pow', (x, z) => (x === 1 || (x === -1 && Math.abs(z) === inf) ? 1 : x ** z), y);
    const one = Array.from({ length: 50 }, () => 1);
    for (const x of ofAll('atan', one, real)) assert.equal(x * 4, round(Math.PI));
    for (const x of ofAll('asin', one, real)) assert.equal(x * 2, round(Math.PI));
    for (const x of ofAll(
      'acos',
      one.map((x) => -x),
      real,
    ))
      assert.equal(x, round(Math.PI));
  }
  const powers = Array.from({ length: 50 }, (_, i) => 10 ** (i % 22));
  for (const [i, x] of ofAll('log10', powers, 'f64').entries()) assert.equal(x, i % 22);
});

test('arguments out of range go to the library', () => {
  assert.ok(worst('sin', 'f32', 1e6, 1e8, Math.sin) <= 0.51);
  assert.ok(worst('exp', 'f32', -100, -90, Math.exp) <= 1);
});

/** The function as threads of a GPU compute it, on the host. */
function ofThread(name: OperationName): (...args: readonly number[]) => number {
  const fn = threadMathFunction(name);
  assert.ok(fn);
  const m = boot({ name: 'm', functions: [{ ...fn, kind: 'host' }], globals: [], externs: [] }, [fn.name]);
  return (...args) => Number(m.call(fn.name, ...args.map(Math.fround)));
}

/** Of all sizes, of both signs, half of them far away. */
const ofAllSizes = Array.from({ length: 3000 }, (_, k) => {
  const bits = (k * 0x9e3779b9) >>> 0;
  const size = k % 2 ? 0x47000000 + (bits % 0x38800000) : bits & 0x7fffffff;
  return new Float32Array(Uint32Array.of(k % 3 ? size : size + 0x80000000).buffer)[0]!;
}).filter((x) => !Number.isNaN(x));

function unitsOff(found: number, want: number): number {
  const [single, unit] = [Math.fround(want), 2 ** (Math.max(-126, Math.floor(Math.log2(Math.abs(want)))) - 23)];
  if (Object.is(found, single)) return 0;
  return Math.abs(found - want) / unit;
}

for (const [name, most] of [
  ['sin', 2],
  ['cos', 2],
  ['tan', 4],
] as const)
  test(`${name} of a thread is right for all arguments`, () => {
    const f = ofThread(name);
    // The last is the one of single precision that is nearest to a multiple of pi/2.
    for (const x of [...ofAllSizes, 0, -0, Infinity, -Infinity, Number.NaN, 1e22, 16367173 * 2 ** 72]) {
      const off = unitsOff(f(x), Math[name](Math.fround(x)));
      assert.ok(off <= most, `${name}(${x}) is ${f(x)}, ${off} units off`);
    }
  });

test('powers of a thread are right for all arguments', () => {
  const f = ofThread('pow');
  const ends = [
    0,
    -0,
    1,
    -1,
    0.5,
    -0.5,
    2,
    -2,
    3,
    -3,
    2.5,
    -2.5,
    1e-45,
    -1e-45,
    1e-40,
    3e38,
    -3e38,
    Infinity,
    -Infinity,
  ];
  const odd = [...ends, Number.NaN, 16777215, -16777215, 16777216, 33554431, 0.99999994, 1.0000001, 1e9, -1e9, 1e30];
  const pairs = odd.flatMap((x) => odd.map((y) => [x, y] as const));
  const others = ofAllSizes.map((x, k) => [x, 60 / Math.log2(Math.abs(x)) / (1 + (k % 7))] as const);
  const near = ofAllSizes.map((y, k) => [1 + ((k % 101) - 50) * 2 ** -22, y] as const);
  for (const pair of [...pairs, ...others, ...near]) {
    const [x, y] = [Math.fround(pair[0]), Math.fround(pair[1])];
    // C's, where ours and that of JavaScript differ: 1 to any power.
    const want = x === 1 || (x === -1 && Math.abs(y) === Infinity) ? 1 : x ** y;
    const off = unitsOff(f(x, y), want);
    assert.ok(off <= 1, `${x}**${y} is ${f(x, y)}, not ${want}: ${off} units`);
  }
});
