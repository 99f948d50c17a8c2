/** C beside Fortran: sources, objects, static and shared libraries; and one Fortran source compiled in two ways. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cufort, execute } from '../cufort.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-c-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, text: string) => writeFileSync(join(folder, name), text);

/** Functions of Fortran's names and of C's, by address and by value, data of its own, and the C library's streams. */
const c = `#include <stdio.h>
double wall_(void) { return 2.5; }
double total(double *a, long n, void *p, double factor, float more) {
  double s = 0;
  for (long i = 0; i < n; i++) { s += a[i]; a[i] = 10 * (i + 1); }
  return s * factor + more + (p == 0);
}
void shout_(double *a, int *n, char *text, long length) { fprintf(stdout, "%g %d %.*s\\n", a[2], *n, (int)length, text); fflush(stdout); }
int counter = 0;
int next(void) { return ++counter; }
double *second(double *a) { return a + 1; }
long twice(long n) { return 2 * n; }
`;

const fortran = `module c_side
  use iso_c_binding
  interface
    real(c_double) function total(a, n, p, factor, more) bind(c)
      import
      real(c_double) :: a(*)
      integer(c_long), value :: n
      type(c_ptr), value :: p
      real(c_double), value :: factor
      real(c_float), value :: more
    end function
    integer(c_int) function next() bind(c)
      import
    end function
    type(c_ptr) function second(a) bind(c)
      import
      real(c_double) :: a(*)
    end function
    integer(c_long) function double(n) bind(c, name='twice')
      import
      integer(c_long), value :: n
    end function
  end interface
end module
program mixed
  use c_side
  real(8), target :: a(3)
  real(8), pointer :: q
  real(8), external :: wall
  a = 1
  if (total(a, 3_8, c_null_ptr, 2d0, 0.5) /= 7.5d0) stop 1
  if (any(a /= [10, 20, 30])) stop 2
  if (wall() /= 2.5d0) stop 3
  if (next() /= 1 .or. next() /= 2) stop 4
  call c_f_pointer(second(a), q)
  if (q /= 20) stop 5
  if (double(2_8**40) /= 2_8**41) stop 6
  call shout(a, 3, 'abc')
  print '(a)', 'PASS'
end program
`;

const hasC = spawnSync('cc', ['--version']).status === 0;
const skip = hasC ? false : 'there is no C compiler';
const passed = '30 3 abc\nPASS\n';

test('C sources, and objects that a Makefile compiles, in memories of both widths', { skip }, async () => {
  file('c_side.c', c);
  file('mixed.f90', fortran);
  for (const CUFORT_MEMORY of ['32', '64']) {
    const ran = await cufort(['run', 'mixed.f90', 'c_side.c'], { cwd: folder, env: { ...process.env, CUFORT_MEMORY } });
    assert.equal(ran.stdout, passed, ran.stderr);
  }
  file('Makefile', 'mixed: mixed.f90 c_side.o\n\tnvfortran -o $@ $^\nc_side.o: c_side.c\n\tgcc -c $<\n');
  const made = await cufort(['with', 'make'], { cwd: folder });
  assert.equal(made.code, 0, made.stderr);
  const ran = await execute(join(folder, 'mixed'), []);
  assert.equal(ran.stdout, passed, ran.stderr);
});

test('static and shared libraries of C; nvc stands for the C compiler', { skip }, async () => {
  file('c_side.c', c);
  file('mixed.f90', fortran);
  const make = 'nvc -c c_side.c -o side.o && ar rc libside.a side.o && gcc -shared c_side.c -o libshared.so';
  const made = await cufort(['with', 'sh', '-c', make], { cwd: folder });
  assert.equal(made.code, 0, made.stderr);
  for (const words of [['libside.a'], ['-L.', '-lside'], ['-L.', '-lshared']]) {
    const ran = await cufort(['run', 'mixed.f90', ...words], { cwd: folder });
    assert.equal(ran.stdout, passed, words.join(' ') + ran.stderr);
  }
});

