/** A command in a process that stays gives what it gives in its own. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cufort, type Options } from '../cufort.ts';
import { warm } from '../warm.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-'));
after(() => rmSync(folder, { recursive: true }));

const source = `program p
  use iso_fortran_env, only: error_unit
  implicit none
  character(20) :: word, value
  integer, pointer :: nothing => null()
  integer, device :: d(4)
  integer :: h(4)
  read (*, '(a)') word
  call get_environment_variable('SHOWN', value)
  d = 3
  h = d
  print '(a,1x,a,1x,i0)', trim(word), trim(value), sum(h)
  write (error_unit, '(a)') 'told'
  if (word == 'stop') stop 3
  if (word == 'error') error stop 'with a text'
  if (word == 'null') print *, nothing
  if (word == 'deep') print *, depth(100000)
  open (9, file='made-by-' // word)
  close (9)
contains
  recursive integer function depth(n) result(r)
    integer, intent(in) :: n
    r = 1
    if (n > 1) r = 1 + depth(n - 1)
  end function
end program
`;

writeFileSync(join(folder, 'p.cuf'), source);
writeFileSync(join(folder, 'wrong.cuf'), source.replace('sum(h)', 'sum(g)'));

const commands: readonly (readonly [args: readonly string[], options: Options])[] = [
  [['check', 'wrong.cuf'], {}],
  [['run', 'p.cuf'], { input: 'first\n', env: { SHOWN: 'here' } }],
  [['run', 'p.cuf'], { input: 'stop\n' }],
  [['run', 'p.cuf'], { input: 'error\n' }],
  [['run', 'p.cuf'], { input: 'null\n' }],
  [['run', 'p.cuf'], { input: 'deep\n', env: { SHOWN: 'there' } }],
  [['run', 'none.cuf'], {}],
  [['run', 'p.cuf'], {}],
];

for (const [args, options] of commands)
  test(`${args.join(' ')} ${options.input?.trim() ?? ''}`, async () => {
    const given = { ...options, cwd: folder };
    assert.deepEqual(await warm(args, given), await cufort(args, given));
  });

test('one that takes too long is ended, and the next has another process', async () => {
  writeFileSync(join(folder, 'long.f90'), 'do while (.true.)\nend do\nend\n');
  const ended = await warm(['run', 'long.f90'], { cwd: folder, seconds: 5 });
  assert.equal(ended.signal, 'SIGKILL');
  const next = await warm(['run', 'p.cuf'], { cwd: folder, input: 'next\n' });
  assert.deepEqual([next.stdout, next.code], ['next  12\n', 0]);
});
