/** Whose memory an address is, where a program has several GPUs that know nothing of each other's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAgainst, ownerOf } from '../../src/library/cudafor/transfers.ts';
import type { CudaRuntime, Device } from '../../src/machine/device.ts';

/** A GPU with one allocation; it must not be asked where the host has its memory, as that would start it. */
function gpu(ordinal: number, base: bigint): Device {
  const made: Pick<Device, 'ordinal' | 'pointerFacts' | 'isHost'> = {
    ordinal,
    isHost: (address) => address < 1000n,
    pointerFacts: (address) => {
      assert.ok(ordinal === 0 || address >= 1000n, 'a GPU that nobody uses was asked');
      const isOwn = address >= base && address < base + 100n;
      return isOwn ? { kind: 'device', base, bytes: 100 } : { kind: 'unregistered', base: address, bytes: 0 };
    },
  };
  return made as Device;
}

const devices = [gpu(0, 1000n), gpu(1, 2000n)];
const cuda = { device: devices[0]!, devices } as unknown as CudaRuntime;

test('the owner is the current device, another one, or nobody', () => {
  assert.equal(ownerOf(cuda, 1050n).device.ordinal, 0);
  assert.equal(ownerOf(cuda, 2050n).device.ordinal, 1);
  assert.equal(ownerOf(cuda, 3000n).facts.kind, 'unregistered');
  assert.equal(ownerOf(cuda, 10n).facts.kind, 'unregistered');
});

test('copies between GPUs are not against their direction', () => {
  const at = (address: bigint) => ({ address, elementBytes: 4 });
  const against = (to: bigint, from: bigint, value: number): boolean => isAgainst(cuda, at(to), at(from), { value });
  assert.equal(against(1000n, 2000n, 3), false);
  assert.equal(against(2000n, 1000n, 3), false);
  assert.equal(against(2000n, 10n, 1), false);
  assert.equal(against(2000n, 10n, 3), true);
  assert.equal(against(10n, 2000n, 0), true);
  assert.equal(against(10n, 2000n, 2), false);
});
