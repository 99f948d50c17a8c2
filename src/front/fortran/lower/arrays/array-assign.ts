/** Assignment to arrays. */

import { i64, mul } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { constantLength, descriptorFields, dimensionFields } from '../../layout.ts';
import { madeVariable } from '../../made-variable.ts';
import type { Component, DerivedType, Expr, Stmt, Type, Variable } from '../../program.ts';
import type { Context } from '../context.ts';
import { copyElements, fillDevice, readableElements, staged } from '../cuda/cuda-transfer.ts';
import { assignOnDevice } from '../cuda/device-assign.ts';
import { needsDevice, runsOnDevice } from '../cuda/device-expression.ts';
import { isDesignator } from '../designator.ts';
import { alignmentOf, scratchBytes } from '../memory.ts';
import { lowerAllocate, moveAllocation } from '../objects/allocate.ts';
import { allocateBytes, allocateForAssignment, type NewBounds } from '../objects/allocation.ts';
import { assignObject, assignsByProcedures } from '../objects/component-assignment.ts';
import { copyDynamic, finalize, ownsMemory } from '../objects/derived.ts';
import { endArray, isFinalized } from '../objects/finalization.ts';
import { addressOf, type Value } from '../value.ts';
import { mayOverlap, rootOf, sameDesignator } from './array-alias.ts';
import { collect } from './array-call.ts';
import { nest } from './array-loop.ts';
import { elementsOfView, frozen, knownBytes, materialized, placeAt, storeElement } from './array-temporary.ts';
import type { Elements } from './array-value.ts';
import { emptyDescriptor, writeDescriptor } from './descriptor.ts';
import { frozenAtOne, viewOf } from './section.ts';
import { hasGather, isContiguous, isDeviceView, linearElement, product, type View } from './view.ts';

type Assign = Stmt & { readonly kind: 'assign' };

export function assignArray(ctx: Context, s: Assign): void {
  ctx.scope(() => {
    const { type } = s.to;
    const plainType = type.base === 'derived' && !type.polymorphic ? type.type : undefined;
    if (plainType && ctx.mode === 'host' && isFinalized(plainType)) assignFinalized(ctx, s.to, s.value, plainType);
    else if (s.value.rank === 0) assignScalar(ctx, s.to, s.value);
    else assignElements(ctx, s.to, s.value);
  });
}

/** The value is complete before the final procedures see what was there. */
function assignFinalized(ctx: Context, to: Expr, value: Expr, type: DerivedType): void {
  const made = ctx.parts.elements(ctx, value);
  const elements = value.rank === 0 ? made : materialized(ctx, ownCopy(made));
  const whole = value.rank === 0 ? undefined : reallocated(ctx, to);
  const end = (): void => endArray(ctx, type, to, 'finalize', finalize);
  if (whole) {
    const axes = boundsOfValue(ctx, value, elements);
    allocateForAssignment(ctx, whole, ctx.parts.descriptorAddress(ctx, to), axes, elements.bytes, end);
  } else end();
  storeAll(ctx, frozenAtOne(ctx, to), elements, true);
}

/** What an assignment allocates: with -Mallocatable=95 that has its shape already, where its length and type are fixed. */
function reallocated(ctx: Context, to: Expr): Variable | Component | undefined {
  const { type } = to;
  const fixed = type.base === 'character' ? type.length.kind === 'known' : type.base !== 'derived' || !type.polymorphic;
  return fixed && !ctx.module.checks.reallocates ? undefined : wholeAllocatable(to);
}

/** The variable or component, where it is allocatable and assigned as a whole. */
export function wholeAllocatable(e: Expr): Variable | Component | undefined {
  if (e.kind === 'variable') return e.variable.attributes.allocatable ? e.variable : undefined;
  if (e.kind === 'part') return e.component.attributes.allocatable && !e.component.fixed ? e.component : undefined;
  return undefined;
}

function assignScalar(ctx: Context, to: Expr, value: Expr): void {
  const whole = reallocated(ctx, to);
  if (whole && isPolymorphic(whole.type)) {
    replaceByScalar(ctx, to, whole, value);
    return;
  }
  const scalar = apart(ctx, to, value, ctx.parts.elements(ctx, value));
  const target = frozenAtOne(ctx, to);
  if (ctx.mode === 'host' && isDeviceView(target)) {
    fillDevice(ctx, target, scalar.at([]), scalar);
    return;
  }
  if (isContiguous(target) && isZero(scalar.at([])) && to.type.base !== 'derived') {
    ctx.fill(target.base, 0, mul(product(target.axes.map((a) => a.extent)), target.bytes));
    return;
  }
  storeAll(ctx, target, scalar, true);
}

