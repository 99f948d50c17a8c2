/**
 * What the passes for a GPU make of random kernels does the same, thread by thread, as what the front end made of them.
 * `KERNELS=5000 node --test test/reference/ptx-passes.test.ts` runs more than the default.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from './compare.ts';
import { randomSourceText } from './kernel-source.ts';
import { marchingLoops } from './marching-loops.ts';
import { problemsBehindPtx } from './ptx-passes.ts';

const count = Number(process.env.KERNELS ?? 100);
const first = Number(process.env.KERNELS_FROM ?? 0);
const together = 20;

const sources = { 'random kernels': randomSourceText, 'kernels that go along arrays': marchingLoops };

for (const [name, source] of Object.entries(sources))
  test(`${count} ${name} behind the passes for PTX`, () => {
    const changed = new Set<string>();
    for (let from = first; from < first + count; from += together) {
      const { text, kernels } = source(from, Math.min(from + together, first + count));
      assert.deepEqual(problemsBehindPtx(compile(text), kernels, changed), []);
    }
    assert.ok(changed.has(source === marchingLoops ? 'predictive-commoning' : 'dead-stores'));
  });
