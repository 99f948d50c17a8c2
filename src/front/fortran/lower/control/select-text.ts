/** select case of characters whose values are known: a decision tree over the values in their order. */
import { i32, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { Expr, Stmt } from '../../program.ts';
import type { Context } from '../context.ts';
import { compareText, orderOf } from '../text.ts';
import { type Text, textOf } from '../value.ts';

type SelectCase = Stmt & { readonly kind: 'select-case' };

/** Values from `low` to `high` (undefined: no end) lead to the case of a number. */
type Interval = {
  readonly low: Expr | undefined;
  readonly high: Expr | undefined;
  /** Undefined where there is no end. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly number: number;
};

/** The few that are asked one after the other. */
const fewest = 2;

/** False where a value is not known. */
export function textTree(ctx: Context, s: SelectCase): boolean {
  const intervals = intervalsOf(s);
  if (!intervals) return false;
  const value = textOf(ctx.parts.scalar(ctx, s.selector));
  const text: Text = { address: ctx.keep(value.address), length: ctx.keep(value.length) };
  const found = ctx.variable('case', 'i32');
  ctx.set(found.index, i32(-1));
  decide(ctx, s, text, intervals, (n) => ctx.set(found.index, i32(n)));
  const bodies = s.cases.map((c) => ctx.capture(() => ctx.parts.statements(ctx, c.body)));
  const cases = s.cases.flatMap((c, i) => (c.ranges?.length ? [{ values: [i], body: bodies[i] ?? [] }] : []));
  const otherwise = s.cases.flatMap((c, i) => (c.ranges ? [] : (bodies[i] ?? [])));
  ctx.emit({ kind: 'switch', value: found, cases, otherwise });
  return true;
}

/** In the order of their values; ranges that hold nothing are left out. */
function intervalsOf(s: SelectCase): readonly Interval[] | undefined {
  const intervals: Interval[] = [];
  for (const [number, c] of s.cases.entries())
    for (const { low, high } of c.ranges ?? []) {
      const [from, to] = [textConstant(low), textConstant(high)];
      if ((low && from === undefined) || (high && to === undefined)) return undefined;
      if (from === undefined || to === undefined || order(from, to) <= 0)
        intervals.push({ low, high, from, to, number });
    }
  return intervals.sort((a, b) => (a.from === undefined ? -1 : b.from === undefined ? 1 : order(a.from, b.from)));
}

function textConstant(e: Expr | undefined): string | undefined {
  return e?.kind === 'constant' && typeof e.value === 'string' ? e.value : undefined;
}

/** As Fortran compares: the shorter one padded with blanks. */
function order(a: string, b: string): number {
  const length = Math.max(a.length, b.length);
  const [x, y] = [a.padEnd(length), b.padEnd(length)];
  return x < y ? -1 : x > y ? 1 : 0;
}

function decide(
  ctx: Context,
  s: SelectCase,
  text: Text,
  intervals: readonly Interval[],
  found: (number: number) => void,
): void {
  if (intervals.length <= fewest) {
    inTurn(ctx, s, text, intervals, found);
    return;
  }
  const middle = intervals.length >> 1;
  const here = intervals[middle]!;
  const below = (): void => decide(ctx, s, text, intervals.slice(0, middle), found);
  const above = (): void => decide(ctx, s, text, intervals.slice(middle + 1), found);
  const low = here.low && ctx.keep(orderTo(ctx, s, text, here.low));
  const hit = (): void => found(here.number);
  const notBelow = (): void => {
    if (low && here.from === here.to) ctx.if(op('eq', [low, i32(0)]), hit, above);
    else notAbove(ctx, s, text, here.high, hit, above);
  };
  if (low) ctx.if(op('lt', [low, i32(0)]), below, notBelow);
  else notBelow();
}

function inTurn(
  ctx: Context,
  s: SelectCase,
  text: Text,
  intervals: readonly Interval[],
  found: (number: number) => void,
): void {
  const [first, ...rest] = intervals;
  if (!first) return;
  const hit = (): void => found(first.number);
  const miss = (): void => inTurn(ctx, s, text, rest, found);
  if (first.low && first.from === first.to) {
    const equal = compareText(ctx, 'eq', text, textOf(ctx.parts.scalar(ctx, first.low)), kindOf(s));
    ctx.if(equal, hit, miss);
  } else if (first.low) {
    const reached = op('ge', [orderTo(ctx, s, text, first.low), i32(0)]);
    ctx.if(reached, () => notAbove(ctx, s, text, first.high, hit, miss), miss);
  } else notAbove(ctx, s, text, first.high, hit, miss);
}

function notAbove(
  ctx: Context,
  s: SelectCase,
  text: Text,
  high: Expr | undefined,
  hit: () => void,
  miss: () => void,
): void {
  if (high) ctx.if(op('le', [orderTo(ctx, s, text, high), i32(0)]), hit, miss);
  else hit();
}

/** -1, 0 or 1. */
function orderTo(ctx: Context, s: SelectCase, text: Text, value: Expr): Expression {
  return orderOf(ctx, text, textOf(ctx.parts.scalar(ctx, value)), kindOf(s));
}

function kindOf(s: SelectCase): 1 | 4 {
  return s.selector.type.base === 'character' ? s.selector.type.kind : 1;
}
