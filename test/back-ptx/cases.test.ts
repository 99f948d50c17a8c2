/** The modules in cases/ become text that NVIDIA's assembler takes. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compilePtx } from '../../src/back/ptx/compile.ts';
import { link } from '../../src/ir/link.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { verifyModule } from '../../src/ir/verify.ts';
import { assemble, missing } from './ptxas.ts';

const folder = join(import.meta.dirname, 'cases');

export function textOf(file: string): string {
  const module = parseModule(readFileSync(join(folder, file), 'utf8'));
  assert.deepEqual(verifyModule(module), []);
  const kernels = module.functions.filter((f) => f.kind === 'kernel').map((f) => f.name);
  const { program, diagnostics } = link([module], kernels);
  assert.deepEqual(diagnostics, []);
  const functions = [...program.functions.values()].filter((f) => f.kind === 'device');
  const managed = [...program.globals.values()].filter((g) => g.placement === 'managed');
  return compilePtx(
    { program, kernels: program.kernels, functions },
    { capability: 90, managed: new Map(managed.map((g, i) => [g.name, 65536 + 64 * i])) },
  ).text;
}

for (const file of readdirSync(folder).filter((name) => name.endsWith('.ir')))
  test(file, { skip: missing }, () => {
    assert.equal(assemble(textOf(file), 'sm_90'), '');
  });
