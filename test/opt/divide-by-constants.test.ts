/** Quotients and remainders by constants are what the division gives. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { integer, op } from '../../src/ir/build.ts';
import type { Expression } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { mapExpression } from '../../src/ir/walk.ts';
import { divideByConstants } from '../../src/opt/scalar/divide-by-constants.ts';

const divisors = [1, 2, 3, 5, 6, 7, 8, 10, 12, 25, 60, 64, 100, 127, 641, 1000, 4096, 65537, 1_000_003, 2_147_483_647];
const numbers = [0, 1, 2, 5, 6, 7, 8, 9, 63, 64, 99, 640, 641, 642, 65536, 1 << 30, 2_147_483_646, 2_147_483_647];

for (const type of ['i32', 'i64'] as const)
  for (const name of ['div', 'rem'] as const)
    test(`${name} of ${type}`, () => {
      const wide = type === 'i64' ? [2n ** 40n + 17n, 2n ** 62n, 2n ** 63n - 1n] : [];
      const all = [...numbers.map(BigInt), ...wide].flatMap((n) => [n, -n]);
      for (const by of divisors.flatMap((d) => [d, -d])) {
        const body = statements(type, name, by);
        for (const n of [...all, type === 'i64' ? -(2n ** 63n) : -(2n ** 31n)]) {
          const want = op(name, [integer(type, n), integer(type, by)]);
          assert.deepEqual(run(body, integer(type, n)), want, `${n} ${name} ${by}`);
        }
      }
    });

for (const [outer, inner] of [
  ['rem', 'rem'],
  ['rem', 'div'],
  ['div', 'rem'],
] as const)
  test(`${outer} of a sum with ${inner}`, () => {
    for (const by of [8, 11, 4096, 1 << 30]) {
      const body = statementsOf(
        'i32',
        `(${outer}:i32 (add:i32 (${inner}:i32 (xor:i32 $0:i32 5:i32) ${by}:i32) 1:i32) ${by}:i32)`,
      );
      for (const n of numbers.flatMap((m) => [m, -m])) {
        const sum = op('add', [
          op(inner, [op('xor', [integer('i32', n), integer('i32', 5)]), integer('i32', by)]),
          integer('i32', 1),
        ]);
        assert.deepEqual(run(body, integer('i32', n)), op(outer, [sum, integer('i32', by)]), `${n} by ${by}`);
      }
    }
  });

function statements(type: string, name: string, by: number) {
  return statementsOf(type, `(${name}:${type} $0:${type} ${by}:${type})`);
}

function statementsOf(type: string, value: string) {
  const [fn] = parseModule(
    `module "m"\nkernel "k" ("n":${type}) () {\n  local "q":${type}\n  $1 = ${value}\n  return ()\n}\n`,
  ).functions;
  return divideByConstants(fn!).body;
}

/** The last value that is set. */
function run(body: ReturnType<typeof statements>, n: Expression): Expression | undefined {
  const locals = new Map([[0, n]]);
  let last: Expression | undefined;
  for (const s of body) {
    if (s.kind !== 'set') continue;
    last = mapExpression(s.value, (e) => {
      if (e.kind === 'local') return locals.get(e.index)!;
      return e.kind === 'op' ? op(e.op, e.args) : e;
    });
    locals.set(s.local, last);
  }
  return last;
}
