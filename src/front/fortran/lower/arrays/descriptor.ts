/** Descriptors: arrays (and allocatable, pointer and polymorphic scalars) whose place and bounds are known at run time. */

import { InternalError } from '../../../../base/impossible.ts';
import { i64, load, nullPointer, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { isPointer, type PointerType } from '../../../../ir/types.ts';
import { constantLength, descriptorBytes, descriptorFields, dimensionFields, layoutOf, rankOf } from '../../layout.ts';
import type { Attributes, Shape, Type } from '../../program.ts';
import type { Context } from '../context.ts';
import { dataPointer, loadField } from '../designator.ts';
import { type Axis, strideOf, type View } from './view.ts';

export type Described = {
  readonly type: Type;
  readonly shape: Shape | undefined;
  readonly attributes: Attributes;
};

function dimension(k: number, field: 'lower' | 'extent' | 'stride'): number {
  return descriptorFields.dimensions + k * dimensionFields.bytes + dimensionFields[field];
}

/**
 * The array that a descriptor describes now, its fields read where they are used. `contiguous`: elements are known to follow each other (allocatables).
 */
export function readDescriptor(
  ctx: Context,
  descriptor: Expression,
  type: Type,
  rank: number,
  pointer: PointerType,
  contiguous: boolean,
): View {
  const axes: Axis[] = [];
  for (let k = 0; k < rank; k++) {
    const stride = contiguous ? undefined : loadField(ctx, descriptor, dimension(k, 'stride'), 'i64');
    axes.push({
      lower: loadField(ctx, descriptor, dimension(k, 'lower'), 'i64'),
      extent: loadField(ctx, descriptor, dimension(k, 'extent'), 'i64'),
      stride: stride && usualStride(stride, type, k),
    });
  }
  const base = loadField(ctx, descriptor, descriptorFields.base, pointer);
  return { type, base, axes, bytes: bytesInDescriptor(ctx, descriptor, type) };
}

/** Of arrays that are no sections the elements of a column are neighbours. */
export function usualStride(stride: Expression, type: Type, k: number): Expression {
  const bytes = k === 0 ? fixedBytes(type) : undefined;
  return stride.kind === 'load' && bytes !== undefined ? { ...stride, usually: bytes } : stride;
}

export function bytesInDescriptor(ctx: Context, descriptor: Expression, type: Type): Expression {
  const known = fixedBytes(type);
  return known === undefined ? loadField(ctx, descriptor, descriptorFields.elementBytes, 'i64') : i64(known);
}

/** Whether it has a constant size, so that the descriptor's field need not be asked. */
export function fixedBytes(type: Type): number | undefined {
  if (type.base === 'character') return constantLength(type);
  return type.base === 'derived' && type.polymorphic ? undefined : layoutOf(type)?.size;
}

export function writeHead(
  ctx: Context,
  descriptor: Expression,
  head: {
    readonly base: Expression;
    readonly bytes: Expression;
    readonly type: Expression | undefined;
    readonly rank: number;
  },
): void {
  const base = withoutWindow(head.base);
  ctx.store(pointerCell(base), descriptor, base, descriptorFields.base);
  ctx.store('i64', descriptor, head.bytes, descriptorFields.elementBytes);
  if (head.type) ctx.store('ptr.host', descriptor, head.type, descriptorFields.type);
  else ctx.store('i64', descriptor, i64(0), descriptorFields.type);
  ctx.store('i64', descriptor, i64(head.rank), descriptorFields.rank);
}

/** Descriptors hold addresses that whoever reads them can use: a local or shared variable's own address counts from its window. */
function withoutWindow(base: Expression): Expression {
  const windowed = base.type === 'ptr.local' || base.type === 'ptr.shared' || base.type === 'ptr.constant';
  return windowed ? op('cast.space', [base], 'ptr.generic') : base;
}

function pointerCell(base: Expression): PointerType {
  if (!isPointer(base.type)) throw new InternalError(`a base that is ${base.type}`);
  return base.type;
}

export function writeAxis(
  ctx: Context,
  descriptor: Expression,
  k: number,
  axis: { readonly lower: Expression; readonly extent: Expression; readonly stride: Expression },
): void {
  ctx.store('i64', descriptor, axis.lower, dimension(k, 'lower'));
  ctx.store('i64', descriptor, axis.extent, dimension(k, 'extent'));
  ctx.store('i64', descriptor, axis.stride, dimension(k, 'stride'));
}

/** A descriptor made to describe `v`. All numbers are computed before the first is stored: `v` may come from the same descriptor. */
export function writeDescriptor(ctx: Context, descriptor: Expression, v: View, dynamic?: Expression): void {
  const at = ctx.keep(descriptor, 'descriptor');
  const base = ctx.keep(v.base, 'base');
  const bytes = ctx.keep(v.bytes, 'bytes');
  const type = dynamic ?? tableFor(ctx, v.type);
  const axes = v.axes.map((a, k) => ({
    lower: ctx.keep(a.lower, 'lower'),
    extent: ctx.keep(a.extent, 'extent'),
    stride: ctx.keep(strideOf(v, k), 'stride'),
  }));
  writeHead(ctx, at, { base, bytes, type, rank: v.axes.length });
  axes.forEach((a, k) => {
    writeAxis(ctx, at, k, a);
  });
}

/** The table of the type, for derived types in host code, for polymorphic ones everywhere; other data needs none (class(*) dummies are given theirs where they are passed). */
export function tableFor(ctx: Context, type: Type): Expression | undefined {
  const needed = type.base === 'derived' && (ctx.mode === 'host' || type.polymorphic);
  return needed ? ctx.parts.typeTable(ctx, type) : undefined;
}

/** A new descriptor in memory of this call. */
export function newDescriptor(ctx: Context, rank: number): Expression {
  return ctx.slot('descriptor', descriptorBytes(rank), 8);
}

/** Unallocated, or pointing to nothing. */
export function emptyDescriptor(ctx: Context, of: Described, descriptor: Expression): void {
  const bytes = fixedBytes(of.type) ?? 0;
  writeHead(ctx, descriptor, {
    base: nullPointer(dataPointer(ctx, of.attributes)),
    bytes: i64(bytes),
    type: tableFor(ctx, of.type),
    rank: rankOf(of.shape),
  });
}

/** The rank that a descriptor tells, without what C reads beside it. */
export function rankIn(ctx: Context, descriptor: Expression): Expression {
  return op('and', [loadField(ctx, descriptor, descriptorFields.rank, 'i64'), i64(255)]);
}

export function isAllocated(descriptor: Expression): Expression {
  return op('ne', [load('i64', descriptor, 0), i64(0)]);
}

/** What is unallocated has the declared type; of class(*) none. */
export function resetType(ctx: Context, type: Type, descriptor: Expression): void {
  if (type.base === 'derived' && type.polymorphic)
    ctx.store('ptr.host', descriptor, ctx.parts.typeTable(ctx, type), descriptorFields.type);
  else if (type.base === 'any') ctx.store('i64', descriptor, i64(0), descriptorFields.type);
}

/** move_alloc: what is polymorphic gets the type of what is not; the source holds nothing any more. */
export function moveType(ctx: Context, to: Type, from: Type, target: Expression, source: Expression): void {
  const open = (t: Type): boolean => t.base === 'any' || (t.base === 'derived' && t.polymorphic);
  if (open(to) && !open(from)) ctx.store('ptr.host', target, ctx.parts.typeTable(ctx, from), descriptorFields.type);
  resetType(ctx, from, source);
}
