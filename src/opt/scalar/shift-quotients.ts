/** Quotients and remainders by powers of two: shifts and masks, of numbers that may be negative where 64 bits are divided (no lanes divide those) and where a remainder is compared. */
import { integer, op } from '../../ir/build.ts';
import type { Expression, Fn } from '../../ir/module.ts';
import { changeFunction, someExpressionIn } from '../../ir/walk.ts';
import { type RangeOf, ranges } from '../analysis/ranges.ts';
import { byPower, isPower } from './divide-by-constants.ts';

export function shiftQuotients(fn: Fn): Fn {
  if (!someExpressionIn(fn.body, isQuotient)) return fn;
  const rangeOf = ranges(fn);
  return changeFunction(fn, (e) => shifted(e, rangeOf) ?? compared(e) ?? e);
}

function shifted(e: Expression, rangeOf: RangeOf): Expression | undefined {
  if (!isQuotient(e)) return undefined;
  const [x, d] = e.args;
  if (!x || d?.kind !== 'const') return undefined;
  const by = BigInt(d.value);
  const isUnsigned = e.op === 'div.u' || e.op === 'rem.u';
  if (by < 2n || !isPower(by)) return undefined;
  if (!isUnsigned && (rangeOf(x)?.low ?? -1) < 0)
    return e.op === 'div' && e.type === 'i64' && x.kind === 'local' ? byPower(x, by, false) : undefined;
  return e.op.startsWith('div')
    ? op('shr.u', [x, integer(e.type, by.toString(2).length - 1)])
    : op('and', [x, integer(e.type, by - 1n)]);
}

function isQuotient(e: Expression): e is Extract<Expression, { kind: 'op' }> {
  return (
    e.kind === 'op' && quotients.has(e.op) && (e.type === 'i32' || e.type === 'i64') && e.args[1]?.kind === 'const'
  );
}

const quotients: ReadonlySet<string> = new Set(['div', 'rem', 'div.u', 'rem.u']);

const compared = (e: Expression): Expression | undefined =>
  e.kind === 'op' && (e.op === 'eq' || e.op === 'ne') ? ofRemainder(e) : undefined;

/** `mod(x, 2**k) == c` asks for the last bits of x, and for its sign where c has one. */
export function ofRemainder({ op: name, args: [a, c] }: Extract<Expression, { kind: 'op' }>): Expression | undefined {
  if (a?.kind !== 'op' || a.op !== 'rem' || c?.kind !== 'const') return undefined;
  const [x, n] = a.args;
  if (!x || n?.kind !== 'const') return undefined;
  const [by, rest] = [BigInt(n.value) < 0n ? -BigInt(n.value) : BigInt(n.value), BigInt(c.value)];
  const size = rest < 0n ? -rest : rest;
  if (by === 0n || !isPower(by) || size >= by) return undefined;
  const sign = a.type === 'i64' ? 1n << 63n : 1n << 31n;
  const mask = rest === 0n ? by - 1n : sign | (by - 1n);
  const bits = rest < 0n ? sign | (rest & (by - 1n)) : rest;
  return op(name, [op('and', [x, integer(a.type, mask)]), integer(a.type, bits)]);
}
