/** Points of three cells in vectors: what is taken apart is put together again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { componentOf, inOrder, inPlaces, vectorOf } from '../../src/back/wasm/vector/three-cells.ts';

type Vector = readonly number[];

/** Bytes of two vectors, by number. */
const shuffle = (a: Vector, b: Vector, by: readonly number[]): Vector => by.map((i) => (i < 16 ? a[i]! : b[i - 16]!));
const merged = ([a, b, c]: readonly Vector[], [first, second]: readonly (readonly number[])[]): Vector =>
  shuffle(shuffle(a!, b!, first!), c!, second!);

const memory = Array.from({ length: 48 }, (_, i) => i);
const vectors = [memory.slice(0, 16), memory.slice(16, 32), memory.slice(32)];
const component = (c: number): Vector =>
  [0, 1, 2, 3].flatMap((lane) => memory.slice(12 * lane + 4 * c, 12 * lane + 4 * c + 4));

test('components of four points', () => {
  for (const c of [0, 1, 2]) {
    const found = merged(vectors, componentOf(c));
    assert.deepEqual(shuffle(found, found, inOrder(c)), component(c));
  }
});

test('points of components', () => {
  const placed = [0, 1, 2].map((c) => shuffle(component(c), component(c), inPlaces(c)));
  for (const v of [0, 1, 2]) assert.deepEqual(merged(placed, vectorOf(v)), vectors[v]);
});
