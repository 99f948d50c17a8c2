/** Where designators lie: addresses of variables, components, substrings; descriptors of allocatables and pointers. */
import { InternalError } from '../../../base/impossible.ts';
import { i64, load, op } from '../../../ir/build.ts';
import type { Expression } from '../../../ir/module.ts';
import type { PointerType } from '../../../ir/types.ts';
import { componentOffset, constantLength, descriptorFields, isDescribed, layoutOf } from '../layout.ts';
import type { Attributes, Component, ConstructorItem, Expr, Type, Variable } from '../program.ts';
import { extentBetween } from './arrays/view.ts';
import { isOnDevice } from './calls/abi.ts';
import { type Context, type Place, plus } from './context.ts';
import { scratch, sizeOfType, storeValue } from './memory.ts';
import { objectBytes } from './objects/object-bytes.ts';
import { addressOf } from './value.ts';

export function isDesignator(e: Expr): boolean {
  return (
    e.kind === 'variable' ||
    e.kind === 'part' ||
    e.kind === 'element' ||
    e.kind === 'substring' ||
    e.kind === 'complex-part'
  );
}

/** The address of a scalar's data, or of the first element of a whole array; anything that is no designator is put into a temporary. */
export function lowerAddress(ctx: Context, e: Expr): Expression {
  switch (e.kind) {
    case 'variable':
      return variableAddress(ctx, e.variable);
    case 'part':
      return partAddress(ctx, e);
    case 'element':
      return ctx.parts.elementAddress(ctx, e);
    case 'substring':
      return substringAddress(ctx, e.base, e.from);
    case 'complex-part':
      return plus(lowerAddress(ctx, e.base), e.part === 'im' ? sizeOfType(e.type) : 0);
    case 'call':
      return ctx.parts.pointerResult(ctx, e) ?? spilled(ctx, e);
    default:
      return spilled(ctx, e);
  }
}

function spilled(ctx: Context, e: Expr): Expression {
  const value = ctx.parts.scalar(ctx, e);
  if (value.kind === 'character' || value.kind === 'derived') return addressOf(value);
  const address = scratch(ctx, e.type, i64(sizeOfType(e.type)));
  storeValue(ctx, e.type, address, value);
  return address;
}

export function variableAddress(ctx: Context, v: Variable): Expression {
  const place = ctx.placeOf(v);
  switch (place.kind) {
    case 'memory':
      return place.address;
    case 'array':
      return place.base;
    case 'descriptor':
      return baseOf(ctx, v.attributes, place.address);
    case 'register':
    case 'complex-register':
      return intoMemory(ctx, v);
  }
}

/** A register of which an address is needed: the function is lowered once more with the variable in memory. */
function intoMemory(ctx: Context, v: Variable): Expression {
  ctx.addressed.add(v);
  ctx.again = true;
  const size = sizeOfType(v.type);
  const place: Place = { kind: 'memory', address: ctx.slot(v.name, size, layoutOf(v.type)?.align ?? size) };
  ctx.bind(v, place);
  return place.address;
}

/** What the base in a descriptor points to. */
export function dataPointer(ctx: Context, attributes: Attributes): PointerType {
  if (ctx.mode === 'host') return isOnDevice({ attributes }) ? 'ptr.global' : 'ptr.host';
  return attributes.placement === 'host' || attributes.placement === 'pinned' ? 'ptr.generic' : 'ptr.global';
}

/** The address of the data that a descriptor describes. */
export function baseOf(ctx: Context, attributes: Attributes, descriptor: Expression): Expression {
  return loadField(ctx, descriptor, descriptorFields.base, dataPointer(ctx, attributes));
}

/** A field of a descriptor, which may itself lie on the device (in a component). */
export function loadField(ctx: Context, descriptor: Expression, field: number, type: PointerType | 'i64'): Expression {
  if (ctx.mode !== 'host' || descriptor.type !== 'ptr.global') return load(type, descriptor, field);
  const cell = ctx.slot('field', 8, 8);
  ctx.runtime('copy.to-host', cell, plus(descriptor, field), i64(8));
  return ctx.keep(load(type, cell));
}

