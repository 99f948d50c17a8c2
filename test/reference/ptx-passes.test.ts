/**
 * What the passes for a GPU make of random kernels does the same, thread by thread, as what the front end made of them.
 * `KERNELS=5000 node --test test/reference/ptx-passes.test.ts` runs more than the default.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optimisePtx } from '../../src/opt/pipeline.ts';
import { verifyPasses } from '../../src/opt/watch.ts';
import { compareVersions, compile } from './compare.ts';
import { randomSourceText } from './kernel-source.ts';

const count = Number(process.env.KERNELS ?? 100);
const first = Number(process.env.KERNELS_FROM ?? 0);
const together = 20;

test(`${count} random kernels behind the passes for PTX`, () => {
  for (let from = first; from < first + count; from += together) {
    const { text, kernels } = randomSourceText(from, Math.min(from + together, first + count));
    const program = compile(text);
    const none = { mathName: () => undefined, mathFunction: () => undefined, keep: new Set<string>() };
    const made = optimisePtx(
      program,
      { globals: program.globals, capability: 90, contract: false, ...none },
      { target: 'ptx', program, watch: verifyPasses },
    );
    const functions = new Map(made.functions.map((f) => [f.name, f]));
    for (const k of kernels) {
      const is = (f: { readonly name: string }): boolean => f.name === `m.${k.name}`;
      const before = { functions: program.functions, fn: program.kernels.find(is)! };
      const after = { functions, fn: made.kernels.find(is)! };
      assert.equal(compareVersions(program, k, after, before), undefined, k.name);
    }
  }
});
