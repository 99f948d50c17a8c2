/** Device memory and events between processes in CUDA C: the program starts itself once more. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const bin = join(import.meta.dirname, '../../bin/cufort.js');

test('a child process uses memory and an event of its parent', {
  skip: process.platform !== 'linux' && 'Linux',
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-ipc-'));
  const words = ['build', join(import.meta.dirname, 'c/handles.cu'), '-o', join(folder, 'handles')];
  const built = spawnSync(process.execPath, [bin, ...words], { encoding: 'utf8' });
  assert.equal(built.status, 0, built.stderr);
  const { stdout, stderr } = spawnSync(join(folder, 'handles'), { encoding: 'utf8', cwd: folder, timeout: 900_000 });
  rmSync(folder, { recursive: true, force: true });
  assert.equal(stdout, '0 0 64\nchild 0, bad 0\n', stderr);
});
