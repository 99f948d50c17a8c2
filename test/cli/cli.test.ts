/** What users do at the command line, and what must not happen to them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { command, cufort, execute } from '../cufort.ts';
import { archive, type Entry } from '../driver/archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const kernelModule = `module work_m
  integer, device :: total_d
contains
  attributes(global) subroutine fill(a, n, what)
    integer :: a(*)
    integer, value :: n, what
    integer :: i
    i = (blockIdx%x - 1)*blockDim%x + threadIdx%x
    if (i <= n) a(i) = twice(what) + i
  end subroutine fill
  attributes(device) integer function twice(k)
    integer, value :: k
    twice = 2*k
  end function twice
end module work_m
`;
const mainProgram = `program main
  use cudafor
  use work_m
  implicit none
  integer, device :: a_d(100)
  integer :: a(100), i
  call fill<<<2, 64>>>(a_d, 100, 10)
  a = a_d
  if (any(a /= [(20 + i, i = 1, 100)])) error stop 3
  print *, 'sum', sum(a)
end program main
`;

function room(name: string, files: Readonly<Record<string, string>>): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
}

test('separate compilation, linking in any order, an executable of its own', async () => {
  const cwd = room('separate', { 'work.cuf': kernelModule, 'main.cuf': mainProgram });
  assert.equal((await cufort(['build', '-c', 'work.cuf'], { cwd })).code, 0);
  assert.deepEqual(readdirSync(cwd).sort(), ['main.cuf', 'work.cuf', 'work.o', 'work_m.mod']);
  assert.equal((await cufort(['build', '-c', 'main.cuf', '-o', 'm.o'], { cwd })).code, 0);
  for (const order of [
    ['m.o', 'work.o'],
    ['work.o', 'm.o'],
  ]) {
    assert.equal((await cufort(['build', ...order, '-o', 'exe'], { cwd })).code, 0);
    const run = await execute('./exe', [], { cwd });
    assert.deepEqual([run.code, run.stdout.trim().replace(/\s+/g, ' '), run.stderr], [0, 'sum 7050', '']);
  }
});

test('modules through -module and -I', async () => {
  const cwd = room('modules', { 'work.cuf': kernelModule, 'main.cuf': mainProgram, 'mods.txt': '' });
  mkdirSync(join(cwd, 'mods'));
  assert.equal((await cufort(['build', '-c', 'work.cuf', '-module', 'mods'], { cwd })).code, 0);
  assert.ok(existsSync(join(cwd, 'mods/work_m.mod')));
  const missing = await cufort(['check', 'main.cuf'], { cwd });
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /unknown-module/);
  assert.match(missing.stderr, /help: name it before this source: `cufort run work.cuf main.cuf`/);
  assert.equal((await cufort(['run', 'main.cuf', 'work.o', '-Imods'], { cwd })).code, 0);
});

test('static libraries: what is asked for joins the program, the rest stays out', async () => {
  const unused = 'subroutine unused\n  call nowhere\nend subroutine\n';
  const cwd = room('libraries', { 'work.cuf': kernelModule, 'main.cuf': mainProgram, 'unused.f90': unused });
  assert.equal((await cufort(['build', '-c', 'work.cuf', 'unused.f90', 'main.cuf'], { cwd })).code, 0);
  const member = (name: string): Entry => [`${name}/`, readFileSync(join(cwd, name))];
  mkdirSync(join(cwd, 'lib'));
  writeFileSync(join(cwd, 'lib/libwork.a'), archive([member('unused.o'), member('work.o')]));
  const named = await cufort(['run', 'main.o', 'lib/libwork.a'], { cwd });
  assert.deepEqual([named.code, named.stderr], [0, '']);
  const found = await cufort(['run', 'main.o', '-Llib', '-lwork'], { cwd });
  assert.deepEqual([found.code, found.stderr], [0, '']);
  writeFileSync(join(cwd, 'lib/libforeign.a'), archive([['x.o/', 'ELF']]));
  const foreign = await cufort(['run', 'main.o', '-Llib', '-lwork', '-lforeign'], { cwd });
  assert.equal(foreign.code, 1);
  assert.match(
    foreign.stderr,
    /error\[bad-archive\]: static library `lib\/libforeign.a` has a member `x.o` that is no object file/,
  );
});

test('static libraries: first values of variables of C++ in members that the program takes, none of the others', async () => {
  const said = (name: string): string =>
    `#include <cstdio>\nnamespace { struct S { int x; S(int k) : x(k) { printf("${name}\\n"); } }; }\n`;
  const cwd = room('members', {
    'main.cpp': '#include <cstdio>\nint deep();\nint main() { printf("%d\\n", deep()); }\n',
    'middle.cpp': 'int last();\nint deep() { return last() + 1; }\n',
    'last.cpp': `${said('last')}S own(4);\nint last() { return own.x; }\n`,
    'other.cpp': `${said('other')}static S own(5);\nint other() { return own.x; }\n`,
  });
  assert.equal((await cufort(['build', '-c', 'main.cpp', 'middle.cpp', 'last.cpp', 'other.cpp'], { cwd })).code, 0);
  const member = (name: string): Entry => [`${name}/`, readFileSync(join(cwd, name))];
  writeFileSync(join(cwd, 'libwork.a'), archive(['other.o', 'middle.o', 'last.o'].map(member)));
  const run = await cufort(['run', 'main.o', 'libwork.a'], { cwd });
  assert.deepEqual([run.stdout, run.stderr], ['last\n5\n', '']);
});

test('several sources on one command line, in the wrong order', async () => {
  const cwd = room('several', { 'a.cuf': mainProgram, 'b.cuf': kernelModule });
  const run = await cufort(['run', 'a.cuf', 'b.cuf'], { cwd });
  assert.equal(run.stdout.trim().replace(/\s+/g, ' '), 'sum 7050');
});

test('an executable passes on arguments and the exit status', async () => {
  const cwd = room('status', {
    'a.f90': "character(20) :: word\ncall get_command_argument(1, word)\nprint '(a)', trim(word)\nstop 7\nend\n",
  });
  assert.equal((await cufort(['build', 'a.f90', '-o', 'a'], { cwd })).code, 0);
  const run = await execute('./a', ['hello'], { cwd });
  assert.equal(run.code, 7);
  assert.equal(run.stdout, 'hello\n');
});

test('a Makefile builds unchanged', async () => {
  const cwd = room('make', {
    'work.cuf': kernelModule,
    'main.cuf': mainProgram,
    Makefile: 'exe: work.o main.o\n\tnvfortran -fast -o $@ $^\n%.o: %.cuf\n\tnvfortran -fast -c $<\nmain.o: work.o\n',
  });
  const made = await cufort(['with', 'make'], { cwd });
  assert.equal(made.code, 0, made.stderr);
  assert.equal((await execute('./exe', [], { cwd })).code, 0);
  assert.equal((await cufort(['with', 'sh', '-c', 'exit 9'], { cwd })).code, 9);
});

test('mistakes leave nothing behind and exit with 1', async () => {
  const cwd = room('mistakes', {
    'bad.cuf': 'program p\n  implicit none\n  x = 1\n  y = 2\nend program\n',
    'none.txt': '',
  });
  const built = await cufort(['build', 'bad.cuf', '-o', 'bad'], { cwd });
  assert.equal(built.code, 1);
  assert.match(built.stderr, /`x`[\s\S]*`y`/);
  assert.doesNotMatch(built.stderr, /\n\s+at .*\(.*:\d+:\d+\)/);
  assert.deepEqual(readdirSync(cwd).sort(), ['bad.cuf', 'none.txt']);
  for (const args of [
    ['run', 'absent.cuf'],
    ['run', 'none.txt'],
    ['run'],
    ['nonsense'],
    ['run', 'bad.cuf', '--show', 'what'],
  ]) {
    const result = await cufort(args, { cwd });
    assert.equal(result.code, 1, args.join(' '));
    assert.notEqual(result.stderr, '');
  }
});

test('no permission to write', { skip: process.getuid?.() === 0 && 'root may write everywhere' }, async () => {
  const cwd = room('readonly', { 'a.f90': 'print *, 1\nend\n' });
  chmodSync(cwd, 0o555);
  const built = await cufort(['build', 'a.f90', '-o', 'a'], { cwd });
  assert.equal(built.code, 1);
  assert.match(built.stderr, /permission denied/);
});

test('an output folder that is not there', async () => {
  const cwd = room('nofolder', { 'a.f90': 'print *, 1\nend\n' });
  const built = await cufort(['build', 'a.f90', '-o', 'no/such/a'], { cwd });
  assert.equal(built.code, 1);
  assert.match(built.stderr, /no such file/);
});

test('an option not known is named in a warning', async () => {
  const cwd = room('option', { 'a.f90': 'print *, 1\nend\n' });
  const run = await cufort(['run', '-Mnonsense', 'a.f90'], { cwd });
  assert.equal(run.code, 0);
  assert.match(run.stderr, /-Mnonsense/);
});

test('words after -gpu= and -cudalib= that are none are told, with the nearest', async () => {
  const cwd = room('words', { 'a.cuf': 'print *, 1\nend\n' });
  const words = ['-gpu=cc80,cuda12.4,lineinfo,mem:unified:nomanagedalloc,fastmth', '-Mcuda=cc70,rdc,charstring'];
  const run = await cufort(['run', ...words, '-cudalib=cublas,cusolvr', '-Mpreproces', 'a.cuf'], { cwd });
  assert.equal(run.code, 0);
  const lines = run.stderr.trim().split('\n');
  assert.equal(lines.length, 3);
  assert.match(lines[0] ?? '', /fastmth .*did you mean -gpu=fastmath/);
  assert.match(lines[1] ?? '', /did you mean -cudalib=cusolver/);
  assert.match(lines[2] ?? '', /did you mean -Mpreprocess/);
});

test('a closed output pipe ends quietly', async () => {
  const cwd = room('pipe', { 'a.f90': 'integer :: i\ndo i = 1, 1000000\n  print *, i\nend do\nend\n' });
  const run = await execute('sh', ['-c', `"${process.execPath}" "${command}" run a.f90 | head -2`], { cwd });
  assert.equal(run.stdout.trim().split(/\s+/).join(' '), '1 2');
  assert.equal(run.stderr, '');
});

test('Ctrl-C ends a running program', async () => {
  const cwd = room('interrupt', { 'a.f90': "print '(a)', 'started'\nflush(6)\ndo\nend do\nend\n" });
  const child = spawn(process.execPath, [command, 'run', 'a.f90'], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  await new Promise((settle) => child.stdout.once('data', settle));
  child.kill('SIGINT');
  const signal = await new Promise((settle) => child.once('exit', (_, s) => settle(s)));
  assert.equal(signal, 'SIGINT');
});

test('an -I without its folder, as Makefiles have it, is told', async () => {
  const result = await cufort(['build', '-c', '-I', 'a.cuf']);
  assert.match(result.stderr, /error\[no-input\][\s\S]*`a\.cuf` was taken as the folder of -I/);
});

test('commands misspelt, and files without a command, have a proposal', async () => {
  const proposals = { chek: 'check', '--hlep': 'help', 'a.cuf': 'run a.cuf', biuld: 'build' };
  for (const [word, meant] of Object.entries(proposals)) {
    const result = await cufort([word]);
    assert.equal(result.code, 1);
    assert.match(result.stderr, new RegExp(`no command \`${word}\`; did you mean \`cufort ${meant}\``));
  }
  const help = await cufort(['with', '--help']);
  assert.match(help.stdout, /^usage:\n {2}cufort with COMMAND.*\n$/);
});

test('a program that prints for ever ends when nobody reads any more', async () => {
  const cwd = room('endless', { 'a.f90': 'do i = 1, huge(i)\n  print *, i\nend do\nend\n' });
  const run = await execute('sh', ['-c', `"${process.execPath}" "${command}" run a.f90 | head -1`], { cwd });
  assert.equal(run.stdout, '            1\n', run.stderr);
});

test('two runs at once', async () => {
  const cwd = room('twice', { 'a.cuf': mainProgram, 'b.cuf': kernelModule });
  const runs = await Promise.all([1, 2].map(() => cufort(['run', 'b.cuf', 'a.cuf'], { cwd })));
  for (const run of runs) assert.equal(run.code, 0, run.stderr);
});

test('info shows the simulated device', async () => {
  const result = await cufort(['info']);
  assert.equal(result.code, 0);
  assert.match(result.stdout, /Device Number:\s+0/);
});

test('nvcc compiles CUDA C, which an executable takes', async () => {
  const cwd = room('nvcc', {
    'x.cu':
      '__global__ void set(int *a) { a[threadIdx.x] = threadIdx.x; }\nextern "C" void fill(int *a) { set<<<1, 4>>>(a); }\n',
    'y.cuf': `interface
  subroutine fill(a) bind(c)
    integer, device :: a(*)
  end subroutine
end interface
integer, device :: d(4)
integer :: h(4)
call fill(d)
h = d
print '(4i2)', h
end
`,
  });
  const object = await cufort(['with', 'nvcc', '-c', 'x.cu'], { cwd });
  assert.equal(object.code, 0, object.stderr);
  const built = await cufort(['build', 'y.cuf', 'x.o', '-o', 'y'], { cwd });
  assert.equal(built.code, 0, built.stderr);
  const run = await execute(join(cwd, 'y'), [], { cwd });
  assert.equal(run.stdout, ' 0 1 2 3\n', run.stderr);
});

test('every stage can be shown', async () => {
  const cwd = room('stages', { 'work.cuf': kernelModule, 'main.cuf': mainProgram });
  const signs = {
    tokens: /'?subroutine/,
    tree: /module/,
    symbols: /attributes\(global\) subroutine fill/,
    ir: /kernel "work_m.fill"/,
    wat: /v128|i32\.add/,
    ptx: /\.entry/,
    'ir:after=form-regions': /^; sim: after form-regions\nkernel "work_m.fill"/m,
    'ir:all': /^; host: after /m,
  };
  for (const [stage, sign] of Object.entries(signs)) {
    const result = await cufort(['run', '--show', stage, 'work.cuf', 'main.cuf'], { cwd });
    assert.match(result.stdout, sign, stage);
    assert.equal(result.code, 0, stage);
  }
});

test('passes are timed, and verified where they are asked to be', async () => {
  const cwd = room('passes', { 'work.cuf': kernelModule, 'main.cuf': mainProgram });
  const result = await cufort(['run', '--time-passes', '--verify-passes', 'work.cuf', 'main.cuf'], { cwd });
  assert.equal(result.code, 0);
  assert.match(result.stderr, /^pass +ms +runs +changed +nodes\n[\s\S]*host mem2reg +\d/);
  const wrong = await cufort(['run', '--show', 'ir:after=nothing', 'main.cuf'], { cwd });
  assert.match(wrong.stderr, /ir:after= with one of .*mem2reg/);
  assert.equal(wrong.code, 1);
});

test('types that inherit bound procedures through two module files', async () => {
  const base =
    'module base\n type t\n  integer :: k = 3\n contains\n  procedure :: f\n end type\ncontains\n integer function f(self)\n  class(t), intent(inout) :: self\n  f = self%k\n end function\nend module\n';
  const cwd = room('inherited', {
    'base.f90': base,
    'more.f90': 'module more\n use base, only: t\n type, extends(t) :: u\n  integer :: j = 4\n end type\nend module\n',
    'main.f90': 'use more, only: u\ntype(u) :: x\nprint *, x%j, x%f()\nend\n',
  });
  for (const source of ['base.f90', 'more.f90']) {
    const built = await cufort(['build', '-c', source], { cwd });
    assert.equal(built.code, 0, built.stderr);
  }
  const run = await cufort(['run', 'main.f90', 'base.o', 'more.o'], { cwd });
  assert.equal(run.stdout, '            4            3\n', run.stderr);
});

test('names that a module passes on need the module file of their home', async () => {
  const cwd = room('passed-on', {
    'a.f90': 'module a\n  integer :: x = 7\nend module\n',
    'b.f90': 'module b\n  use a\n  implicit none\nend module\n',
    'c.f90': 'program c\n  use b\n  print *, x\nend program\n',
  });
  assert.equal((await cufort(['build', '-c', 'a.f90', 'b.f90'], { cwd })).code, 0);
  assert.equal((await cufort(['build', 'c.f90', 'a.o', 'b.o', '-o', 'exe'], { cwd })).code, 0);
  assert.equal((await execute('./exe', [], { cwd })).stdout.trim(), '7');
  rmSync(join(cwd, 'a.mod'));
  const run = await cufort(['build', '-c', 'c.f90'], { cwd });
  assert.equal(run.code, 1);
  assert.match(run.stderr, /`\.\/b\.mod` passes on names of module `a`, whose module file is not there/);
});

test('submodules in files of their own have the implicit typing of their module', async () => {
  const interfaceOf = (implicit: string, name: string) =>
    `module ${name}\n  ${implicit}\n  interface\n    module subroutine ${name}_s()\n    end subroutine\n  end interface\nend module\n`;
  const bodyOf = (name: string) =>
    `submodule (${name}) ${name}_sub\ncontains\n  module procedure ${name}_s\n    x = 1\n    print *, kind(x)\n  end procedure\nend submodule\n`;
  const cwd = room('implicit', {
    'strict.f90': interfaceOf('implicit none', 'strict'),
    'wide.f90': interfaceOf('implicit real(8) (x)', 'wide'),
    'strict_sub.f90': bodyOf('strict'),
    'wide_sub.f90': bodyOf('wide'),
    'main.f90': 'program main\n  use wide\n  call wide_s()\nend program\n',
  });
  assert.equal((await cufort(['build', '-c', 'strict.f90', 'wide.f90'], { cwd })).code, 0);
  const strict = await cufort(['build', '-c', 'strict_sub.f90'], { cwd });
  assert.equal(strict.code, 1);
  assert.match(strict.stderr, /`x` is not declared/);
  const wide = await cufort(['run', 'main.f90', 'wide_sub.f90', 'wide.o'], { cwd });
  assert.equal(wide.stdout.trim(), '8');
});

test('submodules of submodules in files of their own', async () => {
  const cwd = room('levels', {
    'shop.f90':
      'module shop\n  implicit none\n  interface\n    module integer function total(n)\n      integer, intent(in) :: n\n    end function\n  end interface\nend module\nmodule other\n  interface\n    module subroutine none()\n    end subroutine\n  end interface\nend module\nsubmodule (other) stock\n  integer :: price = -1\nend submodule\n',
    'stock.f90':
      'submodule (shop) stock\n  use, intrinsic :: iso_fortran_env, only: wide => int64\n  implicit none\n  type :: item\n    integer(wide) :: count = 2\n  end type\n  integer :: price = 5\n  interface\n    module function taken(x) result(r)\n      type(item), intent(in) :: x\n      integer :: r\n    end function\n  end interface\ncontains\n  module procedure total\n    price = price + n\n    total = taken(item())\n  end procedure\n  integer function doubled(i)\n    integer, intent(in) :: i\n    doubled = 2*i\n  end function\nend submodule\n',
    'shelf.f90': 'submodule (shop:stock) shelf\n  integer :: kept = 100\nend submodule\n',
    'deep.f90':
      'submodule (shop:shelf) deep\ncontains\n  module procedure taken\n    integer(wide) :: k\n    k = x%count\n    r = kept + doubled(price) + int(k)\n  end procedure\nend submodule\n',
    'main.f90': 'program main\n  use shop\n  print *, total(1)\nend program\n',
  });
  const once = await cufort(['run', 'main.f90', 'deep.f90', 'shelf.f90', 'stock.f90', 'shop.f90'], { cwd });
  assert.equal(once.stdout.trim(), '114', once.stderr);
  for (const source of ['shop.f90', 'stock.f90', 'shelf.f90'])
    assert.equal((await cufort(['build', '-c', source], { cwd })).code, 0);
  const later = await cufort(['run', 'main.f90', 'deep.f90', 'shop.o', 'stock.o', 'shelf.o'], { cwd });
  assert.equal(later.stdout.trim(), '114', later.stderr);
  rmSync(join(cwd, 'shop-stock.mod'));
  const lost = await cufort(['build', '-c', 'shelf.f90'], { cwd });
  assert.match(lost.stderr, /^error\[unknown-module\]: submodule `stock` of module `shop` was not found\n/);
});

test('a wrapper around a library module is a small module file', async () => {
  const cwd = room('wrapper', { 'blas.cuf': 'module blas\n  use cublas_v2\n  use cufft\nend module\n' });
  assert.equal((await cufort(['build', '-c', 'blas.cuf'], { cwd })).code, 0);
  assert.ok(statSync(join(cwd, 'blas.mod')).size < 300_000);
});

test('CUFORT_DEVICE says for which device an executable is made', async () => {
  const cwd = room('for-device', { 'work.cuf': kernelModule, 'main.cuf': mainProgram });
  const build = (device: string) => cufort(['build', 'work.cuf', 'main.cuf'], { cwd, env: { CUFORT_DEVICE: device } });
  assert.equal((await build('cuda')).code, 0);
  assert.match(readFileSync(join(cwd, 'a.out'), 'utf8'), /\.visible \.entry/);
  assert.match((await build('moon')).stderr, /error\[no-device\]: the device `moon` is not there/);
});

test('submodules in files of their own see what their module uses, private names too', async () => {
  const heading = '    module subroutine s(x)\n      integer, intent(in) :: x\n    end subroutine\n';
  const cwd = room('uses', {
    'tools.f90':
      'module tools\n  implicit none\n  integer :: offset = 40\n  type :: pair\n    integer :: a = 1, b = 2\n  end type\n  interface operator(.plus.)\n    module procedure plus\n  end interface\ncontains\n  integer function plus(p, i)\n    type(pair), intent(in) :: p\n    integer, intent(in) :: i\n    plus = p%a + p%b + i\n  end function\nend module\n',
    'front.f90': `module front\n  use, intrinsic :: iso_fortran_env, only: out => output_unit\n  use tools, shift => offset\n  implicit none\n  private\n  public :: s\n  interface\n${heading}  end interface\nend module\n`,
    'behind.f90':
      "submodule (front) behind\n  implicit none\ncontains\n  module procedure s\n    type(pair) :: p\n    write (out, '(i0)') (p .plus. x) + shift\n  end procedure\nend submodule\n",
    'main.f90': 'program main\n  use front\n  call s(5)\nend program\n',
  });
  const once = await cufort(['run', 'main.f90', 'behind.f90', 'front.f90', 'tools.f90'], { cwd });
  assert.equal(once.stdout, '48\n', once.stderr);
  assert.equal((await cufort(['build', '-c', 'tools.f90', 'front.f90'], { cwd })).code, 0);
  const later = await cufort(['run', 'main.f90', 'behind.f90', 'front.o', 'tools.o'], { cwd });
  assert.equal(later.stdout, '48\n', later.stderr);
  rmSync(join(cwd, 'tools.mod'));
  const lost = await cufort(['build', '-c', 'behind.f90'], { cwd });
  assert.match(lost.stderr, /^error\[unknown-module\]: module `front` uses module `tools`, which was not found\n/);
  assert.equal(lost.stderr.match(/^error/gm)?.length, 1);
});

test('variables of a module in an equivalence belong to its file', async () => {
  const cwd = room('overlaid', {
    'levels.f90':
      'module levels\n  implicit none\n  integer :: level = 7, other\n  real(8) :: values(3), second = 2.5d0\n  equivalence (level, other), (values(2), second)\nend module\n',
    'main.f90':
      "program main\n  use levels, only: level, other, values\n  level = level + 1\n  print '(i0, 3f4.1)', other, values\nend program\n",
  });
  const run = await cufort(['run', 'levels.f90', 'main.f90'], { cwd });
  assert.equal(run.stdout, '8 0.0 2.5 0.0\n', run.stderr);
});
