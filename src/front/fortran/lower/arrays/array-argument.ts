/** Arrays as actual arguments: the address of a first element, or of a descriptor. */
import { add, i32, i64, mul, op, select, sub } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { ValueType } from '../../../../ir/types.ts';
import { descriptorFields, dimensionFields, isDescribed } from '../../layout.ts';
import { plainAttributes } from '../../plain-attributes.ts';
import type { Expr, Variable } from '../../program.ts';
import { describeScalar } from '../calls/argument.ts';
import { dynamicType } from '../calls/intrinsic.ts';
import { type Context, notNull } from '../context.ts';
import { copyElements } from '../cuda/cuda-transfer.ts';
import { allocateOnHeap, freeOnHeap } from '../cuda/device-heap.ts';
import { dataPointer, isDescribedDesignator, isDesignator } from '../designator.ts';
import { storeValue } from '../memory.ts';
import { allocateBytes, freeBytes } from '../objects/allocation.ts';
import { elementsOfView, fillView, frozen, newArray, temporaryMemory } from './array-temporary.ts';
import { fixedBytes, newDescriptor, rankIn, writeDescriptor } from './descriptor.ts';
import { frozenAtOne, viewOf } from './section.ts';
import {
  basedAtOne,
  contiguousNow,
  hasGather,
  isContiguous,
  isDeviceView,
  product,
  strideOf,
  type View,
  withStrides,
} from './view.ts';

/** See `ArrayParts.arrayArgument`. */
export function arrayArgument(ctx: Context, dummy: Variable | undefined, actual: Expr): Expression {
  if (dummy && isDescribed(dummy.type, dummy.shape, dummy.attributes)) return described(ctx, dummy, actual);
  const back = dummy?.attributes.intent !== 'in' && isDesignator(actual);
  if (actual.rank === 0) return sequenceStart(ctx, actual);
  if (dummy?.attributes.value) return packedCopy(ctx, frozen(ctx, viewOf(ctx, actual)), false, copyValues);
  return packedBase(ctx, asDeclared(within(ctx, dummy, actual), dummy, actual), back, copyFor(ctx, dummy));
}

/** See `ArrayParts.argumentRoom`. A copy of a whole array has as much, of a part of one nobody knows (-1). */
export function argumentRoom(ctx: Context, actual: Expr, address: Expression): Expression | undefined {
  const whole = actual.kind === 'element' ? actual.base : actual;
  if (whole.rank <= 0 || !hasDescriptor(ctx, whole)) return undefined;
  const v = frozen(ctx, viewOf(ctx, whole));
  const all = ctx.keep(mul(product(v.axes.map((a) => a.extent)), v.bytes), 'bytes');
  if (whole === actual) return all;
  const place = (e: Expression): Expression => op('to.address', [inType(e, 'ptr.generic')]);
  const before = ctx.keep(sub(place(address), place(v.base)), 'before');
  const inside = op('and', [op('le', [i64(0), before]), op('le', [before, all])]);
  return ctx.keep(select(op('and', [contiguousNow(v), inside]), sub(all, before), i64(-1)), 'room');
}

/** Of variables and their components, so that nothing is computed twice. */
function hasDescriptor(ctx: Context, e: Expr): boolean {
  if (e.kind === 'part') return isDescribedDesignator(ctx, e) && isPath(e.base);
  if (e.kind !== 'variable' || e.variable.attributes.optional) return false;
  const place = ctx.placeOf(e.variable);
  return place.kind === 'descriptor' || (place.kind === 'array' && place.descriptor !== undefined);
}

function isPath(e: Expr): boolean {
  if (e.kind === 'part') return isPath(e.base);
  return e.kind === 'variable' && e.rank === 0;
}

/** The argument where its dummy wants it: what an expression gives lies on the host, and the device is to reach it. */
function within(ctx: Context, dummy: Variable | undefined, actual: Expr): View {
  const v = frozen(ctx, viewOf(ctx, actual));
  if (ctx.mode !== 'host' || dummy?.attributes.placement !== 'managed' || isDesignator(actual)) return v;
  const copy = roomFor(ctx, dummy.attributes, v);
  ctx.defer(() => freeBytes(ctx, dummy.attributes, copy.base));
  fillView(ctx, copy, elementsOfView(ctx, v));
  return copy;
}

/** New memory for a copy, of the kind that the attributes name. */
function roomFor(ctx: Context, attributes: Variable['attributes'], v: View): View {
  const bytes = ctx.keep(op('mul', [product(v.axes.map((a) => a.extent)), v.bytes]), 'bytes');
  const base = ctx.keep(allocateBytes(ctx, attributes, bytes));
  return { ...v, base, axes: v.axes.map((a) => ({ lower: i64(1), extent: a.extent, stride: undefined })) };
}