test('C++ of this compiler calls machine code of a library: pointers there and back', { skip }, async () => {
  file(
    'taken.cpp',
    '#include <cstdio>\nextern "C" { double total(double *a, long n, void *p, double factor, float more); double *second(double *a); int next(void); }\nint main() { double a[3] = {1, 1, 1}; double t = total(a, 3, nullptr, 2, 0.5f); printf("%g %g %g %d %d\\n", t, a[2], *second(a), next(), second(a) == a + 1); }\n',
  );
  file('taken.c', c);
  assert.equal(spawnSync('cc', ['-shared', '-fPIC', '-o', 'libtaken.so', 'taken.c'], { cwd: folder }).status, 0);
  const { stdout, stderr } = await cufort(['run', 'taken.cpp', '-L.', '-ltaken'], { cwd: folder });
  assert.deepEqual([stdout, stderr], ['7.5 30 20 1 1\n', '']);
});

const handsOn = `program hands_on
  use iso_c_binding
  use cudafor
  implicit none
  interface
    subroutine scale(d, n, by, stream) bind(c)
      import
      real(c_float), device :: d(*)
      integer(c_int), value :: n
      real(c_float), value :: by
      integer(cuda_stream_kind), value :: stream
    end subroutine
    integer(c_int) function at_null(d) bind(c)
      import
      type(c_devptr), value :: d
    end function
  end interface
  real, device, allocatable :: x(:)
  real :: h(1000)
  integer(cuda_stream_kind) :: stream
  integer :: status
  allocate (x(1000))
  status = cudaStreamCreate(stream)
  x = 1.5
  call scale(x(11), 500, 2.0, stream)
  h = x
  if (count(h == 3.0) /= 500 .or. h(11) /= 3 .or. h(510) /= 3 .or. h(511) /= 1.5) stop 1
  if (at_null(c_null_devptr) /= 1 .or. at_null(c_devloc(x)) /= 0) stop 2
  print '(a)', 'PASS'
end program
`;

test('arrays of the device are handed on to libraries', { skip }, async () => {
  file('scales.c', 'void scale(float *d, int n, float by, long stream) { for (int i = 0; i < n; i++) d[i] *= by; }\n');
  file('nulls.c', 'int at_null(void *d) { return d == 0; }\n');
  assert.equal(
    spawnSync('cc', ['-shared', '-fPIC', '-o', 'libscales.so', 'scales.c', 'nulls.c'], { cwd: folder }).status,
    0,
  );
  file('hands-on.cuf', handsOn);
  for (const CUFORT_MEMORY of ['32', '64']) {
    const env = { ...process.env, CUFORT_MEMORY };
    const ran = await cufort(['run', '--device', 'sim', 'hands-on.cuf', 'libscales.so'], { cwd: folder, env });
    assert.equal(ran.stdout, 'PASS\n', ran.stderr);
  }
});

const handedBack = `module own
  use iso_c_binding
  use cudafor
  implicit none
contains
  type(c_devptr) function second(d) bind(c)
    type(c_devptr), value :: d
    real, device, pointer :: p(:)
    call c_f_pointer(d, p, [2])
    second = c_devloc(p(2))
  end function
end module
program handed_back
  use own
  implicit none
  interface
    type(c_devptr) function keep(d, n) bind(c)
      import
      real(c_float), device :: d(*)
      integer(c_long), value :: n
    end function
    type(c_devptr) function last() bind(c)
      import
    end function
    type(c_devptr) function none() bind(c)
      import
    end function
    subroutine scale(d, n, by) bind(c)
      import
      type(c_devptr), value :: d
      integer(c_int), value :: n
      real(c_float), value :: by
    end subroutine
  end interface
  type(c_devptr) :: q, table(2)
  real, device, allocatable :: x(:)
  real, device, pointer :: v(:)
  real :: h(100)
  integer :: i
  allocate (x(100))
  x = [(real(i), i = 1, 100)]
  q = keep(x(11), 20_c_long)
  call c_f_pointer(q, v, [20])
  v = v + 1000
  table(2) = last()
  call c_f_pointer(table(2), v, [1])
  v = -1
  call scale(last(), 2, 3.0)
  call scale(second(q), 1, 2.0)
  h = x
  if (h(10) /= 10 .or. h(11) /= 1011 .or. h(12) /= 2024 .or. h(29) /= 1029 .or. h(30) /= -3 .or. h(31) /= 93) stop 1
  if (c_associated(none())) stop 2
  print '(a)', 'PASS'
end program
`;

