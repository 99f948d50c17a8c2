/** What is known where conditions hold, against all small numbers for which they do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, and, i32, local, mul, op, or, special, sub } from '../../src/ir/build.ts';
import type { Expression } from '../../src/ir/module.ts';
import { keyOf } from '../../src/ir/value-key.ts';
import { withLocal } from '../../src/ir/walk.ts';
import { Facts } from '../../src/opt/analysis/facts.ts';
import { evaluator, type Instance } from '../../src/opt/analysis/shared-accesses.ts';
import { type Random, randomSource } from '../back/random-kernel.ts';

const [x, block] = [special('tid.x'), special('ctaid.x')];
const [m, n] = [local(0, 'i32'), local(1, 'i32')];
/** Of `tid.x`. */
const [low, high] = [1, 4];

function number(r: Random, depth: number): Expression {
  if (depth === 0 || r(3) === 0) return [x, block, m, n, i32(r(7) - 2)][r(5)]!;
  const [a, b] = [number(r, depth - 1), number(r, depth - 1)];
  return [add(a, b), sub(a, b), mul(i32(r(5) - 1), a), mul(a, b), op('min', [a, b]), op('max', [a, b])][r(6)]!;
}

const comparisons = ['lt', 'le', 'gt', 'ge', 'eq', 'ne'] as const;

function condition(r: Random, depth: number): Expression {
  if (depth > 0 && r(3) === 0) return [and, or][r(2)]!(condition(r, depth - 1), condition(r, depth - 1));
  return op(comparisons[r(6)]!, [number(r, 2), number(r, 1)]);
}

/** The value where `ctaid.x` is known, too. */
function valueAt(e: Expression, at: { tid: number; ctaid: number; m: number; n: number }): unknown {
  const known = withLocal(withLocal(placed(e, at.ctaid), 0, i32(at.m)), 1, i32(at.n));
  const instance: Instance = { tid: { 'tid.x': at.tid, 'tid.y': 0, 'tid.z': 0 }, loops: new Map() };
  return evaluator(known)(instance);
}

function placed(e: Expression, ctaid: number): Expression {
  if (e.kind === 'special' && e.name === 'ctaid.x') return i32(ctaid);
  return e.kind === 'op' ? { ...e, args: e.args.map((a) => placed(a, ctaid)) } : e;
}

const places = Array.from({ length: high - low + 1 }, (_, i) => low + i).flatMap((tid) =>
  [0, 1, 3].flatMap((ctaid) =>
    [-3, -1, 0, 1, 2, 5].flatMap((m) => [-2, 0, 1, 2, 4, 7].map((n) => ({ tid, ctaid, m, n }))),
  ),
);

test('what holds, fails or is simpler does so for all numbers', () => {
  let [claims, simpler] = [0, 0];
  for (let seed = 0; seed < 4000; seed++) {
    const r = randomSource(seed);
    const given = Array.from({ length: 1 + r(3) }, () => condition(r, 1));
    const facts = new Facts(given, new Map([[keyOf(x), [low, high]]]));
    const asked = condition(r, 2);
    const value = [
      number(r, 3),
      op('select', [condition(r, 1), number(r, 1), number(r, 1)]),
      op('rem', [number(r, 2), n]),
    ][r(3)]!;
    const [holds, fails, simple] = [facts.holds(asked), facts.fails(asked), facts.simplified(value)];
    if (holds || fails) claims++;
    if (keyOf(simple) !== keyOf(value)) simpler++;
    if (!holds && !fails && simple === value) continue;
    for (const at of places) {
      if (!given.every((c) => valueAt(c, at) === true)) continue;
      const text = `seed ${seed}: ${JSON.stringify(at)}`;
      if (holds) assert.equal(valueAt(asked, at), true, text);
      if (fails) assert.equal(valueAt(asked, at), false, text);
      const was = valueAt(value, at);
      if (was !== undefined) assert.equal(valueAt(simple, at), was, text);
    }
  }
  assert.ok(claims > 300 && simpler > 200, `${claims} claims, ${simpler} simpler`);
});
