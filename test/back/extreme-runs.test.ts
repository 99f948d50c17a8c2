/** Random networks of extremes, among values that are numbers almost everywhere. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nowhere } from '../../src/base/source.ts';
import { add, and, eq, f64, i32, i64, load, local, mul, offset, op, special, wide } from '../../src/ir/build.ts';
import type { Expression, Fn, Local, Module, Statement } from '../../src/ir/module.ts';
import { interpret } from '../reference/threads.ts';
import { agrees } from './inputs.ts';
import { boot } from './machine.ts';
import { type Random, randomSource } from './random-kernel.ts';

type Real = 'f32' | 'f64';
const bytes = { f32: 4, f64: 8 } as const;
const [cells, more, block, blocks] = [6, 4, 44, 4];
const threads = block * blocks;
const ordinary = [1, -2, 0.5, 3, 0, -1e-30, 1e30, 7];
const rare = [Number.NaN, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

const thread = add(mul(special('ctaid.x'), special('ntid.x')), special('tid.x'));

/** Of array `p`, the thread's cell of row `k`. */
const cell = (p: number, k: number, type: Real): Expression =>
  offset(local(p, 'ptr.global'), mul(wide(add(thread, i32(k * threads))), i64(bytes[type])));

/** Locals of the thread's own become extremes of each other, here and there something else. */
function network(seed: number, type: Real): Fn {
  const r = randomSource(seed);
  const locals: Local[] = [
    { name: 'a', type: 'ptr.global' },
    { name: 'b', type: 'ptr.global' },
    ...Array.from({ length: cells + more }, (_, k): Local => ({ name: `v${k}`, type })),
  ];
  const any = (): number => 2 + r(cells + more);
  const loaded = (k: number): Expression => load(type, cell(0, k, type));
  const first = Array.from(
    { length: cells + more },
    (_, k): Statement => ({ kind: 'set', local: 2 + k, value: loaded(k % cells) }),
  );
  const value = (depth: number): Expression => {
    const kind = r(12);
    if (depth === 0 || kind === 0) return kind < 11 ? local(any(), type) : constant(r, type);
    if (kind === 1) return loaded(r(cells));
    if (kind === 2) return op('neg', [value(depth - 1)]);
    if (kind === 3) return op('add', [value(depth - 1), value(depth - 1)]);
    return op(kind % 2 === 0 ? 'min' : 'max', [value(depth - 1), value(depth - 1)]);
  };
  const steps = Array.from({ length: 16 }, (): Statement => ({ kind: 'set', local: any(), value: value(1 + r(2)) }));
  const stores = Array.from(
    { length: cells + more },
    (_, k): Statement => ({ kind: 'store', memory: type, to: cell(1, k, type), offset: 0, value: local(2 + k, type) }),
  );
  const body =
    r(3) === 0
      ? [{ kind: 'if', condition: eq(and(special('tid.x'), i32(1)), i32(0)), then: steps, otherwise: [] } as const]
      : steps;
  return {
    name: `network ${seed} ${type}`,
    kind: 'kernel',
    params: 2,
    results: [],
    locals,
    slots: [],
    body: [...first, ...body, ...stores],
    at: nowhere,
  };
}

function constant(r: Random, type: Real): Expression {
  const number = [-0, 0, 1, -3][r(4)]!;
  return type === 'f64' ? f64(number) : { kind: 'const', type, value: number };
}

test('networks of extremes mean what their threads mean, whatever the values', () => {
  const null64 = op('from.address', [i64(0)], 'ptr.global');
  const kernels = Array.from({ length: 60 }, (_, seed) => network(seed + 1, seed % 2 === 0 ? 'f32' : 'f64'));
  const main: Fn = {
    name: 'main',
    kind: 'host',
    params: 0,
    results: [],
    locals: [],
    slots: [],
    at: nowhere,
    body: kernels.map(({ name }) => ({
      kind: 'launch',
      kernel: { kind: 'direct', name },
      grid: [i32(1), i32(1), i32(1)],
      block: [i32(1), i32(1), i32(1)],
      shared: i32(0),
      stream: i64(0),
      args: [null64, null64],
    })),
  };
  const module: Module = { name: 'networks', functions: [...kernels, main], globals: [], externs: [] };
  const m = boot(module, ['main']);
  const [a, b] = [m.allocate(8 * threads * cells), m.allocate(8 * threads * (cells + more))];
  const [wantA, wantB] = [1 << 16, 1 << 18];
  kernels.forEach((kernel, seed) => {
    const type = kernel.locals[2]!.type === 'f32' ? 'f32' : 'f64';
    const r = randomSource(seed + 100);
    const expected = new DataView(new ArrayBuffer(1 << 20));
    const get = (view: DataView, at: number): number =>
      type === 'f32' ? view.getFloat32(at, true) : view.getFloat64(at, true);
    for (let i = 0; i < threads * cells; i++) {
      // Threads of one block find rare values seldom, those of another often, those of others none.
      const often = [0, 2, 40, 400][Math.floor((i % threads) / block)]!;
      const x = r(400) < often ? rare[r(rare.length)]! : ordinary[r(ordinary.length)]!;
      for (const [view, at] of [
        [m.view, a],
        [expected, wantA],
      ] as const)
        if (type === 'f32') view.setFloat32(at + 4 * i, x, true);
        else view.setFloat64(at + 8 * i, x, true);
    }
    m.launch(kernel.name, [blocks, 1, 1], [block, 1, 1], [a, b]);
    interpret(
      { view: expected, functions: new Map(), addressOf: () => 0, slots: 1 << 19 },
      kernel,
      [blocks, 1, 1],
      [block, 1, 1],
      [wantA, wantB],
    );
    for (let i = 0; i < threads * (cells + more); i++) {
      const [got, want] = [get(m.view, b + bytes[type] * i), get(expected, wantB + bytes[type] * i)];
      assert.ok(
        agrees(got, want, type, false),
        `${kernel.name}, thread ${i % threads}, local ${Math.floor(i / threads)}: ${got}, not ${want}`,
      );
    }
  });
});