test('libraries give addresses on the device', { skip }, async () => {
  file(
    'kept.c',
    `static float *kept; static long n_kept;
float *keep(float *d, long n) { kept = d; n_kept = n; return d; }
float *last(void) { return kept + n_kept - 1; }
float *none(void) { return 0; }
void scale(float *d, int n, float by) { for (int i = 0; i < n; i++) d[i] *= by; }
`,
  );
  assert.equal(spawnSync('cc', ['-shared', '-fPIC', '-o', 'libkept.so', 'kept.c'], { cwd: folder }).status, 0);
  file('handed-back.cuf', handedBack);
  for (const CUFORT_MEMORY of ['32', '64']) {
    const env = { ...process.env, CUFORT_MEMORY };
    const ran = await cufort(['run', '--device', 'sim', 'handed-back.cuf', 'libkept.so'], { cwd: folder, env });
    assert.equal(ran.stdout, 'PASS\n', ran.stderr);
  }
});

test('an executable and its shared library are found after a move', { skip }, async () => {
  file('c_side.c', c);
  file('mixed.f90', fortran);
  const at = (path: string) => join(folder, path);
  mkdirSync(at('tree/lib'), { recursive: true });
  for (const words of [
    ['-Wl,-soname,libmoved.so.1', '-o', 'tree/lib/libmoved.so'],
    ['-o', 'tree/lib/libplain.so'],
  ])
    assert.equal(spawnSync('cc', ['-shared', '-fPIC', 'c_side.c', ...words], { cwd: folder }).status, 0);
  for (const name of ['moved', 'plain']) {
    const words = ['build', 'mixed.f90', '-Ltree/lib', `-l${name}`, '-o', `tree/bin-${name}`];
    const built = await cufort(words, { cwd: folder });
    assert.deepEqual([built.code, built.stderr], [0, '']);
    cpSync(at('tree'), at('elsewhere'), { recursive: true });
    mkdirSync(at('beside'), { recursive: true });
    cpSync(at(`tree/bin-${name}`), at('beside/program'));
    cpSync(at(`tree/lib/lib${name}.so`), at(`beside/lib${name}.so`));
    renameSync(at('tree'), at('away'));
    for (const program of [`elsewhere/bin-${name}`, 'beside/program']) {
      const ran = await execute(at(program), [], { cwd: '/' });
      assert.equal(ran.stdout, passed, program + ran.stderr);
    }
    rmSync(at('beside'), { recursive: true });
    cpSync(at(`away/bin-${name}`), at('beside'));
    const lost = await execute(at('beside'), []);
    assert.equal(lost.code, 127);
    assert.match(lost.stderr, /error\[foreign-code\]: a library of this program cannot be loaded: [^\n]*\n$/);
    for (const made of ['beside', 'elsewhere']) rmSync(at(made), { recursive: true });
    renameSync(at('away'), at('tree'));
  }
  cpSync(at('tree'), at('deep/lib'), { recursive: true });
  const words = ['build', 'mixed.f90', '-Ltree/lib', '-lmoved', '-Wl,-rpath,$ORIGIN/deep/lib/lib', '-o', 'by-rpath'];
  assert.equal((await cufort(words, { cwd: folder })).code, 0);
  rmSync(at('tree'), { recursive: true });
  assert.equal((await execute(at('by-rpath'), [], { cwd: '/' })).stdout, passed);
});

test('what goes wrong beside Fortran is told with the words of the C compiler', { skip }, async () => {
  file('wrong.c', 'int wrong(void) { return x; }\n');
  file('lost.c', 'void missing(void);\nvoid lost_(void) { missing(); }\n');
  file('calls.f90', 'call lost()\nend\n');
  const wrong = await cufort(['run', 'calls.f90', 'wrong.c'], { cwd: folder });
  assert.match(wrong.stderr, /error\[foreign-code\][\s\S]*‘?x|undeclared/);
  const lost = await cufort(['run', 'calls.f90', 'lost.c'], { cwd: folder });
  assert.match(lost.stderr, /error\[undefined-symbol\]: no source or object defines `missing`/);
});

