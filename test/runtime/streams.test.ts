/** The order of work: what CUDA promises holds whichever thread runs a command. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Device } from '../../src/machine/device.ts';
import { errorCode } from '../../src/machine/errors.ts';
import { Graphs } from '../../src/runtime/graphs.ts';
import { type Harness, harness } from './harness.ts';

/** step: a(i) = a(i) * 3 + k. slow: the same after many turns of a loop. */
const kernels = `
kernel "step" ("a":ptr.global "k":i32) () {
  local "p":ptr.global
  $2 = (offset:ptr.global $0:ptr.global (extend:i64 (mul:i32 (add:i32 (special tid.x) (mul:i32 (special ctaid.x) (special ntid.x))) 4:i32)))
  store i32 $2:ptr.global 0 (add:i32 (mul:i32 (load i32 $2:ptr.global 0) 3:i32) $1:i32)
}
kernel "slow" ("a":ptr.global "k":i32) () {
  local "p":ptr.global
  local "i":i32
  local "x":i32
  $2 = (offset:ptr.global $0:ptr.global (extend:i64 (mul:i32 (add:i32 (special tid.x) (mul:i32 (special ctaid.x) (special ntid.x))) 4:i32)))
  $4 = $1:i32
  for "l" $3 0:i32 12000:i32 1:i32 {
    $4 = (xor:i32 (mul:i32 $4:i32 1664525:i32) $3:i32)
  }
  store i32 $2:ptr.global 0 (add:i32 (mul:i32 (load i32 $2:ptr.global 0) 3:i32) (add:i32 $1:i32 (and:i32 $4:i32 0:i32)))
}
`;

type Setup = Harness & {
  readonly run: (kernel: number, blocks: number, array: bigint, k: number, stream?: bigint, on?: Device) => void;
};

function setup(t: TestContext, threads = 4): Setup {
  const h = harness(t, { kernels, threads });
  const params = h.memory.allocate(64);
  h.engine.startWorkers();
  return {
    ...h,
    run: (kernel, blocks, array, k, stream = 0n, on = h.device) => {
      h.memory.view.setBigInt64(params, array, true);
      h.memory.view.setInt32(params + 8, k, true);
      const one = { y: 1, z: 1 };
      const launch = { kernel, grid: { x: blocks, ...one }, block: { x: 64, ...one }, sharedBytes: 0, stream };
      assert.equal(on.launch({ ...launch, params: BigInt(params) }), 0);
    },
  };
}

const [step, slow] = [0, 1];

test('thousands of launches in one stream run one after another', (t) => {
  const h = setup(t);
  const blocks = 40;
  const array = h.device.allocate(blocks * 256, 'device');
  let expected = 0;
  for (let i = 0; i < 3000; i++) {
    h.run(i % 100 === 0 ? slow : step, blocks, array, i);
    expected = (Math.imul(expected, 3) + i) | 0;
  }
  assert.equal(h.device.synchronise(), 0);
  for (let i = 0; i < blocks * 64; i++) assert.equal(h.int(Number(array) + 4 * i), expected);
});

test('the default stream waits for blocking streams, and they for it', (t) => {
  const h = setup(t);
  const streams = Array.from({ length: 7 }, () => h.device.createStream(true, 0));
  const array = h.device.allocate(7 * 256, 'device');
  let expected = 0;
  for (let round = 1; round <= 60; round++) {
    for (const [i, stream] of streams.entries()) h.run(slow, 1, array + 256n * BigInt(i), round, stream);
    h.run(step, 7, array, round);
    expected = (Math.imul((Math.imul(expected, 3) + round) | 0, 3) + round) | 0;
  }
  assert.equal(h.device.synchronise(), 0);
  for (let i = 0; i < 7 * 64; i++) assert.equal(h.int(Number(array) + 4 * i), expected);
});

test('a non-blocking stream is not held up by the default stream', (t) => {
  const h = setup(t);
  const free = h.device.createStream(false, 0);
  const array = h.device.allocate(4096, 'device');
  for (let i = 0; i < 40; i++) h.run(slow, 16, array, i);
  assert.equal(h.device.queryStream(free), 0);
  assert.equal(h.device.queryStream(0n), errorCode('cudaErrorNotReady'));
  h.device.synchronise();
});

test('a stream waits for an event of another', (t) => {
  const h = setup(t);
  const [one, two] = [h.device.createStream(false, 0), h.device.createStream(false, 0)];
  const array = h.device.allocate(64 * 256, 'device');
  const event = h.device.createEvent(true);
  let expected = 0;
  for (let i = 1; i <= 100; i++) {
    const [from, to] = i % 2 === 0 ? [one, two] : [two, one];
    h.run(i % 3 === 0 ? slow : step, 64, array, i, from);
    expected = (Math.imul(expected, 3) + i) | 0;
    assert.equal(h.device.recordEvent(event, from), 0);
    assert.equal(h.device.waitForEvent(to, event), 0);
  }
  assert.equal(h.device.synchronise(), 0);
  assert.equal(h.int(Number(array) + 4 * 4000), expected);
});

