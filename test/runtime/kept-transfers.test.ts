import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeptTransfers } from '../../src/runtime/sanitizer/kept-transfers.ts';

/** Works of even numbers are of one stream, those of odd ones of another; `done`: up to which the host has waited. */
const order = (done = 0) => ({
  isBefore: (a: number, b: number) => a < b && a % 2 === b % 2,
  isDone: (work: number) => work <= done,
});
const fill = (work: number, at: number, bytes: number) => ({ work, at, bytes, isWrite: true, site: -work });

test('transfers are given to a work that nothing orders with them, once', () => {
  const kept = new KeptTransfers(order());
  kept.add(fill(1, 0, 100));
  kept.add(fill(2, 200, 100));
  assert.deepEqual(kept.besides(3), [fill(2, 200, 100)]);
  assert.deepEqual(kept.besides(3), []);
  assert.deepEqual(kept.besides(4), [fill(1, 0, 100)]);
});

test('a later transfer of the same stretch takes the place of one before it', () => {
  const kept = new KeptTransfers(order());
  kept.add(fill(1, 0, 100));
  kept.add(fill(3, 0, 100));
  kept.add(fill(4, 0, 100));
  assert.deepEqual(kept.besides(6), [fill(3, 0, 100)]);
});

test('what was used of memory that is new is forgotten', () => {
  const kept = new KeptTransfers(order());
  kept.add(fill(1, 0, 100));
  kept.forget(40, 20);
  kept.forget(90, 50);
  assert.deepEqual(kept.besides(2), [fill(1, 0, 40), fill(1, 60, 30)]);
});

test('what the host has waited for goes when there is much', () => {
  const kept = new KeptTransfers(order(200));
  for (let i = 1; i <= 64; i++) kept.add(fill(2 * i, 100 * i, 50));
  assert.deepEqual(kept.besides(1), []);
});
