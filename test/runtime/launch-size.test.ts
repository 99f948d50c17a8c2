import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newMemory } from '../../src/runtime/linear-memory.ts';
import { Costs } from '../../src/runtime/sim/costs.ts';
import { chunkOf, wantsWorkers } from '../../src/runtime/sim/launch-size.ts';

test('pieces of a launch', () => {
  // Long blocks one by one, short ones by the hundred, and every thread gets some.
  assert.equal(chunkOf(1000, 1e6, 2), 1);
  assert.equal(chunkOf(1_000_000, 10, 2), 10_000);
  assert.equal(chunkOf(4, 100, 2), 2);
  assert.equal(chunkOf(1, 100, 8), 1);
  assert.equal(chunkOf(64, 2000, 4), 5);
  // Of a grid's rows whole ones.
  assert.equal(chunkOf(1_000_000, 10, 2, 300), 9900);
  assert.equal(chunkOf(64, 2000, 4, 16), 5);
});

test('one block never wants workers', () => {
  assert.equal(wantsWorkers(1, 1e9), false);
  assert.equal(wantsWorkers(100, 1e5), true);
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
