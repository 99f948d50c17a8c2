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

/** Each `case` follows something that is not there; what stands behind `!` is named. */
const followed = `program p
  type t
    real, pointer :: x(:)
    type(t), pointer :: next
    integer, allocatable :: n
    character(:), allocatable :: c
  end type
  type(t) :: v
  type(t), pointer :: q
  real, pointer :: a(:), s
  procedure(f), pointer :: pp
  integer :: k, i
  character(2) :: arg
  nullify (v%x, v%next, q, a, s, pp)
  call get_command_argument(1, arg)
  read (arg, *) k
  select case (k)
  case (1); print *, s                    ! s
  case (2); print *, q%x(1)               ! q
  case (3); print *, v%next%next%x(2)     ! v%next
  case (4); print *, v%n                  ! v%n
  case (5); print *, v%c                  ! v%c
  case (6); print *, pp(1)                ! pp
  case (7); call fill(a)                  ! a
  case (8); read (*, *) s                 ! s
  case (9)
    associate (z => q%x)                  ! q
      print *, z(1)
    end associate
  case (10); call set(s)                  ! s
  case (11)
    where (a > 0) a = 0                   ! a
  case (12)
    forall (i=1:2) a(i) = i               ! a
  case (13); print *, f(v%n)              ! v%n
  case (14); do while (s > 0); s = 0; end do  ! s
  case (15); stop v%n                     ! v%n
  case (16); print *, size(v%x), associated(a), allocated(v%n), there(v%n), given(a)
  end select
contains
  integer function f(i)
    integer :: i
    f = i
  end function
  subroutine fill(x)
    real :: x(:)
    x(1) = 1
  end subroutine
  subroutine set(x)
    real :: x
    x = 1
  end subroutine
  logical function there(n)
    integer, optional :: n
    there = present(n)
  end function
  logical function given(x)
    real, pointer :: x(:)
    given = associated(x)
  end function
end program
`;

test('-Mchkptr names what is followed in every kind of statement', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-chkptr-'));
  try {
    const path = join(folder, 'followed.f90');
    writeFileSync(path, followed);
    const program = join(folder, 'followed');
    const built = spawnSync(process.execPath, [compiler, 'build', '-Mchkptr', path, '-o', program], {
      encoding: 'utf8',
    });
    assert.equal(built.status, 0, built.stderr);
    const names = [...followed.matchAll(/! (\S+)$/gm)].map((m) => m[1]!);
    assert.equal(names.length, 15);
    for (const [i, name] of names.entries()) {
      const { status, stderr } = spawnSync(program, [String(i + 1)], { encoding: 'utf8', input: '1\n' });
      assert.match(stderr, new RegExp(`Null pointer for ${name} \\(line`), `case ${i + 1}`);
      assert.notEqual(status, 0);
    }
    const asked = spawnSync(program, ['16'], { encoding: 'utf8' });
    assert.equal(asked.status, 0, asked.stderr);
    assert.match(asked.stdout, /0 +F +F +F +F/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
