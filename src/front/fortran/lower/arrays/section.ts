/** Designators of arrays: whole arrays, sections, components of arrays, substrings, parts of complex numbers. */
import { InternalError } from '../../../../base/impossible.ts';
import { add, i64, load, op, sub } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { componentOffset, constantExtents, isDescribed, layoutOf, rankOf } from '../../layout.ts';
import type { Component, Expr, Subscript } from '../../program.ts';
import { type Context, plus } from '../context.ts';
import { bytesBefore, dataPointer, inBytes, named } from '../designator.ts';
import { storeValue } from '../memory.ts';
import { nest } from './array-loop.ts';
import { packed, viewOfVariable } from './array-place.ts';
import { frozen, materialized, newArray } from './array-temporary.ts';
import { checkedIndex, checkRange } from './bounds.ts';
import { readDescriptor } from './descriptor.ts';
import {
  type Axis,
  atLeastZero,
  basedAtOne,
  elementAt,
  elementFromZero,
  extentBetween,
  isContiguous,
  sameExpression,
  strideOf,
  upperOf,
  type View,
  withStrides,
} from './view.ts';

export type ElementExpr = Expr & { readonly kind: 'element' };
type PartExpr = Expr & { readonly kind: 'part' };

/** `viewOf` with its parts computed once, where nobody asks for its lower bounds. */
export function frozenAtOne(ctx: Context, e: Expr): View {
  return frozen(ctx, basedAtOne(viewOf(ctx, e)));
}

/** An array expression in place; what is no designator is computed into a temporary. */
export function viewOf(ctx: Context, e: Expr): View {
  switch (e.kind) {
    case 'variable':
      return viewOfVariable(ctx, e.variable);
    case 'part':
      return partView(ctx, e);
    case 'element':
      return sectionView(ctx, e);
    case 'substring':
      return substringView(ctx, e);
    case 'complex-part':
      return complexPartView(ctx, e);
    case 'call':
      return ctx.parts.deviceResult(ctx, e) ?? materialized(ctx, ctx.parts.elements(ctx, e)).view;
    default:
      return materialized(ctx, ctx.parts.elements(ctx, e)).view;
  }
}

/** The address of one element. */
export function elementAddress(ctx: Context, e: ElementExpr): Expression {
  const view = viewOf(ctx, e.base);
  const subscripts = e.subscripts.map((s, k) => {
    if (s.kind !== 'index') throw new InternalError('a section where an element is asked for', e.span);
    return checkedIndex(ctx, e, view, k, ctx.parts.index(ctx, s.value));
  });
  return named(ctx, elementAt(view, subscripts), e);
}

function partView(ctx: Context, e: PartExpr): View {
  if (e.base.rank > 0) return partOfEach(ctx, e);
  const c = e.component;
  if (isDescribed(c.type, c.shape, c.attributes)) {
    const descriptor = ctx.keep(ctx.parts.descriptorAddress(ctx, e), 'descriptor');
    return readDescriptor(
      ctx,
      descriptor,
      c.type,
      rankOf(c.shape),
      dataPointer(ctx, c.attributes),
      packed(c.attributes),
    );
  }
  return explicitComponent(ctx, c, plus(ctx.parts.address(ctx, e.base), offsetOf(e)));
}

function offsetOf(e: PartExpr): number {
  if (e.base.type.base !== 'derived') throw new InternalError('a component of what is no derived type', e.span);
  return componentOffset(e.base.type.type, e.component);
}

function explicitComponent(ctx: Context, c: Component, base: Expression): View {
  const shape = c.shape;
  const extents = shape && constantExtents(shape);
  const layout = layoutOf(c.type);
  if (shape?.kind !== 'explicit' || !extents || !layout)
    throw new InternalError(`component ${c.name} has no constant bounds`, c.span);
  const axes = shape.bounds.map((b, k) => ({
    lower: ctx.parts.index(ctx, b.lower),
    extent: i64(extents[k]!),
    stride: undefined,
  }));
  return { type: c.type, base, axes, bytes: i64(layout.size) };
}

