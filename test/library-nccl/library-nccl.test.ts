/** Programs that check themselves: each prints PASS as its last line, on every device. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { warm } from '../warm.ts';

const folder = import.meta.dirname;
/** A real device has as many GPUs as it has. */
const options = process.env.CUFORT_DEVICE === 'cuda' ? [] : ['--devices', '3'];

for (const name of readdirSync(folder).filter((n) => n.endsWith('.cuf')))
  test(`library-nccl ${name}`, async () => {
    const result = await warm(['run', ...options, name], { cwd: folder });
    assert.equal(result.stderr, '', `rerun: node bin/cufort.js run --devices 3 test/library-nccl/${name}`);
    assert.equal(result.stdout.trimEnd().split('\n').at(-1)?.trim(), 'PASS');
    assert.equal(result.code, 0);
  });
