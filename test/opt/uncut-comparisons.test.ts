import assert from 'node:assert/strict';
import { test } from 'node:test';
import { op } from '../../src/ir/build.ts';
import type { Expression } from '../../src/ir/module.ts';
import { folded, substituted } from '../../src/opt/scalar/fold.ts';
import { uncutComparison } from '../../src/opt/scalar/uncut-comparisons.ts';

const inf = Number.POSITIVE_INFINITY;
const reals = [0, -0, 0.5, -0.5, 0.999, -0.999, 1, -1, 1.5, -1.5, 2, -2, 2.5, -3.5, 7e9, -7e9, inf, -inf, Number.NaN];

test('reals compare as what they are cut to', () => {
  for (const type of ['f32', 'f64'] as const)
    for (const order of ['lt', 'le', 'gt', 'ge'] as const)
      for (const cut of ['floor', 'ceil', undefined] as const)
        for (const bound of [-3, -2, -1, 0, 1, 2, 3])
          for (const swapped of [false, true]) {
            const x: Expression = { kind: 'local', type, index: 0 };
            const whole = op('to.i32', [cut ? op(cut, [x]) : x]);
            const args = [whole, { kind: 'const', type: 'i32', value: bound } as const];
            const e: Expression = { kind: 'op', type: 'bool', op: order, args: swapped ? args.toReversed() : args };
            const made = uncutComparison(e);
            assert.ok(made);
            for (const value of reals) {
              const values = new Map<number, Expression>([[0, { kind: 'const', type, value: Math.fround(value) }]]);
              const of = (given: Expression): Expression => folded(substituted(given, values));
              assert.deepEqual(of(made), of(e), `${order} ${cut} ${bound} of ${value}`);
            }
          }
});
