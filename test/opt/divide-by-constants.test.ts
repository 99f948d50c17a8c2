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

function statements(type: string, name: string, by: number) {
  const [fn] = parseModule(
    `module "m"\nkernel "k" ("n":${type}) () {\n  local "q":${type}\n  $1 = (${name}:${type} $0:${type} ${by}:${type})\n  return ()\n}\n`,
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
