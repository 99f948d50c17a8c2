/** Checks on a real device: what its kernels are told of its memory, and what they look for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeDriver } from './fake-driver.ts';
import { runOnFake } from './run-program.ts';

const source = `
module m
  integer, device :: total
contains
  attributes(global) subroutine k(a, n)
    integer, value :: n
    integer :: a(*)
    integer, shared :: s(8)
    s(threadIdx%x) = n
    call syncthreads()
    a(threadIdx%x) = s(n)
    total = n
  end subroutine
end module
program test
  use cudafor
  use m
  integer, device, allocatable :: a(:), b(:)
  integer, managed :: c(3)
  allocate(a(10), b(20))
  deallocate(a)
  call k<<<1, 8>>>(b, 3)
  c = 1
end program
`;

const checked = { check: new Set(['memory', 'init'] as const) };

test('kernels find the memory that there is, without what is freed, and each apart from the next', () => {
  const driver = new FakeDriver();
  const seen: (readonly [from: bigint, bytes: bigint])[][] = [];
  const given: bigint[] = [];
  driver.kernels.set('m_k', (launch, memory) => {
    given.push(launch.param(0).getBigUint64(0, true));
    const base = memory.at(memory.variable('__cufort_host_base'), 8).getBigUint64(0, true);
    const cell = (i: number): bigint => memory.at(base + BigInt(driver.memoryTable + 8 * i), 8).getBigUint64(0, true);
    seen.push(Array.from({ length: Number(cell(0)) }, (_, i) => [cell(4 * i + 4), cell(4 * i + 5) - cell(4 * i + 4)]));
  });
  const { out, errors, status } = runOnFake(source, driver, checked);
  assert.equal(errors, '');
  assert.equal(status, 0);
  assert.match(out, /ERROR SUMMARY: 0 errors/);
  const [first] = given;
  const sizeAt = (table: (typeof seen)[number], at: bigint | undefined) => table.find(([from]) => from === at)?.[1];
  assert.equal(sizeAt(seen[0]!, first), 80n);
  assert.ok(seen[0]!.some(([from, bytes]) => from > 1n << 32n && bytes === 12n));
  assert.ok(seen[0]!.some(([from, bytes]) => from === driver.variable('m_total') && bytes === 4n));
  assert.ok(!seen[0]!.some(([, bytes]) => bytes === 40n));
  const sorted = seen[0]!.toSorted(([a], [b]) => (a < b ? -1 : 1));
  assert.deepEqual(seen[0], sorted);
});

test('code that looks for itself: where it may go, and what is set of its arrays', () => {
  const driver = new FakeDriver();
  runOnFake(source, driver, checked);
  const [plain, checks] = [new FakeDriver(), driver];
  runOnFake(source, plain);
  assert.match(checks.ptx, /s_unset/);
  assert.doesNotMatch(plain.ptx, /s_unset|__cufort_print/);
  assert.ok(checks.ptx.length > 2 * plain.ptx.length);
});

const partly = `
module m
contains
  attributes(global) subroutine k(a)
    integer :: a(*)
    a(threadIdx%x) = a(threadIdx%x) + 1
  end subroutine
end module
program test
  use cudafor
  use m
  integer, device, allocatable :: a(:), b(:)
  integer :: h(10)
  allocate(a(10), b(10))
  a(1:4) = 1
  call k<<<1, 4>>>(a)
  b = a
  h = b
  deallocate(a)
  ierr = cudaFree(b)
  call k<<<1, 4>>>(b)
  print *, cudaDeviceSynchronize()
end program
`;

test('what is written of memory goes with copies; what nobody has written is told of when the host gets it', () => {
  const driver = new FakeDriver();
  const unset: number[] = [];
  driver.kernels.set('m_k', (launch, memory) => {
    const at = launch.param(0).getBigUint64(0, true);
    const base = memory.at(memory.variable('__cufort_host_base'), 8).getBigUint64(0, true);
    const cell = (i: number): bigint => memory.at(base + BigInt(driver.memoryTable + 8 * i), 8).getBigInt64(0, true);
    const entry = Array.from({ length: Number(cell(0)) }, (_, i) => 4 * (i + 1)).find((i) => cell(i) === at);
    if (entry === undefined) return;
    const twin = memory.at(at + cell(entry + 2), 40);
    unset.push(Array.from({ length: 40 }, (_, i) => twin.getUint8(i)).filter((v) => v === 255).length);
  });
  const { out } = runOnFake(partly, driver, checked);
  // The second launch is of freed memory, which is in no table.
  assert.deepEqual(unset, [24]);
  assert.match(out, /Uninitialized access to 0x\w+ on access by cudaMemcpy source/);
  assert.match(out, /ERROR SUMMARY: 1 error/);
});

test('freed memory is nobody’s for a while, and freeing it again is an error', () => {
  const driver = new FakeDriver();
  const twice = partly.replace('call k<<<1, 4>>>(b)', 'print *, cudaFree(b)');
  const { out } = runOnFake(twice, driver, { check: new Set(['memory'] as const) });
  assert.match(out, /Invalid cudaFree: the memory is free already/);
});

const many = `
module m
  type holder
    integer, device, pointer :: p(:)
  end type
contains
  attributes(global) subroutine k(a)
    integer :: a(*)
    a(threadIdx%x) = 1
  end subroutine
end module
program test
  use m
  type(holder) :: h(4200)
  integer, device, allocatable :: a(:)
  allocate(a(4))
  call k<<<1, 4>>>(a)
  do i = 1, size(h)
    allocate(h(i)%p(1))
  end do
  call k<<<1, 4>>>(a)
end program
`;

test('where the table is too small for all, it says that everything is in order', () => {
  const driver = new FakeDriver();
  const seen: (readonly [entries: bigint, first: bigint])[] = [];
  driver.kernels.set('m_k', (_, memory) => {
    const base = memory.at(memory.variable('__cufort_host_base'), 8).getBigUint64(0, true);
    const cell = (i: number): bigint => memory.at(base + BigInt(driver.memoryTable + 8 * i), 8).getBigInt64(0, true);
    seen.push([cell(0), cell(4)]);
  });
  runOnFake(many, driver, { check: new Set(['memory'] as const) });
  assert.ok(seen[0]![0] > 1n && seen[0]![1] > 0n);
  assert.deepEqual(seen[1], [1n, 0n]);
});

const dynamic = `
module m
contains
  attributes(global) subroutine k(a)
    integer :: a(*)
    integer, shared :: s(*)
    s(threadIdx%x) = a(threadIdx%x)
    call syncthreads()
    a(threadIdx%x) = s(1)
  end subroutine
end module
program test
  use cudafor
  use m
  integer, device, allocatable :: a(:)
  allocate(a(10))
  a = 1
  call k<<<1, 10, 42>>>(a)
  call k<<<1, 10, 30000>>>(a)
  print *, cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000)
  call k<<<1, 10, 60000>>>(a)
  call k<<<1, 10>>>(a)
  call k<<<1, 10, 60001>>>(a)
  print *, cudaGetLastError()
end program
`;

/** What the first entry of the table says when a kernel runs: bytes of dynamic shared memory, and how far behind them their twin is. */
function dynamicIn(driver: FakeDriver): (readonly bigint[])[] {
  const seen: (readonly bigint[])[] = [];
  driver.kernels.set('m_k', (_, memory) => {
    const base = memory.at(memory.variable('__cufort_host_base'), 8).getBigUint64(0, true);
    seen.push([8, 16].map((i) => memory.at(base + BigInt(driver.memoryTable + i), 8).getBigUint64(0, true)));
  });
  return seen;
}