function partAddress(ctx: Context, e: Expr & { readonly kind: 'part' }): Expression {
  const cell = componentAddress(ctx, e.base, e.component);
  const c = e.component;
  const at =
    isDescribed(c.type, c.shape, c.attributes) && !c.procedure ? baseOf(ctx, componentAttributes(e), cell) : cell;
  return named(ctx, at, e);
}

/** Device code keeps which designator an address is of, for tools that tell of accesses. */
export function named(ctx: Context, address: Expression, e: Expr): Expression {
  if (ctx.mode !== 'device') return address;
  switch (address.kind) {
    case 'op':
    case 'local':
      return { ...address, of: e.span };
    case 'load':
      return { kind: 'op', type: address.type, op: 'offset', args: [address, i64(0)], of: e.span };
    default: // else: a variable, whose name says it
      return address;
  }
}

/** A component without a placement of its own lies where its object does when it is part of the object; what it points to is host data unless it says otherwise. */
function componentAttributes(e: Expr & { readonly kind: 'part' }): Attributes {
  return e.component.attributes;
}

/** The address of a component's own storage (of its descriptor, where it has one). */
export function componentAddress(ctx: Context, base: Expr, c: Component): Expression {
  if (base.type.base !== 'derived') throw new InternalError('component of what is no derived type', base.span);
  const object = isDesignator(base) ? lowerAddress(ctx, base) : addressOf(ctx.parts.scalar(ctx, base));
  return plus(object, componentOffset(base.type.type, c));
}

function substringAddress(ctx: Context, base: Expr, from: Expr | undefined): Expression {
  const address = isDesignator(base) ? lowerAddress(ctx, base) : addressOf(ctx.parts.scalar(ctx, base));
  if (!from) return address;
  return plus(address, bytesBefore(base.type, ctx.parts.index(ctx, from)));
}

/** The address of the descriptor of an allocatable, pointer or polymorphic designator: a whole variable or component. */
export function lowerDescriptorAddress(ctx: Context, e: Expr): Expression {
  if (e.kind === 'part') return componentAddress(ctx, e.base, e.component);
  if (e.kind === 'call') return ctx.parts.callDescribed(ctx, e);
  if (e.kind === 'variable') {
    const place = ctx.placeOf(e.variable);
    if (place.kind === 'descriptor') return place.address;
    if (place.kind === 'array' && place.descriptor) return place.descriptor;
  }
  throw new InternalError('a descriptor of what has none', e.span);
}

/** Is the designator a whole variable or component that is held through a descriptor? */
export function isDescribedDesignator(ctx: Context, e: Expr): boolean {
  if (e.kind === 'variable') return ctx.placeOf(e.variable).kind === 'descriptor';
  if (e.kind === 'part')
    return !e.component.procedure && isDescribed(e.component.type, e.component.shape, e.component.attributes);
  return false;
}

/** i64: length of a character expression, or bytes of an element of any other type. */
export function lowerElementBytes(ctx: Context, e: Expr): Expression {
  if (e.type.base === 'character') return lowerLength(ctx, e);
  if (e.type.base === 'any' || (e.type.base === 'derived' && e.type.polymorphic)) {
    if (isDescribedDesignator(ctx, e))
      return loadField(ctx, lowerDescriptorAddress(ctx, e), descriptorFields.elementBytes, 'i64');
    if (e.kind === 'element') return lowerElementBytes(ctx, e.base);
    const value = ctx.parts.scalar(ctx, e);
    if (value.kind === 'derived' && value.dynamic) return objectBytes(ctx, e.type, value.dynamic);
  }
  return i64(sizeOfType(e.type));
}

