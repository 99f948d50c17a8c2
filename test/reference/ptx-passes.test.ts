/**
 * What the passes for a GPU make of random kernels does the same, thread by thread, as what the front end made of them.
 * `KERNELS=5000 node --test test/reference/ptx-passes.test.ts` runs more than the default.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Step } from '../../src/opt/passes.ts';
import { optimisePtx } from '../../src/opt/pipeline.ts';
import { verifyPasses, watchedBy } from '../../src/opt/watch.ts';
import { compareVersions, compile } from './compare.ts';
import { randomSourceText } from './kernel-source.ts';
import { marchingLoops } from './marching-loops.ts';

const count = Number(process.env.KERNELS ?? 100);
const first = Number(process.env.KERNELS_FROM ?? 0);
const together = 20;

const sources = { 'random kernels': randomSourceText, 'kernels that go along arrays': marchingLoops };

for (const [name, source] of Object.entries(sources))
  test(`${count} ${name} behind the passes for PTX`, () => {
    const changed = new Set<string>();
    for (let from = first; from < first + count; from += together) {
      const { text, kernels } = source(from, Math.min(from + together, first + count));
      const program = compile(text);
      const none = { mathName: () => undefined, mathFunction: () => undefined, keep: new Set<string>() };
      const made = optimisePtx(
        program,
        { globals: program.globals, capability: 90, contract: false, ...none },
        { target: 'ptx', program, watch: watchedBy([verifyPasses, (s) => void (isChanged(s) && changed.add(s.pass))]) },
      );
      const functions = new Map(made.functions.map((f) => [f.name, f]));
      for (const k of kernels) {
        const is = (f: { readonly name: string }): boolean => f.name === `m.${k.name}`;
        const before = { functions: program.functions, fn: program.kernels.find(is)! };
        const after = { functions, fn: made.kernels.find(is)! };
        assert.equal(compareVersions(program, k, after, before), undefined, k.name);
      }
    }
    assert.ok(changed.has(source === marchingLoops ? 'predictive-commoning' : 'dead-stores'));
  });

const isChanged = ({ before, after }: Step): boolean => before.some((fn, i) => fn !== after[i]);
