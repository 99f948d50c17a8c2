import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nowhere } from '../../src/base/source.ts';
import { add, eq, f32, i32, i64, load, local, lt, mul, offset, op, special, sub, wide } from '../../src/ir/build.ts';
import type { Expression, Fn, Local, Module, Statement } from '../../src/ir/module.ts';
import type { ValueType } from '../../src/ir/types.ts';
import { printFields, printItemSize, printKinds } from '../../src/machine/print-record.ts';
import { boot } from './machine.ts';

const at = nowhere;
const cell = (base: Expression, index: Expression, size = 4): Expression => offset(base, mul(wide(index), i64(size)));
const x = special('tid.x');
const locals = (...types: ValueType[]): Local[] => types.map((type, k) => ({ name: `x${k}`, type }));
const store = (
  memory: Extract<Statement, { kind: 'store' }>['memory'],
  to: Expression,
  value: Expression,
): Statement => ({ kind: 'store', memory, to, offset: 0, value });
const kernel = (types: ValueType[], params: number, body: Statement[], more: Partial<Fn> = {}): Fn => ({
  name: 'k',
  kind: 'kernel',
  params,
  results: [],
  locals: locals(...types),
  slots: [],
  body,
  at,
  ...more,
});

/** Runs kernel `k` of the functions on one block of `threads`, with an array of 8 KiB as its parameter. */
function run(
  functions: Fn[],
  threads: number,
  fill: (view: DataView, a: number) => void = () => {},
  globals: Module['globals'] = [],
) {
  const k = functions.find((f) => f.name === 'k')!;
  const main: Fn = {
    name: 'main',
    kind: 'host',
    params: 0,
    results: [],
    locals: [],
    slots: [],
    at,
    body: [
      {
        kind: 'launch',
        kernel: { kind: 'direct', name: 'k' },
        grid: [i32(1), i32(1), i32(1)],
        block: [i32(1), i32(1), i32(1)],
        shared: i32(0),
        stream: i64(0),
        args: k.locals.slice(0, k.params).map(() => i64(0)),
      },
    ],
  };
  const m = boot({ name: 'm', functions: [...functions, main], globals, externs: [] }, ['main']);
  const a = m.allocate(8192);
  fill(m.view, a);
  m.launch('k', [1, 1, 1], [threads, 1, 1], [a]);
  return { m, a };
}

test('a device function that calls itself keeps its slots apart', () => {
  // sum(n) = n == 0 ? 0 : n + sum(n - 1), with n held in a slot across the call
  const slot: Expression = { kind: 'slot', type: 'ptr.local', index: 0 };
  const sum: Fn = {
    name: 'sum',
    kind: 'device',
    params: 1,
    results: ['i32'],
    locals: locals('i32', 'i32'),
    slots: [{ name: 's', size: 4, align: 4 }],
    at,
    body: [
      {
        kind: 'if',
        condition: eq(local(0, 'i32'), i32(0)),
        then: [{ kind: 'return', values: [i32(0)] }],
        otherwise: [],
      },
      { kind: 'fill', to: slot, byte: i32(0), bytes: i64(4) },
      store('i32', slot, local(0, 'i32')),
      { kind: 'call', callee: { kind: 'direct', name: 'sum' }, args: [sub(local(0, 'i32'), i32(1))], results: [1] },
      { kind: 'return', values: [add(load('i32', slot), local(1, 'i32'))] },
    ],
  };
  const k = kernel(['ptr.global', 'i32'], 1, [
    { kind: 'call', callee: { kind: 'direct', name: 'sum' }, args: [x], results: [1] },
    store('i32', cell(local(0, 'ptr.global'), x), local(1, 'i32')),
  ]);
  const { m, a } = run([sum, k], 40);
  for (let n = 0; n < 40; n++) assert.equal(m.view.getInt32(a + 4 * n, true), (n * (n + 1)) / 2);
});

