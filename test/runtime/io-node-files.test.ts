import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeFiles } from '../../src/cli/node-files.ts';
import { HostFileError } from '../../src/runtime/fortran-io/host-files.ts';

test('files of the file system', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-test-'));
  try {
    const host = nodeFiles();
    const path = join(folder, 'a');
    assert.equal(host.exists(path), false);
    assert.throws(
      () => host.open(path, { access: 'read', existing: 'must-exist' }),
      (error) => {
        return error instanceof HostFileError && error.errno === 2 && error.message === 'No such file or directory';
      },
    );
    const file = host.open(path, { access: 'readwrite', existing: 'create' });
    assert.deepEqual([file.seekable, file.terminal], [true, false]);
    file.write(Uint8Array.of(1, 2, 3, 4), 0);
    file.write(Uint8Array.of(9), 1);
    file.truncate(3);
    const target = new Uint8Array(8);
    assert.equal(file.read(target, 1), 2);
    assert.deepEqual([...target.subarray(0, 2)], [9, 3]);
    assert.equal(file.size(), 3);
    file.close();
    assert.equal(host.size(path), 3);
    assert.deepEqual([...readFileSync(path)], [1, 9, 3]);
    host.open(path, { access: 'write', existing: 'replace' }).close();
    assert.equal(host.size(path), 0);
    const scratch = host.openScratch();
    scratch.file.write(Uint8Array.of(1), 0);
    assert.equal(host.exists(scratch.path), false);
    scratch.file.close();
    assert.equal(host.exists(scratch.path), false);
    host.unlink(path);
    assert.equal(host.exists(path), false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a scratch file does the same in memory and beyond', () => {
  const host = nodeFiles();
  const { file } = host.openScratch();
  const contents = (size: number) => {
    const target = new Uint8Array(size + 8);
    return [...target.subarray(0, file.read(target, 0))];
  };
  try {
    assert.deepEqual([file.seekable, file.terminal, file.size(), contents(8)], [true, false, 0, []]);
    file.write(Uint8Array.of(1, 2, 3), 2);
    assert.deepEqual(contents(5), [0, 0, 1, 2, 3]);
    file.truncate(3);
    assert.deepEqual(contents(3), [0, 0, 1]);
    file.truncate(6);
    assert.deepEqual(contents(6), [0, 0, 1, 0, 0, 0]);
    assert.equal(file.read(new Uint8Array(4), 6), 0);
    assert.equal(file.read(new Uint8Array(4), 9000), 0);
    const far = 3_000_000;
    file.write(Uint8Array.of(7, 8), far);
    assert.equal(file.size(), far + 2);
    assert.deepEqual(contents(far + 2).slice(0, 4), [0, 0, 1, 0]);
    assert.deepEqual(contents(far + 2).slice(-3), [0, 7, 8]);
    file.truncate(2);
    assert.deepEqual([file.size(), contents(2)], [2, [0, 0]]);
  } finally {
    file.close();
  }
});
