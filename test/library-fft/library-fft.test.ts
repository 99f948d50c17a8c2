/** Programs that check themselves: each prints PASS as its last line, on every device. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { warm } from '../warm.ts';

const folder = import.meta.dirname;
/** Programs that need several GPUs; a real device has as many as it has. */
const optionsOf = (name: string): readonly string[] =>
  name.startsWith('several-gpus') && process.env.CUFORT_DEVICE !== 'cuda' ? ['--devices', '3'] : [];

for (const name of readdirSync(folder).filter((n) => /\.(cuf|CUF|f90|F90|f|F)$/.test(n)))
  test(`library-fft ${name}`, async () => {
    const result = await warm(['run', ...optionsOf(name), name], { cwd: folder });
    assert.equal(result.stderr, '', `rerun: node bin/cufort.js run test/library-fft/${name}`);
    assert.equal(result.stdout.trimEnd().split('\n').at(-1)?.trim(), 'PASS');
    assert.equal(result.code, 0);
  });
