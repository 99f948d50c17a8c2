/** Checks of subscripts, where they are asked for (-Mbounds): a program that leaves an array ends with a message that names it, the dimension, the subscript and the bounds. */

import { lineText, placeOf, startOf } from '../../../../base/source.ts';
import { add, i32, i64, mul, op, select, special, sub } from '../../../../ir/build.ts';
import type { Expression, PrintItem, Statement } from '../../../../ir/module.ts';
import { someExpression } from '../../../../ir/walk.ts';
import { findings, siteText } from '../../../../machine/check-record.ts';
import { mistakeFormat } from '../../../../machine/print-record.ts';
import type { Expr } from '../../program.ts';
import type { Context } from '../context.ts';
import type { Dimension } from '../variables/place.ts';
import { type Axis, product, type View } from './view.ts';

type ElementExpr = Expr & { readonly kind: 'element' };

/** The subscript in dimension `k` (from 0), which then is one of the array. */
export function checkedIndex(ctx: Context, e: ElementExpr, view: View, k: number, index: Expression): Expression {
  const axis = view.axes[k];
  if (!isAsked(ctx) || !axis) return index;
  // A loop that waits for a place to change must still be seen to look at one place.
  const at = someExpression(index, (x) => x.kind === 'load') ? ctx.keep(index, 'subscript') : index;
  const wrong = outside(axis, at);
  if (wrong) ctx.if(wrong, () => tell(ctx, e, axis, k, at));
  return at;
}

function isAsked(ctx: Context): boolean {
  const { bounds, reports } = ctx.module.checks;
  return bounds || (reports === true && ctx.mode === 'device');
}

/** Both ends of a section that has elements. */
export function checkRange(
  ctx: Context,
  e: ElementExpr,
  axis: Axis,
  k: number,
  range: { readonly from: Expression; readonly extent: Expression; readonly step: Expression; readonly whole: boolean },
): void {
  if (!isAsked(ctx) || range.whole) return;
  const last = ctx.keep(add(range.from, op('mul', [sub(range.extent, i64(1)), range.step])), 'last');
  const check = (at: Expression): void => {
    const wrong = outside(axis, at);
    if (wrong) ctx.if(wrong, () => tell(ctx, e, axis, k, at));
  };
  ctx.if(op('lt', [i64(0), range.extent]), () => {
    check(ctx.keep(range.from, 'first'));
    check(last);
  });
}

/** Of an assumed-size array the last upper bound may not be known. */
function outside(axis: Axis, at: Expression): Expression | undefined {
  const low = op('lt', [at, axis.lower]);
  if (isOpen(axis) && !axis.top) return low;
  return op('or', [low, op('lt', [axis.top ?? upper(axis), at])]);
}

function isOpen(axis: Axis): boolean {
  return axis.extent.kind === 'const' && axis.extent.value === -1n;
}

const unbounded = i64(2n ** 63n - 1n);

/** The last subscript in the last dimension of an assumed-size array of which some element lies in `room` bytes; `room` is -1 where nobody knows. */
export function topOfMemory(
  ctx: Context,
  dimensions: readonly Dimension[],
  room: Expression,
  bytes: Expression,
): Expression {
  const lower = dimensions.at(-1)?.lower ?? i64(1);
  const each = ctx.keep(
    op('max', [mul(product(dimensions.slice(0, -1).map((d) => d.extent ?? i64(1))), bytes), i64(1)]),
  );
  const count = op('div', [add(room, sub(each, i64(1))), each]);
  return ctx.keep(select(op('lt', [room, i64(0)]), unbounded, sub(add(lower, count), i64(1))), 'top');
}

function upper(axis: Axis): Expression {
  return sub(add(axis.lower, axis.extent), i64(1));
}

function number(value: Expression): PrintItem {
  return { kind: 'integer', bytes: 8, value };
}

/** Where the thread stands, counted from 1. */
const threadNumbers: readonly PrintItem[] = (['tid.x', 'tid.y', 'tid.z', 'ctaid.x', 'ctaid.y', 'ctaid.z'] as const).map(
  (name) => number(op('extend', [op('add', [{ kind: 'special', type: 'i32', name }, i32(1)])])),
);

/** The format of the line that a thread prints; it may be followed by a text on other threads. */
function lineFor(place: string, name: string, dimension: number, axis: Axis): string {
  const array = name.replaceAll("'", "''");
  const which = dimension === 1 ? '' : ` of dimension ${dimension}`;
  const range = "' is not from ',i0,' to ',i0";
  const bounds = !isOpen(axis)
    ? range
    : axis.top
      ? `${range},', where its argument has memory'`
      : "' is less than ',i0";
  const triple = "i0,',',i0,',',i0";
  return `${mistakeFormat.mark}${place}${mistakeFormat.end}('\`${array}\`: subscript ',i0,'${which}',${bounds},', in thread (',${triple},') of block (',${triple},')',a)`;
}

function tell(ctx: Context, e: ElementExpr, axis: Axis, k: number, at: Expression): void {
  const open = isOpen(axis);
  const last = open ? (axis.top ?? unbounded) : upper(axis);
  const name = e.base.span.source.text.slice(e.base.span.from, e.base.span.to);
  if (ctx.mode === 'host') {
    const place = placeOf(e.span);
    const texts = [ctx.text(name), i64(name.length), ctx.text(place), i64(place.length)] as const;
    ctx.runtime('program.bounds', ...texts, i32(k + 1), at, axis.lower, last, i32(open ? 1 : 0));
    return;
  }
  if (ctx.module.checks.reports) {
    ctx.emit(reportOf(e, name, k + 1, [at, axis.lower, open ? i64(0) : last, i64(open ? 1 : 0)]));
    return;
  }
  const bounds = open && !axis.top ? [number(axis.lower)] : [number(axis.lower), number(last)];
  ctx.emit({
    kind: 'print',
    items: [
      { kind: 'format', text: lineFor(placeOf(e.span), name, k + 1, axis) },
      number(at),
      ...bounds,
      ...threadNumbers,
    ],
  });
  ctx.emit({ kind: 'trap', message: `leaves the bounds of \`${name}\`` });
}

/** What the sanitizer is told of a subscript: its value, the bounds, and whether the upper one is open. */
function reportOf(e: ElementExpr, name: string, dimension: number, values: readonly Expression[]): Statement {
  const { source, from, to } = e.span;
  const { line, column } = startOf(e.span);
  const site = siteText({
    id: 0,
    how: 'read',
    bytes: 0,
    space: 'global',
    procedure: '',
    kernel: '',
    path: source.path,
    line,
    column,
    width: Math.max(1, to - from),
    source: lineText(source, line),
    designator: name,
    dimension,
  });
  const names = ['tid.x', 'tid.y', 'tid.z', 'ctaid.x', 'ctaid.y', 'ctaid.z'] as const;
  const thread = names.map((n) => op('extend', [special(n)]));
  const items = [i64(findings.indexOf('extent')), i64(0), ...thread, ...values].map(number);
  return { kind: 'print', items: [{ kind: 'format', text: site }, ...items] };
}