test('behind dynamic shared memory lies its twin, within a limit of its own', () => {
  const driver = new FakeDriver();
  const seen = dynamicIn(driver);
  const { out } = runOnFake(dynamic, driver, checked);
  assert.deepEqual(seen, [
    [42n, 48n],
    [30000n, 30000n],
    [60000n, 60000n],
    [0n, 0n],
  ]);
  assert.deepEqual(
    driver.launches.map((l) => l.sharedBytes),
    [96, 60000, 120000, 0],
  );
  assert.match(out, /^ +0\n[\s\S]*^ +1$/m);
  assert.match(driver.ptx, /st\.shared\.b8/);
});

test('where there is no room for a twin, dynamic shared memory counts as written', () => {
  const driver = new FakeDriver();
  const seen = dynamicIn(driver);
  driver.failures.set('cuFuncSetAttribute', 1);
  runOnFake(dynamic, driver, checked);
  assert.deepEqual(seen, [
    [42n, 48n],
    [30000n, 0n],
    [0n, 0n],
  ]);
  assert.deepEqual(
    driver.launches.map((l) => l.sharedBytes),
    [96, 30000, 0],
  );
});

test('managed memory: what the host has written since is seen before a launch, and goes along with copies', () => {
  const source = `
module m
  integer, managed :: v(5)
contains
  attributes(global) subroutine k(a, b)
    integer :: a(*), b(*)
    b(threadIdx%x) = a(threadIdx%x) + v(1)
  end subroutine
end module
program test
  use cudafor
  use m
  integer, managed, allocatable :: a(:)
  integer, pinned, allocatable :: p(:)
  integer, device, allocatable :: b(:)
  allocate(a(10), b(10), p(10))
  a(1:6) = 1; v(2) = 0
  b = a
  call k<<<1, 4>>>(a, b)
  a(8) = 0; v = 0
  call k<<<1, 4>>>(b, a)
  a = 5
  b = a
  call k<<<1, 4>>>(a, b)
  deallocate(a)
end program
`;
  const driver = new FakeDriver();
  const seen: number[][] = [];
  driver.kernels.set('m_k', (launch, memory) => {
    const base = memory.at(memory.variable('__cufort_host_base'), 8).getBigUint64(0, true);
    const cell = (i: number): bigint => memory.at(base + BigInt(driver.memoryTable + 8 * i), 8).getBigInt64(0, true);
    const entries = Array.from({ length: Number(cell(0)) }, (_, i) => 4 * (i + 1));
    const unset = (entry: number | undefined): number => {
      if (entry === undefined) return -1;
      const bytes = Number(cell(entry + 1) - cell(entry));
      const twin = memory.at(cell(entry) + cell(entry + 2), bytes);
      return Array.from({ length: bytes }, (_, i) => twin.getUint8(i)).filter((v) => v === 255).length;
    };
    const given = [0, 1].map((i) => launch.param(i).getBigUint64(0, true));
    const variable = entries.find((e) => cell(e + 1) - cell(e) === 20n);
    seen.push([...given.map((at) => entries.find((e) => cell(e) === at)), variable].map(unset));
  });
  const { out, errors } = runOnFake(source, driver, checked);
  assert.equal(errors, '');
  assert.deepEqual(seen, [
    [16, 16, 16],
    [16, 12, 0],
    [0, 0, 0],
  ]);
  assert.match(out, /ERROR SUMMARY: 0 errors/);
});
