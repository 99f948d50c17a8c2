/** The files of cases/, each in the folder of its pass: IR in, a line of `---`, and the IR that the pass makes of it. `WRITE=1` writes what it makes. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Program } from '../../src/ir/link.ts';
import type { Fn, Module } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { printModule } from '../../src/ir/print.ts';
import { verifyModule } from '../../src/ir/verify.ts';
import { slotsInRegisters } from '../../src/opt/cost.ts';
import { interleaveSlots } from '../../src/opt/kernel/interleave-slots.ts';
import { privatiseArrays } from '../../src/opt/kernel/privatise-arrays.ts';
import { unitStrides } from '../../src/opt/kernel/unit-strides.ts';
import { promoteArguments } from '../../src/opt/scalar/argument-promotion.ts';
import { divideByConstants } from '../../src/opt/scalar/divide-by-constants.ts';
import { exposeProducts } from '../../src/opt/scalar/expose-products.ts';
import { foldConstantData } from '../../src/opt/scalar/fold-constant-data.ts';
import { foldRanges } from '../../src/opt/scalar/fold-ranges.ts';
import { gvn } from '../../src/opt/scalar/gvn.ts';
import { ifToSelect } from '../../src/opt/scalar/if-to-select.ts';
import { inlineRecursion } from '../../src/opt/scalar/inline-recursion.ts';
import { instcombine } from '../../src/opt/scalar/instcombine.ts';
import { narrowTripCounts } from '../../src/opt/scalar/narrow-trip-counts.ts';
import { pairRemainders } from '../../src/opt/scalar/pair-remainders.ts';
import { sinkStores } from '../../src/opt/scalar/sink-stores.ts';
import { eliminateTailCalls } from '../../src/opt/scalar/tail-calls.ts';
import { unrollForSlots } from '../../src/opt/scalar/unroll-for-slots.ts';

const folder = join(import.meta.dirname, 'cases');
const passes: Readonly<Record<string, (fn: Fn, module: Module) => Fn>> = {
  'unroll-for-slots': (fn) => unrollForSlots(fn, slotsInRegisters),
  'fold-constant-data': (fn, { globals }) => foldConstantData(fn, new Map(globals.map((g) => [g.name, g]))),
  instcombine,
  gvn,
  'expose-products': exposeProducts,
  'pair-remainders': pairRemainders,
  'narrow-trip-counts': narrowTripCounts,
  'divide-by-constants': divideByConstants,
  'fold-ranges': foldRanges,
  'argument-promotion': (fn, module) => promoteArguments(programOf(module)).functions.get(fn.name) ?? fn,
  'inline-recursion': inlineRecursion,
  'if-to-select': ifToSelect,
  'unit-strides': (fn) => unitStrides(fn)?.fn ?? fn,
  'privatise-arrays': (fn) => privatiseArrays(fn)?.fn ?? fn,
  'interleave-slots': (fn) => ({ ...fn, body: interleaveSlots(fn, 16)?.body ?? fn.body }),
  'sink-stores': sinkStores,
  'tail-calls': eliminateTailCalls,
};

/** Its functions, none of which is called from elsewhere. */
function programOf({ functions }: Module): Program {
  const byName = new Map(functions.map((fn) => [fn.name, fn]));
  return { functions: byName, globals: new Map(), externs: new Map(), kernels: [], addressed: [], roots: [] };
}

for (const name of readdirSync(folder))
  for (const file of readdirSync(join(folder, name)))
    test(`${name}/${file}`, () => {
      const path = join(folder, name, file);
      const [given = '', wanted = ''] = readFileSync(path, 'utf8').split(/^---\n/m);
      const module = parseModule(given);
      assert.deepEqual(verifyModule(module), []);
      const pass = passes[name];
      assert.ok(pass, `no pass ${name}`);
      const made = { ...module, functions: module.functions.map((fn) => pass(fn, module)) };
      assert.deepEqual(verifyModule(made), []);
      const text = printModule(made);
      if (process.env.WRITE) writeFileSync(path, `${given}---\n${text}`);
      else assert.equal(text, wanted);
    });
