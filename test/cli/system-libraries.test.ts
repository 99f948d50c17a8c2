/** Libraries of the system: how their routines get characters and give complex numbers, what is taken from archives, and which package brings what is missing. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cufort, execute } from '../cufort.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-libraries-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, text: string) => writeFileSync(join(folder, name), text);
const programs = join(import.meta.dirname, 'system-libraries');

const hasC = spawnSync('cc', ['--version']).status === 0;
const skip = hasC ? false : 'there is no C compiler';
const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64'];
const folderOf = (library: string) => folders.find((f) => existsSync(`${f}/${library}`));

/** Lengths behind all arguments, in their order; results of both sizes of complex numbers; a character function. cufort has no integers of 128 bits: the system's compiler takes it. */
const others = `__int128 unused;
#include <complex.h>
#include <string.h>
int lengths_(char *a, int *n, char *b, double *x, char *c, long la, long lb, long lc) {
  *x = *n + (a[la - 1] == 'z') + (b[0] == 'q') + (c[lc - 1] == '!');
  return 10000 * la + 100 * lb + lc;
}
double _Complex twist_(double _Complex *z) { return conj(*z) * 2; }
float _Complex turn_(float _Complex *z, char *how, long length) { return *z * (length == 3 ? I : 1); }
void greet_(char *result, long size, char *name, int *n, long length) {
  memset(result, ' ', size);
  memcpy(result, "hello ", 6);
  memcpy(result + 6, name, length);
  *n = size;
}
`;
const calls = `program calls
  implicit none
  complex(8), external :: twist
  complex(4), external :: turn
  character(20), external :: greet
  interface
    integer function lengths(a, n, b, x, c)
      character(*), intent(in) :: a, b
      integer, intent(in) :: n
      real(8), intent(out) :: x
      character(len=3), intent(in) :: c
    end function
  end interface
  real(8) :: x
  integer :: n
  if (lengths('xyz', 40, 'qr', x, 'ab!') /= 30203 .or. x /= 43) stop 1
  if (lengths('z', 1, repeat('q', 12), x, 'a !') /= 11203 .or. x /= 4) stop 2
  if (twist((1d0, 2d0)) /= (2d0, -4d0)) stop 3
  if (turn((1., 2.), 'abc') /= (-2., 1.) .or. turn((1., 2.), 'ab') /= (1., 2.)) stop 4
  if (greet('you', n) /= 'hello you' .or. n /= 20) stop 5
  print '(a)', 'PASS'
end program
`;

test('machine code gets lengths of characters behind all arguments and gives complex numbers and text', {
  skip,
}, async () => {
  file('others.c', others);
  file('calls.f90', calls);
  for (const CUFORT_MEMORY of ['32', '64']) {
    const ran = await cufort(['run', 'calls.f90', 'others.c'], { cwd: folder, env: { ...process.env, CUFORT_MEMORY } });
    assert.equal(ran.stdout, 'PASS\n', ran.stderr);
  }
});

test('of archives only what the program calls is taken; a shared library beside one of machine code comes first', {
  skip,
}, async () => {
  file('one.c', 'int one_(void) { return 1; }\n');
  file('broken.c', 'void absent(void);\nint two_(void) { absent(); return 2; }\n');
  file('shared.c', 'int one_(void) { return 10; }\n');
  file('one.f90', 'integer, external :: one\nprint "(i0)", one()\nend\n');
  file('none.f90', 'print "(i0)", 0\nend\n');
  const make = 'cc -c -fPIC one.c broken.c && ar rc libnum.a one.o broken.o';
  assert.equal(spawnSync('sh', ['-c', make], { cwd: folder }).status, 0);
  const archived = await cufort(['run', 'one.f90', '-L', '.', '-lnum'], { cwd: folder });
  assert.equal(archived.stdout, '1\n', archived.stderr);
  spawnSync('cc', ['-shared', '-fPIC', 'shared.c', '-o', 'libnum.so'], { cwd: folder });
  const shared = await cufort(['run', 'one.f90', '-L', '.', '-lnum'], { cwd: folder });
  assert.equal(shared.stdout, '10\n', shared.stderr);
  const unused = await cufort(['build', 'none.f90', '-L', '.', '-lnum', '-o', 'none'], { cwd: folder });
  assert.equal(unused.code, 0, unused.stderr);
  assert.equal((await execute(join(folder, 'none'), [])).stdout, '0\n');
});

test('a routine or library that is not there is told with the package that brings it', async () => {
  file('missing.f90', 'call dsyev("V", "U", 2, a, 2, w, x, 9, i)\ncall pdgesv(i)\ncall nowhere\nend\n');
  const told = await cufort(['run', 'missing.f90', '-lscalapack-none'], { cwd: folder });
  assert.equal(told.code, 1);
  assert.match(told.stderr, /unknown-library.*scalapack-none[\s\S]*help: install libscalapack-openmpi-dev/);
  assert.match(told.stderr, /`dsyev` is LAPACK's: add -llapack \(it comes with liblapack-dev/);
  assert.match(told.stderr, /`pdgesv` is ScaLAPACK's, which is not on this machine[\s\S]*libscalapack-openmpi-dev/);
  assert.match(told.stderr, /defines `nowhere`[\s\S]*help: write it/);
});

const lapack = folderOf('liblapack.so');
const fftw = existsSync('/usr/include/fftw3.f03') && folderOf('libfftw3.so');

test('LAPACK of the system, by its path, by -l, by -L and -l, and in an executable', {
  skip: skip || (lapack ? false : 'there is no LAPACK'),
}, async () => {
  const source = join(programs, 'lapack.f90');
  for (const words of [[`${lapack}/liblapack.so`], [`-L${lapack}`, '-llapack', '-lblas']]) {
    const ran = await cufort(['run', source, ...words], { cwd: folder });
    assert.equal(ran.stdout, 'PASS\n', words.join(' ') + ran.stderr);
  }
  const built = await cufort(['build', source, '-llapack', '-o', 'lapack'], { cwd: folder });
  assert.equal(built.code, 0, built.stderr);
  const ran = await execute(join(folder, 'lapack'), []);
  assert.equal(ran.stdout, 'PASS\n', ran.stderr);
});

test("FFTW's interfaces for C and for older Fortran", {
  skip: skip || (fftw ? false : 'there is no FFTW'),
}, async () => {
  for (const CUFORT_MEMORY of ['32', '64']) {
    const words = ['run', join(programs, 'fftw.f90'), '-I/usr/include', '-lfftw3'];
    const ran = await cufort(words, { cwd: folder, env: { ...process.env, CUFORT_MEMORY } });
    assert.equal(ran.stdout, 'PASS\n', ran.stderr);
  }
});
