/** Null pointers and arrays that are not allocated, used by host code: the program ends as by a segmentation fault. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const compiler = join(import.meta.dirname, '../../bin/cufort.js');
const programs = {
  'an array that is not allocated': ['integer, allocatable :: a(:)', 'a(3) = 5', "print *, 'wrong', a(3)", 'end'],
  'a null pointer': [
    'type pair; integer :: x, y; end type',
    'type(pair), pointer :: p => null()',
    "print *, 'wrong', p%y",
    'end',
  ],
  'many bytes through a null pointer': [
    'type box; integer :: x(1000); end type',
    'type(box), pointer :: p => null()',
    'type(box) :: b',
    'b%x = 1',
    'p = b',
    "print *, 'wrong'",
    'end',
  ],
};

const guarded = process.platform === 'linux' || process.platform === 'darwin';
for (const [name, lines] of Object.entries(programs))
  test(name, { skip: !guarded }, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'cufort-null-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'null.f90');
    writeFileSync(path, `${lines.join('\n')}\n`);
    const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, 'run', path], { encoding: 'utf8' });
    assert.equal(status, 139);
    assert.match(stderr, /^Segmentation fault: host code used an address that is not its own in main/m);
    assert.doesNotMatch(stdout, /wrong/);
  });
