/**
 * Products of a sum with a constant, multiplied out where ranges show that no part leaves 32 bits that the whole does not leave: (k + 1) * 32 is k * 32 and 32, and the addresses of
 * iterations that run together differ by constants.
 */
import { i32, op } from '../../ir/build.ts';
import type { Expression, Fn } from '../../ir/module.ts';
import { changeFunction, expressionsOf, someExpression, someStatement } from '../../ir/walk.ts';
import { type Range, ranges } from '../analysis/ranges.ts';
import { combined } from './instcombine.ts';

export function multiplyOut(fn: Fn): Fn {
  if (!someStatement(fn.body, (s) => expressionsOf(s).some((e) => someExpression(e, (x) => partsOf(x) !== undefined))))
    return fn;
  const rangeOf = ranges(fn);
  return changeFunction(fn, (e) => {
    const parts = partsOf(e);
    const range = parts && rangeOf(parts.of);
    if (!parts || !range || !fits(range, parts)) return combined(e);
    return op('add', [op('mul', [parts.of, i32(parts.by)]), i32(parts.plus * parts.by)]);
  });
}

type Parts = { readonly of: Expression; readonly plus: number; readonly by: number };

/** (of + plus) * by. */
function partsOf(e: Expression): Parts | undefined {
  if (e.kind !== 'op' || e.op !== 'mul' || e.type !== 'i32') return undefined;
  const [sum, by] = e.args;
  if (by!.kind !== 'const' || sum!.kind !== 'op' || sum!.op !== 'add') return undefined;
  const [of, plus] = sum!.args;
  return plus!.kind === 'const' ? { of: of!, plus: Number(plus!.value), by: Number(by!.value) } : undefined;
}

/** A number that is not negative is no greater than its sum with one that is positive: its product fits where the sum's does. */
function fits({ low, high }: Range, { plus, by }: Parts): boolean {
  if (by <= 0 || Math.abs(plus * by) > most) return false;
  return (low >= 0 && plus > 0) || (low * by >= -most && high * by <= most);
}

const most = 2 ** 31 - 1;
