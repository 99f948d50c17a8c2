/**
 * Guards that leave out the end of a range: `i /= n` where `i <= n` holds as well, and `i /= 1` where i is 1 or more, are `i < n` and `i > 1`. So threads that go back at the edges of arrays
 * (`if (i == 1 .or. i == n) return`) ask for what the bounds of loops can say.
 */
import { and, op } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  changeBodies,
  conjuncts,
  localsSetIn,
  mapEach,
  replaceEach,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { type RangeOf, ranges } from '../analysis/ranges.ts';

type Order = 'lt' | 'gt';

export function boundInequalities(fn: Fn): Fn {
  if (!someStatement(fn.body, (s) => s.kind === 'if' && conjuncts(s.condition).some(isInequality))) return fn;
  const rangeOf = ranges(fn);
  const list = (statements: readonly Statement[], known: Known): readonly Statement[] =>
    replaceEach(statements, (s) => {
      if (s.kind !== 'if' || s.otherwise.length > 0) return changeBodies(s, (inner) => list(inner, known));
      const parts = conjuncts(s.condition);
      const changed = localsSetIn(s.then);
      const here = new Map([...known, ...parts.filter((e) => isSteady(e, changed)).flatMap(orderOf)]);
      const made = mapEach(parts, (e) => bounded(e, here, rangeOf));
      const then = list(s.then, here);
      return made === parts && then === s.then
        ? s
        : { ...s, condition: made === parts ? s.condition : made.reduce(and), then };
    });
  const body = list(fn.body, new Map());
  return body === fn.body ? fn : { ...fn, body };
}

/** What holds of two values, by both: that the first is at most or at least the second. */
type Known = ReadonlyMap<string, Order>;

const isInequality = (e: Expression): boolean => e.kind === 'op' && e.op === 'ne' && isWhole(e.args[0]!);
const isWhole = ({ type }: Expression): boolean => type === 'i32' || type === 'i64';
const pairOf = (a: Expression, b: Expression): string => `${keyOf(a)} : ${keyOf(b)}`;

/** Whether a branch that sets such locals leaves it as it is. */
function isSteady(e: Expression, changed: ReadonlySet<number>): boolean {
  return !someExpression(e, (x) => x.kind === 'load' || (x.kind === 'local' && changed.has(x.index)));
}

/** Both ways round. */
function orderOf(e: Expression): readonly (readonly [string, Order])[] {
  const [a, b] = e.kind === 'op' ? e.args : [];
  if (e.kind !== 'op' || !a || !b || !isWhole(a)) return [];
  const less = e.op === 'le' || e.op === 'lt';
  if (!less && e.op !== 'ge' && e.op !== 'gt') return [];
  return [
    [pairOf(a, b), less ? 'lt' : 'gt'],
    [pairOf(b, a), less ? 'gt' : 'lt'],
  ];
}

function bounded(e: Expression, known: Known, rangeOf: RangeOf): Expression {
  const [a, b] = e.kind === 'op' ? e.args : [];
  if (!isInequality(e) || !a || !b) return e;
  const order = known.get(pairOf(a, b)) ?? orderByRanges(a, b, rangeOf);
  return order ? op(order, [a, b]) : e;
}

function orderByRanges(a: Expression, b: Expression, rangeOf: RangeOf): Order | undefined {
  const [p, q] = [rangeOf(a), rangeOf(b)];
  if (!p || !q) return undefined;
  if (p.low >= q.high) return 'gt';
  return p.high <= q.low ? 'lt' : undefined;
}
