/**
 * How often a loop over 32 bits runs whose step is no constant (all that stride over a grid): a quotient of 32 bits without a sign, where the step is surely positive. Graphics processors
 * divide 64 bits by a call.
 */
import { integer, op } from '../../ir/build.ts';
import type { Expression, Fn } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import { changeFunction } from '../../ir/walk.ts';
import { type RangeOf, ranges } from '../analysis/ranges.ts';

export function narrowTripCounts(fn: Fn): Fn {
  const rangeOf = ranges(fn);
  return changeFunction(fn, (e) => narrowed(e, rangeOf) ?? e);
}

/** (to - from + step) / step, of numbers of 32 bits in 64: one more than what is between them holds steps, or none. */
function narrowed(e: Expression, rangeOf: RangeOf): Expression | undefined {
  const [sum, by] = operands(e, 'div');
  const [between, more] = operands(sum, 'add');
  const [to, from] = operands(between, 'sub').map(extended);
  const step = extended(by);
  if (!to || !from || !step || !more || extended(more) === undefined || keyOf(more) !== keyOf(by!)) return undefined;
  if ((rangeOf(step)?.low ?? 0) <= 0) return undefined;
  const steps = op('extend.u', [op('div.u', [op('sub', [to, from]), step])]);
  return op('select', [op('ge', [to, from]), op('add', [steps, integer('i64', 1)]), integer('i64', 0)]);
}

/** A count of that kind: how far the last value is, without a sign, in steps. `some`: whether there is an iteration; undefined where there surely is. */
export type Strides = {
  readonly distance: Expression;
  readonly step: Expression;
  readonly some: Expression | undefined;
};

export function stridesOf(trips: Expression): Strides | undefined {
  if (trips.kind !== 'op') return undefined;
  if (trips.op !== 'select') return quotientOf(trips, undefined);
  const [some, count, none] = trips.args;
  return none!.kind === 'const' && BigInt(none!.value) === 0n ? quotientOf(count!, some) : undefined;
}

function quotientOf(e: Expression, some: Expression | undefined): Strides | undefined {
  const [steps, one] = operands(e, 'add');
  if (steps?.kind !== 'op' || steps.op !== 'extend.u' || one?.kind !== 'const' || one.value !== 1n) return undefined;
  const [quotient] = steps.args;
  if (quotient?.kind !== 'op' || quotient.op !== 'div.u' || quotient.type !== 'i32') return undefined;
  return { distance: quotient.args[0]!, step: quotient.args[1]!, some };
}

function operands(e: Expression | undefined, name: 'div' | 'add' | 'sub'): readonly (Expression | undefined)[] {
  return e?.kind === 'op' && e.op === name && e.type === 'i64' ? e.args : [];
}

function extended(e: Expression | undefined): Expression | undefined {
  if (e?.kind === 'const' && typeof e.value === 'bigint' && BigInt.asIntN(32, e.value) === e.value)
    return integer('i32', e.value);
  if (e?.kind !== 'op' || e.op !== 'extend') return undefined;
  const [a] = e.args;
  return a!.type === 'i32' ? a : undefined;
}
