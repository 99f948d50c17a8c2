/** Intrinsic assignment to a scalar. */
import { InternalError } from '../../../base/impossible.ts';
import { i64, load, op } from '../../../ir/build.ts';
import type { Expression } from '../../../ir/module.ts';
import { descriptorFields } from '../layout.ts';
import type { Expr } from '../program.ts';
import { settledCall } from './calls/settled-call.ts';
import { type Context, isNull, notNull } from './context.ts';
import { storedAtOnce } from './cuda/volatile.ts';
import { dataPointer, isDescribedDesignator, lowerAddress, lowerDescriptorAddress, lowerLength } from './designator.ts';
import { sizeOfType, storeValue } from './memory.ts';
import { allocateBytes, deferredLength, freeBytes, outOfMemory } from './objects/allocation.ts';
import { assignObject } from './objects/component-assignment.ts';
import { copyDynamic, finalize, releaseDynamic } from './objects/derived.ts';
import { objectBytes } from './objects/object-bytes.ts';
import { addressOf, complexOf, plainOf, textOf, type Value } from './value.ts';

export function lowerAssignment(ctx: Context, to: Expr, value: Expr): void {
  const place = to.kind === 'variable' ? ctx.placeOf(to.variable) : undefined;
  if (place?.kind === 'register') return void ctx.set(place.local, plainOf(ctx.parts.scalar(ctx, value)));
  if (place?.kind === 'complex-register') {
    const z = complexOf(ctx.parts.scalar(ctx, value));
    const re = ctx.keep(z.re);
    ctx.set(place.im, z.im);
    return void ctx.set(place.re, re);
  }
  if (isDescribedDesignator(ctx, to) && isAllocatable(to)) return void assignAllocatable(ctx, to, value);
  assignValue(ctx, to, ctx.parts.scalar(ctx, value));
}

function isAllocatable(e: Expr): boolean {
  if (e.kind === 'variable') return e.variable.attributes.allocatable;
  return e.kind === 'part' && e.component.attributes.allocatable;
}

/** Stores a value into a scalar designator that is not a register. */
export function assignValue(ctx: Context, to: Expr, value: Value): void {
  if (to.kind === 'variable') {
    const place = ctx.placeOf(to.variable);
    if (place.kind === 'register') return void ctx.set(place.local, plainOf(value));
  }
  if (to.type.base === 'derived') {
    const address = lowerAddress(ctx, to);
    if (ctx.mode === 'host' && address.type === 'ptr.global') storeValue(ctx, to.type, address, value);
    else {
      const target = ctx.keep(address);
      finalize(ctx, to.type.type, target);
      assignObject(ctx, to.type.type, target, addressOf(value));
    }
    return;
  }
  const length = to.type.base === 'character' ? lowerLength(ctx, to) : undefined;
  storedAtOnce(ctx, to, () => storeValue(ctx, to.type, lowerAddress(ctx, to), value, length));
}

/** An allocatable scalar is allocated where it is not; a deferred length becomes the value's; a polymorphic one takes the value's type. */
function assignAllocatable(ctx: Context, to: Expr, value: Expr): void {
  const pointer = dataPointer(ctx, attributesOf(to));
  if (pointer === 'ptr.global') return void assignDevice(ctx, to, value);
  const descriptor = ctx.keep(lowerDescriptorAddress(ctx, to), 'descriptor');
  if (to.type.base === 'character') return void assignText(ctx, to, descriptor, value);
  if (to.type.base === 'any' || (to.type.base === 'derived' && to.type.polymorphic))
    return void assignPolymorphic(ctx, to, descriptor, value);
  const bytes = i64(sizeOfType(to.type));
  const v = ctx.parts.scalar(ctx, value);
  const type = to.type;
  const fresh = (): void => {
    allocateInto(ctx, to, descriptor, bytes);
    if (type.base === 'derived') ctx.parts.initialize(ctx, type.type, load(pointer, descriptor));
  };
  if (type.base !== 'derived') {
    ctx.if(isNull(load(pointer, descriptor)), fresh);
    return void assignValue(ctx, to, v);
  }
  // What was not allocated is not finalised.
  const old = () => finalize(ctx, type.type, load(pointer, descriptor));
  ctx.if(isNull(load(pointer, descriptor)), fresh, old);
  assignObject(ctx, type.type, ctx.keep(load(pointer, descriptor)), addressOf(v));
}

