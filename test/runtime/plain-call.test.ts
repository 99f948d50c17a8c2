/** Calls whose arguments are addresses that only move. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainCall } from '../../src/runtime/mpi/plain-call.ts';
import { callStubs } from '../../src/runtime/native/call-stubs.ts';
import { directCalls } from '../../src/runtime/native/direct-calls.ts';
import { loadKoffi } from '../../src/runtime/native/load-koffi.ts';

const koffi = loadKoffi([import.meta.url]);
const direct = koffi && directCalls(koffi);

test('addresses move by the base, also over a border of 4 GiB; what may stand for something is looked at', () => {
  const cells = new Uint32Array(6);
  const seen: string[] = [];
  const state = { callsBack: false };
  const printed = { isDirty: false, flush: () => seen.push('flush') };
  const call = plainCall({
    native: { cells, call: () => seen.push('call'), direct: () => seen.push('direct') },
    base: 5 * 2 ** 32 - 16,
    mayStand: [true, false, true],
    first: 1000,
    span: 8,
    special: (i, place) => {
      seen.push(`${i}: ${place}`);
    },
    printed,
    state,
  });
  assert.equal(call(1004, 20, 0), 1);
  assert.deepEqual(seen, ['0: 1004', '2: 0', 'direct']);
  state.callsBack = true;
  printed.isDirty = true;
  call(8, -16, 1009);
  assert.deepEqual(seen.slice(3), ['flush', 'call']);
  const numbers = [0, 1, 2].map((i) => (cells[2 * i] ?? 0) + 2 ** 32 * (cells[2 * i + 1] ?? 0));
  assert.deepEqual(
    numbers.map((n) => n - (5 * 2 ** 32 - 16)),
    [8, 2 ** 32 - 16, 1009],
  );
});

test('machine code is called through Node itself', { skip: direct ? false : 'this Node has no node:ffi' }, () => {
  assert.ok(koffi && direct);
  const c = koffi.load(null);
  const labs = callStubs(koffi, direct)?.(Number(c.symbol('labs')), 1);
  const other = callStubs(koffi, direct)?.(Number(c.symbol('toupper')), 1);
  assert.ok(labs?.direct && other?.direct);
  labs.cells.set([-77, -1]);
  other.cells.set([97, 0]);
  assert.equal(labs.direct(), 77);
  assert.equal(other.direct(), 65);
  assert.equal(labs.call(), 77);
});
