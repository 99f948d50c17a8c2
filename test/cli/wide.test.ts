/** CUFORT_WIDE=256 changes no result; where it cannot be, a message says so and the program runs all the same. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { isWide } from '../../src/runtime/sim/wide.ts';
import { cufort, root } from '../cufort.ts';

const folder = join(root, 'test/conformance');

for (const name of ['divergent-loops.cuf', 'device-mathematics.cuf', 'integer-lanes.cuf'])
  test(`256 bits ${name}`, async () => {
    const args = ['run', '--device', 'sim', name];
    const usual = await cufort(args, { cwd: folder });
    const wide = await cufort(args, { cwd: folder, env: { CUFORT_WIDE: '256' } });
    assert.equal(wide.code, 0, wide.stderr);
    assert.equal(wide.stdout, usual.stdout);
  });

test('other widths are refused', () => {
  const told: string[] = [];
  const tell = (text: string): void => void told.push(text);
  assert.equal(isWide(undefined, tell), false);
  assert.equal(isWide('128', tell), false);
  assert.deepEqual(told, []);
  assert.equal(isWide('512', tell), false);
  assert.deepEqual(told, ["CUFORT_WIDE has no effect: it takes 128 or 256, not '512'"]);
});
