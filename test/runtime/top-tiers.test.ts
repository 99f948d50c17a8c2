/** Which host functions get good code when they ask for it. Each takes a millisecond of a clock that the test moves. */
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { TopTiers } from '../../src/runtime/sim/tier-up.ts';

function asked(): {
  readonly tiers: TopTiers;
  readonly compiled: unknown[];
  readonly pass: (milliseconds: number) => void;
} {
  let now = 0;
  const compiled: unknown[] = [];
  const compile = (f: unknown): void => {
    compiled.push(f);
    now++;
  };
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { tiers: new TopTiers(compile, () => now), compiled, pass };
}

test('of a thousand functions that are called once each at the start most go without', () => {
  const { tiers, compiled } = asked();
  for (let n = 0; n < 1000; n++) tiers.ask(n, n);
  equal(compiled.length > 200 && compiled.length < 400, true, `${compiled.length}`);
  equal(compiled[0], 0);
});

test('a function that is refused asks again, and gets it when the program has run for longer', () => {
  const { tiers, compiled, pass } = asked();
  for (let n = 0; n < 1000; n++) tiers.ask(n, n);
  equal(tiers.ask(2000, 'late'), 0);
  pass(5000);
  equal(tiers.ask(2000, 'late'), 1);
  equal(compiled.at(-1), 'late');
});

test('a function that is refused very often asks no more', () => {
  const { tiers, compiled } = asked();
  for (let n = 0; n < 1000; n++) tiers.ask(n, n);
  const before = compiled.length;
  let asks = 1;
  while (tiers.ask(2000, 'late') === 0) asks++;
  equal(asks < 500, true);
  equal(compiled.length, before);
});
