/** Managed data as pages of the driver: against a driver and a system of the tests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NativeMemory } from '../../src/runtime/cuda/native-memory.ts';
import { PageEvents } from '../../src/runtime/cuda/page-events.ts';
import { FakeDriver } from './fake-driver.ts';
import { runOnFake } from './run-program.ts';

const source = `
program test
  use cudafor
  implicit none
  integer, parameter :: n = 2**20
  integer, managed, allocatable :: a(:), few(:)
  integer :: istat
  allocate(a(n), few(10))
  a(n) = 3
  few(10) = 4
  istat = cudaMemPrefetchAsync(a, n, 0, 0)
  print *, a(n), few(10), istat
  deallocate(a, few)
end program
`;

type Call = {
  readonly what: 'map' | 'plain' | 'control';
  readonly descriptor: number | undefined;
  readonly bytes: number;
};

/** `takes`: the descriptor that may be mapped; moves succeed where the status is 0. */
function withSystem(takes: number, status: number): { readonly driver: FakeDriver; readonly calls: Call[] } {
  const calls: Call[] = [];
  const driver = Object.assign(new FakeDriver(), {
    system: {
      map: (_: bigint, bytes: number, descriptor: number | undefined) => {
        calls.push({ what: descriptor === undefined ? 'plain' : 'map', descriptor, bytes });
        return descriptor === undefined || descriptor === takes;
      },
      control: (descriptor: number, request: number, argument: bigint) => {
        const view = driver.at(argument, 80);
        calls.push({ what: 'control', descriptor, bytes: Number(view.getBigUint64(8, true)) });
        view.setUint32(72, request === 51 ? status : 1, true);
        return true;
      },
      descriptors: (path: string) => (path === '/dev/nvidia-uvm' ? [7, 9] : []),
    },
  });
  return { driver, calls };
}

const printed = ['3', '4', '0'];

test('large managed data are pages of the driver, from a test of it to their end', () => {
  const { driver, calls } = withSystem(9, 0);
  const { out, errors } = runOnFake(source, driver);
  assert.equal(errors, '');
  assert.deepEqual(out.trim().split(/\s+/), printed);
  assert.deepEqual(
    calls.map(({ what, descriptor, bytes }) => `${what} ${descriptor ?? ''} ${bytes / 2 ** 20}`),
    ['map 7 2', 'map 9 2', 'control 9 2', 'plain  2', 'map 9 4', 'control 9 4', 'plain  4'],
  );
});

test('events of pages: pieces of one move together, faults by pages of 64 KiB', () => {
  const driver = new FakeDriver();
  const words: { queue: DataView; control: DataView }[] = [];
  const opened: string[] = [];
  const system = {
    map: () => true,
    descriptors: () => [7, 9],
    open: (path: string) => opened.push(path),
    close: () => {},
    control: (_: number, request: number, argument: bigint) => {
      const asked = driver.at(argument, request === 56 ? 56 : 16);
      // The first descriptor is of another kind.
      const good = request === 58 || asked.getUint32(44, true) === 9;
      if (request === 56 && good)
        words.push({
          queue: driver.at(asked.getBigUint64(0, true), 64 * 16),
          control: driver.at(asked.getBigUint64(16, true), 528),
        });
      asked.setUint32(request === 56 ? 48 : 8, good ? 0 : 22, true);
      return true;
    },
  };
  const events = PageEvents.open(system, new NativeMemory(driver));
  assert.ok(events);
  assert.deepEqual(opened, ['/dev/nvidia-uvm-tools', '/dev/nvidia-uvm-tools']);
  const { queue, control } = words[0]!;
  const now = process.hrtime.bigint();
  const rows = [
    [1, 2, 0, 0, 0x12_0000n, now - 5000n, 0n, 0n],
    [2, 2, 0, 2, 0x12_0000n, 4096n, now - 3000n, now - 1000n],
    [2, 2, 0, 2, 0x12_1000n, 8192n, now - 3000n, now - 1000n],
    [2, 1, 2, 0, 0x30_0000n, 4096n, now - 3000n, now - 1000n],
    [3, 1, 2, 2, 0x40_1000n, now, 0n, 0n],
    [3, 1, 2, 2, 0x40_2000n, now, 0n, 0n],
  ] as const;
  rows.forEach(([kind, cause, from, to, address, ...rest], i) => {
    [kind, cause, from, to].forEach((byte, at) => {
      queue.setUint8(64 * i + at, byte);
    });
    [address, ...rest].forEach((word, at) => {
      queue.setBigUint64(64 * i + 8 + 8 * at, word, true);
    });
  });
  control.setUint32(12, rows.length, true);
  const told = events.take();
  assert.deepEqual(
    told.map((e) => (e.kind === 'fault' ? [e.by, e.address, e.count] : [e.direction, e.cause, e.address, e.bytes])),
    [
      ['host', 0x12_0000n, 1],
      ['HtoD', 'fault', 0x12_0000n, 12288],
      ['DtoH', 'user', 0x30_0000n, 4096],
      ['device', 0x40_0000n, 2],
    ],
  );
  const [, move] = told;
  assert.ok(move?.kind === 'migration' && Math.abs(move.time - move.end - 2) < 1e-6);
  assert.deepEqual(events.take(), []);
});

test('where the driver does not move them they stay page-locked', () => {
  const { driver, calls } = withSystem(7, 31);
  const { out } = runOnFake(source, driver);
  assert.deepEqual(out.trim().split(/\s+/), printed);
  assert.deepEqual(
    calls.map(({ what }) => what),
    ['map', 'control', 'plain', 'map'],
  );
  assert.ok(driver.log.includes('cuMemHostRegister_v2'));
});
