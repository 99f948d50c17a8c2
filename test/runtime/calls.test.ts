/** Runtime calls that need no compiled program. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseShape, LastShape } from '../../src/machine/cuf-shape.ts';
import { randomCalls, surroundingsCalls, timeCalls } from '../../src/runtime/bind/surroundings-calls.ts';
import { contextOf } from './harness.ts';

test('seeds of random numbers lead to a state and back', () => {
  const context = contextOf();
  const { memory } = context;
  const calls = randomCalls(context);
  const [seed, again, state] = [memory.allocate(16), memory.allocate(16), memory.allocate(16)];
  for (let i = 0; i < 4; i++) memory.view.setUint32(seed + 4 * i, 7 * i, true);
  calls['random.seed-put'](seed, state);
  calls['random.seed-get'](again, state);
  for (let i = 0; i < 4; i++) assert.equal(memory.view.getUint32(again + 4 * i, true), 7 * i);
  calls['random.init'](1, 0, state);
  assert.equal(memory.view.getUint32(state, true), 0x9e3779b9);
});

test('arguments, environment, date', () => {
  const context = contextOf({ arguments: ['one', 'two'], environment: { HOME: '/here' } });
  const { memory } = context;
  const calls = surroundingsCalls(context);
  const buffer = memory.allocate(16);
  assert.equal(calls['program.argument-count'](), 2);
  assert.equal(calls['program.argument'](2, buffer, 8n), 3n);
  assert.equal(memory.text(buffer, 8), 'two     ');
  assert.equal(calls['program.argument'](3, buffer, 8n), -1n);
  memory.setText(buffer, 8, 'HOME');
  const value = memory.allocate(16);
  assert.equal(calls['program.environment'](buffer, 8n, 1, value, 16n), 5n);
  timeCalls(context)['time.date'](buffer, 8n, 0, 0n, 0, 0n, value, 4);
  assert.match(memory.text(buffer, 8), /^20\d{6}$/);
  assert.equal(memory.view.getInt32(value, true), new Date().getFullYear());
});

test('the launch of a CUF kernel, like the last one and another', () => {
  const last = new LastShape();
  const shape = (trips: bigint, threads: number, inTurn: boolean): readonly number[] =>
    last.of(trips, 1n, 1n, -2, 1, 1, threads, -1, -1, 1, inTurn);
  for (const [trips, threads, inTurn] of [
    [1000n, -1, false],
    [1000n, -1, false],
    [1001n, -1, false],
    [1001n, -1, true],
    [1001n, 64, true],
    [100_000n, 64, true],
  ] as const)
    assert.deepEqual(
      shape(trips, threads, inTurn),
      chooseShape([trips, 1n, 1n], [-2, 1, 1], [threads, -1, -1], 1, inTurn),
    );
});

test('the launch of a CUF kernel', () => {
  const star = [-1, -1, -1] as const;
  assert.deepEqual(chooseShape([1000n, 1n, 1n], star, star), [8, 1, 1, 128, 1, 1]);
  assert.deepEqual(chooseShape([100n, 50n, 1n], star, star), [4, 13, 1, 32, 4, 1]);
  assert.deepEqual(chooseShape([1000n, 1n, 1n], star, [256, 1, 1]), [4, 1, 1, 256, 1, 1]);
  assert.deepEqual(chooseShape([1000n, 1n, 1n], [2, 1, 1], [64, 1, 1]), [2, 1, 1, 64, 1, 1]);
  assert.deepEqual(chooseShape([0n, 1n, 1n], star, star), [1, 1, 1, 128, 1, 1]);
  const few = [-2, -2, -2] as const;
  assert.deepEqual(chooseShape([1000n, 1n, 1n], few, star), [1, 1, 1, 128, 1, 1]);
  assert.deepEqual(chooseShape([100_000n, 1n, 1n], few, star), [49, 1, 1, 128, 1, 1]);
  assert.deepEqual(chooseShape([10_000_000n, 1n, 1n], few, star), [512, 1, 1, 128, 1, 1]);
  assert.deepEqual(chooseShape([128n, 128n, 128n], few, star), [1, 4, 128, 32, 4, 1]);
  assert.deepEqual(chooseShape([1000n, 1000n, 1n], few, star, 1, true), [1, 493, 1, 16, 1, 1]);
  assert.deepEqual(chooseShape([1000n, 1n, 1n], few, [256, 1, 1], 1, true), [1, 1, 1, 256, 1, 1]);
  assert.deepEqual(chooseShape([128n, 128n, 128n], [-2, 64, 1], star), [1, 64, 1, 32, 4, 1]);
});
