/** Programs that check themselves: each prints PASS as its last line, on every device. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { warm } from '../warm.ts';

const folder = import.meta.dirname;

for (const name of readdirSync(folder).filter((n) => /\.(cuf|CUF|f90|F90|f|F)$/.test(n)))
  test(`library-tensor ${name}`, async () => {
    const result = await warm(['run', name], { cwd: folder });
    assert.equal(result.stderr, '', `rerun: node bin/cufort.js run test/library-tensor/${name}`);
    assert.equal(result.stdout.trimEnd().split('\n').at(-1)?.trim(), 'PASS');
    assert.equal(result.code, 0);
  });