/** A polymorphic array as one of the dummy's type: its elements may be larger, and then have gaps between them. */
function asDeclared(v: View, dummy: Variable | undefined, actual: Expr): View {
  const bytes = dummy && dummy.type.base === 'derived' && isPolymorphic(actual) ? fixedBytes(dummy.type) : undefined;
  if (!dummy || bytes === undefined) return v;
  return { ...withStrides(v), type: dummy.type, bytes: i64(bytes) };
}

/** An element, or a scalar, that stands for the array that begins there. */
function sequenceStart(ctx: Context, actual: Expr): Expression {
  if (isDesignator(actual)) return ctx.parts.address(ctx, actual);
  const value = ctx.parts.scalar(ctx, actual);
  if (value.kind === 'character' || value.kind === 'derived') return value.address;
  const memory = ctx.slot('argument', 16, 8);
  storeValue(ctx, actual.type, memory, value);
  return memory;
}

/** How the copy of an array with gaps is made, and what becomes of it when the call is done. */
type CopyFor = (
  ctx: Context,
  v: View,
  back: boolean,
  place: Place,
) => { readonly make: () => void; readonly end: () => void };
type Place = Expression & { readonly kind: 'local' };

/** Messages may use what an asynchronous dummy gets when the call is done. */
function copyFor(ctx: Context, dummy: Variable | undefined): CopyFor {
  return dummy?.attributes.asynchronous && ctx.mode === 'host' ? lentCopy : ownedCopy;
}

/** Where the elements lie one after another: the array itself, or a copy of it that is copied back at the end of the statement. */
export function packedBase(ctx: Context, v: View, back: boolean, copied: CopyFor = ownedCopy): Expression {
  if (isContiguous(v)) return v.base;
  if (hasGather(v)) return packedCopy(ctx, v, back);
  const packed = ctx.keep(contiguousNow(v), 'packed');
  if (packed.kind === 'const' && packed.value === true) return v.base;
  // In device code the copy may lie in other memory than the array.
  const type = ctx.mode === 'host' ? v.base.type : 'ptr.generic';
  const base = ctx.newLocal('packed', type);
  const place = { kind: 'local', type, index: base } as const;
  ctx.set(base, inType(v.base, type));
  const loose = op('and', [op('not', [packed]), notNull(v.base)]);
  const copy = copied(ctx, v, back, place);
  ctx.if(loose, copy.make);
  ctx.defer(() => ctx.if(loose, copy.end));
  return place;
}

function inType(e: Expression, type: ValueType): Expression {
  return e.type === type ? e : op('cast.space', [e], type);
}

function ownedCopy(ctx: Context, v: View, back: boolean, place: Place): ReturnType<CopyFor> {
  const attributes = hostOrDevice(v);
  const bytes = ctx.keep(op('mul', [product(v.axes.map((a) => a.extent)), v.bytes]), 'bytes');
  const copy = (): View => ({ ...v, base: place, axes: v.axes.map((a) => ({ ...a, stride: undefined })) });
  return {
    make: () => {
      ctx.set(place.index, inType(copyMemory(ctx, attributes, bytes), place.type));
      moveElements(ctx, copy(), v);
    },
    end: () => {
      if (back) moveElements(ctx, v, copy());
      freeCopy(ctx, attributes, bytes, place);
    },
  };
}

/** The runtime's copy, which it may need for longer than the call. */
function lentCopy(ctx: Context, v: View, back: boolean, place: Place): ReturnType<CopyFor> {
  return {
    make: () => {
      const cells = ctx.slot('section', 16 * v.axes.length, 8);
      for (const [k, axis] of v.axes.entries()) {
        ctx.store('i64', cells, axis.extent, 16 * k);
        ctx.store('i64', cells, strideOf(v, k), 16 * k + 8);
      }
      const on = i32(isDeviceView(v) ? 1 : 0);
      const copy = ctx.runtime('section.lend', op('to.address', [v.base]), cells, i32(v.axes.length), v.bytes, on)[0]!;
      ctx.set(place.index, op('from.address', [copy], place.type));
    },
    end: () => void ctx.runtime('section.settle', op('to.address', [place]), i32(back ? 1 : 0)),
  };
}

/** Memory that is needed for longer than the branch in which it is taken: `freeCopy` gives it back. */
function copyMemory(ctx: Context, attributes: Variable['attributes'], bytes: Expression): Expression {
  if (ctx.mode === 'host' && attributes.placement === 'host') return ctx.runtime('stack.take', bytes)[0]!;
  if (ctx.mode === 'host') return allocateBytes(ctx, attributes, bytes);
  return bytes.kind === 'const' ? temporaryMemory(ctx, bytes) : allocateOnHeap(ctx, bytes);
}