/** `a%x` of an array `a`. */
function partOfEach(ctx: Context, e: PartExpr): View {
  const whole = withStrides(viewOf(ctx, e.base));
  const layout = layoutOf(e.component.type);
  if (!layout) throw new InternalError(`component ${e.component.name} has no constant size`, e.span);
  return {
    type: e.type,
    base: plus(whole.base, offsetOf(e)),
    bytes: i64(layout.size),
    axes: whole.axes.map((a) => ({ ...a, lower: i64(1) })),
  };
}

function complexPartView(ctx: Context, e: Expr & { readonly kind: 'complex-part' }): View {
  const whole = withStrides(viewOf(ctx, e.base));
  const bytes = e.type.base === 'real' ? e.type.kind : 4;
  return {
    type: e.type,
    base: e.part === 'im' ? plus(whole.base, bytes) : whole.base,
    bytes: i64(bytes),
    axes: whole.axes.map((a) => ({ ...a, lower: i64(1) })),
  };
}

function substringView(ctx: Context, e: Expr & { readonly kind: 'substring' }): View {
  const whole = withStrides(viewOf(ctx, e.base));
  const from = e.from ? ctx.parts.index(ctx, e.from) : i64(1);
  const before = ctx.keep(bytesBefore(e.type, from));
  const length = e.to
    ? inBytes(e.type, extentBetween(from, ctx.parts.index(ctx, e.to)))
    : atLeastZero(sub(whole.bytes, before));
  return {
    type: e.type,
    base: plus(whole.base, before),
    bytes: ctx.keep(length, 'length'),
    axes: whole.axes.map((a) => ({ ...a, lower: i64(1) })),
  };
}

/** What a subscript leaves of its axis. */
type Cut =
  | { readonly kind: 'one'; readonly at: Expression }
  | {
      readonly kind: 'range';
      readonly from: Expression;
      readonly extent: Expression;
      readonly step: Expression;
      readonly whole: boolean;
    }
  | { readonly kind: 'gather'; readonly extent: Expression; readonly place: (i: Expression) => Expression };

/** `a%x(2)` of an array `a`: one element of the component of each. */
function elementOfEach(ctx: Context, e: ElementExpr, part: PartExpr): View {
  const whole = withStrides(viewOf(ctx, part.base));
  const inner = explicitComponent(ctx, part.component, plus(whole.base, offsetOf(part)));
  const subscripts = e.subscripts.map((s) => {
    if (s.kind !== 'index') throw new InternalError('two parts of a designator with a rank', e.span);
    return ctx.parts.index(ctx, s.value);
  });
  return {
    type: e.type,
    base: elementAt(inner, subscripts),
    bytes: inner.bytes,
    axes: whole.axes.map((a) => ({ ...a, lower: i64(1) })),
  };
}

function sectionView(ctx: Context, e: ElementExpr): View {
  if (e.base.kind === 'part' && e.base.base.rank > 0 && e.base.component.shape) return elementOfEach(ctx, e, e.base);
  const view = viewOf(ctx, e.base);
  const cuts = e.subscripts.map((s, k) => {
    const cut = cutOf(ctx, s, view.axes[k]!);
    if (cut.kind === 'one') return { ...cut, at: checkedIndex(ctx, e, view, k, cut.at) };
    if (cut.kind === 'range') checkRange(ctx, e, view.axes[k]!, k, cut);
    return cut;
  });
  const first = elementAt(
    view,
    cuts.map((c, k) => (c.kind === 'one' ? c.at : c.kind === 'range' ? c.from : view.axes[k]!.lower)),
  );
  const packedStill = isContiguous(view) && staysPacked(cuts);
  const axes: Axis[] = [];
  cuts.forEach((c, k) => {
    if (c.kind === 'one') return;
    const stride = packedStill ? undefined : strideOf(view, k);
    axes.push(cutAxis(c, view.axes[k]!, stride));
  });
  return { type: e.type, base: first, bytes: view.bytes, axes };
}

