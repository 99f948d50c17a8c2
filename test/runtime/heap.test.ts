import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Heap } from '../../src/runtime/heap.ts';

const owner = { kind: 'unregistered', device: -1 } as const;

function heapOf(pages: number, maxPages: number): Heap {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: maxPages, shared: true });
  return new Heap(memory, 'i32', 1000, maxPages, () => {});
}

test('blocks do not overlap, are aligned, and all come back', () => {
  const heap = heapOf(4, 2000);
  const start = heap.available();
  const live = new Map<number, number>();
  let random = 1;
  const next = (n: number) => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (random >>> 8) % n;
  };
  for (let i = 0; i < 5000; i++) {
    if (live.size > 200 || (live.size > 0 && next(3) === 0)) {
      const address = [...live.keys()][next(live.size)]!;
      assert.ok(heap.free(address));
      live.delete(address);
      continue;
    }
    const bytes = next(8) === 0 ? next(200_000) : next(2000);
    const align = next(2) === 0 ? 64 : 256;
    const address = heap.allocate(bytes, align, owner);
    assert.ok(address > 0 && address % align === 0);
    for (const [other, size] of live) assert.ok(address + bytes <= other || other + size <= address);
    live.set(address, bytes);
  }
  for (const address of live.keys()) heap.free(address);
  assert.equal(heap.available(), start);
  assert.ok(heap.allocate(60_000_000, 256, owner) > 0, 'the free blocks are joined again');
});

test('where there is no room the address is 0, and the heap goes on', () => {
  const heap = heapOf(1, 100);
  assert.equal(heap.allocate(100 * 65536, 64, owner), 0);
  assert.ok(heap.allocate(50 * 65536, 64, owner) > 0);
  assert.equal(heap.allocate(Number.NaN, 64, owner), 0);
  assert.equal(heap.free(12345), false);
});

test('an allocation of no bytes has an address of its own', () => {
  const heap = heapOf(1, 100);
  assert.notEqual(heap.allocate(0, 64, owner), heap.allocate(0, 64, owner));
});
