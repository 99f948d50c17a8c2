/**
 * Random kernels with a known mistake, and without, under all checks: FUZZ_SANITIZER=1000 for so many of each kind, from seed FUZZ_SEED on. They come several in a program,
 * but for those with subscripts outside of their bounds, which end the device's work.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mistake } from './kernel-mistakes.ts';
import { problemOf } from './planted.ts';

const count = Number(process.env.FUZZ_SANITIZER ?? 4);
const first = Number(process.env.FUZZ_SEED ?? 1);
const together = 8;

for (const mistake of ['bounds', 'race', 'init', 'none'] as const satisfies readonly Mistake[])
  test(`random kernels, ${mistake}`, () => {
    const each = mistake === 'bounds' ? 1 : together;
    for (let seed = first; seed < first + Math.ceil(count / each); seed++) {
      const problem = problemOf(seed, mistake, each);
      assert.equal(problem, undefined, `seed ${seed}, ${mistake}: ${problem}`);
    }
  });
