/** The opposite of a condition, as far inside as it goes: comparisons of whole numbers and addresses become others, what is joined by `or` is joined by `and`. */
import { and, not, op, or } from './build.ts';
import type { Expression } from './module.ts';
import type { OperationName } from './operations.ts';

/** Of whole numbers; the first two of all values. */
export const opposites: Readonly<Partial<Record<OperationName, OperationName>>> = {
  eq: 'ne',
  ne: 'eq',
  lt: 'ge',
  ge: 'lt',
  gt: 'le',
  le: 'gt',
};

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
  const opposite = isReal && e.op !== 'eq' && e.op !== 'ne' ? undefined : opposites[e.op];
  return opposite && e.args.length === 2 ? op(opposite, [a, b]) : not(e);
}
