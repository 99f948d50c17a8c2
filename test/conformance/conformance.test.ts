/** Programs that check themselves: each prints PASS as its last line, on every device. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { warm } from '../warm.ts';

const folder = import.meta.dirname;

for (const name of readdirSync(folder).filter((n) => /\.(cuf|CUF|f90|F90|f|F)$/.test(n)))
  test(`conformance ${name}`, async () => {
    const text = readFileSync(join(folder, name), 'utf8');
    const options = /^! options: (.*)$/m.exec(text)?.[1]?.split(' ') ?? [];
    const result = await warm(['run', ...options, name], { cwd: folder });
    const fails = /^! A kernel of this program fails\./m.test(text);
    const stderr = fails ? result.stderr.replace(/^kernel \S+ stopped: .*\n/gm, '') : result.stderr;
    assert.equal(stderr, '', `rerun: node bin/cufort.js run test/conformance/${name}\n${result.stdout}`);
    assert.equal(result.stdout.trimEnd().split('\n').at(-1)?.trim(), 'PASS');
    assert.equal(result.code, 0);
  });
