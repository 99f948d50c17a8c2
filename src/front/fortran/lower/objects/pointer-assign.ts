/** Pointer assignment of data pointers. */
import { InternalError } from '../../../../base/impossible.ts';
import { i64, mul } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { descriptorFields, rankOf } from '../../layout.ts';
import type { Expr, Stmt, Type } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import { frozen } from '../arrays/array-temporary.ts';
import {
  emptyDescriptor,
  newDescriptor,
  readDescriptor,
  resetType,
  tableFor,
  writeDescriptor,
  writeHead,
} from '../arrays/descriptor.ts';
import { viewOf } from '../arrays/section.ts';
import { extentBetween, strideOf, type View } from '../arrays/view.ts';
import { callDescribed } from '../calls/call.ts';
import { dynamicType } from '../calls/intrinsic.ts';
import type { Context } from '../context.ts';
import { dataPointer, loadField } from '../designator.ts';
import { settleNamed, setUnallocated } from './allocation.ts';

type PointerAssign = Stmt & { readonly kind: 'pointer-assign' };

export function lowerPointerAssign(ctx: Context, s: PointerAssign): void {
  const to = ctx.keep(ctx.parts.descriptorAddress(ctx, s.to), 'pointer');
  if (s.to.kind === 'variable') settleNamed(ctx, s.to.variable);
  if (s.target.kind === 'null' || isNullCall(s.target)) {
    setUnallocated(ctx, attributesOf(s.to), to);
    return void resetType(ctx, s.to.type, to);
  }
  if (s.to.rank > 0) associateArray(ctx, s, to);
  else associateScalar(ctx, s, to);
}

function isNullCall(e: Expr): boolean {
  return e.kind === 'intrinsic' && e.name === 'null';
}

function attributesOf(e: Expr) {
  if (e.kind === 'variable') return e.variable.attributes;
  if (e.kind === 'part') return e.component.attributes;
  throw new InternalError(`pointer assignment to ${e.kind}`, e.span);
}

function associateScalar(ctx: Context, s: PointerAssign, to: Expression): void {
  const target = s.target;
  if (target.kind === 'call') return void ctx.copy(to, callDescribed(ctx, target), i64(descriptorFields.dimensions));
  const base = ctx.keep(ctx.parts.address(ctx, target), 'target');
  const bytes = ctx.keep(ctx.parts.elementBytes(ctx, target), 'bytes');
  writeHead(ctx, to, { base, bytes, type: typeOf(ctx, target, s.to), rank: 0 });
}

/** The table of the type that the target has when the program runs. */
function typeOf(ctx: Context, target: Expr, to: Expr): Expression | undefined {
  const open = isOpen(to.type);
  if (ctx.mode === 'device' && !open) return undefined;
  if (isOpen(target.type)) return dynamicType(ctx, target);
  return open ? ctx.parts.typeTable(ctx, target.type) : tableFor(ctx, target.type);
}

function isOpen(t: Type): boolean {
  return t.base === 'any' || (t.base === 'derived' && t.polymorphic);
}

/** What a function that gives a pointer points to. */
function pointerResult(ctx: Context, e: Expr & { readonly kind: 'call' }): View {
  const result = signatureOf(e.callee).result;
  if (!result) throw new InternalError('a function without a result', e.span);
  const rank = rankOf(result.shape);
  const descriptor = newDescriptor(ctx, rank);
  emptyDescriptor(ctx, result, descriptor);
  ctx.parts.call(ctx, e, [descriptor]);
  const view = readDescriptor(ctx, descriptor, e.type, rank, dataPointer(ctx, result.attributes), false);
  if (!isOpen(e.type)) return view;
  return { ...view, dynamic: ctx.keep(loadField(ctx, descriptor, descriptorFields.type, 'ptr.host'), 'type') };
}

function associateArray(ctx: Context, s: PointerAssign, to: Expression): void {
  const whole = frozen(ctx, s.target.kind === 'call' ? pointerResult(ctx, s.target) : viewOf(ctx, s.target));
  const bounds = s.bounds ?? [];
  const remaps = bounds.some((b) => b.upper !== undefined);
  const view = remaps ? remapped(ctx, whole, s) : withLowers(ctx, whole, s);
  writeDescriptor(ctx, to, view, whole.dynamic ?? typeOf(ctx, s.target, s.to));
}

function withLowers(ctx: Context, v: View, s: PointerAssign): View {
  const bounds = s.bounds;
  if (!bounds) return v;
  return {
    ...v,
    axes: v.axes.map((a, k) => {
      const b = bounds[k];
      return b ? { ...a, stride: strideOf(v, k), lower: ctx.keep(ctx.parts.index(ctx, b.lower), 'lower') } : a;
    }),
  };
}

/** The target's elements in order, in another shape: the target has rank 1 or no gaps. */
function remapped(ctx: Context, v: View, s: PointerAssign): View {
  let stride = v.axes.length === 1 ? strideOf(v, 0) : v.bytes;
  const axes = (s.bounds ?? []).map((b) => {
    const lower = ctx.keep(ctx.parts.index(ctx, b.lower), 'lower');
    const upper = b.upper ? ctx.parts.index(ctx, b.upper) : i64(0);
    const extent = ctx.keep(extentBetween(lower, upper), 'extent');
    const axis = { lower, extent, stride };
    stride = ctx.keep(mul(stride, extent), 'stride');
    return axis;
  });
  return { ...v, axes };
}
