/** Actual arguments to parameters. */
import { InternalError } from '../../../../base/impossible.ts';
import { i64, load, nullPointer, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { isPointer, type PointerType } from '../../../../ir/types.ts';
import { descriptorBytes, descriptorFields, structureOf } from '../../layout.ts';
import type { Attributes, Expr, Type, Variable } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import { inSpace, newDescriptor } from '../arrays/scalar-descriptor.ts';
import { type Context, isNull, notNull } from '../context.ts';
import { convertValue } from '../convert.ts';
import {
  dataPointer,
  isDescribedDesignator,
  isDesignator,
  lowerAddress,
  lowerDescriptorAddress,
} from '../designator.ts';
import { alignmentOf, ofTruth, scratch, scratchBytes, sizeOfType, storeValue } from '../memory.ts';
import { objectBytes } from '../objects/object-bytes.ts';
import { addressOf, plainOf, type Value } from '../value.ts';
import { type Passing, passingTypes } from './abi.ts';
import { isThere } from './absent.ts';
import { dynamicType } from './intrinsic.ts';
import { procedureValue } from './procedure-value.ts';
import { needsCopy, valueCopy } from './value-copy.ts';

/** What an absent optional argument is. */
export function absentArgument(p: Passing): Expression[] {
  return passingTypes(p).map((type) => ({
    kind: 'const',
    type,
    value: type === 'i32' || type === 'f32' || type === 'f64' ? 0 : 0n,
  }));
}

/** The parameters for `actual` (scalar or array) passed as `p` to the dummy `d`. */
export function lowerArgument(ctx: Context, d: Variable, p: Passing, written: Expr): Expression[] {
  if (!needsCopy(ctx, d, written)) return passed(ctx, d, p, written);
  const { attributes } = d;
  return passed(ctx, { ...d, attributes: { ...attributes, value: false } }, p, valueCopy(ctx, d, written));
}

function passed(ctx: Context, d: Variable, p: Passing, written: Expr): Expression[] {
  const { optional, pointer, allocatable } = d.attributes;
  const actual = orEmpty(ctx, d, written);
  if (actual.kind === 'null' && optional && !pointer && !allocatable) return absentArgument(p);
  switch (p.how) {
    case 'value':
      if (d.type.base === 'derived') return [load('ptr.host', addressOf(ctx.parts.scalar(ctx, actual)))];
      return byValue(d.type, inKind(ctx, d.type, actual));
    case 'procedure':
      if (actual.kind === 'procedure' && !d.procedure?.bindC) return [procedureValue(ctx, actual.procedure)];
      return [plainOf(ctx.parts.scalar(ctx, actual))];
    case 'address':
      if (d.attributes.value && d.attributes.optional && !d.shape) return optionalCopy(ctx, d, p, actual);
      if (p.length && (isTextValue(d, actual) || isCopiedText(d, actual))) return textValue(ctx, p.type, actual);
      return withLength(ctx, p, actual, [inSpace(ctx, p.type, asItIs(d, p.type, addressArgument(ctx, d, actual)))]);
    case 'descriptor': {
      const address = inSpace(ctx, p.type, descriptorArgument(ctx, d, actual));
      return withLength(ctx, p, actual, [absentWhereNull(ctx, d, actual, address)]);
    }
    case 'handle':
      return [handle(ctx, p.type, actual)];
    case 'pieces':
    case 'spread':
      throw new InternalError('a kernel is launched, not called', actual.span);
  }
}

/** Where the dummy ignores where data lies, a procedure of the host gets an address of the device as such. */
function asItIs(d: Variable, wanted: PointerType, address: Expression): Expression {
  const ofDevice = wanted === 'ptr.host' && address.type === 'ptr.global' && d.ignoreTkr?.includes('d');
  return ofDevice ? op('from.address', [op('to.address', [address])], wanted) : address;
}

/** The address that an object of type(c_ptr) and the like holds; of anything else, where the dummy ignores types, its own. */
export function handle(ctx: Context, type: PointerType, actual: Expr): Expression {
  const address = actual.type.base === 'derived' && actual.type.type.library ? undefined : ownAddress(ctx, actual);
  if (address) return ctx.keep(op('from.address', [op('to.address', [address])], type));
  return ctx.keep(op('from.address', [load('i64', addressOf(ctx.parts.scalar(ctx, actual)))], type));
}

function ownAddress(ctx: Context, actual: Expr): Expression {
  if (actual.kind === 'procedure') return plainOf(ctx.parts.scalar(ctx, actual));
  return actual.rank > 0 ? ctx.parts.arrayArgument(ctx, undefined, actual) : lowerAddress(ctx, actual);
}

/** The value in the dummy's kind, from which it may differ where the dummy ignores kinds. */
function inKind(ctx: Context, wanted: Type, actual: Expr): Value {
  const value = ctx.parts.scalar(ctx, actual);
  const { type } = actual;
  const differs = 'kind' in wanted && 'kind' in type && wanted.base === type.base && wanted.kind !== type.kind;
  return differs ? convertValue(ctx, value, type, wanted) : value;
}

/** A value as it is passed: logicals and a char of C as integers, the parts of a complex. */
export function byValue(type: Type, value: Value): Expression[] {
  if (value.kind === 'complex') return [value.re, value.im];
  if (value.kind === 'character') return [load('i8', value.address)];
  const x = plainOf(value);
  return [type.base === 'logical' ? ofTruth(x, type.kind === 8 ? 'i64' : 'i32') : x];
}

/** Characters that are computed: their length comes with them. */
function isTextValue(d: Variable, actual: Expr): boolean {
  return (
    actual.type.base === 'character' &&
    actual.rank === 0 &&
    !d.shape &&
    actual.kind !== 'null' &&
    actual.kind !== 'constant' &&
    !isDesignator(actual)
  );
}

/** Characters given to a `value` dummy. */
function isCopiedText(d: Variable, actual: Expr): boolean {
  return d.attributes.value && actual.type.base === 'character' && actual.rank === 0 && !d.shape;
}

function textValue(ctx: Context, type: PointerType, actual: Expr): Expression[] {
  const value = ctx.parts.scalar(ctx, actual);
  if (value.kind !== 'character') throw new InternalError('characters expected', actual.span);
  const address = ctx.keep(value.address);
  const length = ctx.keep(value.length);
  return [inSpace(ctx, type, liesInVariable(actual) ? copiedText(ctx, address, length) : address), length];
}

/** An expression whose value may lie in a variable, which the procedure may change by another way. */
function liesInVariable(e: Expr): boolean {
  if (isDesignator(e)) return true;
  if (e.kind === 'unary') return liesInVariable(e.operand);
  if (e.kind === 'convert') return liesInVariable(e.value);
  return (
    e.kind === 'intrinsic' && (e.name === 'trim' || e.name === 'merge') && e.args.some((a) => a && liesInVariable(a))
  );
}

function copiedText(ctx: Context, address: Expression, length: Expression): Expression {
  if (ctx.mode === 'device' && length.kind !== 'const') return address;
  const to = scratchBytes(ctx, length);
  ctx.copy(to, address, length);
  return to;
}

/** What a `value` dummy gets that may be absent: the address of a copy, or none. */
function optionalCopy(ctx: Context, d: Variable, p: Passing & { readonly how: 'address' }, actual: Expr): Expression[] {
  if (actual.kind === 'null') return absentArgument(p);
  const passed = ctx.variable('passed', p.type);
  const length = ctx.variable('length', 'i64');
  ctx.set(passed.index, { kind: 'const', type: p.type, value: 0n });
  const room = d.type.base === 'character' ? undefined : scratch(ctx, d.type, i64(sizeOfType(d.type)));
  ctx.if(isThere(ctx, actual), () => {
    const value = inKind(ctx, d.type, actual);
    if (value.kind === 'character') {
      ctx.set(length.index, value.length);
      ctx.set(passed.index, ctx.runtime('memory.allocate', length)[0]!);
      ctx.copy(passed, value.address, length);
    } else if (room) {
      if (value.kind === 'derived') ctx.copy(room, value.address, i64(sizeOfType(d.type)), alignmentOf(d.type));
      else storeValue(ctx, d.type, room, value);
      ctx.set(passed.index, inSpace(ctx, p.type, room));
    }
  });
  if (!room) ctx.defer(() => ctx.runtime('memory.free', passed));
  return p.length ? [passed, length] : [passed];
}

function withLength(
  ctx: Context,
  p: Passing & { readonly length: boolean },
  actual: Expr,
  args: Expression[],
): Expression[] {
  if (!p.length) return args;
  return [...args, actual.type.base === 'character' ? lengthPassed(ctx, actual) : i64(0)];
}

/** The length of characters; 0 of those whose descriptor is not there, as they are absent. */
function lengthPassed(ctx: Context, actual: Expr): Expression {
  if (actual.kind !== 'variable' || !actual.variable.attributes.optional) return ctx.parts.elementBytes(ctx, actual);
  const place = ctx.placeOf(actual.variable);
  if (place.kind !== 'descriptor') return ctx.parts.elementBytes(ctx, actual);
  const length = ctx.variable('length', 'i64');
  ctx.set(length.index, i64(0));
  ctx.if(notNull(place.address), () => ctx.set(length.index, ctx.parts.elementBytes(ctx, actual)));
  return length;
}

function addressArgument(ctx: Context, d: Variable, actual: Expr): Expression {
  if (actual.kind === 'null') return { kind: 'const', type: 'ptr.host', value: 0n };
  if (d.shape && d.attributes.optional && mayBeAbsent(actual) && !attributesOf(actual)?.pointer)
    return passedOn(ctx, actual, (own) =>
      load(ctx.mode === 'host' ? 'ptr.host' : 'ptr.generic', own, descriptorFields.base),
    );
  if (d.shape) return ctx.parts.arrayArgument(ctx, d, actual);
  if (actual.rank > 0) return ctx.parts.arrayArgument(ctx, undefined, actual);
  if (d.type.base === 'derived' && d.attributes.value) return copied(ctx, d.type.type, actual);
  return scalarAddress(ctx, d, actual);
}

/** A derived type passed by value to a procedure: the callee gets a copy. */
function copied(ctx: Context, type: Parameters<typeof structureOf>[0], actual: Expr): Expression {
  const { size, align } = structureOf(type);
  const to = ctx.slot('copy', Math.max(1, size), align);
  ctx.copy(to, addressOf(ctx.parts.scalar(ctx, actual)), i64(size), align);
  return to;
}

/** Host data for a host dummy: device data goes through a temporary and back. */
function scalarAddress(ctx: Context, d: Variable, actual: Expr): Expression {
  if (actual.kind === 'call') return ctx.parts.pointerResult(ctx, actual) ?? temporaryArgument(ctx, actual);
  if (!isDesignator(actual)) return temporaryArgument(ctx, actual);
  if (d.attributes.optional && mayLackDescriptor(actual)) return passedOn(ctx, actual, () => lowerAddress(ctx, actual));
  const address = lowerAddress(ctx, actual);
  const wantsHost = ctx.mode === 'host' && dataPointer(ctx, d.attributes) === 'ptr.host';
  if (!wantsHost || address.type !== 'ptr.global') return address;
  return fetchedArgument(ctx, actual, ctx.keep(address), d.attributes.intent !== 'in');
}

function fetchedArgument(ctx: Context, actual: Expr, address: Expression, back: boolean): Expression {
  const bytes = ctx.keep(ctx.parts.elementBytes(ctx, actual));
  const temporary = scratch(ctx, actual.type, bytes);
  ctx.runtime('copy.to-host', temporary, address, bytes);
  if (back) ctx.defer(() => ctx.runtime('copy.to-device', address, temporary, bytes));
  return temporary;
}

/** The value in memory of its own. */
export function temporaryArgument(ctx: Context, actual: Expr): Expression {
  if (actual.type.base === 'derived' && actual.kind === 'unary' && !actual.type.polymorphic)
    return copied(ctx, actual.type.type, actual);
  return valueInMemory(ctx, actual.type, ctx.parts.scalar(ctx, actual));
}

export function valueInMemory(ctx: Context, type: Type, value: Value): Expression {
  if (value.kind === 'character' || value.kind === 'derived') return value.address;
  if (value.kind === 'plain' && isPointer(value.x.type)) {
    const cell = ctx.slot('pointer', 8, 8);
    ctx.store(value.x.type, cell, value.x);
    return cell;
  }
  const address = scratch(ctx, type, i64(sizeOfType(type)));
  storeValue(ctx, type, address, value);
  return address;
}

function descriptorArgument(ctx: Context, d: Variable, actual: Expr): Expression {
  if (actual.kind === 'null') return emptyFor(ctx, d, actual.rank);
  const scalar = d.shape?.kind === 'assumed-rank' && actual.rank === 0 && isDesignator(actual);
  if (d.shape && !scalar) return ctx.parts.arrayArgument(ctx, d, actual);
  if (isDescribedDesignator(ctx, actual)) return describedArgument(ctx, d, actual);
  const result = openResult(ctx, actual);
  if (result) return d.attributes.optional && !d.attributes.pointer ? whereHeld(ctx, result) : result;
  const own = describeScalar(ctx, actual);
  const maybe = d.attributes.optional && actual.kind === 'variable' && actual.variable.attributes.optional;
  if (!maybe || own.type !== ctx.slotPointer) return own;
  return ctx.keep(op('select', [notNull(lowerAddress(ctx, actual)), own, nullPointer(ctx.slotPointer)]));
}

function emptyFor(ctx: Context, d: Variable, rank: number): Expression {
  const to = ctx.slot('null', 512, 8);
  ctx.parts.emptyDescriptor(ctx, d, to);
  if (d.shape?.kind === 'assumed-rank') ctx.store('i64', to, i64(Math.max(0, rank)), descriptorFields.rank);
  return to;
}

/** What is not allocated or associated is absent to an optional dummy that is neither allocatable nor a pointer. */
function absentWhereNull(ctx: Context, d: Variable, actual: Expr, address: Expression): Expression {
  const a = attributesOf(actual);
  if (!d.attributes.optional || d.attributes.allocatable || d.attributes.pointer || !d.shape) return address;
  if (!a || (!a.allocatable && !a.pointer)) return address;
  const own = ctx.keep(lowerDescriptorAddress(ctx, actual));
  const passed = ctx.variable('passed', address.type);
  ctx.set(passed.index, { kind: 'const', type: address.type, value: 0n });
  const held = op('ne', [load('i64', own, descriptorFields.base), i64(0)]);
  const pass = (): void => ctx.if(held, () => ctx.set(passed.index, address));
  if (mayBeAbsent(actual)) ctx.if(notNull(own), pass);
  else pass();
  return passed;
}

function attributesOf(e: Expr): Attributes | undefined {
  if (e.kind === 'variable') return e.variable.attributes;
  return e.kind === 'part' ? e.component.attributes : undefined;
}

/** An optional dummy whose descriptor is not there where it is absent. */
function mayBeAbsent(actual: Expr): boolean {
  if (actual.kind !== 'variable') return false;
  const { optional, allocatable, pointer } = actual.variable.attributes;
  return optional && (allocatable || pointer);
}

/** As above, or polymorphic. */
function mayLackDescriptor(actual: Expr): boolean {
  return (
    mayBeAbsent(actual) || (actual.kind === 'variable' && actual.variable.attributes.optional && isOpen(actual.type))
  );
}

/** An array that may be absent, passed to a dummy that may be: where it is, an empty descriptor stands for its own. */
function orEmpty(ctx: Context, d: Variable, actual: Expr): Expr {
  const { optional, allocatable, pointer } = d.attributes;
  if (!optional || allocatable || pointer || !d.shape || actual.kind !== 'variable' || actual.rank <= 0) return actual;
  if (ctx.mode === 'device' || !mayLackDescriptor(actual)) return actual;
  const own = actual.variable.attributes;
  const asItIs = d.shape.kind === 'assumed-shape' || d.shape.kind === 'assumed-rank';
  if (!own.allocatable && !own.pointer && isOpen(d.type) && asItIs && !d.attributes.contiguous) return actual;
  const variable = { ...actual.variable };
  const bytes = descriptorBytes(actual.rank);
  const empty = ctx.slot('absent', bytes, 8);
  ctx.fill(empty, 0, i64(bytes));
  const descriptor = ctx.keep(lowerDescriptorAddress(ctx, actual));
  ctx.bind(variable, {
    kind: 'descriptor',
    address: ctx.keep(op('select', [notNull(descriptor), descriptor, empty])),
  });
  return { ...actual, variable };
}

function isOpen(t: Type): boolean {
  return t.base === 'any' || (t.base === 'derived' && t.polymorphic);
}

/** The address of what an optional allocatable or pointer dummy holds; null where it is absent itself. */
function passedOn(ctx: Context, actual: Expr, held: (descriptor: Expression) => Expression): Expression {
  const own = ctx.keep(lowerDescriptorAddress(ctx, actual));
  const passed = ctx.variable('passed', ctx.slotPointer);
  ctx.set(passed.index, { kind: 'const', type: ctx.slotPointer, value: 0n });
  ctx.if(notNull(own), () => ctx.set(passed.index, held(own)));
  return passed;
}

/** The actual's own descriptor; a class dummy that is no pointer gets an absent one for an unallocated actual of an optional dummy. */
function describedArgument(ctx: Context, d: Variable, actual: Expr): Expression {
  const described = ctx.keep(lowerDescriptorAddress(ctx, actual));
  const own = isOpen(d.type) && lacksType(ctx, actual) ? withType(ctx, actual, described) : described;
  if (!d.attributes.optional || d.attributes.allocatable || d.attributes.pointer) return own;
  if (actual.kind === 'variable' && actual.variable.attributes.optional)
    return mayBeAbsent(actual) ? whereHeld(ctx, own) : own;
  const base: Expression = { kind: 'load', type: 'ptr.host', memory: 'ptr.host', from: own, offset: 0 };
  return op('select', [isNull(base), { kind: 'const', type: own.type, value: 0n }, own]);
}

/** Does its descriptor not tell its type? Those of derived types do in host code. */
function lacksType(ctx: Context, actual: Expr): boolean {
  return !isOpen(actual.type) && (ctx.mode === 'device' || actual.type.base !== 'derived');
}

/** The descriptor, or null where there is none or it holds nothing. */
function whereHeld(ctx: Context, own: Expression): Expression {
  const passed = ctx.variable('passed', ctx.slotPointer);
  ctx.set(passed.index, nullPointer(ctx.slotPointer));
  ctx.if(notNull(own), () =>
    ctx.if(notNull(load('ptr.host', own, descriptorFields.base)), () => ctx.set(passed.index, own)),
  );
  return passed;
}

/** A copy of the descriptor of an intrinsic type's object that tells its type, which its own does not; null where that is. */
function withType(ctx: Context, actual: Expr, own: Expression): Expression {
  const memory = ctx.mode === 'host' ? 'ptr.host' : 'ptr.generic';
  const to = newDescriptor(ctx, nullPointer(memory), i64(0), ctx.parts.typeTable(ctx, actual.type));
  const present = notNull(own);
  ctx.if(present, () => {
    ctx.store(memory, to, load(memory, own, descriptorFields.base), descriptorFields.base);
    ctx.store('i64', to, load('i64', own, descriptorFields.elementBytes), descriptorFields.elementBytes);
  });
  const wanted = ctx.mode === 'host' ? to : op('cast.space', [to], 'ptr.generic');
  return ctx.keep(op('select', [present, wanted, nullPointer(memory)]));
}

/** The descriptor that a function fills whose result is polymorphic: what it points to may be nothing, or characters of any length. */
function openResult(ctx: Context, actual: Expr): Expression | undefined {
  if (actual.kind !== 'call' || actual.rank !== 0 || !isOpen(actual.type)) return undefined;
  const held = signatureOf(actual.callee).result?.attributes;
  return held?.pointer || held?.allocatable ? ctx.parts.callDescribed(ctx, actual) : undefined;
}

/** A new descriptor of rank 0 for an object that has none. */
export function describeScalar(ctx: Context, actual: Expr): Expression {
  const pointed =
    actual.kind === 'call' && !isOpen(actual.type) && actual.type.base !== 'character'
      ? ctx.parts.pointerResult(ctx, actual)
      : undefined;
  if (pointed) return newDescriptor(ctx, pointed, i64(sizeOfType(actual.type)), ctx.parts.typeTable(ctx, actual.type));
  if (!isDesignator(actual)) return describeValue(ctx, actual, ctx.parts.scalar(ctx, actual));
  const polymorphic = actual.type.base === 'any' || (actual.type.base === 'derived' && actual.type.polymorphic);
  const type = polymorphic ? dynamicType(ctx, actual) : ctx.parts.typeTable(ctx, actual.type);
  return newDescriptor(ctx, lowerAddress(ctx, actual), ctx.parts.elementBytes(ctx, actual), type);
}

function describeValue(ctx: Context, actual: Expr, value: Value): Expression {
  const table =
    value.kind === 'derived' && value.dynamic ? ctx.keep(value.dynamic) : ctx.parts.typeTable(ctx, actual.type);
  const bytes = value.kind === 'character' ? value.length : objectBytes(ctx, actual.type, table);
  return newDescriptor(ctx, ctx.keep(valueInMemory(ctx, actual.type, value)), bytes, table);
}

/** Arguments of a procedure known only by name: addresses, and lengths of characters. */
export function implicitArgument(ctx: Context, actual: Expr): Expression[] {
  if (actual.kind === 'procedure') return [procedureValue(ctx, actual.procedure)];
  if (actual.kind === 'variable' && actual.variable.procedure) return [plainOf(ctx.parts.scalar(ctx, actual))];
  const address = actual.rank > 0 ? ctx.parts.arrayArgument(ctx, undefined, actual) : lowerAddress(ctx, actual);
  if (actual.type.base !== 'character') return [address];
  return [address, ctx.parts.elementBytes(ctx, actual)];
}