test('why C was left to the C compiler is told where that fails, and descriptors of arrays are not left to it', {
  skip,
}, async () => {
  file('wide.c', '__int128 x;\nvoid nowhere(void);\nvoid wide_(void) { x++; nowhere(); }\n');
  file('described.c', '#include <ISO_Fortran_binding.h>\n__int128 x;\nvoid wide_(void) { x++; }\n');
  file('wide.f90', 'call wide()\nend\n');
  const wide = await cufort(['run', 'wide.f90', 'wide.c'], { cwd: folder });
  assert.match(wide.stderr, /error\[not-supported\][\s\S]*wide\.c:1:[\s\S]*error\[foreign-code\][\s\S]*nowhere/);
  const described = await cufort(['run', 'wide.f90', 'described.c'], { cwd: folder });
  assert.match(described.stderr, /^error\[not-supported\][\s\S]*described\.c:2:/);
  assert.doesNotMatch(described.stderr, /foreign-code/);
});

test('addresses of memory that C keeps for itself go back to C, and Fortran does not read there', {
  skip,
}, async () => {
  file(
    'away.c',
    // cufort has no integers of 128 bits: the system's compiler takes it
    '__int128 unused;\ndouble kept = 7;\ndouble *away(void) { return &kept; }\ndouble peek(double *p) { return *p; }\nvoid twice_(double **p, double **q) { *q = *p; }\n',
  );
  const program = [
    'use iso_c_binding',
    'interface',
    'type(c_ptr) function away() bind(c)',
    'import',
    'end function',
    'real(c_double) function peek(p) bind(c)',
    'import',
    'type(c_ptr), value :: p',
    'end function',
    'end interface',
    'type(c_ptr) :: p, q',
    'real(c_double), pointer :: x',
    'p = away()',
    'q = c_null_ptr',
    'call twice(p, q)',
    'print *, peek(p) == 7, c_associated(p), c_associated(p, q)',
    'call c_f_pointer(p, x)',
    'print *, x',
    'end',
  ];
  file('away.f90', `${program.join('\n')}\n`);
  const away = await cufort(['run', 'away.f90', 'away.c'], { cwd: folder });
  assert.match(away.stdout, /^ *T +T +T\s*$/);
  assert.notEqual(away.code, 0);
});

test('one source compiled in two ways for one program', async () => {
  file('ways.F90', 'subroutine NAME\n  print *, "by", WHO\nend subroutine\n');
  file('both.f90', 'call alpha\ncall beta\nend\n');
  for (const [name, who] of [
    ['alpha', 1],
    ['beta', 2],
  ]) {
    const made = await cufort(['build', '-c', 'ways.F90', `-DNAME=${name}`, `-DWHO=${who}`, '-o', `${name}.o`], {
      cwd: folder,
    });
    assert.equal(made.code, 0, made.stderr);
  }
  const ran = await cufort(['run', 'both.f90', 'alpha.o', 'beta.o'], { cwd: folder });
  assert.equal(ran.stdout, ' by            1\n by            2\n', ran.stderr);
});

test('without an MPI on the machine, mpirun starts one process, and refuses more', async () => {
  const path = join(folder, 'path');
  mkdirSync(path);
  for (const name of ['sh', 'dirname', 'readlink', 'echo'])
    symlinkSync(spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim(), join(path, name));
  const env = { PATH: path };
  const one = await cufort(['with', 'mpirun', '-np', '1', '--bind-to', 'none', 'echo', 'here'], { env });
  assert.equal(one.stdout, 'here\n', one.stderr);
  const two = await cufort(['with', 'mpiexec', '-n', '2', 'echo', 'here'], { env });
  assert.equal(two.code, 1);
  assert.match(two.stderr, /one process/);
});
