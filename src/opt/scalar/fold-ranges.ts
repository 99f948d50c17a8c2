/** Comparisons, choices, extremes and masks that the ranges of their arguments decide, and operations without a sign on what has none: a lane's number is below 32, a thread's is not negative. */
import { bool } from '../../ir/build.ts';
import type { Expression, Fn } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import { changeFunction } from '../../ir/walk.ts';
import { isSmall, type Range, type RangeOf, ranges } from '../analysis/ranges.ts';

type Operation = Extract<Expression, { kind: 'op' }>;

export function foldRanges(fn: Fn): Fn {
  const rangeOf = ranges(fn);
  return changeFunction(fn, (e) => (e.kind === 'op' ? decided(e, rangeOf) : e));
}

function decided(e: Operation, rangeOf: RangeOf): Expression {
  const [x, y, z] = e.args;
  if (e.op === 'select' && y && z)
    return x?.kind === 'const' ? (x.value === true ? y : z) : isShiftDown(x!, y, z, rangeOf) ? y : e;
  if (!asksRanges.has(e.op)) return e;
  const [a, b] = [x && rangeOf(x), y && rangeOf(y)];
  if (e.op === 'extend.u' && a && isSmall(a)) return { ...e, op: 'extend' };
  if (!x || !a || !b) return e;
  if (e.op === 'and' && b.low === b.high && Number.isInteger(Math.log2(b.low + 1)) && a.low >= 0 && a.high <= b.low)
    return x;
  const extreme = y && extremeOf(e.op, a, b);
  if (extreme) return extreme === 'first' ? x : y;
  const answer = compared(e, a, b);
  return answer === undefined ? signed(e, a, b) : bool(answer);
}

/** Of `s < 0 ? x >> -s : x << s` for amounts up to 0: by 0 bits both are x. */
function isShiftDown(condition: Expression, down: Expression, up: Expression, rangeOf: RangeOf): boolean {
  if (condition.kind !== 'op' || condition.op !== 'lt' || down.kind !== 'op' || !downwards.has(down.op)) return false;
  const [by, zero] = condition.args;
  const amount = down.args[1]!;
  const negated = amount.kind === 'op' && amount.op === 'sub' ? amount.args : [];
  const isOpposite = isZero(negated[0]) && keyOf(negated[1]!) === keyOf(by!);
  const range = isZero(zero) && isOpposite ? rangeOf(by!) : undefined;
  if (!range || range.high > 0 || range.low <= -32) return false;
  const shifted = up.kind === 'op' && up.op === 'select' && isBelow(up.args[0]!, by!) ? up.args[1]! : up;
  return (
    shifted.kind === 'op' &&
    shifted.op === 'shl' &&
    keyOf(shifted.args[0]!) === keyOf(down.args[0]!) &&
    isBy(shifted.args[1]!, by!)
  );
}

const downwards: ReadonlySet<string> = new Set(['shr.u', 'shr.s']);
const isZero = (e: Expression | undefined): boolean => e?.kind === 'const' && Number(e.value) === 0;

/** Whether it holds for an amount of 0: one of fewer bits than a number has. */
function isBelow(e: Expression, by: Expression): boolean {
  if (e.kind !== 'op' || (e.op !== 'lt.u' && e.op !== 'lt') || keyOf(e.args[0]!) !== keyOf(by)) return false;
  const most = e.args[1]!;
  return most.kind === 'const' && Number(most.value) > 0;
}

/** The amount itself, or its lowest bits. */
function isBy(e: Expression, by: Expression): boolean {
  return keyOf(e.kind === 'op' && e.op === 'and' ? e.args[0]! : e) === keyOf(by);
}

const asksRanges: ReadonlySet<Operation['op']> = new Set([
  'extend.u',
  'and',
  'lt',
  'gt',
  'ge',
  'le',
  'lt.u',
  'le.u',
  'div.u',
  'rem.u',
  'min',
  'max',
]);

/** Which of two numbers is surely the least or the greatest. */
function extremeOf(name: Operation['op'], a: Range, b: Range): 'first' | 'second' | undefined {
  if (name !== 'min' && name !== 'max') return undefined;
  const [low, high] = name === 'min' ? [a, b] : [b, a];
  if (low.high <= high.low) return 'first';
  return high.high <= low.low ? 'second' : undefined;
}

/** What is not negative has the same quotients and order with a sign: one form for both. */
function signed(e: Operation, a: Range, b: Range): Expression {
  const same = withSign[e.op];
  return same && isSmall(a) && isSmall(b) ? { ...e, op: same } : e;
}

const withSign: Partial<Record<Operation['op'], Operation['op']>> = {
  'div.u': 'div',
  'rem.u': 'rem',
  'lt.u': 'lt',
  'le.u': 'le',
};

function compared(e: Operation, a: Range, b: Range): boolean | undefined {
  const less = (p: Range, q: Range): boolean | undefined =>
    p.high < q.low ? true : p.low >= q.high ? false : undefined;
  const opposite = (answer: boolean | undefined): boolean | undefined => (answer === undefined ? answer : !answer);
  switch (e.op) {
    case 'lt':
      return less(a, b);
    case 'gt':
      return less(b, a);
    case 'ge':
      return opposite(less(a, b));
    case 'le':
      return opposite(less(b, a));
    case 'lt.u':
      return a.low >= 0 && b.low >= 0 ? less(a, b) : undefined;
    default: // else: no range is known
      return undefined;
  }
}
