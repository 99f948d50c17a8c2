/** The real device's file against a driver of the tests: layouts of arguments, lifetimes, errors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeDriver, type FakeKernel } from './fake-driver.ts';
import { runOnFake } from './run-program.ts';

const increment = `
module m
  integer, device :: total
  integer, constant :: offset
contains
  attributes(global) subroutine increment(a, b)
    integer :: a(*)
    integer, value :: b
    integer :: i
    i = threadIdx%x
    a(i) = a(i) + b
  end subroutine
end module
program test
  use cudafor
  use m
  implicit none
  integer :: a(64), istat
  integer, device :: a_d(64)
  integer, managed :: c(8)
  a = 1
  c = 5
  a_d = a
  offset = 7
  call increment<<<1, 64>>>(a_d, 3)
  call increment<<<dim3(1,1,1), dim3(8,1,1), 0, 0>>>(c, 2)
  istat = cudaDeviceSynchronize()
  a = a_d
  total = 11
  print *, all(a == 4), all(c == 7), istat, total, offset
end program
`;

/** What the kernel above does. */
const addKernel: FakeKernel = (launch, memory) => {
  const base = launch.param(0).getBigUint64(0, true);
  const b = launch.param(1).getInt32(0, true);
  for (let i = 0; i < launch.block[0]!; i++) {
    const cell = memory.at(base + BigInt(4 * i), 4);
    cell.setInt32(0, cell.getInt32(0, true) + b, true);
  }
};

test('device data, managed data and variables of the device reach a kernel and come back', () => {
  const driver = new FakeDriver();
  driver.kernels.set('m_increment', addKernel);
  const { out, errors, status } = runOnFake(increment, driver);
  assert.equal(errors, '');
  assert.equal(status, 0);
  assert.deepEqual(out.trim().split(/\s+/), ['T', 'T', '0', '11', '7']);
  assert.equal(driver.launches.length, 2);
  assert.match(driver.ptx, /\.target sm_90/);
});

test('the code is made for the capability of the device', () => {
  const driver = new FakeDriver();
  driver.capability = [8, 6];
  runOnFake(increment, driver);
  assert.match(driver.ptx, /\.target sm_86/);
});

test('a failed kernel is told at the call that waits, and from then on', () => {
  const driver = new FakeDriver();
  const fail = () => {
    driver.pending = 700;
  };
  driver.kernels.set('m_k', fail);
  const { out, errors, status } = runOnFake(
    `
module m
contains
  attributes(global) subroutine k(a)
    integer :: a(*)
    a(1) = 1
  end subroutine
end module
program test
  use cudafor
  use m
  integer, device :: a(4)
  integer :: i1, i2, i3
  call k<<<1,1>>>(a)
  i1 = cudaGetLastError()
  i2 = cudaDeviceSynchronize()
  i3 = cudaDeviceSynchronize()
  print *, i1, i2, i3, trim(cudaGetErrorString(i2))
end program
`,
    driver,
  );
  assert.match(out, /^\s*0\s+700\s+700\s+an illegal memory access was encountered/);
  assert.equal(errors, 'kernel m.k stopped: an illegal memory access was encountered (error 700)\n');
  assert.equal(status, 0);
});

