/** Long messages between GPUs with a library that knows none: they go in pieces, whoever receives them in whatever way. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { launchersHere } from './launchers.ts';

const program = join(import.meta.dirname, 'gpu/pieces.cuf');
const player = join(import.meta.dirname, 'on-fake-gpu.ts');
const launcher = launchersHere().find(({ words }) => words.length > 0);

test('messages in pieces', { skip: !launcher && 'no mpirun of Open MPI on PATH' }, () => {
  const { name = '', words = [] } = launcher ?? {};
  const all = [...words, '-np', '4', process.execPath, player, program];
  const { stdout, stderr } = spawnSync(name, all, {
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, CUFORT_MPI_PIECES: '1' },
  });
  assert.deepEqual(stdout.trim().split(/\s+/), ['PASS', 'PASS', 'PASS', 'PASS'], stderr);
  const copies = [...stderr.matchAll(/(\d+) copies of pieces/g)].map(([, n]) => Number(n));
  assert.ok(copies.length === 4 && copies.every((n) => n > 50), stderr);
});
