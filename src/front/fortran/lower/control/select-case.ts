/** select case. */
import { and, bool, i32, op, or } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { constantInteger } from '../../layout.ts';
import type { CaseValue, Expr, Stmt } from '../../program.ts';
import type { Context } from '../context.ts';
import { orderOf } from '../text.ts';
import { plainOf, type Text, textOf } from '../value.ts';
import { textTree } from './select-text.ts';

type SelectCase = Stmt & { readonly kind: 'select-case' };

export function lowerSelectCase(ctx: Context, s: SelectCase): void {
  const label = ctx.freshLabel(s.name);
  ctx.constructs.set(s.name, { exit: label });
  const before = ctx.capture(() => {
    if (s.selector.type.base !== 'character') plainCases(ctx, s);
    else if (!textTree(ctx, s)) textCases(ctx, s);
  });
  ctx.emit({ kind: 'block', label, body: before });
}

function plainCases(ctx: Context, s: SelectCase): void {
  const selector = ctx.settled(() => plainOf(ctx.parts.scalar(ctx, s.selector)));
  const lists = selector.type === 'i32' ? s.cases.map((c) => valuesOf(c.ranges)) : [];
  if (lists.length > 0 && lists.every((l) => l !== undefined)) return void switchCases(ctx, s, selector, lists);
  if (selector.type === 'bool' && s.cases.every((c) => c.ranges?.every((r) => truth(r.low) !== undefined) ?? true))
    return void logicalCases(ctx, s, selector);
  const kept = ctx.keep(selector, 'selector');
  chain(ctx, s, (range) => inRange(ctx, kept, range));
}

/** All values of the ranges, where they are few; none for the default. */
function valuesOf(ranges: readonly CaseValue[] | undefined): readonly number[] | undefined {
  const values: number[] = [];
  for (const r of ranges ?? []) {
    const low = constantInteger(r.low);
    const high = constantInteger(r.high);
    if (low === undefined || high === undefined || high - low > 64) return undefined;
    if (low < -(2 ** 31) || high >= 2 ** 31) return undefined;
    for (let v = low; v <= high; v++) values.push(v);
  }
  return values.length > 256 ? undefined : values;
}

function switchCases(
  ctx: Context,
  s: SelectCase,
  value: Expression,
  lists: readonly (readonly number[] | undefined)[],
): void {
  const bodies = s.cases.map((c) => ctx.capture(() => ctx.parts.statements(ctx, c.body)));
  const cases = s.cases.flatMap((c, i) => {
    const values = lists[i] ?? [];
    return c.ranges && values.length > 0 ? [{ values, body: bodies[i] ?? [] }] : [];
  });
  const otherwise = s.cases.flatMap((c, i) => (c.ranges ? [] : (bodies[i] ?? [])));
  ctx.emit({ kind: 'switch', value, cases, otherwise });
}

/** A branch: one side for true, one for false. */
function logicalCases(ctx: Context, s: SelectCase, selector: Expression): void {
  const rest = s.cases.find((c) => !c.ranges);
  const body = (value: boolean) => (s.cases.find((c) => c.ranges?.some((r) => truth(r.low) === value)) ?? rest)?.body;
  ctx.if(
    selector,
    () => ctx.parts.statements(ctx, body(true) ?? []),
    () => ctx.parts.statements(ctx, body(false) ?? []),
  );
}

function truth(e: Expr | undefined): boolean | undefined {
  if (e?.kind === 'convert') return truth(e.value);
  return e?.kind === 'constant' && typeof e.value === 'boolean' ? e.value : undefined;
}

/** One comparison after the other; the default comes last wherever it stands. */
function chain(ctx: Context, s: SelectCase, test: (range: CaseValue) => Expression): void {
  const tested = s.cases.filter((c) => c.ranges);
  const rest = s.cases.find((c) => !c.ranges);
  const from = (i: number): void => {
    const c = tested[i];
    if (!c) {
      if (rest) ctx.parts.statements(ctx, rest.body);
      return;
    }
    const condition = ctx.settled(() => anyOf((c.ranges ?? []).map(test)));
    ctx.if(
      condition,
      () => ctx.parts.statements(ctx, c.body),
      () => from(i + 1),
    );
  };
  from(0);
}

function anyOf(tests: readonly Expression[]): Expression {
  return tests.length === 0 ? bool(false) : tests.reduce(or);
}

function inRange(ctx: Context, selector: Expression, range: CaseValue): Expression {
  const wide = (e: Expr): Expression => {
    const x = plainOf(ctx.parts.scalar(ctx, e));
    if (x.type === selector.type) return x;
    const short = x.kind === 'const' && BigInt.asIntN(32, BigInt(x.value)) === BigInt(x.value);
    if (selector.type === 'i32') return short ? i32(Number(x.kind === 'const' ? x.value : 0)) : x;
    return selector.type === 'i64' ? op('extend', [x]) : x;
  };
  const subject = (x: Expression): Expression =>
    x.type === 'i64' && selector.type === 'i32' ? op('extend', [selector]) : selector;
  if (range.low && range.high) {
    const [low, high] = [wide(range.low), wide(range.high)];
    if (selector.type === 'bool') return op('eq', [selector, low]);
    if (same(low, high)) return op('eq', [subject(low), low]);
    return and(op('ge', [subject(low), low]), op('le', [subject(high), high]));
  }
  if (range.low) {
    const low = wide(range.low);
    return op('ge', [subject(low), low]);
  }
  if (!range.high) return bool(true);
  const high = wide(range.high);
  return op('le', [subject(high), high]);
}

function same(a: Expression, b: Expression): boolean {
  return a.kind === 'const' && b.kind === 'const' && a.value === b.value;
}

function textCases(ctx: Context, s: SelectCase): void {
  const value = textOf(ctx.parts.scalar(ctx, s.selector));
  const text: Text = { address: ctx.keep(value.address), length: ctx.keep(value.length) };
  const kind = s.selector.type.base === 'character' ? s.selector.type.kind : 1;
  chain(ctx, s, (range) => {
    const low = range.low && textOf(ctx.parts.scalar(ctx, range.low));
    const high = range.high && textOf(ctx.parts.scalar(ctx, range.high));
    const zero: Expression = { kind: 'const', type: 'i32', value: 0 };
    if (low && high && range.low && range.high && sameText(range.low, range.high))
      return op('eq', [orderOf(ctx, text, low, kind), zero]);
    const above = low ? op('ge', [orderOf(ctx, text, low, kind), zero]) : bool(true);
    const below = high ? op('le', [orderOf(ctx, text, high, kind), zero]) : bool(true);
    return and(above, below);
  });
}

function sameText(a: Expr, b: Expr): boolean {
  return a === b || (a.kind === 'constant' && b.kind === 'constant' && a.value === b.value);
}
