/** Programs about arrays and device data, and what they print: host arrays as gfortran prints them, device programs check themselves. ACCEPT=1 writes what came out. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { warm } from '../warm.ts';

const folder = join(import.meta.dirname, 'programs');

for (const name of readdirSync(folder).filter((n) => /\.(cuf|f90)$/.test(n)))
  test(`program ${name}`, async () => {
    const result = await warm(['run', name], { cwd: folder });
    const expected = join(folder, name.replace(/\.\w+$/, '.out'));
    if (process.env.ACCEPT) writeFileSync(expected, result.stdout);
    assert.equal(result.stderr, '');
    assert.equal(result.stdout, readFileSync(expected, 'utf8'), `rerun: cufort run test/lower/programs/${name}`);
    assert.equal(result.code, 0);
  });