test('a failed kernel that nobody asks for ends the run as a failure, and names what may have failed', () => {
  const driver = new FakeDriver();
  let launches = 0;
  driver.kernels.set('m_k', () => {
    if (++launches === 2) driver.pending = 700;
  });
  const { errors, status } = runOnFake(
    `
module m
contains
  attributes(global) subroutine k(a)
    integer :: a(*)
    a(1) = 1
  end subroutine
end module
program test
  use m
  integer, device :: a(4)
  call k<<<1,1>>>(a)
  call k<<<1,1>>>(a)
end program
`,
    driver,
  );
  assert.match(
    errors,
    /^a kernel stopped: an illegal .* \(error 700\); it is one of 2 .* of which m\.k is the last .*\n0: a kernel has failed, and .* 700\(/,
  );
  assert.equal(status, 127);
});

test('launches that CUDA does not take are not passed on', () => {
  const driver = new FakeDriver();
  const { out } = runOnFake(
    `
module m
contains
  attributes(global) subroutine k(a)
    integer :: a(*)
    a(1) = 1
  end subroutine
end module
program test
  use cudafor
  use m
  integer, device :: a(4)
  call k<<<1,2048>>>(a)
  print *, cudaGetLastError()
end program
`,
    driver,
  );
  assert.equal(out.trim(), '9');
  assert.equal(driver.launches.length, 0);
});

test('no room on the device', () => {
  const driver = new FakeDriver();
  driver.failures.set('cuMemAlloc_v2', 2);
  const { out } = runOnFake(
    `
program test
  use cudafor
  real, device, allocatable :: a(:)
  integer :: s
  allocate(a(1000), stat=s)
  print *, s /= 0, allocated(a)
end program
`,
    driver,
  );
  assert.deepEqual(out.trim().split(/\s+/), ['T', 'F']);
});

test('code that the driver does not take is shown with its log', () => {
  const driver = new FakeDriver();
  driver.rejectModule = 'ptxas application ptx input, line 9; fatal : syntax';
  assert.throws(
    () => runOnFake(increment, driver),
    /does not take the kernels' code \(error 218\)[\s\S]*line 9; fatal/,
  );
});

test('no device', () => {
  const driver = new FakeDriver();
  driver.devices = 0;
  assert.throws(() => runOnFake(increment, driver), /finds no device/);
});

test('streams, events, two-dimensional copies, fills', () => {
  const driver = new FakeDriver();
  const { out } = runOnFake(
    `
program test
  use cudafor
  real(8), device :: a(6, 4), w(8)
  real(4), device :: r(10)
  real(8) :: h(6, 4)
  integer(kind=cuda_stream_kind) :: s
  type(cudaEvent) :: e0, e1
  real :: ms
  integer :: i
  a = 0d0
  h = 0d0
  h(2:3, 2:3) = 1d0
  r = 2.5
  w = 0d0
  a(2:3, 2:3) = h(2:3, 2:3)
  h = a
  i = cudaStreamCreate(s)
  i = cudaEventCreate(e0)
  i = cudaEventCreate(e1)
  i = cudaEventRecord(e0, s)
  i = cudaEventRecord(e1, s)
  i = cudaEventSynchronize(e1)
  i = cudaEventElapsedTime(ms, e0, e1)
  i = cudaStreamSynchronize(s + 1000)
  print *, sum(h), sum(r), ms, i
  i = cudaStreamDestroy(s)
end program
`,
    driver,
  );
  const [sum, , ms, code] = out.trim().split(/\s+/);
  assert.equal(Number(sum), 4);
  assert.equal(Number(ms), 1.5);
  assert.equal(code, '400');
});

test('a device that stays broken after a reset says so at the next call', () => {
  const driver = new FakeDriver();
  driver.kernels.set('m_k', () => {
    driver.pending = 700;
    driver.failures.set('cuDevicePrimaryCtxRetain', 700);
  });
  const { out, errors } = runOnFake(
    `
module m
contains
  attributes(global) subroutine k(a)
    integer :: a(*)
    a(1) = 1
  end subroutine
end module
program test
  use cudafor
  use m
  integer, device :: a(4)
  integer :: i1, i2, i3
  call k<<<1,1>>>(a)
  i1 = cudaDeviceSynchronize()
  i2 = cudaDeviceReset()
  call k<<<1,1>>>(a)
  i2 = cudaGetLastError()
  i3 = cudaDeviceSynchronize()
  print *, i1, i2, i3
end program
`,
    driver,
  );
  assert.equal(errors, 'kernel m.k stopped: an illegal memory access was encountered (error 700)\n');
  assert.deepEqual(out.trim().split(/\s+/), ['700', '700', '700']);
});

const waiting = `
module m
  integer, device :: lock = 0
contains
  attributes(global) subroutine never(total)
    integer :: total(*)
    do while (atomiccas(lock, 0, 1) == 1)
    end do
    total(1) = total(1) + 1
  end subroutine
end module
program test
  use cudafor
  use m
  integer, device :: t(1)
  integer :: istat
  call never<<<3, 32>>>(t)
  istat = cudaDeviceSynchronize()
  print *, istat, cudaGetLastError()
end program
`;

test('a kernel that has waited for too long says where, and the launch has timed out', () => {
  const driver = new FakeDriver();
  driver.kernels.set('m_never', (_, memory) => {
    const cell = memory.at(memory.variable('__cufort_trap_cell'), 8).getBigUint64(0, true);
    memory.at(cell, 8).setInt32(0, 1, true);
    memory.at(cell, 8).setInt32(4, 2, true);
    driver.pending = 719;
  });
  const { out, errors } = runOnFake(waiting, driver);
  assert.equal(errors, 'kernel m.never stopped: block 2 waits here for something that does not come (test.cuf:7:5)\n');
  assert.deepEqual(out.trim().split(/\s+/), ['702', '702']);
  assert.equal(driver.at(driver.variable('__cufort_patience'), 8).getBigUint64(0, true), 20_000_000_000n);
});

test('work of a stream comes after the host callbacks before it', () => {
  const driver = new FakeDriver();
  driver.pendingEvents = true;
  const order: string[] = [];
  driver.kernels.set('m_k', () => order.push('kernel'));
  const { out } = runOnFake(
    `
module m
contains
  attributes(global) subroutine k(a)
    integer :: a(*)
    a(1) = 1
  end subroutine
  subroutine seen(stream, status, data) bind(c)
    use cudafor
    use iso_c_binding
    integer(cuda_stream_kind), value :: stream
    integer, value :: status
    integer(8), value :: data
    print *, 'callback'
  end subroutine
end module
program test
  use cudafor
  use iso_c_binding
  use m
  integer, device :: a(4)
  integer(cuda_stream_kind) :: s
  integer :: istat
  istat = cudaStreamCreate(s)
  call k<<<1,1,0,s>>>(a)
  istat = cudaStreamAddCallback(s, seen, 0_8, 0)
  print *, 'before'
  call k<<<1,1,0,s>>>(a)
  print *, 'after'
end program
`,
    driver,
  );
  assert.deepEqual(out.trim().split(/\s+/), ['before', 'callback', 'after']);
  assert.deepEqual(order, ['kernel', 'kernel']);
});

test('an event of one device may be waited for on another, and each has its own variables', () => {
  const driver = new FakeDriver();
  driver.devices = 2;
  const { out, errors } = runOnFake(
    `
program test
  use cudafor
  integer, device, allocatable :: a(:), b(:)
  integer :: h(4), can, i(9)
  type(cudaEvent) :: e
  integer(cuda_stream_kind) :: s
  allocate(a(4))
  i(1) = cudaEventCreate(e)
  a = 7
  i(2) = cudaEventRecord(e, 0)
  i(3) = cudaSetDevice(1)
  i(4) = cudaStreamCreate(s)
  i(5) = cudaStreamWaitEvent(s, e, 0)
  i(6) = cudaEventSynchronize(e)
  allocate(b(4))
  i(7) = cudaMemcpyPeer(b, 1, a, 0, 4)
  i(8) = cudaDeviceEnablePeerAccess(0, 0)
  i(9) = cudaDeviceCanAccessPeer(can, 1, 0)
  h = b
  b = a + h
  print *, i, can, h
end program
`,
    driver,
  );
  assert.equal(errors, '');
  assert.deepEqual(out.trim().split(/\s+/).map(Number), [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 7, 7, 7, 7]);
  assert.ok(driver.log.includes('cuCtxEnablePeerAccess'));
});

test('what the host keeps of allocatable arrays of modules comes along with each launch', () => {
  const driver = new FakeDriver();
  const seen: bigint[][] = [];
  driver.kernels.set('m_k', (launch) => {
    seen.push([0, 1].map((i) => launch.param(i).getBigInt64(0, true)));
  });
  const { errors } = runOnFake(
    `
module m
  real, device, allocatable :: a(:)
  real, managed, allocatable :: b(:)
contains
  attributes(global) subroutine k()
    a(threadIdx%x) = b(threadIdx%x)
  end subroutine
end module
program test
  use m
  allocate(a(5:20), b(0:7))
  call k<<<1,1>>>()
  deallocate(a)
  allocate(a(100))
  call k<<<1,1>>>()
end program
`,
    driver,
  );
  assert.equal(errors, '');
  const text = driver.ptx;
  assert.match(text, /\.entry m_k\(\n\t\.param \.b64 p0,/);
  assert.doesNotMatch(text, /__cufort_host_base/);
  assert.equal(seen.length, 2);
  // The data of either array lie where the driver knows them: managed ones in the program's memory.
  for (const [first] of seen) assert.ok(first !== undefined && first > 0x1_0000_0000n);
});

test('a copy from where no data of the device lie ends the program with a message', () => {
  const { errors, status } = runOnFake(
    `
program test
  real, device, allocatable :: a(:)
  real :: s
  integer :: k = 2000
  allocate(a(1000))
  s = a(k)
end program
`,
    new FakeDriver(),
  );
  assert.match(
    errors,
    /^0: copyout Memcpy \(host=0x[0-9a-f]+, dev=0x[0-9a-f]+, size=4\) FAILED: 1\(invalid argument\)\n {2}in the main program at test\.cuf:7\n$/,
  );
  assert.equal(status, 127);
});

test('a limit of the stack reaches the driver, and what the driver says comes back', () => {
  const source = `
program test
  use cudafor
  implicit none
  integer(8) :: bytes
  integer :: istat(4)
  istat(1) = cudaDeviceSetLimit(cudaLimitStackSize, 65536_8)
  istat(2) = cudaDeviceGetLimit(bytes, cudaLimitStackSize)
  istat(3) = cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 65536_8)
  istat(4) = cudaDeviceReset()
  print *, istat, bytes
  istat(2) = cudaDeviceGetLimit(bytes, cudaLimitStackSize)
  print *, bytes
end program
`;
  const driver = new FakeDriver();
  const { out } = runOnFake(source, driver);
  assert.deepEqual(out.trim().split(/\s+/), ['0', '0', '0', '0', '65536', '1024']);
  assert.equal(driver.log.filter((name) => name === 'cuCtxSetLimit').length, 1);
  const refusing = new FakeDriver();
  refusing.failures.set('cuCtxSetLimit', 2);
  assert.deepEqual(runOnFake(source, refusing).out.trim().split(/\s+/), ['2', '0', '0', '0', '1024', '1024']);
});

test('memory that the driver takes from a pool at a small address is replaced by other memory', () => {
  const source = `
program test
  use cudafor
  implicit none
  integer, device, allocatable :: p(:)
  integer :: istat(2)
  integer(kind=cuda_stream_kind) :: stream = 0
  istat(1) = cudaMallocAsync(p, 64, stream)
  istat(2) = cudaFreeAsync(p, stream)
  print *, istat
end program
`;
  const driver = new FakeDriver();
  driver.poolStart = 0x3_0200_0000n;
  const { out, errors } = runOnFake(source, driver);
  assert.equal(errors, '');
  assert.deepEqual(out.trim().split(/\s+/), ['0', '0']);
  const calls = driver.log.filter((name) => /^cuMem(Alloc|Free)/.test(name));
  assert.deepEqual(calls, ['cuMemAllocAsync', 'cuMemFreeAsync', 'cuMemAlloc_v2', 'cuMemFree_v2']);
});

test("handles of memory and events for other processes are the driver's", () => {
  const driver = new FakeDriver();
  const source = `
program test
  use cudafor
  use iso_c_binding
  implicit none
  type(cudaIpcMemHandle) :: memory, nothing
  type(cudaIpcEventHandle) :: handle
  type(cudaEvent) :: event, theirs
  type(c_devptr) :: place
  integer, device :: a(8)
  integer, device, pointer :: p(:)
  integer :: h(8)
  a = 3
  print *, cudaIpcGetMemHandle(memory, c_devloc(a)), cudaIpcOpenMemHandle(place, memory, cudaIpcMemLazyEnablePeerAccess)
  call c_f_pointer(place, p, [8])
  p(2) = 4
  h = a
  print *, h(2), cudaIpcCloseMemHandle(place)
  nothing = transfer([0_8, 0_8, 0_8, 0_8, 0_8, 0_8, 0_8, 0_8], nothing)
  print *, cudaIpcOpenMemHandle(place, nothing, cudaIpcMemLazyEnablePeerAccess)
  print *, cudaEventCreateWithFlags(event, cudaEventInterprocess)
  print *, cudaEventCreateWithFlags(event, ior(cudaEventInterprocess, cudaEventDisableTiming))
  print *, cudaIpcGetEventHandle(handle, event), cudaIpcOpenEventHandle(theirs, handle), cudaEventQuery(theirs)
end program
`;
  const { out, errors } = runOnFake(source, driver);
  assert.equal(errors, '');
  assert.deepEqual(out.trim().split(/\s+/), ['0', '0', '4', '0', '400', '1', '0', '0', '0', '0']);
  assert.ok(driver.log.includes('cuIpcCloseMemHandle'));
});

const outside = `
module m
contains
  attributes(global) subroutine k(a)
    real :: a(10)
    a(threadIdx%x + 5) = 1
  end subroutine
end module
program test
  use cudafor
  use m
  real, device :: a(10)
  integer :: istat
  call k<<<1, 10>>>(a)
  istat = cudaDeviceSynchronize()
  print *, istat
end program
`;

test('what a thread says before its trap outlives the context', () => {
  const driver = new FakeDriver();
  driver.kernels.set('m_k', (_, memory) => {
    const cell = memory.at(memory.variable('__cufort_trap_cell'), 8).getBigUint64(0, true);
    memory.at(cell, 8).setInt32(0, 1, true);
    // The record that the text of the kernel makes: its bytes, launch, block and items; the first one is the format.
    const [head, item] = [16, 32];
    const record = memory.at(cell + 64n, head + 10 * item);
    record.setInt32(8, 0, true);
    record.setInt32(12, 10, true);
    record.setInt32(head, 6, true);
    for (const [i, n] of [11, 1, 10, 6, 1, 1, 1, 1, 1].entries()) {
      const at = head + (i + 1) * item;
      record.setInt32(at, 1, true);
      record.setInt32(at + 4, 8, true);
      record.setBigInt64(at + 8, BigInt(n), true);
    }
    record.setInt32(0, head + 10 * item, true);
    driver.pending = 719;
  });
  const { out, errors } = runOnFake(outside, driver, { bounds: true });
  assert.match(`${out}${errors}`, /`a`: subscript 11 is not from 1 to 10, in thread \(6,1,1\) of block \(1,1,1\)/);
  assert.match(errors, /kernel m\.k stopped: leaves the bounds of `a` \(test\.cuf:6:5\)/);
});

const sums = `
program sums
  use cudafor
  implicit none
  integer, device :: a(1000)
  integer :: i, k, s
  do k = 1, 20
    s = 0
    !$cuf kernel do <<<*, *>>>
    do i = 1, 1000
      s = s + a(i)
    end do
  end do
  k = cudaDeviceReset()
  s = 0
  !$cuf kernel do <<<*, *>>>
  do i = 1, 1000
    s = s + 1
  end do
  print *, 'done'
end program
`;

test('memory for the results of loops is allocated once, and anew after a reset', () => {
  const driver = new FakeDriver();
  const { out, errors } = runOnFake(sums, driver);
  assert.deepEqual([out.trim(), errors], ['done', '']);
  assert.equal(driver.launches.length, 21);
  assert.deepEqual([driver.allocated, driver.freed], [2, 0]);
});