/** Characters that the assignment might change while it stores them are copied first. */
function apart(ctx: Context, to: Expr, value: Expr, scalar: Elements): Elements {
  const text = scalar.at([]);
  const inner = value.kind === 'convert' ? value.value : value;
  if (text.kind !== 'character' || !isDesignator(inner) || ctx.mode === 'device') return scalar;
  const [a, b] = [rootOf(to), rootOf(inner)];
  if (a && b && a !== b && !a.attributes.pointer && !b.attributes.pointer && !a.overlay && !b.overlay) return scalar;
  const address = scratchBytes(ctx, text.length);
  ctx.copy(address, text.address, text.length);
  return { ...scalar, at: () => ({ ...text, address }) };
}

/** All bytes 0. */
function isZero(v: Value): boolean {
  const zero = (x: Expression): boolean =>
    x.kind === 'const' && (x.value === 0n || x.value === false || Object.is(x.value, 0));
  if (v.kind === 'plain') return zero(v.x);
  return v.kind === 'complex' && zero(v.re) && zero(v.im);
}

function assignElements(ctx: Context, to: Expr, value: Expr): void {
  const whole = reallocated(ctx, to);
  if (whole && isPolymorphic(whole.type)) {
    assignPolymorphic(ctx, to, whole, value);
    return;
  }
  const overlap = !areAllocations(to, value) && (mayOverlap(to, value) || mayChangeLength(to, value));
  const direct = directCopy(ctx, to, value);
  if (direct === undefined && !whole && ctx.mode === 'host' && needsDevice(to) && assignOnDevice(ctx, to, value))
    return;
  if (direct === undefined && whole && !overlap && allocatedOnDevice(ctx, to, whole, value)) return;
  if (direct !== undefined && !whole) {
    copyDirectly(ctx, frozen(ctx, viewOf(ctx, to)), frozen(ctx, viewOf(ctx, value)), overlap);
    return;
  }
  const from = direct === undefined || overlap ? ctx.parts.elements(ctx, value) : undefined;
  const elements = from && overlap ? materialized(ctx, ownCopy(from)) : from;
  const source = elements ? undefined : frozen(ctx, viewOf(ctx, value));
  if (whole) {
    const axes = source?.axes ?? boundsOfValue(ctx, value, elements);
    allocateForAssignment(
      ctx,
      whole,
      ctx.parts.descriptorAddress(ctx, to),
      axes,
      lengthFor(whole.type, elements?.bytes ?? source!.bytes),
    );
  }
  const target = frozenAtOne(ctx, to);
  if (elements) storeInto(ctx, target, elements, !overlap);
  else copyDirectly(ctx, target, source!, false);
}

/** An allocatable array of the device takes the shape of a value that a kernel computes: whether that was done. */
function allocatedOnDevice(ctx: Context, to: Expr, whole: Variable | Component, value: Expr): boolean {
  if (ctx.mode !== 'host' || !needsDevice(to) || !runsOnDevice(value)) return false;
  const shaped = arrayIn(value);
  const bytes = knownBytes(whole.type);
  if (!shaped || !bytes || mayAskFor(to, value)) return false;
  const axes = frozen(ctx, viewOf(ctx, shaped)).axes.map(({ extent }) => ({ lower: i64(1), extent }));
  allocateForAssignment(ctx, whole, ctx.parts.descriptorAddress(ctx, to), axes, bytes);
  return assignOnDevice(ctx, to, value);
}

/** Whether the value may ask for what `to` is before it is allocated anew: it is not where it is an operand itself, so that its shape stays. */
function mayAskFor(to: Expr, value: Expr): boolean {
  const root = rootOf(to);
  const used = new Set<Variable>();
  collect(value, used);
  return !root || (used.has(root) && !isOperand(to, value));
}

function isOperand(to: Expr, e: Expr): boolean {
  return e.rank > 0 && (sameDesignator(to, e) || operandsOf(e).some((x) => isOperand(to, x)));
}

