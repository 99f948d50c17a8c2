/** Comparisons, choices and masks that the ranges of their arguments decide: a lane's number is below 32, a thread's is not negative. */
import { bool } from '../../ir/build.ts';
import type { Expression, Fn } from '../../ir/module.ts';
import type { SpecialName } from '../../ir/operations.ts';
import { countSets } from '../../ir/uniformity.ts';
import { eachStatement, mapBody } from '../../ir/walk.ts';

type Range = { readonly low: number; readonly high: number };
type Operation = Extract<Expression, { kind: 'op' }>;

const specials: Readonly<Partial<Record<SpecialName, Range>>> = {
  laneid: { low: 0, high: 31 },
  'tid.x': { low: 0, high: 1023 },
  'tid.y': { low: 0, high: 1023 },
  'tid.z': { low: 0, high: 63 },
};
const least = -(2 ** 31);
const most = 2 ** 31 - 1;

export function foldRanges(fn: Fn): Fn {
  const counts = countSets(fn.body, fn.locals.length);
  const ranges = new Map<number, Range>();
  const rangeOf = (e: Expression): Range | undefined => {
    if (e.type !== 'i32') return undefined;
    if (e.kind === 'const') return { low: Number(e.value), high: Number(e.value) };
    if (e.kind === 'special') return specials[e.name];
    if (e.kind === 'local') return ranges.get(e.index);
    return e.kind === 'op' ? ofOperation(e, rangeOf) : undefined;
  };
  eachStatement(fn.body, (s) => {
    if (s.kind !== 'set' || s.local < fn.params || counts[s.local] !== 1) return;
    const range = rangeOf(s.value);
    if (range) ranges.set(s.local, range);
  });
  return { ...fn, body: mapBody(fn.body, (e) => (e.kind === 'op' ? decided(e, rangeOf) : e)) };
}

function ofOperation(e: Operation, rangeOf: (e: Expression) => Range | undefined): Range | undefined {
  const [x, y] = e.args;
  const [a, b] = [x && rangeOf(x), y && rangeOf(y)];
  if (e.op === 'and') {
    // The bits of a number that is not negative are all that can be left.
    const bound = [a, b].filter((r) => r !== undefined && r.low >= 0).map((r) => r?.high ?? most);
    return bound.length > 0 ? { low: 0, high: Math.min(...bound) } : undefined;
  }
  if (!a || !b) return undefined;
  if (e.op === 'add') return within(a.low + b.low, a.high + b.high);
  if (e.op === 'sub') return within(a.low - b.high, a.high - b.low);
  if (e.op === 'div' && b.low === b.high && b.low > 0 && a.low >= 0)
    return { low: Math.trunc(a.low / b.low), high: Math.trunc(a.high / b.low) };
  return undefined;
}

function within(low: number, high: number): Range | undefined {
  return low >= least && high <= most ? { low, high } : undefined;
}

function decided(e: Operation, rangeOf: (e: Expression) => Range | undefined): Expression {
  const [x, y, z] = e.args;
  if (e.op === 'select' && x?.kind === 'const' && y && z) return x.value === true ? y : z;
  const [a, b] = [x && rangeOf(x), y && rangeOf(y)];
  if (!x || !a || !b) return e;
  if (e.op === 'and' && b.low === b.high && Number.isInteger(Math.log2(b.low + 1)) && a.low >= 0 && a.high <= b.low)
    return x;
  const answer = compared(e, a, b);
  return answer === undefined ? e : bool(answer);
}

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
