/** Grids and blocks of kernel loops: every loop is covered, the device filled where there is enough to do, few partial results where loops reduce. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLoopShape, type Three } from '../../src/runtime/cuda/loop-shape.ts';

const multiprocessors = 132;
const open: Three<number> = [-1, -1, -1];

type Case = { readonly trips: Three<number>; readonly shape: readonly number[] };

const spread: Readonly<Record<string, Case>> = {
  'one long loop': { trips: [2 ** 28, 1, 1], shape: [131072, 1, 1, 256, 1, 1] },
  'one short loop': { trips: [1000, 1, 1], shape: [4, 1, 1, 256, 1, 1] },
  'two loops': { trips: [16384, 16384, 1], shape: [32, 2048, 1, 32, 8, 1] },
  'three loops': { trips: [512, 512, 512], shape: [1, 64, 512, 32, 8, 1] },
  'three loops, the innermost short': { trips: [5, 1000, 1000], shape: [1, 32, 1000, 8, 32, 1] },
  'two loops, the outer one short': { trips: [100000, 2, 1], shape: [782, 1, 1, 128, 2, 1] },
};

for (const [name, { trips, shape }] of Object.entries(spread))
  test(name, () => {
    const made = chooseLoopShape(big(trips), open, open, multiprocessors, of(32));
    assert.deepEqual(made, shape);
    assert.ok(made[3]! * made[4]! * made[5]! <= 1024);
    for (const axis of [1, 2]) assert.ok(made[axis]! * made[axis + 3]! >= trips[axis]!);
  });

const reducing: Readonly<Record<string, Case & { readonly registers: number }>> = {
  'a sum over one loop': { trips: [2 ** 28, 1, 1], registers: 32, shape: [1056, 1, 1, 256, 1, 1] },
  'a sum over two loops': { trips: [8190, 8190, 1], registers: 32, shape: [1, 512, 1, 32, 16, 1] },
  'a sum over two loops, with many registers': { trips: [8190, 8190, 1], registers: 48, shape: [5, 128, 1, 32, 8, 1] },
  'a sum over three loops': { trips: [254, 254, 254], registers: 40, shape: [1, 3, 254, 32, 8, 1] },
  'a sum over few iterations': { trips: [3, 3, 3], registers: 40, shape: [1, 1, 1, 4, 4, 4] },
};

for (const [name, { trips, registers, shape }] of Object.entries(reducing))
  test(`${name} takes as many blocks as run at once`, () => {
    const made = chooseLoopShape(big(trips), [-2, -2, -2], open, multiprocessors, of(registers));
    assert.deepEqual(made, shape);
    const [x, y, z, ...block] = made;
    const threads = block.reduce((a, b) => a * b);
    assert.ok(threads <= 1024 && x! * y! * z! <= multiprocessors * of(registers)(threads));
  });

test('what is asked for stays', () => {
  const made = chooseLoopShape([1000n, 1n, 1n], [7, 1, 1], [64, 1, 1], multiprocessors, of(32));
  assert.deepEqual(made, [7, 1, 1, 64, 1, 1]);
});

function big([x, y, z]: Three<number>): Three<bigint> {
  return [BigInt(x), BigInt(y), BigInt(z)];
}

/** Of a multiprocessor with 65,536 registers and 2,048 threads. */
function of(registers: number): (threads: number) => number {
  return (threads) => Math.min(Math.floor(65536 / (registers * threads)), Math.floor(2048 / threads));
}
