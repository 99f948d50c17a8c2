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
    const made = chooseLoopShape([BigInt(trips[0]), BigInt(trips[1]), BigInt(trips[2])], open, open, multiprocessors);
    assert.deepEqual(made, shape);
    assert.ok(made[3]! * made[4]! * made[5]! <= 1024);
    for (const axis of [1, 2]) assert.ok(made[axis]! * made[axis + 3]! >= trips[axis]!);
  });

test('loops that reduce leave few partial results, and what is asked for stays', () => {
  for (const trips of [
    [2n ** 28n, 1n, 1n],
    [16384n, 16384n, 1n],
    [512n, 512n, 512n],
    [3n, 3n, 3n],
  ] as const) {
    const [x, y, z, ...block] = chooseLoopShape(trips, [-2, -2, -2], open, multiprocessors);
    assert.ok(x! * y! * z! <= 2 * 2048, `${trips}: ${[x, y, z]}`);
    assert.ok(block.reduce((a, b) => a * b) <= 1024);
  }
  assert.deepEqual(chooseLoopShape([1000n, 1n, 1n], [7, 1, 1], [64, 1, 1], multiprocessors), [7, 1, 1, 64, 1, 1]);
});
