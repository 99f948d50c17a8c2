/** Arguments of native routines through cells. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callStubs, callWith, type NativeCall, passedCall } from '../../src/runtime/native/call-stubs.ts';
import { loadKoffi } from '../../src/runtime/native/load-koffi.ts';

const koffi = loadKoffi([import.meta.url]);
const stubs = koffi && callStubs(koffi);
const skip = stubs ? false : 'no stubs on this system';

test('arguments beyond the registers arrive, with any number of them', { skip }, () => {
  assert.ok(koffi && stubs);
  const c = koffi.load(null);
  // snprintf(room, bytes, format, …) takes as many as its format names, from the registers and the stack.
  const format = new Uint8Array(new TextEncoder().encode(`${'%lx '.repeat(9)}\0`));
  const room = new Uint8Array(512);
  for (let count = 3; count <= 12; count++) {
    const stub: NativeCall | undefined = stubs(Number(c.symbol('snprintf')), count);
    assert.ok(stub);
    const given = Array.from({ length: count - 3 }, (_, i) => 2 ** 47 + 0x1234 * (i + 1));
    const text = `${'%lx '.repeat(count - 3)}\0`;
    format.set(new TextEncoder().encode(text));
    const written = callWith(stub, [Number(koffi.address(room)), room.length, Number(koffi.address(format)), ...given]);
    const expected = given.map((value) => `${value.toString(16)} `).join('');
    assert.equal(written, expected.length);
    assert.equal(new TextDecoder().decode(room.subarray(0, written)), expected);
  }
});

test('results are the lower 32 bits with their sign', { skip }, () => {
  assert.ok(koffi && stubs);
  const stub = stubs(Number(koffi.load(null).symbol('labs')), 1);
  assert.ok(stub);
  assert.equal(callWith(stub, [-77]), 77);
  assert.equal(callWith(stub, [2 ** 31 + 5]), 5 - 2 ** 31);
});

test('without stubs the same arguments are passed one by one', () => {
  const seen: (readonly number[])[] = [];
  const call = passedCall((...given) => void seen.push(given), 3);
  callWith(call, [1, 2 ** 40 + 7, 0]);
  callWith(call, [2 ** 52 + 1, 3, -4]);
  assert.deepEqual(seen, [
    [1, 2 ** 40 + 7, 0],
    [2 ** 52 + 1, 3, -4],
  ]);
});