function freeCopy(ctx: Context, attributes: Variable['attributes'], bytes: Expression, place: Expression): void {
  if (ctx.mode !== 'host') {
    if (bytes.kind !== 'const') freeOnHeap(ctx, place);
  } else if (attributes.placement === 'host') ctx.runtime('stack.give', place);
  else freeBytes(ctx, attributes, place);
}

/** What vector subscripts name cannot be changed, so that it is not copied back. */
function packedCopy(ctx: Context, v: View, back: boolean, move = moveElements): Expression {
  const device = ctx.mode === 'host' && isDeviceView(v);
  const copy = device
    ? roomFor(ctx, hostOrDevice(v), v)
    : newArray(
        ctx,
        v.type,
        v.axes.map((a) => a.extent),
        v.bytes,
      );
  move(ctx, copy, v);
  ctx.defer(() => {
    if (back && !hasGather(v)) moveElements(ctx, v, copy);
    if (device) freeBytes(ctx, hostOrDevice(v), copy.base);
  });
  return copy.base;
}

function moveElements(ctx: Context, to: View, from: View): void {
  if (ctx.mode === 'host' && (isDeviceView(to) || isDeviceView(from))) copyElements(ctx, to, from);
  else fillView(ctx, asBytes(to), elementsOfView(ctx, asBytes(from)));
}

/** Objects of their own, with copies of what they hold. */
function copyValues(ctx: Context, to: View, from: View): void {
  if (to.type.base !== 'derived' || ctx.mode === 'device' || isDeviceView(to)) {
    moveElements(ctx, to, from);
    return;
  }
  ctx.fill(to.base, 0, mul(product(to.axes.map((a) => a.extent)), to.bytes));
  fillView(ctx, to, elementsOfView(ctx, from));
}

/** Objects move with all that they hold: what lies in a copy is moved back, or never released. */
function asBytes(v: View): View {
  return v.type.base === 'derived' ? { ...v, type: { ...v.type, polymorphic: true } } : v;
}

/** Attributes of plain memory on the side where the view lies. */
function hostOrDevice(v: View): Variable['attributes'] {
  return { ...plainAttributes, placement: isDeviceView(v) ? 'device' : 'host' };
}

function described(ctx: Context, dummy: Variable, actual: Expr): Expression {
  const own = dummy.attributes.allocatable || (dummy.attributes.pointer && isPointer(actual));
  if (own || passesAsItIs(ctx, dummy, actual)) return ctx.parts.descriptorAddress(ctx, actual);
  if (actual.rank < 0) return typedDescriptor(ctx, dummy, actual);
  if (actual.rank === 0) return describeScalar(ctx, actual);
  const given = within(ctx, dummy, actual);
  // A pointer dummy is associated with its target as by a pointer assignment.
  const whole = dummy.attributes.pointer && isWhole(actual) ? given : basedAtOne(given);
  const view = dummy.attributes.value
    ? ownCopy(ctx, whole)
    : isPacked(dummy)
      ? packedView(ctx, whole, dummy, actual)
      : gatheredAway(ctx, whole, dummy, actual);
  const descriptor = newDescriptor(ctx, view.axes.length);
  writeDescriptor(
    ctx,
    descriptor,
    { ...view, base: inSpaceOf(ctx, dummy, view.base) },
    dynamicTable(ctx, dummy, actual, view.dynamic),
  );
  return optionalDescriptor(actual, view, descriptor);
}

/** An absent optional dummy passed on stays absent. */
function optionalDescriptor(actual: Expr, view: View, descriptor: Expression): Expression {
  if (actual.kind !== 'variable' || !actual.variable.attributes.optional) return descriptor;
  return op('select', [notNull(view.base), descriptor, { kind: 'const', type: descriptor.type, value: 0n }]);
}

function isWhole(e: Expr): boolean {
  return e.kind === 'variable' || (e.kind === 'part' && e.base.rank === 0);
}

function isPointer(e: Expr): boolean {
  if (e.kind === 'variable') return e.variable.attributes.pointer;
  return e.kind === 'part' && e.component.attributes.pointer;
}

/** A whole array that has a descriptor already can lend it: the callee takes no lower bounds from it. */
function passesAsItIs(ctx: Context, dummy: Variable, actual: Expr): boolean {
  if (dummy.attributes.contiguous || dummy.attributes.pointer || dummy.attributes.value) return false;
  if (needsType(dummy) && !(actual.type.base === 'any' || (actual.type.base === 'derived' && actual.type.polymorphic)))
    return false;
  if (dummy.shape?.kind === 'explicit' || dummy.shape?.kind === 'assumed-size') return false;
  if (actual.kind === 'variable') {
    const place = ctx.placeOf(actual.variable);
    if (place.kind === 'descriptor') return sameSide(ctx, dummy, actual.variable.attributes);
    return place.kind === 'array' && place.descriptor !== undefined && sameSide(ctx, dummy, actual.variable.attributes);
  }
  return (
    actual.kind === 'part' && isDescribedDesignator(ctx, actual) && sameSide(ctx, dummy, actual.component.attributes)
  );
}

