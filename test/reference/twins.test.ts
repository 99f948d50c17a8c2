/**
 * Random programs print what their twins on the host print: `PROGRAMS=50 PROGRAMS_FROM=1000 node --test test/reference/twins.test.ts` runs more than the default, of each kind.
 * The twins are compiled by cufort here; compare-twins.ts asks other compilers.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warm } from '../warm.ts';
import { byCufort, difference, generators } from './compare-twins.ts';

const count = Number(process.env.PROGRAMS ?? 3);
const first = Number(process.env.PROGRAMS_FROM ?? 0);

for (const [name, { make, language }] of Object.entries(generators))
  test(`random programs: ${name}`, async () => {
    for (let seed = first; seed < first + count; seed++)
      assert.equal(await difference(make(seed), language, warm, byCufort(warm)), undefined, `seed ${seed}`);
  });
