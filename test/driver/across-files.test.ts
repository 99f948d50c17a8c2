/** What files of one program say of each other's procedures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Files } from '../../src/driver/files.ts';
import { defaults } from '../../src/driver/options.ts';
import { compileInputs } from '../../src/driver/program.ts';
import { builtDisk } from '../built-disk.ts';

const defined = `subroutine scale(x, n)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  x = 2 * x
end subroutine
subroutine sums(x)
  real(8), intent(inout) :: x(*)
  x(1) = x(1) + x(2)
end subroutine
`;

function told(main: string): string[] {
  return toldOf([
    ['scale.f90', defined],
    ['main.f90', main],
  ]);
}

function toldOf(sources: readonly (readonly [string, string])[]): string[] {
  const texts = new Map(sources);
  const files: Files = {
    ...builtDisk,
    read: (path) => {
      const text = texts.get(path);
      return text === undefined ? builtDisk.read(path) : { text };
    },
  };
  const { diagnostics } = compileInputs({ ...defaults, inputs: [...texts.keys()] }, files);
  return diagnostics.map((d) => `${d.severity} ${d.code}`);
}

test('arguments of calls without an interface', () => {
  assert.deepEqual(told('program p\nreal :: x(3)\nx = 1\ncall scale(x, 3)\nend program\n'), ['warning argument-type']);
  assert.deepEqual(told('program p\nreal(8) :: x(3)\nx = 1\ncall scale(x, 3)\nend program\n'), []);
  assert.deepEqual(told('program p\ncomplex(8) :: z\nz = 1\ncall sums(z)\nend program\n'), []);
});

test('interfaces', () => {
  const main = (x: string) =>
    `program p\ninterface\nsubroutine sums(x)\n${x}\nend subroutine\nend interface\nend program\n`;
  assert.deepEqual(told(main('real(8), intent(inout) :: x(*)')), []);
  assert.deepEqual(told(main('real(4), intent(inout) :: x(*)')), ['warning interface-mismatch']);
  assert.deepEqual(told(main('real(8), intent(inout) :: x(:)')), ['warning interface-mismatch']);
  assert.deepEqual(told(main('real(8), pointer :: x(:)')), ['error interface-mismatch']);
});

test('modules that only an interface body or a block uses come first', () => {
  const kinds = 'module kinds\ninteger, parameter :: wp = 8\nend module\n';
  const body = 'subroutine s(x)\nuse kinds\nreal(wp) :: x\nend subroutine\n';
  const inInterface = `module m\ninterface\n${body}end interface\nend module\n`;
  const inBlock =
    'program p\ninteger :: i\ni = 0\nif (i == 0) then\nblock\nuse kinds\nprint *, wp\nend block\nend if\nend program\n';
  for (const user of [inInterface, inBlock])
    assert.deepEqual(
      toldOf([
        ['a.f90', user],
        ['b.f90', kinds],
      ]),
      [],
    );
});