/** Device data: host code allocates it, too, where its size is known. */
function assignDevice(ctx: Context, to: Expr, value: Expr): void {
  const v = ctx.parts.scalar(ctx, value);
  const isOpen = to.type.base === 'any' || (to.type.base === 'derived' && to.type.polymorphic);
  if (ctx.mode === 'host' && !isOpen && !deferredLength(to)) {
    const descriptor = ctx.keep(lowerDescriptorAddress(ctx, to), 'descriptor');
    const bytes = to.type.base === 'character' ? lowerLength(ctx, to) : i64(sizeOfType(to.type));
    ctx.if(isNull(load('ptr.global', descriptor)), () => {
      const address = ctx.keep(allocateBytes(ctx, attributesOf(to), bytes));
      outOfMemory(ctx, address, bytes);
      ctx.store('ptr.global', descriptor, address, descriptorFields.base);
    });
  }
  assignValue(ctx, to, v);
}

function isFixed(e: Expr): boolean {
  return e.kind === 'part' && e.component.fixed === true;
}

function attributesOf(e: Expr) {
  if (e.kind === 'variable') return e.variable.attributes;
  if (e.kind === 'part') return e.component.attributes;
  throw new InternalError('attributes of no designator', e.span);
}

function allocateInto(ctx: Context, to: Expr, descriptor: Expression, bytes: Expression): void {
  const attributes = attributesOf(to);
  const address = allocateBytes(ctx, attributes, bytes);
  ctx.store(dataPointer(ctx, attributes), descriptor, address, descriptorFields.base);
}

function assignText(ctx: Context, to: Expr, descriptor: Expression, value: Expr): void {
  const text = textOf(ctx.parts.scalar(ctx, value));
  const attributes = attributesOf(to);
  const pointer = dataPointer(ctx, attributes);
  const deferred = to.type.base === 'character' && to.type.length.kind === 'deferred' && !isFixed(to);
  if (!deferred) {
    ctx.if(isNull(load(pointer, descriptor)), () => allocateInto(ctx, to, descriptor, lowerLength(ctx, to)));
    return void assignValue(ctx, to, { kind: 'character', ...text });
  }
  const length = ctx.keep(text.length, 'length');
  const old = ctx.keep(load(pointer, descriptor), 'old');
  const fresh = allocateBytes(ctx, attributes, op('max', [length, i64(1)]));
  ctx.copy(fresh, text.address, length);
  ctx.store(pointer, descriptor, fresh, descriptorFields.base);
  ctx.store('i64', descriptor, length, descriptorFields.elementBytes);
  freeBytes(ctx, attributes, old);
}

function assignPolymorphic(ctx: Context, to: Expr, descriptor: Expression, right: Expr): void {
  const value = settledCall(ctx, right);
  const v = ctx.parts.scalar(ctx, value);
  if (v.kind !== 'derived' && to.type.base === 'any') return void assignAny(ctx, to, descriptor, value, v);
  const address = ctx.keep(addressOf(v));
  const table = v.kind === 'derived' && v.dynamic ? ctx.keep(v.dynamic) : ctx.parts.typeTable(ctx, value.type);
  const told = value.type.base === 'any' || isDescribedDesignator(ctx, value);
  const bytes = told ? ctx.parts.elementBytes(ctx, value) : objectBytes(ctx, value.type, table);
  const size = ctx.keep(bytes, 'bytes');
  replaceObject(ctx, to, descriptor, table, size, (fresh) => {
    if (value.type.base === 'derived' && !value.type.polymorphic) {
      ctx.parts.initialize(ctx, value.type.type, fresh);
      assignObject(ctx, value.type.type, fresh, address);
    } else copyDynamic(ctx, table, fresh, address, size);
  });
}

function assignAny(ctx: Context, to: Expr, descriptor: Expression, value: Expr, v: Value): void {
  const bytes = ctx.keep(ctx.parts.elementBytes(ctx, value));
  replaceObject(ctx, to, descriptor, ctx.parts.typeTable(ctx, value.type), bytes, (fresh) =>
    storeValue(ctx, value.type, fresh, v, value.type.base === 'character' ? bytes : undefined),
  );
}

function replaceObject(
  ctx: Context,
  to: Expr,
  descriptor: Expression,
  table: Expression,
  bytes: Expression,
  fill: (fresh: Expression) => void,
): void {
  const size = ctx.keep(bytes);
  const attributes = attributesOf(to);
  const pointer = dataPointer(ctx, attributes);
  const fresh = allocateBytes(ctx, attributes, size);
  fill(fresh);
  const old = ctx.keep(load(pointer, descriptor), 'old');
  ctx.if(notNull(old), () => releaseDynamic(ctx, load('ptr.host', descriptor, descriptorFields.type), old));
  ctx.store(pointer, descriptor, fresh, descriptorFields.base);
  ctx.store('i64', descriptor, size, descriptorFields.elementBytes);
  ctx.store('ptr.host', descriptor, table, descriptorFields.type);
  freeBytes(ctx, attributes, old);
}
