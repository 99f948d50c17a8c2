/** Comparisons turned round, and the opposite of a condition, as far inside as it goes: what is joined by `or` is joined by `and`. */
import { and, not, op, or } from './build.ts';
import type { Expression } from './module.ts';

export type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';

/** True where the other is false, of whole numbers; the first two of all values. */
export const opposite: Readonly<Record<Comparison, Comparison>> = {
  eq: 'ne',
  ne: 'eq',
  lt: 'ge',
  ge: 'lt',
  gt: 'le',
  le: 'gt',
};
/** The same of the arguments in the other order. */
export const mirrored: Readonly<Record<Comparison, Comparison>> = {
  eq: 'eq',
  ne: 'ne',
  lt: 'gt',
  le: 'ge',
  gt: 'lt',
  ge: 'le',
};
export const isComparison = (name: string): name is Comparison => Object.hasOwn(mirrored, name);

export function negated(e: Expression): Expression {
  if (e.kind === 'const') return { ...e, value: e.value === false };
  const [a, b] = e.kind === 'op' ? e.args : [];
  if (e.kind !== 'op' || !a) return not(e);
  if (e.op === 'not') return a;
  if (!b) return not(e);
  if (e.op === 'and') return or(negated(a), negated(b));
  if (e.op === 'or') return and(negated(a), negated(b));
  // A comparison with a NaN is false either way.
  const isReal = a.type === 'f32' || a.type === 'f64';
  return isComparison(e.op) && (!isReal || e.op === 'eq' || e.op === 'ne') ? op(opposite[e.op], [a, b]) : not(e);
}
