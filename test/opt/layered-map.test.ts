/** Maps of which parts of a program have versions of their own: they do what copies of whole maps would. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayeredMap } from '../../src/opt/analysis/layered-map.ts';

function random(seed: number): (below: number) => number {
  let x = seed;
  return (below) => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return Math.floor((x / 2 ** 32) * below);
  };
}

const contents = (of: LayeredMap<number, number>): [number, number][] => {
  const found: [number, number][] = [];
  of.each((key, value) => found.push([key, value]));
  return found.sort(([a], [b]) => a - b);
};

/** Some changes; then perhaps a part that is kept or left, and so on. */
function change(
  map: LayeredMap<number, number>,
  copy: Map<number, number>,
  next: (n: number) => number,
  depth: number,
) {
  for (let i = 0; i < 12; i++) {
    const key = next(8);
    switch (next(6)) {
      case 0:
      case 1:
        map.set(key, i);
        copy.set(key, i);
        break;
      case 2:
        map.delete(key);
        copy.delete(key);
        break;
      case 3:
        map.each((k, value) => {
          if (value % 3 === 0) map.delete(k);
        });
        for (const [k, value] of copy) if (value % 3 === 0) copy.delete(k);
        break;
      case 4:
        if (next(8) === 0) {
          map.clear();
          copy.clear();
        }
        break;
      default:
        if (depth > 0) {
          const part = new LayeredMap(map);
          const partCopy = new Map(copy);
          change(part, partCopy, next, depth - 1);
          if (next(2) === 0) break;
          part.settle();
          copy.clear();
          for (const [k, value] of partCopy) copy.set(k, value);
        }
    }
    assert.deepEqual(
      contents(map),
      [...copy].sort(([a], [b]) => a - b),
    );
    assert.equal(map.get(key), copy.get(key));
    if (copy.size > 0) assert.ok(!map.isEmpty);
  }
}

test('layers that are changed, kept and left hold what copies hold', () => {
  for (let seed = 1; seed <= 200; seed++) change(new LayeredMap<number, number>(), new Map(), random(seed), 3);
});
