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
    assert.equal(host.exists(scratch.path), process.platform === 'win32');
    scratch.file.close();
    assert.equal(host.exists(scratch.path), false);
    host.unlink(path);
    assert.equal(host.exists(path), false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
