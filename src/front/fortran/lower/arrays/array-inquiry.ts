/** Questions about arrays: size, shape, bounds, allocated, associated, is_contiguous. */
import { InternalError } from '../../../../base/impossible.ts';
import { bool, i64, load, mul, op, select, sub } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { constantInteger, constantLength, descriptorFields, dimensionFields } from '../../layout.ts';
import type { Expr } from '../../program.ts';
import { addressNumber, type Context } from '../context.ts';
import { resizeInteger } from '../convert.ts';
import { isDesignator, loadField } from '../designator.ts';
import { storeValue } from '../memory.ts';
import { plain, plainOf, type Value } from '../value.ts';
import type { IntrinsicExpr } from './array-reduce.ts';
import { elementsOfView, newArray, placeAt } from './array-temporary.ts';
import type { Elements } from './array-value.ts';
import { isAllocated, rankIn } from './descriptor.ts';
import { viewOf } from './section.ts';
import {
  type Axis,
  contiguousNow,
  isContiguous,
  product,
  sameExpression,
  strideOf,
  upperOf,
  type View,
} from './view.ts';

/** The extents of an expression of rank > 0; a designator's elements are not touched. */
export function extentsOfExpr(ctx: Context, e: Expr): readonly Expression[] {
  return isDesignator(e) ? viewOf(ctx, e).axes.map((a) => a.extent) : ctx.parts.elements(ctx, e).extents;
}

function ofKind(e: IntrinsicExpr, x: Expression): Value {
  return plain(resizeInteger(x, 8, e.type.base === 'integer' ? e.type.kind : 4));
}

/** size(array [, dim]). */
export function sizeOfArray(ctx: Context, e: IntrinsicExpr): Value {
  const [array, dim] = e.args;
  if (!array) throw new InternalError('size of what', e.span);
  if (isOfAnyRank(array)) {
    if (dim) return ofKind(e, extentOfAny(ctx, array, sub(ctx.parts.index(ctx, dim), i64(1))));
    return ofKind(e, sizeOfAny(ctx, array));
  }
  const extents = extentsOfExpr(ctx, array);
  return ofKind(e, dim ? chosen(ctx, dim, extents) : product(extents));
}

function sizeOfAny(ctx: Context, array: Expr): Expression {
  const total = ctx.variable('size', 'i64');
  ctx.set(total.index, i64(1));
  ctx.count(rankOfAny(ctx, array), (k) => ctx.set(total.index, mul(total, extentOfAny(ctx, array, k))));
  return total;
}

/** A dummy of assumed rank: what its descriptor says. */
function isOfAnyRank(e: Expr): boolean {
  return e.kind === 'variable' && e.variable.shape?.kind === 'assumed-rank';
}

function rankOfAny(ctx: Context, e: Expr): Expression {
  return rankIn(ctx, ctx.parts.descriptorAddress(ctx, e));
}

function extentOfAny(ctx: Context, e: Expr, k: Expression): Expression {
  const at = op('offset', [ctx.parts.descriptorAddress(ctx, e), mul(k, i64(dimensionFields.bytes))]);
  return loadField(ctx, at, descriptorFields.dimensions + dimensionFields.extent, 'i64');
}

/** Bounds of a dummy of assumed rank: its own where it is allocatable or a pointer, else from 1. */
function boundOfAny(ctx: Context, e: IntrinsicExpr, array: Expr, k: Expression): Expression {
  const a = array.kind === 'variable' ? array.variable.attributes : undefined;
  const extent = extentOfAny(ctx, array, k);
  const upper = e.name === 'ubound';
  if (!a?.allocatable && !a?.pointer) return upper ? extent : i64(1);
  const at = op('offset', [ctx.parts.descriptorAddress(ctx, array), mul(k, i64(dimensionFields.bytes))]);
  const lower = loadField(ctx, at, descriptorFields.dimensions + dimensionFields.lower, 'i64');
  return boundOf({ lower, extent, stride: undefined }, upper, true);
}

/** One number for each dimension of a dummy of assumed rank. */
function ofAnyRank(ctx: Context, e: IntrinsicExpr, array: Expr, of: (k: Expression) => Expression): Elements {
  const bytes = i64(e.type.base === 'integer' ? e.type.kind : 4);
  const at = ([k]: readonly Expression[]): Value => ofKind(e, of(k ?? i64(0)));
  return { type: e.type, extents: [ctx.keep(rankOfAny(ctx, array), 'rank')], bytes, flat: true, at };
}

