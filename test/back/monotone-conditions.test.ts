/** Conditions that the ends of a chunk decide: what is known of how far a place may grow. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsOf } from '../../src/back/wasm/vector/monotone-conditions.ts';
import { add, i32, local, mul, op, special } from '../../src/ir/build.ts';
import type { Expression } from '../../src/ir/module.ts';
import { someExpression } from '../../src/ir/walk.ts';

const place = local(0, 'i32');
const other = local(1, 'i32');
const isPlace = (e: Expression): boolean => e === place || (e.kind === 'special' && e.name === 'tid.x');
const ends = (e: Expression, definition?: Expression) =>
  endsOf(e, {
    strideOf: (x) => (someExpression(x, isPlace) ? 1 : 0),
    definitionOf: (l) => (l === 0 ? definition : undefined),
  });

test('numbers of threads do not wrap', () => {
  assert.equal(ends(op('gt', [place, other]), add(special('tid.x'), i32(1)))?.mayWrap, false);
  assert.equal(ends(op('le', [other, add(mul(special('tid.x'), i32(512)), i32(-7))]))?.mayWrap, false);
});

test('other places may', () => {
  assert.equal(ends(op('gt', [place, other]))?.mayWrap, true);
  assert.equal(ends(op('gt', [place, other]), add(special('tid.x'), other))?.mayWrap, true);
  assert.equal(ends(op('gt', [place, other]), mul(special('tid.x'), i32(1 << 20)))?.mayWrap, true);
  assert.equal(ends(op('gt', [place, other]), add(special('tid.x'), i32(2 ** 31 - 9)))?.mayWrap, true);
});
