import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newMemory } from '../../src/runtime/linear-memory.ts';
import { Costs } from '../../src/runtime/sim/costs.ts';
import { piecesOf, wantsWorkers } from '../../src/runtime/sim/launch-size.ts';

test('pieces of a launch', () => {
  // Long blocks one by one, short ones by the hundred, and every thread gets some.
  assert.deepEqual(piecesOf(1000, 1e6, 2), { most: 1, least: 1 });
  assert.deepEqual(piecesOf(1_000_000, 10, 2), { most: 10_000, least: 400 });
  assert.deepEqual(piecesOf(4, 100, 2), { most: 2, least: 2 });
  assert.deepEqual(piecesOf(1, 100, 8), { most: 1, least: 1 });
  assert.deepEqual(piecesOf(64, 2000, 4), { most: 16, least: 2 });
  // Whole rows of a grid, where there are enough of them.
  assert.deepEqual(piecesOf(1_000_000, 10, 2, 300), { most: 9900, least: 300 });
  assert.deepEqual(piecesOf(3000, 10, 2, 300), { most: 1500, least: 400 });
  assert.deepEqual(piecesOf(4096, 10_000, 2, 32), { most: 32, least: 32 });
  assert.deepEqual(piecesOf(1024, 10_000, 2, 32), { most: 10, least: 1 });
  // Long ones where each of them jumps through memory.
  assert.deepEqual(piecesOf(2048, 1600, 2, 2048, { inTurns: true }), { most: 625, least: 128 });
  assert.deepEqual(piecesOf(1_000_000, 1000, 2, 1_000_000, { inTurns: true }), { most: 1000, least: 250 });
  // Few where each begins and ends with arrays of the thread's own.
  assert.deepEqual(piecesOf(4096, 30, 2, 4096, { keepsArrays: true }), { most: 2048, least: 1024 });
  assert.deepEqual(piecesOf(3, 1e6, 2, 3, { keepsArrays: true }), { most: 2, least: 1 });
});

test('one block never wants workers', () => {
  assert.equal(wantsWorkers(1, 1e9, 0), false);
  assert.equal(wantsWorkers(100, 1e5, 0), true);
  assert.equal(wantsWorkers(2, 1e5, 0), false);
  assert.equal(wantsWorkers(2, 1e5, 1e7), true);
});

test('a measurement that was disturbed counts for little', () => {
  const costs = new Costs(newMemory(1, 'i32'), 64, 2);
  assert.equal(costs.of(1), undefined);
  costs.note(1, 1, 1000);
  assert.equal(costs.of(1), 1000);
  costs.note(1, 9, 1000);
  assert.equal(costs.of(1), 2000);
  costs.note(1, 1, 2000);
  assert.equal(costs.of(1), 500);
});
