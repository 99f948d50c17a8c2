/** A sample of the programs with each strip width; `npm run test:strips` takes them all. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripProblems } from './strips.ts';

for (const name of ['divergent-loops.cuf', 'warp-functions.cuf', 'barriers-in-loops.cuf'])
  test(`strip widths ${name}`, async () => {
    assert.deepEqual(await stripProblems(name), []);
  });
