/** Which bytes were never written, against a byte for each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shadow } from '../../src/machine/check-tools.ts';
import type { ProgramMemory } from '../../src/runtime/program-memory.ts';
import { Shadow } from '../../src/runtime/sanitizer/shadow.ts';

const pageBytes = 1 << shadow.pageBits;

function shadowOf(): Shadow {
  const buffer = new ArrayBuffer(8 * shadow.pageCount + 16 * pageBytes);
  let end = 8 * shadow.pageCount;
  const memory: Partial<ProgramMemory> = {
    view: new DataView(buffer),
    bytes: (at: number, count: number) => new Uint8Array(buffer, at, count),
    allocate: (bytes: number) => {
      end += bytes;
      return end - bytes;
    },
  };
  return new Shadow(memory as ProgramMemory, 0, true);
}

test('what is unset, written and copied', () => {
  const kept = shadowOf();
  const [from, bytes] = [pageBytes - 300, 600];
  const unset = new Array<boolean>(bytes).fill(false);
  let state = 5;
  const below = (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  for (let i = 0; i < 400; i++) {
    const at = below(bytes);
    const count = 1 + below(Math.min(bytes - at, 90));
    const source = below(bytes - count + 1);
    const known = unset.slice(source, source + count);
    const how = below(3);
    if (how === 0) kept.unset(from + at, count);
    else if (how === 1) kept.written(from + at, count);
    else kept.copied(from + at, from + source, count);
    for (let k = 0; k < count; k++) unset[at + k] = how === 0 || (how === 2 && known[k]!);
    const [low, length] = [below(bytes), below(200)];
    const looked = unset.slice(low, low + length);
    const first = looked.indexOf(true);
    assert.equal(kept.firstUnset(from + low, looked.length), first < 0 ? undefined : from + low + first);
    assert.equal(kept.isPartlySet(from + low, looked.length), looked.includes(false));
    const told = kept
      .unsetStretches(from, bytes)
      .flatMap((s) => Array.from({ length: s.bytes }, (_, k) => s.at + k - from));
    assert.deepEqual(
      told,
      [...unset.keys()].filter((k) => unset[k]),
    );
  }
});

test('copies of much memory', () => {
  const kept = shadowOf();
  kept.unset(0, 40);
  kept.copied(4 * pageBytes, 0, 3 * pageBytes);
  assert.deepEqual(kept.unsetStretches(0, 8 * pageBytes), [
    { at: 0, bytes: 40 },
    { at: 4 * pageBytes, bytes: 40 },
  ]);
});
