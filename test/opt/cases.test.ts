/** The files of cases/, each in the folder of its pass: IR in, a line of `---`, and the IR that the pass makes of it, with what it tells beside it. `WRITE=1` writes what it makes. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Module } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { printModule } from '../../src/ir/print.ts';
import { verifyModule } from '../../src/ir/verify.ts';
import { passNames } from '../../src/opt/pipeline.ts';
import { made, passes } from './passes.ts';

const folder = join(import.meta.dirname, 'cases');
const changed = new Set<string>();

for (const name of readdirSync(folder))
  for (const file of readdirSync(join(folder, name)))
    test(`${name}/${file}`, () => {
      const path = join(folder, name, file);
      const [given = '', wanted = ''] = readFileSync(path, 'utf8').split(/^---\n/m);
      const module = parseModule(given);
      assert.deepEqual(problemsOf(module), []);
      const pass = passes[name];
      assert.ok(pass, `no pass ${name}`);
      if (!pass.isForOthers) assert.deepEqual(problemsOf({ ...module, functions: pass.run(module) }), []);
      const text = made(pass, module);
      if (!text.startsWith(printModule(module))) changed.add(name);
      if (process.env.WRITE) writeFileSync(path, `${given}---\n${text}`);
      else assert.equal(text, wanted);
    });

/** A case may name what only the program has that it is from. */
function problemsOf(module: Module): readonly unknown[] {
  return verifyModule(module).filter(({ what }) => !/^(?:no global|no function|calls what)/.test(what));
}

/** Passes that have cases of their own kind (their row says where), or that stand in a pipeline under another name. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  unroll: ['unroll', 'unroll-near', 'unroll-short'],
  'order-addresses': ['order-addresses', 'order-in-loops'],
  'form-regions': ['form-regions', 'form-regions-of-warps'],
  'split-live-ranges': ['split-live-ranges', 'split-straight-ranges'],
  // test/conformance/tensor-*.cuf, and its PTX in test/back-ptx.
  'tensor-cores': [],
};

test('each pass of the pipelines has a case that it changes', () => {
  const names = new Set([...passNames.host, ...passNames.sim, ...passNames.ptx]);
  assert.deepEqual(
    [...names].flatMap((name) => elsewhere[name] ?? [name]).filter((name) => !changed.has(name)),
    [],
  );
});