/** An array that an elementwise expression is made of. */
function arrayIn(e: Expr): Expr | undefined {
  if (e.rank === 0) return undefined;
  if (isDesignator(e)) return e;
  for (const x of operandsOf(e)) {
    const found = arrayIn(x);
    if (found) return found;
  }
  return undefined;
}

function operandsOf(e: Expr): readonly Expr[] {
  switch (e.kind) {
    case 'convert':
      return [e.value];
    case 'unary':
      return [e.operand];
    case 'binary':
      return [e.left, e.right];
    case 'intrinsic':
      return e.args.filter((a) => a !== undefined);
    default:
      return [];
  }
}

/** Elements of deferred length do not stay where they are when they are assigned to: a value that reads them is complete before. */
function mayChangeLength(to: Expr, value: Expr): boolean {
  if (to.type.base !== 'character' || to.type.length.kind !== 'deferred' || isDesignator(value)) return false;
  const root = rootOf(to);
  const used = new Set<Variable>();
  collect(value, used);
  return !root || used.has(root);
}

/** Whole allocatable arrays of data without parts of their own: they are the same or lie apart. */
function areAllocations(to: Expr, value: Expr): boolean {
  const owns = value.type.base === 'derived' || value.type.base === 'any';
  return !owns && wholeAllocatable(to) !== undefined && wholeAllocatable(value) !== undefined;
}

/** A whole array gives its lower bounds along; every other expression counts from 1. */
function boundsOfValue(ctx: Context, value: Expr, elements: Elements | undefined): readonly NewBounds[] {
  if (value.kind === 'convert') return boundsOfValue(ctx, value.value, elements);
  const whole = value.kind === 'variable' || (value.kind === 'part' && value.base.rank === 0);
  if (whole) return frozen(ctx, viewOf(ctx, value)).axes;
  return (elements?.extents ?? []).map((extent) => ({ lower: i64(1), extent }));
}

function isPolymorphic(t: Type): boolean {
  return t.base === 'any' || (t.base === 'derived' && t.polymorphic);
}

/** What is polymorphic takes over the type of the right side: it is allocated anew. */
function assignPolymorphic(ctx: Context, to: Expr, whole: Variable | Component, value: Expr): void {
  if (sameDesignator(to, value)) return;
  if (!mayOverlap(to, value) && !mayAskFor(to, value)) {
    ctx.parts.freeAllocatable(ctx, whole, ctx.parts.descriptorAddress(ctx, to));
    allocateFrom(ctx, to, value);
    return;
  }
  const bytes = descriptorFields.dimensions + dimensionFields.bytes * to.rank;
  const descriptor = ctx.slot('fresh', bytes, 8);
  emptyDescriptor(ctx, whole, descriptor);
  const made = madeVariable('fresh', to.type, undefined, to.rank);
  made.attributes = { ...made.attributes, allocatable: true };
  ctx.bind(made, { kind: 'descriptor', address: descriptor });
  const fresh: Expr = { kind: 'variable', variable: made, type: to.type, rank: to.rank, span: to.span };
  allocateFrom(ctx, fresh, value);
  moveAllocation(ctx, fresh, to);
}

function allocateFrom(ctx: Context, to: Expr, value: Expr): void {
  lowerAllocate(ctx, {
    kind: 'allocate',
    span: ctx.at,
    label: undefined,
    items: [{ object: to, bounds: [], type: value.type }],
    source: value,
    mold: undefined,
    stat: undefined,
    errmsg: undefined,
    stream: undefined,
    pinned: undefined,
  });
}