/** One of several values by a `dim=` that may be computed. */
function chosen(ctx: Context, dim: Expr, values: readonly Expression[]): Expression {
  const constant = constantInteger(dim);
  if (constant !== undefined) return values[constant - 1] ?? i64(0);
  const d = ctx.keep(ctx.parts.index(ctx, dim), 'dim');
  return values.reduceRight((rest, v, k) => select(op('eq', [d, i64(k + 1)]), v, rest), i64(0));
}

/** Bounds of whole arrays; of every other array 1 and the extent. */
function boundOf(axis: Axis, upper: boolean, whole: boolean): Expression {
  if (!whole) return upper ? axis.extent : i64(1);
  const empty = op('eq', [axis.extent, i64(0)]);
  if (upper) {
    const u = upperOf(axis);
    return sameExpression(u, axis.extent) ? u : pick(empty, i64(0), u);
  }
  return axis.lower.kind === 'const' && axis.lower.value === 1n ? axis.lower : pick(empty, i64(1), axis.lower);
}

function pick(c: Expression, a: Expression, b: Expression): Expression {
  return c.kind === 'const' ? (c.value ? a : b) : select(c, a, b);
}

function axesFor(ctx: Context, array: Expr): { readonly axes: readonly Axis[]; readonly whole: boolean } {
  if (!isDesignator(array)) {
    const extents = ctx.parts.elements(ctx, array).extents;
    return { axes: extents.map((extent) => ({ lower: i64(1), extent, stride: undefined })), whole: false };
  }
  const whole = array.kind === 'variable' || (array.kind === 'part' && array.base.rank === 0);
  return { axes: viewOf(ctx, array).axes, whole };
}

/** lbound and ubound with dim=. */
export function boundScalar(ctx: Context, e: IntrinsicExpr): Value {
  const [array, dim] = e.args;
  if (!array || !dim) throw new InternalError(`${e.name} of what`, e.span);
  if (isOfAnyRank(array)) return ofKind(e, boundOfAny(ctx, e, array, sub(ctx.parts.index(ctx, dim), i64(1))));
  const { axes, whole } = axesFor(ctx, array);
  const bounds = axes.map((a) => boundOf(a, e.name === 'ubound', whole));
  return ofKind(e, chosen(ctx, dim, bounds));
}

export function boundsArray(ctx: Context, e: IntrinsicExpr): Elements {
  const array = e.args[0];
  if (!array) throw new InternalError(`${e.name} of what`, e.span);
  if (isOfAnyRank(array)) return ofAnyRank(ctx, e, array, (k) => boundOfAny(ctx, e, array, k));
  const { axes, whole } = axesFor(ctx, array);
  return listed(
    ctx,
    e,
    axes.map((a) => boundOf(a, e.name === 'ubound', whole)),
  );
}

export function shapeArray(ctx: Context, e: IntrinsicExpr): Elements {
  const array = e.args[0];
  if (!array) throw new InternalError('shape of what', e.span);
  if (isOfAnyRank(array)) return ofAnyRank(ctx, e, array, (k) => extentOfAny(ctx, array, k));
  return listed(ctx, e, array.rank === 0 ? [] : extentsOfExpr(ctx, array));
}

function listed(ctx: Context, e: IntrinsicExpr, values: readonly Expression[]): Elements {
  const kind = e.type.base === 'integer' ? e.type.kind : 4;
  const view = newArray(ctx, e.type, [i64(values.length)], i64(kind));
  values.forEach((x, k) => {
    storeValue(ctx, e.type, placeAt(view, [i64(k)]), ofKind(e, x));
  });
  return elementsOfView(ctx, view);
}

export function allocated(ctx: Context, e: IntrinsicExpr): Value {
  const object = e.args[0];
  if (!object) throw new InternalError('allocated of what', e.span);
  return plain(isAllocated(ctx.parts.descriptorAddress(ctx, object)));
}

