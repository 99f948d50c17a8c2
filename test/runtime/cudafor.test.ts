/** The routines of cudafor as compiled code calls them: flat arguments into the program's memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kernelValues } from '../../src/ir/launcher.ts';
import { errorCode } from '../../src/machine/errors.ts';
import { type Harness, harness } from './harness.ts';

function text(h: Harness, address: number, length: number): string {
  return h.memory.text(address, length).trimEnd();
}

test('devices: number, current one, properties, attributes', (t) => {
  const h = harness(t, { devices: 2 });
  const n = h.cell();
  assert.equal(h.call('cudaGetDeviceCount', n, 4), 0);
  assert.equal(h.int(n), 2);
  assert.equal(h.call('cudaSetDevice', 1), 0);
  assert.equal(h.call('cudaGetDevice', n, 4), 0);
  assert.equal(h.int(n), 1);
  assert.equal(h.call('cudaSetDevice', 2), errorCode('cudaErrorInvalidDevice'));
  assert.equal(h.call('cudaGetLastError'), errorCode('cudaErrorInvalidDevice'));
  assert.equal(h.call('cudaGetLastError'), 0);
  const prop = h.memory.allocate(2000);
  assert.equal(h.call('cudaGetDeviceProperties', prop, 0), 0);
  assert.equal(text(h, prop, 256), 'NVIDIA A100-SXM4-40GB');
  assert.equal(h.long(prop + 256), 42_505_273_344n);
  assert.equal(h.call('cudaDeviceGetAttribute', n, 4, 16, 0), 0);
  assert.equal(h.int(n), 108);
});

test('memory: allocated, filled, copied, freed', (t) => {
  const h = harness(t);
  const cell = h.cell();
  assert.equal(h.call('cudaMalloc', cell, 4n, 100n), 0);
  const device = h.long(cell);
  assert.equal(device % 256n, 0n);
  assert.equal(h.call('cudaMemset', device, 1, 4n, 7n, 100n), 0);
  const host = h.memory.allocate(400);
  assert.equal(h.call('cudaMemcpy', BigInt(host), 0, 4n, device, 1, 4n, 100n, 4), 0);
  assert.deepEqual([h.int(host), h.int(host + 396)], [7, 7]);
  assert.equal(h.call('cudaMemset#1', device, 1, 4n, 1.5, 100n), 0);
  assert.equal(h.call('cudaMemcpyAsync', BigInt(host), 0, 4n, device, 1, 4n, 100n, -1n), 0);
  assert.equal(h.memory.view.getFloat32(host, true), 1.5);
  assert.equal(h.call('cudaFree', device, 1, 4n), 0);
  assert.equal(h.call('cudaFree', device, 1, 4n), errorCode('cudaErrorInvalidValue'));
  assert.equal(h.call('cudaMalloc', cell, 8n, 10n ** 10n), errorCode('cudaErrorMemoryAllocation'));
  assert.equal(h.long(cell), 0n);
});

test('rectangles: pitches and widths count elements', (t) => {
  const h = harness(t);
  const [from, to] = [h.memory.allocate(400), h.memory.allocate(400)];
  for (let i = 0; i < 100; i++) h.memory.view.setInt32(from + 4 * i, i, true);
  const copied = h.call('cudaMemcpy2D', BigInt(to), 0, 4n, 3n, BigInt(from), 0, 4n, 10n, 3n, 4n, 0);
  assert.equal(copied, 0);
  const got = Array.from({ length: 12 }, (_, i) => h.int(to + 4 * i));
  assert.deepEqual(got, [0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32]);
});

test('memory info: what is free shrinks by what is allocated', (t) => {
  const h = harness(t);
  const [free, total, cell] = [h.cell(), h.cell(), h.cell()];
  h.call('cudaMemGetInfo', free, 8, total, 8);
  const before = h.long(free);
  h.call('cudaMalloc', cell, 8n, 1n << 20n);
  h.call('cudaMemGetInfo', free, 8, total, 8);
  assert.equal(before - h.long(free), 8n << 20n);
});

test('streams and events', (t) => {
  const h = harness(t);
  const [stream, start, end, time] = [h.cell(), h.cell(), h.cell(), h.cell()];
  assert.equal(h.call('cudaStreamCreate', stream, 0, 0), 0);
  assert.equal(h.call('cudaEventCreate', start), 0);
  assert.equal(h.call('cudaEventCreate', end), 0);
  assert.equal(h.call('cudaEventElapsedTime', time, 4, start, end), errorCode('cudaErrorInvalidResourceHandle'));
  assert.equal(h.call('cudaEventRecord', start, h.long(stream)), 0);
  assert.equal(h.call('cudaEventRecord', end, h.long(stream)), 0);
  assert.equal(h.call('cudaEventSynchronize', end), 0);
  assert.equal(h.call('cudaEventElapsedTime', time, 4, start, end), 0);
  const milliseconds = h.memory.view.getFloat32(time, true);
  assert.ok(milliseconds >= 0 && milliseconds < 1000);
  assert.equal(h.call('cudaStreamSynchronize', h.long(stream)), 0);
  assert.equal(h.call('cudaStreamDestroy', h.long(stream)), 0);
  assert.equal(h.call('cudaStreamQuery', h.long(stream)), errorCode('cudaErrorInvalidResourceHandle'));
  assert.equal(h.call('cudaEventDestroy', start), 0);
});

test('errors: names and texts', (t) => {
  const h = harness(t);
  const buffer = h.memory.allocate(128);
  h.call('cudaGetErrorString', buffer, 128n, 9);
  assert.equal(text(h, buffer, 128), 'invalid configuration argument');
  h.call('cudaGetErrorName', buffer, 128n, 700);
  assert.equal(text(h, buffer, 128), 'cudaErrorIllegalAddress');
});

test('versions and limits', (t) => {
  const h = harness(t);
  const n = h.cell();
  assert.equal(h.call('cudaRuntimeGetVersion', n, 4), 0);
  assert.equal(h.int(n), 13_000);
  assert.equal(h.call('cudaDeviceSetLimit', 2, 1n << 24n), 0);
  assert.equal(h.call('cudaDeviceGetLimit', n, 8, 2), 0);
  assert.equal(h.long(n), 1n << 24n);
});

test('the occupancy of a small kernel is limited by threads', (t) => {
  const h = harness(t);
  const n = h.cell();
  assert.equal(h.call('cudaOccupancyMaxActiveBlocksPerMultiprocessor', n, 4, kernelValues, 256, 0n), 0);
  assert.equal(h.int(n), 8);
  assert.equal(h.call('cudaFuncSetAttribute', kernelValues, 8, 100_000), 0);
  assert.equal(h.call('cudaOccupancyMaxActiveBlocksPerMultiprocessor', n, 4, kernelValues, 256, 100_000n), 0);
  assert.equal(h.int(n), 1);
});
