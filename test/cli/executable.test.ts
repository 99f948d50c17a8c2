/** Executables: the same bytes wherever they are built, and what they find after a move. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { cufort, execute, root } from '../cufort.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-executable-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const counts = `module counts
contains
  subroutine count(n)
    integer, intent(in) :: n
    print *, n, __FILE__
  end subroutine
end module
`;
const main = `use counts
integer, device :: d(32)
integer :: i, h(32)
!$cuf kernel do <<<*, *>>>
do i = 1, 32
  d(i) = 2*i
end do
h = d
call count(sum(h))
end
`;

function folderWith(name: string, files: Readonly<Record<string, string>>): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
}

test('the same sources give the same bytes in two folders; they name no place of the machine', async () => {
  const files = { 'counts.F90': counts, 'main.cuf': main };
  const folders = [folderWith('one', files), folderWith('another', files)];
  const state = [join(folder, 'state one'), join(folder, 'state two')];
  for (const [i, cwd] of folders.entries()) {
    const env = { XDG_STATE_HOME: state[i] };
    for (const words of [
      ['-g', '-c', 'counts.F90'],
      ['-g', 'main.cuf', 'counts.o', '--device', 'sim,cuda', '-o', 'program'],
    ]) {
      const built = await cufort(['build', ...words], { cwd, env });
      assert.equal(built.code, 0, built.stderr);
    }
  }
  for (const made of ['counts.mod', 'counts.o', 'program']) {
    const [one, another] = folders.map((f) => readFileSync(join(f, made)));
    assert.ok(one && another && one.equals(another), `${made} differs`);
    for (const place of [folder, root, dirname(process.execPath), homedir()])
      assert.ok(place.length < 3 || !one.includes(place), `${made} names ${place}`);
  }
});

test('an executable takes the Node of CUFORT_NODE, the one of the last build, or the one on PATH', async () => {
  const cwd = folderWith('moved', { 'a.f90': "print '(a)', 'ran'\nend\n" });
  const home = join(cwd, 'home');
  const built = await cufort(['build', 'a.f90', '-o', 'a'], { cwd, env: { XDG_STATE_HOME: '', HOME: home } });
  assert.equal(built.code, 0, built.stderr);
  mkdirSync(join(cwd, 'bin'));
  symlinkSync(join(cwd, 'a'), join(cwd, 'bin/linked'));
  copyFileSync(join(cwd, 'a'), join(cwd, 'bin/copied'));
  const none = '/usr/nowhere';
  const clean = { PATH: none, HOME: none, XDG_STATE_HOME: '', CUFORT_NODE: '' };
  for (const env of [{ HOME: home }, { CUFORT_NODE: process.execPath }, { PATH: dirname(process.execPath) }]) {
    const ran = await execute(join(cwd, 'bin/copied'), [], { env: { ...clean, ...env } });
    assert.deepEqual([ran.code, ran.stdout], [0, 'ran\n'], JSON.stringify(env) + ran.stderr);
  }
  const linked = await execute(join(cwd, 'bin/linked'), [], { env: { ...clean, PATH: process.env.PATH, HOME: home } });
  assert.deepEqual([linked.code, linked.stdout], [0, 'ran\n'], linked.stderr);
  const lost = await execute(join(cwd, 'a'), [], { env: clean });
  assert.equal(lost.code, 127);
  assert.match(
    lost.stderr,
    / needs Node 24 or newer: put it on PATH, name it in CUFORT_NODE, or build with --standalone\n$/,
  );
});

test('--standalone puts Node and the libraries that are named beside the executable', async () => {
  const files = { 'main.cuf': main, 'counts.F90': counts, 'calls.f90': 'call say()\nend\n' };
  const cwd = folderWith('standalone', files);
  const hasC = spawnSync('cc', ['--version']).status === 0;
  if (hasC) {
    writeFileSync(join(cwd, 'say.c'), '#include <stdio.h>\nvoid say_(void) { puts("said"); fflush(stdout); }\n');
    assert.equal(spawnSync('cc', ['-shared', '-fPIC', 'say.c', '-o', 'libsay.so'], { cwd }).status, 0);
  }
  const programs = [
    { words: ['counts.F90', 'main.cuf'], prints: /1056 counts\.F90/ },
    ...(hasC ? [{ words: ['calls.f90', '-L.', '-lsay'], prints: /^said$/m }] : []),
  ];
  for (const { words, prints } of programs) {
    const built = await cufort(['build', '--standalone', '--device', 'sim', ...words, '-o', 'program'], { cwd });
    assert.deepEqual([built.code, built.stderr], [0, '']);
    const moved = join(cwd, `moved ${words.length}`);
    mkdirSync(moved);
    for (const part of ['program', 'program.runtime']) renameSync(join(cwd, part), join(moved, part));
    const env = { PATH: '/usr/nowhere', HOME: '/usr/nowhere', XDG_STATE_HOME: '', CUFORT_NODE: '' };
    const ran = await execute(join(moved, 'program'), [], { cwd: '/', env });
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, prints);
    rmSync(moved, { recursive: true });
  }
});

const busy = `module busy
contains
  attributes(global) subroutine step(a, n, turns, last)
    integer, value :: n, turns, last
    integer :: a(n), i, k, x
    i = (blockIdx%x - 1)*blockDim%x + threadIdx%x
    if (i > last) return
    x = a(i)
    do k = 1, turns
      x = ieor(ishftc(x, 5), k)
    end do
    a(i) = x
    if (turns == 1 .and. i == 1) print *, 'thread', i, 'is done'
  end subroutine
  integer function expected(start, turns)
    integer, intent(in) :: start, turns
    integer :: k
    expected = start
    do k = 1, turns
      expected = ieor(ishftc(expected, 5), k)
    end do
  end function
end module
program main
  use busy
  use cudafor
  integer, parameter :: n = 16384, turns = 3000, times = 40
  integer, device :: d(n)
  integer :: h(n), wanted(0:63), i, k, s, threads
  ! Not known when the program is built.
  threads = 128 + command_argument_count()
  h = [(mod(i, 64), i = 1, n)]
  d = h
  do i = 1, times
    call step<<<n/threads, threads>>>(d, n, turns, n)
  end do
  h = d
  do k = 0, 63
    wanted(k) = k
    do i = 1, times
      wanted(k) = expected(wanted(k), turns)
    end do
  end do
  print *, all(h == [(wanted(mod(i, 64)), i = 1, n)])
  call step<<<n/threads, threads>>>(d, n, 1, n)
  s = cudaDeviceSynchronize()
  call step<<<n/64 + 1, 64>>>(d, n, turns, n + 1)
  print *, cudaDeviceSynchronize() == 0
end program
`;

test('kernels whose launches take long get code for them: they print and fail as before', async () => {
  const cwd = folderWith('busy', { 'busy.cuf': busy });
  const built = await cufort(['build', '-g', '-Mbounds', '--device', 'sim', 'busy.cuf', '-o', 'busy'], { cwd });
  assert.deepEqual([built.code, built.stderr], [0, '']);
  const ran = await execute(join(cwd, 'busy'), [], { cwd });
  const run = await cufort(['run', '-Mbounds', '--device', 'sim', 'busy.cuf'], { cwd });
  assert.match(ran.stdout, /^ +T\n thread +1 is done\n`a`: subscript 16385 is not from 1 to 16384.*\n +F\n$/);
  assert.match(ran.stderr, /kernel busy\.step stopped: .*busy\.cuf:8/);
  // Executables know lines, not columns.
  const line = (text: string) => text.replaceAll(/(:\d+):\d+\)/g, '$1)');
  assert.deepEqual([ran.stdout, line(ran.stderr)], [run.stdout, line(run.stderr)]);
  // What such code is written from stands at the end of the file.
  const whole = readFileSync(join(cwd, 'busy'));
  writeFileSync(join(cwd, 'busy'), whole.subarray(0, whole.length - 64));
  const damaged = await execute(join(cwd, 'busy'), [], { cwd });
  assert.equal(damaged.code, 70);
});
