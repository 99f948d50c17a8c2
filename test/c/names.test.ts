/** Symbols of C++: NAME.cpp or NAME.cu, and in NAME.out what other compilers call its functions (`nm`, `nvcc -ptx`). */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import { disk } from '../../src/cli/disk.ts';
import { compileC } from '../../src/driver/compile-c.ts';
import { defaults } from '../../src/driver/options.ts';
import { demangled } from '../../src/machine/demangled.ts';

const folder = join(import.meta.dirname, 'names');

for (const name of readdirSync(folder).filter((n) => !n.endsWith('.out')))
  test(`names of ${name}`, () => {
    const told: Diagnostic[] = [];
    const unit = compileC(join(folder, name), defaults, disk, told);
    assert.deepEqual(
      told.filter((d) => d.severity === 'error').map((d) => d.message),
      [],
    );
    const symbols = unit?.module.functions.map((f) => f.name.replace(/@.*/, '')) ?? [];
    const theirs = readFileSync(join(folder, name.replace(/\.\w+$/, '.out')), 'utf8')
      .trim()
      .split('\n');
    for (const symbol of theirs) {
      assert.ok(symbols.includes(symbol), symbol);
      if (symbol.startsWith('_Z')) assert.ok(demangled(symbol), symbol);
    }
  });