function sameSide(ctx: Context, dummy: Variable, a: Variable['attributes']): boolean {
  return dataPointer(ctx, dummy.attributes) === dataPointer(ctx, a);
}

/** class(*) and class(t) dummies learn the type of what they get. */
function needsType(dummy: Variable): boolean {
  return dummy.type.base === 'any' || (dummy.type.base === 'derived' && dummy.type.polymorphic);
}

function dynamicTable(ctx: Context, dummy: Variable, actual: Expr, known?: Expression): Expression | undefined {
  if (!needsType(dummy)) return undefined;
  if (known) return known;
  return isPolymorphic(actual) ? dynamicType(ctx, actual) : ctx.parts.typeTable(ctx, actual.type);
}

function isPolymorphic(e: Expr): boolean {
  return e.type.base === 'any' || (e.type.base === 'derived' && e.type.polymorphic);
}

/** A new descriptor of an array, with the type it has at run time. */
export function describeArray(ctx: Context, e: Expr): Expression {
  const whole = frozenAtOne(ctx, e);
  const base = hasGather(whole) ? packedCopy(ctx, whole, false) : whole.base;
  const view = hasGather(whole)
    ? { ...whole, base, axes: whole.axes.map(({ lower, extent }) => ({ lower, extent, stride: undefined })) }
    : whole;
  const descriptor = newDescriptor(ctx, view.axes.length);
  writeDescriptor(
    ctx,
    descriptor,
    view,
    isPolymorphic(e) ? (view.dynamic ?? dynamicType(ctx, e)) : ctx.parts.typeTable(ctx, e.type),
  );
  return descriptor;
}

function packedView(ctx: Context, v: View, dummy: Variable, actual: Expr): View {
  const back = dummy.attributes.intent !== 'in' && isDesignator(actual);
  return {
    ...v,
    base: packedBase(ctx, v, back, copyFor(ctx, dummy)),
    axes: v.axes.map((a) => ({ lower: a.lower, extent: a.extent, stride: undefined })),
  };
}

/** Whether the procedure counts on elements that follow each other. */
function isPacked(dummy: Variable): boolean {
  const kind = dummy.shape?.kind;
  return dummy.attributes.contiguous || kind === 'explicit' || kind === 'assumed-size';
}

/** A dummy of assumed rank, whose own descriptor knows no type, for a polymorphic one. */
function typedDescriptor(ctx: Context, dummy: Variable, actual: Expr): Expression {
  const own = ctx.keep(ctx.parts.descriptorAddress(ctx, actual));
  const descriptor = newDescriptor(ctx, 15);
  if (actual.kind !== 'variable' || !actual.variable.attributes.optional || own.type !== descriptor.type) {
    fillTyped(ctx, dummy, actual, own, descriptor);
    return descriptor;
  }
  // What is absent stays absent.
  ctx.if(notNull(own), () => fillTyped(ctx, dummy, actual, own, descriptor));
  return ctx.keep(op('select', [notNull(own), descriptor, own]));
}

function fillTyped(ctx: Context, dummy: Variable, actual: Expr, own: Expression, descriptor: Expression): void {
  const rank = rankIn(ctx, own);
  ctx.copy(descriptor, own, add(i64(descriptorFields.dimensions), mul(rank, i64(dimensionFields.bytes))));
  const table = dynamicTable(ctx, dummy, actual);
  if (table) ctx.store('ptr.host', descriptor, table, descriptorFields.type);
  // What is no pointer or allocatable itself counts from 1.
  if (dummy.attributes.pointer && actual.kind === 'variable' && !actual.variable.attributes.allocatable)
    ctx.count(rank, (k) => {
      const at = add(i64(descriptorFields.dimensions + dimensionFields.lower), mul(k, i64(dimensionFields.bytes)));
      ctx.store('i64', op('offset', [descriptor, at]), i64(1));
    });
}

function ownCopy(ctx: Context, v: View): View {
  const axes = v.axes.map((a) => ({ lower: a.lower, extent: a.extent, stride: undefined }));
  return { ...v, base: packedCopy(ctx, v, false, copyValues), axes };
}

/** Vector subscripts cannot be described: such arrays are copied. */
function gatheredAway(ctx: Context, v: View, dummy: Variable, actual: Expr): View {
  return hasGather(v) ? packedView(ctx, v, dummy, actual) : v;
}

/** Managed data given to a device dummy is the same address seen from there. */
function inSpaceOf(ctx: Context, dummy: Variable, base: Expression): Expression {
  const wanted = dataPointer(ctx, dummy.attributes);
  if (base.type === wanted || wanted === 'ptr.host') return base;
  return op('cast.space', [base], wanted);
}
