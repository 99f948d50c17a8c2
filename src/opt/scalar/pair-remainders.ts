/**
 * A remainder whose quotient is computed as well is what the quotient leaves, x - x/n*n: one division for both. What is divided by constants is left to divide-by-constants.
 */
import { op } from '../../ir/build.ts';
import type { Expression, Fn } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import { changeFunction, eachExpressionIn } from '../../ir/walk.ts';

const quotients: Readonly<Record<string, 'div' | 'div.u'>> = { rem: 'div', 'rem.u': 'div.u' };

export function pairRemainders(fn: Fn): Fn {
  const known = new Set<string>();
  eachExpressionIn(fn.body, (e) => {
    if (e.kind === 'op' && (e.op === 'div' || e.op === 'div.u') && isWhole(e)) known.add(keyOf(e));
  });
  if (known.size === 0) return fn;
  const change = (e: Expression): Expression => {
    const name = e.kind === 'op' ? quotients[e.op] : undefined;
    if (name === undefined || e.kind !== 'op' || !isWhole(e)) return e;
    const [x, n] = e.args;
    const quotient = op(name, [x!, n!]);
    return known.has(keyOf(quotient)) ? op('sub', [x!, op('mul', [quotient, n!])]) : e;
  };
  return changeFunction(fn, change);
}

function isWhole(e: Extract<Expression, { kind: 'op' }>): boolean {
  return (e.type === 'i32' || e.type === 'i64') && e.args[1]!.kind !== 'const';
}
