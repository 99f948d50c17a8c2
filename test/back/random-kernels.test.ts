import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunkWidths } from '../../src/back/wasm/encode/artifact.ts';
import { nowhere } from '../../src/base/source.ts';
import { i32, i64, op } from '../../src/ir/build.ts';
import type { Expression, Fn, Module, Statement } from '../../src/ir/module.ts';
import { mapStatement } from '../../src/ir/walk.ts';
import { interpret } from '../reference/threads.ts';
import { boot, type Dims } from './machine.ts';
import { randomKernel } from './random-kernel.ts';

const count = Number(process.env.CUFORT_RANDOM_KERNELS ?? 40);
const first = Number(process.env.CUFORT_RANDOM_FIRST ?? 1);

/** A root that reaches the kernel. */
function launcher(kernel: Fn): Fn {
  const null64 = op('from.address', [i64(0)], 'ptr.global');
  return {
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
        kernel: { kind: 'direct', name: kernel.name },
        grid: [i32(1), i32(1), i32(1)],
        block: [i32(1), i32(1), i32(1)],
        shared: i32(0),
        stream: i64(0),
        args: [null64, null64, i32(0)],
      },
    ],
  };
}

function check(change: (kernel: Fn) => Fn, memory?: 32 | 64): void {
  for (let seed = first; seed < first + count; seed++) {
    const plain = randomKernel(seed);
    const kernel = change(plain);
    const module: Module = { name: 'random', functions: [kernel, launcher(kernel)], globals: [], externs: [] };
    const chunk = [undefined, ...chunkWidths][(seed >> 2) % 5];
    const m = boot(module, ['main'], {}, { ...(chunk && { chunk }), ...(memory && { memory }) });
    const block: Dims = [
      [33, 1, 1],
      [8, 4, 1],
      [64, 1, 1],
      [5, 3, 1],
    ][seed % 4] as [number, number, number];
    const grid: Dims = [3, 1, 1];
    const threads = 3 * block[0] * block[1];
    const own = m.allocate(16 * threads);
    const other = m.allocate(4 * threads);
    m.launch(kernel.name, grid, block, [own, other, seed % 7]);
    const expected = new DataView(new ArrayBuffer(1 << 21));
    interpret({ view: expected, functions: new Map(), addressOf: () => 0, slots: 1 << 19 }, plain, grid, block, [
      1 << 16,
      1 << 18,
      seed % 7,
    ]);
    for (let i = 0; i < 4 * threads; i++) {
      const got = m.view.getInt32(own + 4 * i, true);
      const want = expected.getInt32((1 << 16) + 4 * i, true);
      assert.equal(
        got,
        want,
        `kernel of seed ${seed}, thread ${i >> 2}, cell ${i & 3}: CUFORT_RANDOM_KERNELS=1 CUFORT_RANDOM_FIRST=${seed} node --test test/back/random-kernels.test.ts`,
      );
    }
  }
}

/** Barriers of the whole grid in place of those of a block. */
function meetingInGrid(kernel: Fn): Fn {
  const list = (body: readonly Statement[]): readonly Statement[] =>
    body.map((s) =>
      s.kind === 'barrier' && s.scope === 'block' && !s.reduce
        ? { ...s, scope: 'grid' }
        : mapStatement(s, { expression: (e) => e, body: list }),
    );
  return { ...kernel, body: list(kernel.body) };
}

test('random kernels with barriers mean what their threads mean', () => {
  check((kernel) => kernel);
});

test('the same with barriers of the grid', () => {
  check(meetingInGrid);
});

/** Each thread waits now and then: it looks at a place of its own for some iterations, long enough that it is asked to come back later. */
function waiting(kernel: Fn): Fn {
  const seen = kernel.locals.length;
  const iterations = seen + 1;
  const iteration: Expression = { kind: 'local', type: 'i32', index: iterations };
  let loops = 0;
  const wait = (limit: number): readonly Statement[] => [
    { kind: 'set', local: iterations, value: i32(0) },
    {
      kind: 'loop',
      label: `wait${loops++}`,
      body: [
        {
          kind: 'atomic',
          how: 'cas',
          memory: 'i32',
          to: { kind: 'local', type: 'ptr.global', index: 1 },
          args: [i32(-12345), i32(0)],
          result: seen,
          scope: 'device',
        },
        { kind: 'set', local: iterations, value: op('add', [iteration, i32(1)]) },
        {
          kind: 'if',
          condition: op('lt', [i32(limit), iteration]),
          then: [{ kind: 'break', label: `wait${loops - 1}` }],
          otherwise: [],
        },
      ],
    },
  ];
  const list = (body: readonly Statement[]): readonly Statement[] =>
    body.flatMap((s, i) => {
      const inner = mapStatement(s, { expression: (e) => e, body: list });
      return (i + loops) % 3 === 1 && loops < 8 ? [...wait(100), inner] : [inner];
    });
  const locals = [...kernel.locals, { name: 'seen', type: 'i32' }, { name: 'turns', type: 'i32' }] as const;
  return { ...kernel, locals, body: [...wait(20_100), ...list(kernel.body)] };
}

test('the same with addresses of 64 bits', () => {
  check((kernel) => kernel, 64);
});

test('the same with threads that wait', () => {
  check(waiting);
});