/** associated(pointer [, target]): the same place, bounds and steps, and not empty. */
export function associated(ctx: Context, e: IntrinsicExpr): Value {
  const [pointer, target] = e.args;
  if (!pointer) throw new InternalError('associated of what', e.span);
  if (isProcedure(pointer)) return procedureAssociated(ctx, pointer, target);
  const descriptor = ctx.keep(ctx.parts.descriptorAddress(ctx, pointer), 'descriptor');
  if (!target) return plain(isAllocated(descriptor));
  const text = pointer.type.base === 'character' && constantLength(pointer.type) === undefined;
  const filled = op('ne', [loadField(ctx, descriptor, descriptorFields.elementBytes, 'i64'), i64(0)]);
  const some = text ? op('and', [isAllocated(descriptor), filled]) : isAllocated(descriptor);
  const base = load('i64', descriptor, 0);
  if (pointer.rank === 0) {
    const other = addressNumber(ctx.parts.address(ctx, target));
    return plain(op('and', [some, op('eq', [base, other])]));
  }
  const a = viewOf(ctx, pointer);
  const b = viewOf(ctx, target);
  const place = op('eq', [base, addressNumber(b.base)]);
  return plain(op('and', [op('and', [some, place]), sameShape(a, b)]));
}

function isProcedure(e: Expr): boolean {
  return (
    (e.kind === 'variable' && e.variable.procedure !== undefined) ||
    (e.kind === 'part' && e.component.procedure !== undefined)
  );
}

function procedureAssociated(ctx: Context, pointer: Expr, target: Expr | undefined): Value {
  const address = (x: Expr): Expression => op('to.address', [plainOf(ctx.parts.scalar(ctx, x))]);
  const own = address(pointer);
  return plain(target ? op('eq', [own, address(target)]) : op('ne', [own, i64(0)]));
}

function sameShape(a: View, b: View): Expression {
  let all: Expression = bool(true);
  a.axes.forEach((x, k) => {
    const y = b.axes[k];
    if (!y) return;
    const extent = op('eq', [x.extent, y.extent]);
    const stride = op('or', [op('eq', [strideOf(a, k), strideOf(b, k)]), op('eq', [x.extent, i64(1)])]);
    all = op('and', [all, op('and', [op('and', [extent, op('ne', [x.extent, i64(0)])]), stride])]);
  });
  return all;
}

export function isContiguousArray(ctx: Context, e: IntrinsicExpr): Value {
  const array = e.args[0];
  if (!array) throw new InternalError('is_contiguous of what', e.span);
  if (isOfAnyRank(array)) return plain(contiguousOfAny(ctx, array));
  const view = viewOf(ctx, array);
  return plain(isContiguous(view) ? bool(true) : contiguousNow(view));
}

/** Whether each dimension of a dummy of assumed rank goes on where the one before ends. */
function contiguousOfAny(ctx: Context, array: Expr): Expression {
  const descriptor = ctx.keep(ctx.parts.descriptorAddress(ctx, array), 'descriptor');
  const packed = ctx.variable('packed', 'bool');
  const step = ctx.variable('step', 'i64');
  ctx.set(packed.index, bool(true));
  ctx.set(step.index, loadField(ctx, descriptor, descriptorFields.elementBytes, 'i64'));
  ctx.count(rankOfAny(ctx, array), (k) => {
    const at = ctx.keep(op('offset', [descriptor, mul(k, i64(dimensionFields.bytes))]));
    const extent = ctx.keep(loadField(ctx, at, descriptorFields.dimensions + dimensionFields.extent, 'i64'));
    const stride = loadField(ctx, at, descriptorFields.dimensions + dimensionFields.stride, 'i64');
    ctx.set(packed.index, op('and', [packed, op('or', [op('eq', [stride, step]), op('eq', [extent, i64(1)])])]));
    ctx.set(step.index, mul(step, extent));
  });
  return packed;
}

/** Bytes of a whole array or scalar: sizeof, c_sizeof. */
export function bytesOfData(ctx: Context, e: IntrinsicExpr): Value {
  const data = e.args[0];
  if (!data) throw new InternalError(`${e.name} of what`, e.span);
  const element = ctx.parts.elementBytes(ctx, data);
  if (isOfAnyRank(data)) return ofKind(e, mul(sizeOfAny(ctx, data), element));
  return ofKind(e, data.rank === 0 ? element : mul(product(extentsOfExpr(ctx, data)), element));
}