/** i64: the length in bytes of a character expression of any rank, evaluated without the expression where its type or designator tells it. */
export function lowerLength(ctx: Context, e: Expr): Expression {
  if (e.type.base !== 'character') throw new InternalError('length of what is no character', e.span);
  const constant = constantLength(e.type);
  if (constant !== undefined) return i64(constant);
  switch (e.kind) {
    case 'variable':
      return variableLength(ctx, e.variable);
    case 'part':
      if (isDescribedDesignator(ctx, e))
        return loadField(ctx, lowerDescriptorAddress(ctx, e), descriptorFields.elementBytes, 'i64');
      break;
    case 'element':
      return lowerLength(ctx, e.base);
    case 'substring':
      return substringLength(ctx, e);
    case 'convert':
      if (e.type.length.kind !== 'known') return lowerLength(ctx, e.value);
      break;
    case 'unary':
      return lowerLength(ctx, e.operand);
    case 'binary':
      if (e.operator === 'concat') return op('add', [lowerLength(ctx, e.left), lowerLength(ctx, e.right)]);
      break;
    case 'array-constructor': {
      const first = firstValue(e.items);
      if (first && e.type.length.kind !== 'known') return lowerLength(ctx, first);
      break;
    }
    case 'constant':
      if (typeof e.value === 'string') return i64(e.value.length * e.type.kind);
      break;
    case 'null':
      if (e.type.length.kind !== 'known') return i64(0);
      break;
    case 'intrinsic':
      if (e.name === 'transfer' && e.args[1]) return lowerLength(ctx, e.args[1]);
      if (sameLength.has(e.name) && e.args[0]) return lowerLength(ctx, e.args[0]);
      break;
    default:
      break;
  }
  if (e.type.length.kind === 'known') return lengthFromType(ctx, e.type);
  if (e.rank === 0) {
    const value = ctx.parts.scalar(ctx, e);
    if (value.kind === 'character') return value.length;
  }
  throw new InternalError(`length of a character ${e.kind}`, e.span);
}

/** All elements of a constructor have one length. */
function firstValue(items: readonly ConstructorItem[]): Expr | undefined {
  const [item] = items;
  return item?.kind === 'loop' ? firstValue(item.items) : item?.value;
}

const sameLength = new Set([
  'adjustl',
  'adjustr',
  'merge',
  'pack',
  'reshape',
  'spread',
  'cshift',
  'eoshift',
  'transpose',
  'maxval',
  'minval',
]);

export function variableLength(ctx: Context, v: Variable): Expression {
  const constant = constantLength(v.type);
  if (constant !== undefined) return i64(constant);
  const place = ctx.placeOf(v);
  if ((place.kind === 'memory' || place.kind === 'array') && place.length) return place.length;
  if (place.kind === 'descriptor') return loadField(ctx, place.address, descriptorFields.elementBytes, 'i64');
  if (place.kind === 'array' && place.descriptor)
    return loadField(ctx, place.descriptor, descriptorFields.elementBytes, 'i64');
  if (v.type.base === 'character' && v.type.length.kind === 'known') return lengthFromType(ctx, v.type);
  throw new InternalError(`no length of ${v.name}`, v.span);
}

function substringLength(ctx: Context, e: Expr & { readonly kind: 'substring' }): Expression {
  const from = e.from ? ctx.parts.index(ctx, e.from) : i64(1);
  if (!e.to) return op('max', [op('sub', [lowerLength(ctx, e.base), bytesBefore(e.type, from)]), i64(0)]);
  return inBytes(e.type, extentBetween(from, ctx.parts.index(ctx, e.to)));
}

/** The bytes of so many characters. */
export function inBytes(type: Type, count: Expression): Expression {
  return type.base === 'character' && type.kind === 4 ? op('mul', [count, i64(4)]) : count;
}

/** The bytes before the character at a place, from 1. */
export function bytesBefore(type: Type, place: Expression): Expression {
  return inBytes(type, op('sub', [place, i64(1)]));
}

/** The length in bytes that the type gives by an expression. */
export function lengthFromType(ctx: Context, type: Type): Expression {
  if (type.base !== 'character' || type.length.kind !== 'known')
    throw new InternalError('a type that does not give its length', ctx.at);
  return op('max', [inBytes(type, ctx.parts.index(ctx, type.length.value)), i64(0)]);
}
