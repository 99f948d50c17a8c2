/** Managed data as pages of the driver: against a driver and a system of the tests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
