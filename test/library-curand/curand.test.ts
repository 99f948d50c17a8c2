/** cuRAND's sequences against what NVIDIA's library gave on a GPU (data/, made by record.cu). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warm } from '../warm.ts';

const folder = import.meta.dirname;

for (const [program, data] of [
  ['device.cuf', 'data/device.txt'],
  ['host.cuf', 'data/host.txt'],
  ['host.cuf', 'data/mt19937.txt'],
  ['status.cuf', 'data/status.txt'],
  ['c-names.cuf', ''],
  ['forms.cuf', ''],
] as const)
  test(`curand ${program} ${data}`, async () => {
    const result = await warm(['run', program, '--', data], { cwd: folder });
    assert.equal(
      result.stderr,
      '',
      `rerun: cd test/library-curand && node ../../bin/cufort.js run ${program} -- ${data}`,
    );
    assert.equal(result.stdout.trimEnd().split('\n').at(-1)?.trim(), 'PASS', result.stdout);
  });
