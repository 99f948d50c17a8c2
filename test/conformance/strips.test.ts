/** A sample of the programs with each chunk width; `npm run test:strips` takes them all. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunkProblems } from './strips.ts';

for (const name of ['divergent-loops.cuf', 'warp-functions.cuf', 'barriers-in-loops.cuf'])
  test(`chunk widths ${name}`, async () => {
    assert.deepEqual(await chunkProblems(name), []);
  });
