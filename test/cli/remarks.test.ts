/** -Minfo tells of each part of a kernel how many threads go together, and why only one does. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { cufort } from '../cufort.ts';

const source = `module m
contains
  attributes(global) subroutine k(a, lock)
    real :: a(64)
    integer :: lock, old, i, j
    i = threadIdx%x
    do j = 1, i
      if (a(i) > 100.) exit
      a(i) = a(i) * 1.5 + j
    end do
    call syncthreads()
    do
      old = atomiccas(lock, 0, 1)
      if (old == 0) exit
    end do
    a(1) = a(1) + 1
    old = atomicexch(lock, 0)
  end subroutine k
end module m
program p
  use m
  real, device :: a(64)
  integer, device :: lock
  a = 1
  lock = 0
  call k<<<1, 64>>>(a, lock)
end program p
`;

test('-Minfo says which threads run together', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-remarks-'));
  try {
    const path = join(folder, 'r.cuf');
    writeFileSync(path, source);
    const told = await cufort(['run', '--device', 'sim', '-Minfo', path]);
    assert.equal(told.code, 0, told.stderr);
    assert.match(
      told.stderr,
      /remark\[threads-together\]: 8 or 4 threads of kernel `m\.k` run together here\n.*r\.cuf:6/,
    );
    assert.match(told.stderr, /threads may part: lines 7, 8/);
    assert.match(told.stderr, /remark\[one-thread-at-a-time\][^\n]*\n.*r\.cuf:12/);
    assert.match(told.stderr, /a thread may wait in a loop/);
    const quiet = await cufort(['run', '--device', 'sim', path]);
    assert.equal(quiet.stderr, '');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const rows = `module m
contains
  attributes(global) subroutine multiply(n, offsets, columns, a, x, y)
    integer, value :: n
    integer :: offsets(n + 1), columns(*)
    real(8) :: a(*), x(*), y(n), s
    integer :: i, k
    i = (blockIdx%x - 1)*blockDim%x + threadIdx%x
    if (i > n) return
    s = 0
    do k = offsets(i), offsets(i + 1) - 1
      s = s + a(k)*x(columns(k))
    end do
    y(i) = s
  end subroutine
end module m
program p
  use m
  integer, device :: offsets(3), columns(3)
  real(8), device :: a(3), x(2), y(2)
  real(8) :: z(2)
  offsets = [1, 3, 4]
  columns = [1, 2, 2]
  a = 2
  x = 1
  call multiply<<<1, 32>>>(2, offsets, columns, a, x, y)
  z = y
  if (any(z /= [4d0, 2d0])) stop 1
end program p
`;

test('rows of a sparse matrix are taken one by one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-remarks-'));
  try {
    const path = join(folder, 'rows.cuf');
    writeFileSync(path, rows);
    const told = await cufort(['run', '--device', 'sim', '-Minfo', path]);
    assert.equal(told.code, 0, told.stderr);
    assert.match(told.stderr, /remark\[one-thread-at-a-time\]/);
    assert.match(told.stderr, /what it loads and stores lies scattered/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const walks = `module m
contains
  attributes(global) subroutine walk(left, right, value, total, n)
    integer, value :: n
    integer :: left(*), right(*), value(*), total(n)
    integer :: stack(32), i, top, at, s
    i = (blockIdx%x - 1)*blockDim%x + threadIdx%x
    if (i > n) return
    top = 1
    stack(1) = i
    s = 0
    do while (top > 0)
      at = stack(top)
      top = top - 1
      s = s + value(at)
      if (left(at) > 0) then
        top = top + 1
        stack(top) = left(at)
      end if
      if (right(at) > 0) then
        top = top + 1
        stack(top) = right(at)
      end if
    end do
    total(i) = s
  end subroutine
  attributes(global) subroutine escape(x, y, count, n)
    integer, value :: n
    real :: x(n), y(n), a, b, t
    integer :: count(n), i, k
    i = (blockIdx%x - 1)*blockDim%x + threadIdx%x
    if (i > n) return
    a = 0
    b = 0
    k = 0
    do while (a*a + b*b < 4 .and. k < 50)
      t = a*a - b*b + x(i)
      b = 2*a*b + y(i)
      a = t
      if (a < 0) b = abs(b)
      k = k + 1
    end do
    count(i) = k
  end subroutine
end module m
program p
  use m
  integer, device :: left(7), right(7), value(7), total(7), count(7)
  real, device :: x(7), y(7)
  integer :: h(7), i
  left = [2, 4, 6, 0, 0, 0, 0]
  right = [3, 5, 7, 0, 0, 0, 0]
  value = [(i, i=1, 7)]
  x = 3
  y = 0
  call walk<<<1, 32>>>(left, right, value, total, 7)
  call escape<<<1, 32>>>(x, y, count, 7)
  h = total
  if (any(h /= [28, 11, 16, 4, 5, 6, 7])) stop 1
  h = count
  if (any(h /= 1)) stop 2
end program p
`;

test('walks with a stack of their own are taken one by one, loops over numbers together', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-remarks-'));
  try {
    const path = join(folder, 'walks.cuf');
    writeFileSync(path, walks);
    const told = await cufort(['run', '--device', 'sim', '-Minfo', path]);
    assert.equal(told.code, 0, told.stderr);
    assert.match(told.stderr, /remark\[one-thread-at-a-time\][^\n]*`m\.walk`/);
    assert.match(told.stderr, /remark\[threads-together\][^\n]*`m\.escape`/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const numbers = `program p
  use curand
  type(curandGenerator) :: g
  real, device :: x(1000)
  integer :: i, status
  status = curandCreateGenerator(g, CURAND_RNG_PSEUDO_DEFAULT)
  status = curandGenerate(g, x, 1000)
  !$cuf kernel do <<<*, *>>>
  do i = 1, 1000
    x(i) = 2*x(i)
  end do
end program p
`;

test('kernels of the library are not told of', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-remarks-'));
  try {
    const path = join(folder, 'numbers.cuf');
    writeFileSync(path, numbers);
    const told = await cufort(['run', '--device', 'sim', '-Minfo', path]);
    assert.equal(told.code, 0, told.stderr);
    assert.match(told.stderr, /remark\[threads-together\][^\n]*`p\.8_gpu`/);
    assert.doesNotMatch(told.stderr, /curand_/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const region = `subroutine estimate(x, y, mean, n)
  implicit none
  integer :: n, i
  real :: x(n), y(n), temp(n), mean, total, squares, value
  total = 0
  squares = 0
  !$acc region local(temp)
  do i = 1, n
    value = x(i)*x(i) + y(i)*y(i)
    if (value < 1) then
      temp(i) = 1
    else
      temp(i) = 0
    end if
  end do
  do i = 1, n
    total = total + temp(i)
    squares = squares + (temp(i)*temp(i))
  end do
  do i = 2, n
    temp(i) = temp(i) + temp(i - 1)
  end do
  !$acc end region
  mean = total / n
  if (squares /= total) stop 1
end subroutine
program p
  implicit none
  integer, parameter :: n = 20000
  integer :: i
  real :: x(n), y(n), mean
  call random_number(x)
  call random_number(y)
  call estimate(x, y, mean, n)
  if (abs(4 * mean - 3.14) > 0.1) stop 2
  !$acc parallel loop gang vector_length(64) copy(x)
  do i = 1, n
    x(i) = 2 * x(i)
  end do
end program p
`;

test('-Minfo=accel tells what became of directives, in the words of nvfortran', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-account-'));
  try {
    writeFileSync(join(folder, 'a.f90'), region);
    const result = await cufort(['run', '-ta=nvidia', '-Minfo=accel', 'a.f90'], { cwd: folder });
    assert.equal(result.code, 0, result.stderr);
    const told = [
      'estimate:',
      '      7, Generating local(temp(:))',
      '         Generating copyin(y(:))',
      '         Generating copyin(x(:))',
      '      8, Loop is parallelizable',
      '         Accelerator kernel generated',
      '         8, !$acc do parallel, vector(256)',
      "             Using register for 'temp'",
      '     16, Loop is parallelizable',
      '         Accelerator kernel generated',
      '         16, !$acc do parallel, vector(256)',
      "             Using register for 'temp'",
      '         17, Sum reduction generated for total',
      '         18, Sum reduction generated for squares',
      '     20, Loop carried dependence of temp prevents parallelization',
      '         Accelerator serial kernel generated',
      'p:',
      '     36, Generating NVIDIA GPU code',
      '         37, !$acc loop gang, vector(64) ! blockidx%x threadidx%x',
      '     36, Generating copy(x(:)) [if not already present]',
    ];
    assert.equal(result.stderr.trimEnd(), told.join('\n'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const open = `module m
contains
  attributes(global) subroutine k(a, n)
    integer, value :: n
    real :: a(n)
    integer :: i
    i = (blockIdx%x - 1)*blockDim%x + threadIdx%x
    if (i <= n) a(i) = a(i) + 1
  end subroutine k
end module m
program p
  use m
  integer :: n
  real, device, allocatable :: a(:)
  n = command_argument_count() + 100
  allocate(a(n))
  a = 1
  call k<<<(n + 63)/64, 64>>>(a, n)
  print *, sum(a)
end program p
`;

test('an executable for memories of two sizes is told of once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-remarks-'));
  try {
    const path = join(folder, 'open.cuf');
    const executable = join(folder, 'open');
    writeFileSync(path, open);
    const told = await cufort(['build', '--device', 'sim', '-Minfo', path, '-o', executable]);
    assert.equal(told.code, 0, told.stderr);
    assert.equal(told.stderr.match(/kernel `m\.k` run together/g)?.length, 1, told.stderr);
    for (const CUFORT_MEMORY of ['32', '64']) {
      const ran = spawnSync(executable, [], { env: { ...process.env, CUFORT_MEMORY, CUFORT_DEVICE: 'sim' } });
      assert.match(ran.stdout.toString(), /^ *200\.0/);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