test('events take the time of the work between them', (t) => {
  const h = setup(t, 2);
  const array = h.device.allocate(256 * 256, 'device');
  const [start, end] = [h.device.createEvent(true), h.device.createEvent(true)];
  h.device.recordEvent(start, 0n);
  h.run(slow, 256, array, 1);
  h.device.recordEvent(end, 0n);
  assert.equal(h.device.synchroniseEvent(end), 0);
  const { error, milliseconds } = h.device.elapsed(start, end);
  assert.equal(error, 0);
  assert.ok(milliseconds > 0.2, `${milliseconds} ms`);
});

test('asynchronous copies keep their place in the stream', (t) => {
  const h = setup(t);
  const bytes = 1 << 20;
  const array = h.device.allocate(bytes, 'device');
  const host = h.device.allocate(bytes, 'pinned');
  const stream = h.device.createStream(true, 0);
  const copy = (to: bigint, from: bigint) =>
    h.device.copy({ to, from, toPitch: bytes, fromPitch: bytes, width: bytes, height: 1, stream, asynchronous: true });
  for (let i = 0; i < 5; i++) {
    h.run(slow, 256, array, i, stream);
    assert.equal(copy(host, array), 0);
    h.run(step, 256, array, 0, stream);
    assert.equal(copy(array, host), 0);
  }
  h.device.synchroniseStream(stream);
  let expected = 0;
  for (let i = 0; i < 5; i++) expected = expected * 3 + i;
  assert.equal(h.int(Number(host)), expected);
  assert.equal(h.int(Number(array) + 4 * 16_000), expected);
});

test('memory that a running kernel uses is freed after it', (t) => {
  const h = setup(t);
  const array = h.device.allocate(256 * 64, 'device');
  h.run(slow, 64, array, 1);
  assert.equal(h.device.free(array), 0);
  const other = h.device.allocate(256 * 64, 'device');
  assert.notEqual(other, array);
  h.device.synchronise();
  assert.equal(h.device.allocate(256 * 64, 'device'), array);
});

test('memory that was given back holds no old values', (t) => {
  const h = setup(t);
  const array = h.device.allocate(1024, 'device');
  h.memory.view.setInt32(Number(array), 17, true);
  assert.equal(h.device.free(array), 0);
  assert.equal(h.int(Number(array)), -1);
});

test('a callback runs on the host once the work before it is done', (t) => {
  const h = setup(t);
  const array = h.device.allocate(256 * 64, 'device');
  const called: number[] = [];
  h.run(slow, 64, array, 1);
  h.device.hostCallback(0n, () => called.push(h.int(Number(array))));
  h.device.synchronise();
  assert.deepEqual(called, [1]);
});

test('a captured graph does its work at each launch, with the arguments it was captured with', (t) => {
  const h = setup(t);
  const graphs = new Graphs((from, bytes) => {
    const to = h.memory.allocate(bytes);
    h.memory.bytes(to, bytes).set(h.memory.bytes(Number(from), bytes));
    return BigInt(to);
  });
  const array = h.device.allocate(256, 'device');
  const [one, two] = [h.device.createStream(false, 0), h.device.createStream(false, 0)];
  const event = h.device.createEvent(false);
  const recording = graphs.recording(h.device);
  const run = (k: number, stream: bigint) => h.run(step, 1, array, k, stream, recording);
  assert.equal(graphs.begin(one), 0);
  run(1, one);
  assert.equal(recording.recordEvent(event, one), 0);
  assert.equal(recording.waitForEvent(two, event), 0);
  run(2, two);
  assert.equal(recording.synchroniseStream(one), errorCode('cudaErrorStreamCaptureUnsupported'));
  const { error, graph } = graphs.end(one);
  assert.equal(error, 0);
  const exec = graphs.instantiate(graph) ?? 0n;
  assert.equal(graphs.nodes(graph)?.length, 2);
  h.device.synchronise();
  assert.equal(h.int(Number(array)), 0);
  for (let i = 0; i < 3; i++) assert.equal(graphs.launch(exec, h.device, one), 0);
  h.device.synchronise();
  let expected = 0;
  for (let i = 0; i < 3; i++) expected = (expected * 3 + 1) * 3 + 2;
  assert.equal(h.int(Number(array)), expected);
});
