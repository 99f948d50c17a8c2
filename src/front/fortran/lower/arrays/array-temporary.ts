/** Arrays that the compiler makes for the time of a statement, and values that are kept. */
import { i64, mul } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { layoutOf } from '../../layout.ts';
import type { Type } from '../../program.ts';
import type { Context } from '../context.ts';
import { allocateOnHeap, freeOnHeap } from '../cuda/device-heap.ts';
import { alignmentOf, loadValue, scratchBytes, storeValue } from '../memory.ts';
import { ownsMemory } from '../objects/derived.ts';
import { endsMemory } from '../objects/temporary-objects.ts';
import type { Value } from '../value.ts';
import { nest } from './array-loop.ts';
import { type Elements, ofType } from './array-value.ts';
import { fixedBytes } from './descriptor.ts';
import { elementFromZero, isContiguous, linearElement, product, type View } from './view.ts';

/**
 * A new contiguous array, lower bounds 1, freed at the end of the statement. On the device one of variable size comes from its heap, unless the extents of what it is
 * made of say that a small room will do.
 */
export function newArray(ctx: Context, type: Type, extents: readonly Expression[], bytes: Expression): View {
  const most = ctx.mode === 'device' ? mostBytes(ctx, [...extents, bytes]) : undefined;
  const size = most === undefined ? mul(product(extents), bytes) : i64(most);
  return contiguousView(temporaryMemory(ctx, size), type, extents, bytes);
}

/** The product, where all factors are bounded and it is small. */
function mostBytes(ctx: Context, factors: readonly Expression[]): number | undefined {
  let product = 1;
  for (const factor of factors) {
    const most = ctx.limitOf(factor);
    if (most === undefined) return undefined;
    product *= most;
  }
  return product <= smallRoom ? product : undefined;
}

/** As above, for elements that are assigned: objects hold nothing at first, and what they are given ends with the statement. */
export function newElements(ctx: Context, type: Type, extents: readonly Expression[], bytes: Expression): View {
  const view = newArray(ctx, type, extents, bytes);
  if (type.base !== 'derived' || type.polymorphic || !ownsMemory(type.type)) return view;
  ctx.fill(view.base, 0, mul(product(extents), bytes));
  endsMemory(ctx, type.type, view.base, extents);
  return view;
}

/** Bytes that a slot is taken for without a further thought. */
const smallRoom = 4096;

export function temporaryMemory(ctx: Context, size: Expression): Expression {
  if (size.kind === 'const' && Number(size.value) <= smallRoom)
    return ctx.slot('t', Math.max(8, Number(size.value)), 8);
  if (ctx.mode === 'host') return scratchBytes(ctx, ctx.keep(size, 'bytes'));
  if (size.kind === 'const') return ctx.slot('t', Number(size.value), 8);
  const base = ctx.keep(allocateOnHeap(ctx, size), 'temporary');
  ctx.defer(() => freeOnHeap(ctx, base));
  return base;
}

export function contiguousView(base: Expression, type: Type, extents: readonly Expression[], bytes: Expression): View {
  return { type, base, bytes, axes: extents.map((extent) => ({ lower: i64(1), extent, stride: undefined })) };
}

/** Bounds and base kept in locals: what the loop reads does not change while it runs. */
export function frozen(ctx: Context, v: View): View {
  return {
    ...v,
    base: keepPlace(ctx, v.base),
    bytes: ctx.keep(v.bytes, 'bytes'),
    axes: v.axes.map((a) => ({
      ...a,
      lower: keepNumber(ctx, a.lower),
      extent: keepNumber(ctx, a.extent),
      stride: a.stride && keepNumber(ctx, a.stride),
    })),
  };
}

function keepNumber(ctx: Context, x: Expression): Expression {
  return x.kind === 'local' ? x : ctx.keep(x, 'n');
}

function keepPlace(ctx: Context, x: Expression): Expression {
  return x.kind === 'local' || x.kind === 'global' || x.kind === 'slot' || x.kind === 'dynamic-shared'
    ? x
    : ctx.keep(x, 'base');
}

