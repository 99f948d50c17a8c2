import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visibleDevices } from '../../src/runtime/sim/visible-devices.ts';

test('CUDA_VISIBLE_DEVICES leaves the devices it names', () => {
  const rows: readonly (readonly [number, string | undefined, number])[] = [
    [2, undefined, 2],
    [2, '', 0],
    [2, '-1', 0],
    [2, '1', 1],
    [2, '1,0', 2],
    [2, '0,0', 1],
    [2, '0,2,1', 1],
    // A scheduler names the GPUs of the machine.
    [1, 'GPU-77026cf3-d79c-8f7b-9ebf-40dfd4901e3f', 1],
    [4, 'MIG-1, GPU-2', 2],
    [1, 'GPU-1,GPU-2', 1],
    [1, 'NoDevFiles', 0],
  ];
  for (const [count, wanted, left] of rows) assert.equal(visibleDevices(count, wanted), left, `${count}, ${wanted}`);
});
