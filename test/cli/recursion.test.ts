/** A recursive program starts once more on a deep stack, with what was compiled: messages come once, the program's own commands see nothing of it. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { cufort } from '../cufort.ts';

const source = `program p
  use cudafor
  implicit none
  integer :: istat
  character(20) :: text
  if (depth(100000) == 100000) print *, 'deep'
  call get_command_argument(1, text)
  print *, trim(text)
  call execute_command_line('echo "[$CUFORT_DEEP_STACK]"')
  istat = cudaDeviceSynchronize
  stop 3
contains
  recursive integer function depth(n) result(r)
    integer, intent(in) :: n
    r = 1
    if (n > 1) r = 1 + depth(n - 1)
  end function
end program
`;

test('a recursive program is compiled once', { skip: process.platform === 'win32' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-recursion-'));
  try {
    writeFileSync(join(folder, 'r.cuf'), source);
    const { code, stdout, stderr } = await cufort(['run', 'r.cuf', '--', 'given'], { cwd: folder });
    assert.equal(code, 3, stderr);
    assert.deepEqual(stdout.trim().split(/\s+/), ['deep', 'given', '[]']);
    assert.equal(stderr.split('warning[').length, 2, stderr);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
