/** What is said of random kernels holds for each of their threads (launch-claims.ts). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkClaims, nothingKnown } from './launch-claims.ts';

const kernels = 60;

test('what is said of random kernels holds for their threads', () => {
  const known = { ...nothingKnown };
  for (let seed = 1; seed <= kernels; seed++) checkClaims(seed, known);
  assert.deepEqual(known, {
    accesses: 1964,
    ends: 516,
    units: 382,
    sums: 1018,
    facts: 524,
    branches: 551,
    boxes: 310,
    loops: 72,
    trips: 29,
    never: 888,
  });
});