/** The elements of an array in place. */
export function elementsOfView(ctx: Context, v: View): Elements {
  const length = v.type.base === 'character' ? v.bytes : undefined;
  const elements: Elements = {
    type: v.type,
    extents: v.axes.map((a) => a.extent),
    bytes: v.bytes,
    flat: isContiguous(v),
    view: v,
    at: (indexes) => loadValue(ctx, v.type, placeAt(v, indexes), length),
  };
  return v.dynamic ? ofType(elements, v.dynamic) : elements;
}

/** The address of an element by its indexes from 0, or by one running number where the view has no gaps. */
export function placeAt(v: View, indexes: readonly Expression[]): Expression {
  return indexes.length === v.axes.length ? elementFromZero(v, indexes) : linearElement(v, indexes[0] ?? i64(0));
}

/** A scalar that stands for every element. */
export function broadcast(ctx: Context, type: Type, value: Value): Elements {
  const kept = keepValue(ctx, value);
  const bytes = kept.kind === 'character' ? kept.length : i64(layoutOf(type)?.size ?? 0);
  return { type, extents: [], bytes, flat: true, at: () => kept };
}

/** The value computed here and now. */
export function keepValue(ctx: Context, v: Value): Value {
  switch (v.kind) {
    case 'plain':
      return { kind: 'plain', x: ctx.keep(v.x, 'x') };
    case 'complex':
      return { kind: 'complex', re: ctx.keep(v.re, 're'), im: ctx.keep(v.im, 'im') };
    case 'character':
      return { kind: 'character', address: ctx.keep(v.address, 'text'), length: ctx.keep(v.length, 'length') };
    case 'derived':
      return { ...v, address: ctx.keep(v.address, 'object') };
  }
}

/** All elements computed into memory of their own. */
export function materialized(ctx: Context, e: Elements): Elements & { readonly view: View } {
  if (e.view) return { ...e, view: e.view };
  const extents = e.extents.map((x) => ctx.keep(x, 'extent'));
  const bytes = ctx.keep(e.bytes, 'bytes');
  const v = newElements(ctx, e.type, extents, bytes);
  fillView(ctx, v, e);
  const elements = { ...elementsOfView(ctx, v), view: v };
  return e.dynamic ? { ...ofType(elements, e.dynamic), view: { ...v, dynamic: e.dynamic } } : elements;
}

/** Stores every element of `e` (or the scalar) at its place in `v`; the two do not overlap. */
export function fillView(ctx: Context, v: View, e: Elements): void {
  const flat = isContiguous(v) && e.flat;
  const length = ownBytes(v.type, v.bytes);
  const extents = v.axes.map((a) => a.extent);
  nest(ctx, flat ? [product(extents)] : extents, (indexes) => {
    const value = e.at(indexes);
    storeElement(ctx, v.type, placeAt(v, indexes), value, length);
  });
}

/** What tells how large an element is where its type does not. */
export function ownBytes(type: Type, bytes: Expression): Expression | undefined {
  return isSized(type) ? bytes : undefined;
}

/** Types whose elements have a size of their own: characters, and what is polymorphic. */
function isSized(t: Type): boolean {
  return t.base === 'character' || t.base === 'any' || (t.base === 'derived' && t.polymorphic);
}

/** Allocatable parts of derived types are copied too. `bytes` of characters and polymorphic objects. */
export function storeElement(
  ctx: Context,
  type: Type,
  to: Expression,
  value: Value,
  bytes: Expression | undefined,
): void {
  if (value.kind === 'derived' && bytes && type.base !== 'character')
    ctx.copy(to, value.address, bytes, alignmentOf(type));
  else if (type.base === 'derived' && value.kind === 'derived')
    ctx.parts.assignDerived(ctx, type.type, to, value.address);
  else storeValue(ctx, type, to, value, bytes);
}

/** Bytes of an element of the type of `e`, where it is constant. */
export function knownBytes(type: Type): Expression | undefined {
  const n = fixedBytes(type);
  return n === undefined ? undefined : i64(n);
}
