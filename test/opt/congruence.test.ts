/** What congruences claim of random expressions is what evaluating them gives. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { op } from '../../src/ir/build.ts';
import type { Expression, Fn, Statement } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { mapExpression } from '../../src/ir/walk.ts';
import { congruences } from '../../src/opt/analysis/congruence.ts';

/** Deterministic. */
function randomNumbers(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) % n;
  };
}

const constant = (value: number): Expression => ({ kind: 'const', type: 'i32', value });
const operationNames = ['add', 'sub', 'mul', 'shl', 'and', 'or', 'xor', 'rem', 'min', 'max', 'shr.s', 'div'] as const;
const interesting = [0, 1, -1, 2, 4, 6, 7, 8, 15, 16, 24, 100, -8, 4096, -4096, 12345];

function randomExpression(next: (n: number) => number, depth: number): Expression {
  if (depth === 0 || next(5) === 0)
    return next(2) === 0
      ? { kind: 'local', type: 'i32', index: next(2) }
      : constant(interesting[next(interesting.length)]!);
  const name = operationNames[next(operationNames.length)]!;
  const right =
    name === 'rem' || name === 'div' ? constant([1, 2, 3, 8, 12, -4][next(6)]!) : randomExpression(next, depth - 1);
  return op(name, [randomExpression(next, depth - 1), name === 'shl' || name === 'shr.s' ? constant(next(14)) : right]);
}

const evaluate = (e: Expression, locals: readonly number[]): number => {
  const made = mapExpression(e, (x) => {
    if (x.kind === 'local') return constant(locals[x.index]!);
    return x.kind === 'op' ? op(x.op, x.args) : x;
  });
  assert.equal(made.kind, 'const');
  return made.kind === 'const' ? Number(made.value) : 0;
};

test('claims about random expressions hold', () => {
  const next = randomNumbers(7);
  let claims = 0;
  for (let i = 0; i < 600; i++) {
    const e = randomExpression(next, 4);
    // The second local is a multiple of 8 plus 3.
    const set: Statement = {
      kind: 'set',
      local: 1,
      value: op('add', [op('mul', [{ kind: 'local', type: 'i32', index: 0 }, constant(8)]), constant(3)]),
    };
    const { modulus, rest } = congruences(functionOf([set]))(e);
    if (modulus > 1n) claims++;
    for (let j = 0; j < 20; j++) {
      const first = (next(1 << 24) - (1 << 23)) * (next(2) === 0 ? 1 : 255);
      const value = BigInt(evaluate(e, [first | 0, (Math.imul(first, 8) + 3) | 0]));
      assert.equal((((value - rest) % modulus) + modulus) % modulus, 0n, `${JSON.stringify(e)} of ${first}`);
    }
  }
  assert.ok(claims > 200, `only ${claims} claims`);
});

function functionOf(body: readonly Statement[]): Fn {
  const [fn] = parseModule('module "m"\nkernel "k" ("a":i32) () {\n  local "b":i32\n  return ()\n}\n').functions;
  return { ...fn!, body };
}

test('a variable of a loop counts in its steps', () => {
  const [fn] = parseModule(`module "m"
kernel "k" ("n":i32) () {
  local "i":i32
  local "j":i32
  $2 = 0:i32
  for "L" $1 5:i32 $0:i32 8:i32 {
    $2 = (add:i32 $2:i32 4:i32)
  }
  return ()
}
`).functions;
  const of = congruences(fn!);
  assert.deepEqual(of({ kind: 'local', type: 'i32', index: 1 }), { modulus: 8n, rest: 5n });
  assert.deepEqual(of({ kind: 'local', type: 'i32', index: 2 }), { modulus: 4n, rest: 0n });
  assert.deepEqual(of({ kind: 'local', type: 'i32', index: 0 }), { modulus: 1n, rest: 0n });
});