/** A polymorphic array keeps its bounds and takes over the type of the scalar: its elements are made anew. */
function replaceByScalar(ctx: Context, to: Expr, whole: Variable | Component, value: Expr): void {
  const descriptor = ctx.keep(ctx.parts.descriptorAddress(ctx, to), 'descriptor');
  const before = frozen(ctx, viewOf(ctx, to));
  const scalar = ctx.parts.scalar(ctx, value);
  const dynamic = scalar.kind === 'derived' ? scalar.dynamic : undefined;
  const table = ctx.keep(dynamic ?? ctx.parts.typeTable(ctx, value.type), 'type');
  const bytes = ctx.keep(ctx.parts.elementBytes(ctx, value), 'bytes');
  const count = product(before.axes.map((a) => a.extent));
  const base = ctx.keep(allocateBytes(ctx, whole.attributes, mul(count, bytes)), 'fresh');
  const axes = before.axes.map((a) => ({ ...a, stride: undefined }));
  const target: View = { type: value.type, base, axes, bytes };
  const { type } = value;
  const length = type.base === 'character' ? bytes : undefined;
  nest(ctx, [count], ([k]) => {
    const at = ctx.keep(linearElement(target, k ?? i64(0)));
    if (isPolymorphic(type)) copyDynamic(ctx, table, at, addressOf(scalar), bytes);
    else {
      if (type.base === 'derived') ctx.parts.initialize(ctx, type.type, at);
      storeElement(ctx, type, at, scalar, length);
    }
  });
  ctx.parts.freeAllocatable(ctx, whole, descriptor);
  writeDescriptor(ctx, descriptor, target, table);
}

/** Bytes of an element of the allocatable: its own length where that is fixed. */
function lengthFor(type: Type, given: Expression): Expression {
  const known = constantLength(type);
  return known === undefined ? given : i64(known);
}

/** Elements that are asked for one by one, even where they lie in memory. */
function ownCopy(e: Elements): Elements {
  return { type: e.type, extents: e.extents, bytes: e.bytes, at: e.at, flat: e.flat };
}

/** Where the right side is an array in place of the same type, and bytes may be copied. */
function directCopy(ctx: Context, to: Expr, value: Expr): true | undefined {
  if (!isDesignator(value) || !sameType(to.type, value.type)) return undefined;
  if (
    to.type.base === 'derived' &&
    (ownsMemory(to.type.type) || assignsByProcedures(to.type.type, ctx.mode) || ctx.mode === 'device')
  )
    return undefined;
  return true;
}

function sameType(a: Type, b: Type): boolean {
  if (a.base === 'character' && b.base === 'character') {
    const n = constantLength(a);
    return n !== undefined && n === constantLength(b);
  }
  if (a.base === 'derived' && b.base === 'derived') return a.type === b.type && !a.polymorphic && !b.polymorphic;
  if (a.base === 'any' || b.base === 'any' || a.base === 'derived' || b.base === 'derived') return false;
  return a.base === b.base && a.kind === b.kind;
}

function copyDirectly(ctx: Context, to: View, from: View, overlap: boolean): void {
  const device = ctx.mode === 'host' && (isDeviceView(to) || isDeviceView(from));
  const packed = isContiguous(to) && isContiguous(from);
  if (device) {
    if (overlap && isDeviceView(from)) staged(ctx, to, readableElements(ctx, from));
    else copyElements(ctx, to, from);
  } else if (packed) {
    const count = product(known(to, from));
    ctx.copy(to.base, from.base, mul(count, to.bytes), alignmentOf(to.type));
  } else {
    const elements = elementsOfView(ctx, from);
    storeAll(ctx, to, overlap ? materialized(ctx, ownCopy(elements)) : elements, !overlap);
  }
}

/** The extents of two views of one shape, constant where one of them is. */
function known(a: View, b: View): readonly Expression[] {
  return a.axes.map((x, k) => (x.extent.kind === 'const' ? x.extent : b.axes[k]!.extent));
}

function storeInto(ctx: Context, target: View, elements: Elements, independent: boolean): void {
  if (ctx.mode === 'host' && isDeviceView(target)) {
    if (elements.view && !hasGather(elements.view)) copyElements(ctx, target, elements.view);
    else staged(ctx, target, elements);
  } else storeAll(ctx, target, elements, independent);
}

/** Every element of `target` from the element of `value` at its place. */
function storeAll(ctx: Context, target: View, value: Elements, independent: boolean): void {
  const flat = isContiguous(target) && value.flat;
  const length = target.type.base === 'character' ? target.bytes : undefined;
  const extents = target.axes.map((a, k) => (a.extent.kind === 'const' ? a.extent : (value.extents[k] ?? a.extent)));
  nest(
    ctx,
    flat ? [product(extents)] : extents,
    (indexes) => {
      const x = value.at(indexes);
      const place = placeAt(target, indexes);
      if (target.type.base === 'derived' && !target.type.polymorphic && x.kind === 'derived')
        assignObject(ctx, target.type.type, place, x.address);
      else storeElement(ctx, target.type, place, x, length);
    },
    independent && !hasGather(target),
  );
}
