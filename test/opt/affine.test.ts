/** What affine forms claim of random expressions is what evaluating them gives. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { integer, local, op } from '../../src/ir/build.ts';
import type { Expression } from '../../src/ir/module.ts';
import { keyOf } from '../../src/ir/value-key.ts';
import { mapExpression, someExpression } from '../../src/ir/walk.ts';
import {
  type Affine,
  AffineForms,
  type AffineRules,
  byFixed,
  difference,
  divided,
  expressionOf,
  growthOf,
  isConstant,
  plus,
} from '../../src/opt/analysis/affine.ts';

/** Deterministic. */
function randomNumbers(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) % n;
  };
}
type Next = (n: number) => number;

const names = ['add', 'add', 'sub', 'mul', 'mul', 'shl', 'and'] as const;

/** Of either width; locals 0 to 2 have 32 bits, the others 64. Small values: an index that overflows is no index. */
function randomExpression(next: Next, type: 'i32' | 'i64', depth: number): Expression {
  if (depth === 0 || next(6) === 0) {
    if (next(3) === 0) return integer(type, next(9) - 4);
    return type === 'i32' || next(3) === 0 ? widened(local(next(3), 'i32'), type) : local(3 + next(2), 'i64');
  }
  if (type === 'i64' && next(4) === 0) return op('extend', [randomExpression(next, 'i32', depth - 1)]);
  const name = names[next(names.length)]!;
  const right = name === 'shl' ? integer(type, next(4)) : randomExpression(next, type, depth - 1);
  return op(name, [randomExpression(next, type, depth - 1), right]);
}

const widened = (e: Expression, type: 'i32' | 'i64'): Expression => (e.type === type ? e : op('extend', [e]));

function evaluate(e: Expression, locals: readonly number[]): bigint {
  const made = mapExpression(e, (x) => {
    if (x.kind === 'local') return integer(x.type, locals[x.index]!);
    return x.kind === 'op' ? op(x.op, x.args) : x;
  });
  assert.equal(made.kind, 'const');
  return made.kind === 'const' ? BigInt(made.value) : 0n;
}

function worthOf(form: Affine, locals: readonly number[], bits: 32 | 64): bigint {
  let sum = form.constant;
  for (const { atoms, factor } of form.terms.values()) sum += atoms.reduce((n, a) => n * evaluate(a.e, locals), factor);
  return BigInt.asIntN(bits, sum);
}

const isFixed = (e: Expression): boolean => !someExpression(e, (x) => x.kind === 'local' && x.index < 2);

const ways: readonly (AffineRules & { readonly name: string })[] = [
  { name: 'of 64 bits', bits: 64, keyOf },
  { name: 'of 32 bits', bits: 32, keyOf },
  { name: 'by what is fixed', bits: 64, keyOf, product: byFixed(isFixed) },
  { name: 'with halves', bits: 64, keyOf, product: byFixed(isFixed, { terms: 2, atoms: 2 }), keepsHalves: true },
];

for (const { name, ...rules } of ways) {
  test(`forms ${name} are worth what the expressions are`, () => {
    const next = randomNumbers(11);
    const forms = new AffineForms(rules);
    let products = 0;
    for (let i = 0; i < 500; i++) {
      const [e, other] = [randomExpression(next, 'i64', 4), randomExpression(next, 'i64', 3)];
      const [form, of] = [forms.of(e), forms.of(other)];
      if ([...form.terms.values()].some((t) => t.atoms.length > 1)) products++;
      const written = expressionOf(form, rules.bits === 64 ? 'i64' : 'i32');
      for (let j = 0; j < 8; j++) {
        const locals = Array.from({ length: 5 }, () => next(41) - 20);
        const value = BigInt.asIntN(rules.bits, evaluate(e, locals));
        const shown = `${keyOf(e)} of ${locals}`;
        assert.equal(worthOf(form, locals, rules.bits), value, shown);
        if (written) assert.equal(evaluate(written, locals), value, `${shown}, written`);
        else assert.equal(value, 0n, shown);
        const sum = forms.sum(form, of, -3n);
        const wanted = BigInt.asIntN(rules.bits, value - 3n * evaluate(other, locals));
        assert.equal(worthOf(sum, locals, rules.bits), wanted, `${shown}, in a sum`);
      }
    }
    assert.ok(products > 50);
  });
}

test('growths, quotients and distances hold', () => {
  const next = randomNumbers(5);
  const forms = new AffineForms({ bits: 64, keyOf });
  const known = { growths: 0, quotients: 0, distances: 0 };
  for (let i = 0; i < 600; i++) {
    const e = randomExpression(next, 'i64', 4);
    const form = forms.of(e);
    const growth = growthOf(form, 0);
    const third = divided(form, 3n);
    const near = difference(forms.of(op('add', [e, integer('i64', 5)])), form);
    const other = difference(forms.of(randomExpression(next, 'i64', 2)), forms.of(randomExpression(next, 'i64', 2)));
    assert.ok(isConstant(near) && near.constant === 5n);
    if (isConstant(other)) known.distances++;
    // What is no sum may hold the local in another way.
    const isOpen = [...form.terms.values()].some((t) =>
      t.atoms.some((a) => a.e.kind !== 'local' && someExpression(a.e, (x) => x.kind === 'local' && x.index === 0)),
    );
    for (let j = 0; j < 8; j++) {
      const locals = Array.from({ length: 5 }, () => next(41) - 20);
      const moved = locals.with(0, locals[0]! + 1);
      assert.equal(worthOf(plus(form, 7), locals, 64), evaluate(e, locals) + 7n);
      if (third) assert.equal(3n * worthOf(third, locals, 64), evaluate(e, locals), keyOf(e));
      if (growth && !isOpen)
        assert.equal(worthOf(growth, locals, 64), evaluate(e, moved) - evaluate(e, locals), keyOf(e));
    }
    if (third) known.quotients++;
    if (growth && !isOpen && !isConstant(growth)) known.growths++;
  }
  assert.ok(known.growths > 20 && known.quotients > 10 && known.distances > 10, JSON.stringify(known));
});