test('a device function by value is called through the table', () => {
  const twice: Fn = {
    name: 'twice',
    kind: 'device',
    params: 1,
    results: ['i32'],
    locals: locals('i32'),
    slots: [],
    at,
    body: [{ kind: 'return', values: [mul(local(0, 'i32'), add(special('tid.x'), i32(2)))] }],
  };
  const k = kernel(['ptr.global', 'i32'], 1, [
    {
      kind: 'call',
      callee: {
        kind: 'indirect',
        pointer: { kind: 'function', type: 'ptr.generic', name: 'twice' },
        params: ['i32'],
        results: ['i32'],
      },
      args: [i32(10)],
      results: [1],
    },
    store('i32', cell(local(0, 'ptr.global'), x), local(1, 'i32')),
  ]);
  const { m, a } = run([twice, k], 4);
  assert.deepEqual(
    [0, 1, 2, 3].map((n) => m.view.getInt32(a + 4 * n, true)),
    [20, 30, 40, 50],
  );
});

test('arguments by reference of an inlined function need no memory', () => {
  const slot: Expression = { kind: 'slot', type: 'ptr.local', index: 0 };
  const generic = local(0, 'ptr.generic');
  const bump: Fn = {
    name: 'bump',
    kind: 'device',
    params: 1,
    results: [],
    locals: locals('ptr.generic'),
    slots: [],
    at,
    body: [
      {
        kind: 'if',
        condition: lt(load('i32', generic), i32(3)),
        then: [{ kind: 'return', values: [] }],
        otherwise: [],
      },
      store('i32', generic, add(load('i32', generic), i32(100))),
    ],
  };
  const k = kernel(
    ['ptr.global'],
    1,
    [
      store('i32', slot, x),
      {
        kind: 'call',
        callee: { kind: 'direct', name: 'bump' },
        args: [op('cast.space', [slot], 'ptr.generic')],
        results: [],
      },
      store('i32', cell(local(0, 'ptr.global'), x), load('i32', slot)),
    ],
    { slots: [{ name: 's', size: 4, align: 4 }] },
  );
  const { m, a } = run([bump, k], 6);
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((n) => m.view.getInt32(a + 4 * n, true)),
    [0, 1, 2, 103, 104, 105],
  );
});

test('atomic operations on global and shared memory', () => {
  const shared: Expression = { kind: 'global', type: 'ptr.shared', name: 'counter' };
  const base = local(0, 'ptr.global');
  const atomic = (
    how: 'add' | 'max' | 'min' | 'cas' | 'inc' | 'dec' | 'exchange',
    memory: 'i32' | 'f32' | 'f64' | 'i64',
    to: Expression,
    args: Expression[],
    result?: number,
  ): Statement => ({
    kind: 'atomic',
    how,
    memory,
    to,
    args,
    scope: 'device',
    ...(result !== undefined && { result }),
  });
  const k = kernel(['ptr.global', 'i32'], 1, [
    { kind: 'if', condition: eq(x, i32(0)), then: [store('i32', shared, i32(5))], otherwise: [] },
    { kind: 'barrier', scope: 'block' },
    atomic('add', 'i32', shared, [i32(2)]),
    atomic('add', 'i32', base, [x], 1),
    atomic('add', 'f32', offset(base, i64(8)), [f32(0.5)]),
    atomic('add', 'f64', offset(base, i64(16)), [op('to.f64', [x])]),
    atomic('max', 'i32', offset(base, i64(24)), [x]),
    atomic('min', 'i64', offset(base, i64(32)), [wide(sub(i32(0), x))]),
    atomic('inc', 'i32', offset(base, i64(40)), [i32(6)]),
    atomic('dec', 'i32', offset(base, i64(44)), [i32(6)]),
    { kind: 'barrier', scope: 'block' },
    {
      kind: 'if',
      condition: eq(x, i32(7)),
      then: [
        store('i32', offset(base, i64(48)), load('i32', shared)),
        atomic('cas', 'i32', offset(base, i64(52)), [i32(0), i32(9)], 1),
        store('i32', offset(base, i64(56)), local(1, 'i32')),
      ],
      otherwise: [],
    },
  ]);
  const { m, a } = run([k], 10, () => {}, [
    { name: 'counter', placement: 'shared', size: 4, align: 4, linkage: 'define', init: [] },
  ]);
  assert.equal(m.view.getInt32(a, true), 45);
  assert.equal(m.view.getFloat32(a + 8, true), 5);
  assert.equal(m.view.getFloat64(a + 16, true), 45);
  assert.equal(m.view.getInt32(a + 24, true), 9);
  assert.equal(m.view.getBigInt64(a + 32, true), -9n);
  assert.equal(m.view.getInt32(a + 40, true), 3);
  assert.equal(m.view.getInt32(a + 44, true), 4);
  assert.equal(m.view.getInt32(a + 48, true), 25);
  assert.deepEqual([m.view.getInt32(a + 52, true), m.view.getInt32(a + 56, true)], [9, 0]);
});