function cutAxis(c: Exclude<Cut, { kind: 'one' }>, old: Axis, stride: Expression | undefined): Axis {
  const lower = i64(1);
  if (c.kind === 'gather') return { lower, extent: c.extent, stride, gather: c.place };
  const scaled = stride && op('mul', [stride, c.step]);
  const inner = old.gather;
  const axis = { lower, extent: c.extent, stride: inner ? stride : scaled };
  if (!inner) return axis;
  const start = sub(c.from, old.lower);
  return { ...axis, gather: (i) => inner(add(start, op('mul', [i, c.step]))) };
}

/** Whole axes, then one range with step 1, then single places. */
function staysPacked(cuts: readonly Cut[]): boolean {
  let k = 0;
  while (cuts[k]?.kind === 'range' && isWhole(cuts[k]!)) k++;
  if (cuts[k]?.kind === 'range' && hasUnitStep(cuts[k]!)) k++;
  return cuts.slice(k).every((c) => c.kind === 'one');
}

const isWhole = (c: Cut): boolean => c.kind === 'range' && c.whole;
const hasUnitStep = (c: Cut): boolean => c.kind === 'range' && c.step.kind === 'const' && c.step.value === 1n;

function cutOf(ctx: Context, s: Subscript, axis: Axis): Cut {
  switch (s.kind) {
    case 'index':
      return { kind: 'one', at: ctx.parts.index(ctx, s.value) };
    case 'range':
      return rangeOf(ctx, s, axis);
    case 'vector':
      return gatherOf(ctx, s.value, axis);
  }
}

function rangeOf(ctx: Context, s: Subscript & { readonly kind: 'range' }, axis: Axis): Cut {
  const step = s.step ? ctx.keep(ctx.parts.index(ctx, s.step), 'step') : i64(1);
  const unit = step.kind === 'const' && step.value === 1n;
  if (!s.from && !s.to && unit) return { kind: 'range', from: axis.lower, extent: axis.extent, step, whole: true };
  const down = step.kind === 'const' ? Number(step.value) < 0 : op('lt', [step, i64(0)]);
  const edge = (up: Expression, back: Expression): Expression =>
    typeof down === 'boolean' ? (down ? back : up) : op('select', [down, back, up]);
  const from = s.from ? ctx.keep(ctx.parts.index(ctx, s.from), 'from') : edge(axis.lower, upperOf(axis));
  const to = s.to ? ctx.parts.index(ctx, s.to) : edge(upperOf(axis), axis.lower);
  const extent = unit
    ? ctx.keep(extentBetween(from, to), 'extent')
    : ctx.keep(atLeastZero(op('div', [add(sub(to, from), step), step])), 'extent');
  const whole = unit && sameExpression(from, axis.lower) && sameExpression(extent, axis.extent);
  const most = ctx.limitOf(axis.extent);
  // A dummy of extent 1 stands for any in old programs.
  if (most !== undefined && most > 1) ctx.limit(extent, most);
  return { kind: 'range', from, extent, step, whole };
}

function gatherOf(ctx: Context, e: Expr, axis: Axis): Cut {
  const subscripts = indexVector(ctx, e);
  const extent = subscripts.axes[0]!.extent;
  const outer = axis.gather;
  return {
    kind: 'gather',
    extent,
    place: (i) => {
      const at = sub(load('i64', elementFromZero(subscripts, [i])), axis.lower);
      return outer ? outer(at) : at;
    },
  };
}

/** The values of a vector subscript as integer(8) in memory of its own: the statement may change the variable. */
function indexVector(ctx: Context, e: Expr): View {
  const elements = ctx.parts.elements(ctx, e);
  const extent = ctx.keep(elements.extents[0]!, 'extent');
  const type = { base: 'integer', kind: 8 } as const;
  const v = newArray(ctx, type, [extent], i64(8));
  nest(ctx, [extent], (indexes) => {
    const value = elements.at(indexes);
    if (value.kind !== 'plain') throw new InternalError('a vector subscript that is no integer', e.span);
    const x = value.x.type === 'i64' ? value.x : op('extend', [value.x]);
    storeValue(ctx, type, elementFromZero(v, indexes), { kind: 'plain', x });
  });
  return v;
}
