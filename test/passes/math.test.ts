import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nowhere } from '../../src/base/source.ts';
import { add, i32, i64, load, local, mul, offset, op, special, wide } from '../../src/ir/build.ts';
import type { Expression, Fn, Module } from '../../src/ir/module.ts';
import type { OperationName } from '../../src/ir/operations.ts';
import { boot } from '../back/machine.ts';

type Real = 'f32' | 'f64';
const count = 4000;

/** r(i) = f(x(i)) for `count` numbers spread over the interval, and units in the last place by which it differs at most. */
function worst(
  name: OperationName,
  real: Real,
  from: number,
  to: number,
  exact: (x: number, y: number) => number,
  second?: number,
): number {
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
  const [x, r, y] = [m.allocate(8 * count), m.allocate(8 * count), m.allocate(8 * count)];
  const put = (at: number, k: number, v: number): void =>
    real === 'f32' ? m.view.setFloat32(at + 4 * k, v, true) : m.view.setFloat64(at + 8 * k, v, true);
  const take = (at: number, k: number): number =>
    real === 'f32' ? m.view.getFloat32(at + 4 * k, true) : m.view.getFloat64(at + 8 * k, true);
  for (let k = 0; k < count; k++) {
    put(x, k, from + ((to - from) * (k + 0.37)) / count);
    put(y, k, second ?? 0);
  }
  m.launch('k', [count / 50, 1, 1], [50, 1, 1], [x, r, y]);
  let most = 0;
  for (let k = 0; k < count; k++) {
    const want = exact(take(x, k), take(y, k));
    const unit = 2 ** (Math.max(-126, Math.floor(Math.log2(Math.abs(want)))) - (real === 'f32' ? 23 : 52));
    const off = Math.abs(take(r, k) - want) / unit;
    if (!(off <= most)) most = off;
  }
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

const inSingle: ReadonlySet<OperationName> = new Set(['sin', 'cos', 'exp', 'log']);

for (const [name, exact, from, to, second] of cases) {
  const most = inSingle.has(name) ? 1 : 0.51;
  test(`${name} in single precision is off by at most ${most} units`, () => {
    const off = worst(name, 'f32', from, to, exact, second);
    assert.ok(off <= most, `${name}: ${off} units`);
  });
}

test('sines next to multiples of pi/2, logarithms next to 1', () => {
  assert.ok(worst('sin', 'f32', 12790, 12799, Math.sin) <= 1);
  assert.ok(worst('sin', 'f32', 3.1411, 3.1421, Math.sin) <= 1);
  assert.ok(worst('cos', 'f32', 1.5707, 1.5709, Math.cos) <= 1);
  assert.ok(worst('log', 'f32', 0.999, 1.001, Math.log) <= 1);
});

for (const [name, exact, from, to] of [cases[0]!, cases[1]!, cases[3]!, cases[4]!])
  test(`${name} in double precision is off by less than two units`, () => {
    const off = worst(name, 'f64', from, to, exact);
    assert.ok(off <= 2, `${name}: ${off} units`);
  });

test('arguments out of range go to the library', () => {
  assert.ok(worst('sin', 'f32', 1e6, 1e8, Math.sin) <= 0.51);
  assert.ok(worst('exp', 'f32', -100, -90, Math.exp) <= 1);
});
