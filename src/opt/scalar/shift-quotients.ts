/** Quotients and remainders by powers of two of numbers that surely are not negative: shifts and masks. */
import { integer, op } from '../../ir/build.ts';
import type { Expression, Fn } from '../../ir/module.ts';
import { mapBody } from '../../ir/walk.ts';
import { type RangeOf, ranges } from '../analysis/ranges.ts';

export function shiftQuotients(fn: Fn): Fn {
  const rangeOf = ranges(fn);
  return { ...fn, body: mapBody(fn.body, (e) => shifted(e, rangeOf) ?? e) };
}

function shifted(e: Expression, rangeOf: RangeOf): Expression | undefined {
  if (e.kind !== 'op' || (e.op !== 'div' && e.op !== 'rem') || e.type !== 'i32') return undefined;
  const [x, d] = e.args;
  if (!x || d?.kind !== 'const') return undefined;
  const by = Number(d.value);
  const bits = Math.log2(by);
  if (by < 2 || !Number.isInteger(bits) || (rangeOf(x)?.low ?? -1) < 0) return undefined;
  return e.op === 'div' ? op('shr.u', [x, integer('i32', bits)]) : op('and', [x, integer('i32', by - 1)]);
}
