/** Quotients and remainders by powers of two, of unsigned numbers and of those that surely are not negative: shifts and masks. */
import { integer, op } from '../../ir/build.ts';
import type { Expression, Fn } from '../../ir/module.ts';
import { changeFunction } from '../../ir/walk.ts';
import { type RangeOf, ranges } from '../analysis/ranges.ts';
import { isPower } from './divide-by-constants.ts';

export function shiftQuotients(fn: Fn): Fn {
  const rangeOf = ranges(fn);
  return changeFunction(fn, (e) => shifted(e, rangeOf) ?? e);
}

function shifted(e: Expression, rangeOf: RangeOf): Expression | undefined {
  if (e.kind !== 'op' || !quotients.has(e.op) || (e.type !== 'i32' && e.type !== 'i64')) return undefined;
  const [x, d] = e.args;
  if (!x || d?.kind !== 'const') return undefined;
  const by = BigInt(d.value);
  const isUnsigned = e.op === 'div.u' || e.op === 'rem.u';
  if (by < 2n || !isPower(by) || (!isUnsigned && (rangeOf(x)?.low ?? -1) < 0)) return undefined;
  return e.op.startsWith('div')
    ? op('shr.u', [x, integer(e.type, by.toString(2).length - 1)])
    : op('and', [x, integer(e.type, by - 1n)]);
}

const quotients: ReadonlySet<string> = new Set(['div', 'rem', 'div.u', 'rem.u']);