test('half precision is widened and rounded', () => {
  const base = local(0, 'ptr.global');
  const k = kernel(['ptr.global'], 1, [
    store('f32', cell(offset(base, i64(2048)), x), load('f16', cell(base, x, 2))),
    store('f16', cell(offset(base, i64(4096)), x, 2), load('f32', cell(offset(base, i64(1024)), x))),
  ]);
  const numbers = [
    0,
    1,
    -2,
    0.1,
    65504,
    65520,
    1e-7,
    6e-8,
    2.98e-8,
    3e-8,
    1e9,
    -1e9,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    6.1e-5,
    1.00048828125,
    1.00146484375,
  ];
  const { m, a } = run([k], numbers.length, (view, base0) => {
    numbers.forEach((n, i) => {
      view.setFloat16(base0 + 2 * i, n, true);
      view.setFloat32(base0 + 1024 + 4 * i, n, true);
    });
  });
  numbers.forEach((n, i) => {
    assert.equal(m.view.getFloat32(a + 2048 + 4 * i, true), Math.f16round(n));
    assert.equal(m.view.getFloat16(a + 4096 + 2 * i, true), Math.f16round(Math.fround(n)), `${n}`);
  });
});

test('a thread prints a record of its items', () => {
  const k = kernel(['ptr.global'], 1, [
    {
      kind: 'if',
      condition: eq(x, i32(1)),
      otherwise: [],
      then: [
        {
          kind: 'print',
          items: [
            { kind: 'text', text: 'x is' },
            { kind: 'integer', bytes: 4, value: x },
            { kind: 'real', bytes: 4, value: f32(1.5) },
          ],
        },
      ],
    },
  ]);
  const { m } = run([k], 3);
  assert.equal(m.printed.length, 1);
  const view = new DataView(Uint8Array.from(m.printed[0]!).buffer);
  assert.equal(view.byteLength, 3 * printItemSize);
  assert.equal(m.kernels.texts[view.getInt32(printFields.first, true)], 'x is');
  assert.equal(view.getInt32(printItemSize + printFields.kind, true), printKinds.integer);
  assert.equal(view.getBigInt64(printItemSize + printFields.first, true), 1n);
  assert.equal(view.getFloat64(2 * printItemSize + printFields.first, true), 1.5);
});

test('warps reduce by shuffling down', () => {
  const v = 1;
  const body: Statement[] = [{ kind: 'set', local: v, value: add(x, i32(1)) }];
  for (const by of [16, 8, 4, 2, 1])
    body.push(
      { kind: 'warp', how: 'shuffle.down', args: [i32(-1), local(v, 'i32'), i32(by), i32(32)], result: 2 },
      { kind: 'set', local: v, value: add(local(v, 'i32'), local(2, 'i32')) },
    );
  body.push({
    kind: 'if',
    condition: eq(special('laneid'), i32(0)),
    then: [store('i32', cell(local(0, 'ptr.global'), op('shr.u', [x, i32(5)])), local(v, 'i32'))],
    otherwise: [],
  });
  const { m, a } = run([kernel(['ptr.global', 'i32', 'i32'], 1, body)], 64);
  assert.deepEqual([m.view.getInt32(a, true), m.view.getInt32(a + 4, true)], [528, 528 + 1024]);
});
