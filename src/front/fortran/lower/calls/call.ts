/** Calls of procedures: by name, through pointers, by the type of an object; their arguments and results. */

import { InternalError } from '../../../../base/impossible.ts';
import { boundCallName } from '../../../../ir/bound-calls.ts';
import { i64, load, op } from '../../../../ir/build.ts';
import type { Callee, Expression } from '../../../../ir/module.ts';
import { isPointer, type ValueType } from '../../../../ir/types.ts';
import { notSupported } from '../../errors/lowering.ts';
import { constantInteger, descriptorFields, dimensionFields, layoutOf, rankOf } from '../../layout.ts';
import type {
  Actual,
  CalleeExpr,
  DerivedType,
  Expr,
  Procedure,
  Signature,
  Stmt,
  Type,
  Variable,
} from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import { newDescriptor } from '../arrays/scalar-descriptor.ts';
import { type Context, type Dimension, generic, type Place } from '../context.ts';
import { goTo } from '../control/goto-branch.ts';
import { dataPointer, lengthFromType } from '../designator.ts';
import { isTrue, loadValue, scratchBytes } from '../memory.ts';
import type { NotedParameters } from '../module-builder.ts';
import { needsRelease, releaseContiguous } from '../objects/derived.ts';
import { objectBytes } from '../objects/object-bytes.ts';
import { needTypeTable, tableFields } from '../objects/type-tables.ts';
import { plain, plainOf, type Value } from '../value.ts';
import {
  headingOf,
  isAssumedShape,
  type Passing,
  passingOf,
  passingTypes,
  resultPassing,
  type Side,
  takesFrame,
} from './abi.ts';
import { absentArgument, byValue, implicitArgument, lowerArgument, valueInMemory } from './argument.ts';
import { descriptorForC } from './c-descriptor.ts';
import { dynamicType } from './intrinsic.ts';
import { typeForC } from './procedure-value.ts';

type Target = {
  readonly callee: Callee;
  readonly signature: Signature;
  readonly frame: readonly Expression[];
  /** Called as C calls: see procedureValueForC. */
  readonly asC?: boolean;
};

/** Calls a function. `hidden`: addresses for its result, made here where none are given. */
export function lowerCall(
  ctx: Context,
  e: Expr & { readonly kind: 'call' },
  hidden: readonly Expression[],
): Value | undefined {
  const target = targetOf(ctx, e.callee, e.args);
  const { args, given } = lowerArguments(ctx, target.signature, e.args);
  if (hidden.length > 0 || resultPassing(target.signature, sideOf(ctx)).how === 'none') {
    issue(ctx, target, [...hidden.map((x) => (x.type === 'i64' ? x : pointerFor(ctx, x))), ...args]);
    return undefined;
  }
  return resultOf(ctx, target, args, given, e.type);
}

export function lowerCallStatement(ctx: Context, s: Stmt & { readonly kind: 'call' }): void {
  const target = targetOf(ctx, s.callee, s.args);
  const { args, given } = lowerArguments(ctx, target.signature, s.args);
  if (!target.signature.subroutine && target.signature.result) {
    resultOf(ctx, target, args, given, target.signature.result.type);
    return;
  }
  const results = issue(ctx, target, args);
  const taken = results[0];
  // What a procedure known by name alone returns by is told by the call.
  if (s.args.some(isAlternate) && taken) {
    s.args.filter(isAlternate).forEach((a, i) => {
      ctx.if(op('eq', [taken, { kind: 'const', type: 'i32', value: i + 1 }]), () => goTo(ctx, a.label));
    });
  }
}

function isAlternate(a: Actual): a is { readonly kind: 'alternate-return'; readonly label: number } {
  return a?.kind === 'alternate-return';
}

/** An elemental procedure on values that are scalar already. */
export function callElemental(
  ctx: Context,
  e: (Expr | Stmt) & { readonly kind: 'call' },
  values: readonly (Value | undefined)[],
): Value | undefined {
  const target = targetOf(ctx, e.callee, e.args);
  const args: Expression[] = [];
  const given: Given[] = [];
  for (const [i, d] of target.signature.dummies.entries()) {
    if (d === 'alternate-return') continue;
    const passing = passingOf(d, sideOf(ctx), target.signature.bindC);
    const value = values[i];
    if (!value) {
      args.push(...absentArgument(passing));
      continue;
    }
    const actual = e.args[i];
    const type = actual && actual.kind !== 'alternate-return' ? actual.type : d.type;
    const own = passing.how === 'value' ? byValue(d.type, value) : elementArgument(ctx, type, value, passing);
    args.push(...own);
    given.push({ dummy: d, args: own });
  }
  if (!target.signature.result) {
    issue(ctx, target, args);
    return undefined;
  }
  return resultOf(ctx, target, args, given, target.signature.result.type);
}

function elementArgument(ctx: Context, type: Type, value: Value, passing: Passing): Expression[] {
  const address = valueInMemory(ctx, type, value);
  if (passing.how === 'descriptor') {
    const table = value.kind === 'derived' && value.dynamic ? value.dynamic : ctx.parts.typeTable(ctx, type);
    const bytes = value.kind === 'character' ? value.length : objectBytes(ctx, type, table);
    const descriptor = newDescriptor(ctx, address, bytes, table);
    return [ctx.mode === 'host' ? descriptor : generic(descriptor)];
  }
  if (passing.how === 'handle') return [op('from.address', [load('i64', address)], passing.type)];
  const wanted = passing.how === 'address' ? passing.type : address.type;
  const moved = address.type === wanted ? address : op('cast.space', [address], wanted);
  const length = passing.how === 'address' && passing.length && value.kind === 'character' ? [value.length] : [];
  return [moved, ...length];
}

function sideOf(ctx: Context): Side {
  return ctx.mode;
}

// ---- whom to call -------------------------------------------------------------------------------------------------

function targetOf(ctx: Context, callee: CalleeExpr, args: readonly Actual[]): Target {
  switch (callee.kind) {
    case 'procedure':
      return direct(ctx, callee.procedure, args, callee.second === true);
    case 'pointer':
      return {
        ...indirect(ctx, plainOf(ctx.parts.scalar(ctx, callee.pointer)), callee.signature, args),
        asC: callee.signature.bindC && ctx.mode === 'host',
      };
    case 'bound':
      return bound(ctx, callee, args);
  }
}

function direct(ctx: Context, p: Procedure, args: readonly Actual[], second = false): Target {
  const signature = p.signature;
  if (signature.implicit && ctx.mode === 'host') declareImplicit(ctx, p, args);
  const first = ctx.module.needProcedure(p, sideOf(ctx));
  const name = second ? ctx.module.needSecond(first) : first;
  if (ctx.mode === 'host' && p.origin === 'external') ctx.module.noteParameters(name, notedParameters(signature, args));
  return { callee: { kind: 'direct', name }, signature, frame: frameFor(ctx, p) };
}

/**
 * What others need to know of parameters: those by which C gets the address of an address that it may keep (a `type(c_ptr)` passed by reference), lengths, and
 * descriptors of arrays of assumed shape, which the definition may expect otherwise.
 */
function notedParameters(s: Signature, args: readonly Actual[]): NotedParameters {
  const addresses: number[] = [];
  const lengths: number[] = [];
  const described: number[] = [];
  let at = headingOf({ ...s, dummies: [] }, 'host', false).params.length;
  const next = (address: boolean, length: boolean): void => {
    if (address) addresses.push(at);
    if (length) lengths.push(at + 1);
    at += length ? 2 : 1;
  };
  if (s.implicit)
    for (const a of args) {
      if (a === undefined || isAlternate(a)) continue;
      const isData = a.kind !== 'procedure';
      next(isData && a.rank === 0 && isAddress(a.type), isData && a.type.base === 'character');
    }
  else
    for (const d of s.dummies) {
      if (d === 'alternate-return') continue;
      const passing = passingOf(d, 'host', s.bindC);
      const types = passingTypes(passing);
      if (isAssumedShape(d)) described.push(at);
      const length = (passing.how === 'address' || passing.how === 'descriptor') && passing.length;
      next(passing.how === 'address' && !d.shape && isAddress(d.type), length);
      at += types.length - (length ? 2 : 1);
    }
  return { addresses, lengths, described };
}

function isAddress(t: Type): boolean {
  return t.base === 'derived' && t.type.name === 'c_ptr';
}

/** What an internal procedure gets of its host's variables. */
function frameFor(ctx: Context, p: Procedure): readonly Expression[] {
  if (ctx.mode === 'device') return p.origin === 'internal' ? ctx.frameCells : [];
  if (!takesFrame(p)) return [];
  return [ctx.frame ?? { kind: 'const', type: 'ptr.host', value: 0n }];
}

/** An external procedure known by name alone: its parameters are what it is given here. */
function declareImplicit(ctx: Context, p: Procedure, args: readonly Actual[]): void {
  const heading = implicitHeading(p.signature, args);
  const known = ctx.module.externOf(p.linkName) && !ctx.module.isMentioned(p.linkName);
  if (ctx.module.hasFunction(p.linkName) || known) return void ctx.module.checkHeading(p, heading, ctx.at);
  ctx.module.needExtern({ name: p.linkName, from: 'object', ...heading });
}

function implicitHeading(s: Signature, args: readonly Actual[]): { params: ValueType[]; results: ValueType[] } {
  const own = headingOf({ ...s, dummies: [] }, 'host', false);
  const params: ValueType[] = [...own.params];
  const results: ValueType[] = [...own.results];
  for (const a of args) {
    if (isAlternate(a)) {
      if (!results.includes('i32')) results.push('i32');
      continue;
    }
    params.push('ptr.host');
    if (a?.type.base === 'character' && a.kind !== 'procedure') params.push('i64');
  }
  return { params, results };
}

function indirect(ctx: Context, pointer: Expression, signature: Signature, args: readonly Actual[]): Target {
  const heading = signature.implicit ? implicitHeading(signature, args) : headingOf(signature, sideOf(ctx), false);
  return { callee: { kind: 'indirect', pointer, ...heading }, signature, frame: [] };
}

function bound(ctx: Context, callee: CalleeExpr & { readonly kind: 'bound' }, args: readonly Actual[]): Target {
  const { object, binding } = callee;
  const type = object.type;
  if (type.base !== 'derived') throw new InternalError('a binding of no derived type', object.span);
  if (!type.polymorphic && binding.procedure) return direct(ctx, binding.procedure, args);
  const slot = type.type.bindings.findIndex((b) => b.name === binding.name);
  if (slot < 0) throw new InternalError(`no binding ${binding.name} of ${type.type.id}`, object.span);
  const table = dynamicTypeOf(ctx, object);
  if (ctx.mode === 'device') return boundOnDevice(ctx, type, slot, binding.signature, table);
  return indirect(ctx, load('ptr.host', table, tableFields.bindings + 8 * slot), binding.signature, args);
}

function boundOnDevice(ctx: Context, type: Type, slot: number, signature: Signature, table: Expression): Target {
  const name = boundCallName(needTypeTable(ctx.module, type), slot);
  const { params, results } = headingOf(signature, 'device', false);
  ctx.module.needExtern({ name, from: 'object', params: [...params, 'ptr.host'], results });
  return { callee: { kind: 'direct', name }, signature, frame: [table] };
}

function dynamicTypeOf(ctx: Context, object: Expr): Expression {
  if (object.kind === 'element') return dynamicType(ctx, object.base);
  if (object.kind === 'variable' || object.kind === 'part') return dynamicType(ctx, object);
  const value = ctx.parts.scalar(ctx, object);
  return value.kind === 'derived' && value.dynamic ? value.dynamic : ctx.parts.typeTable(ctx, object.type);
}

// ---- arguments ------------------------------------------------------------------------------------------------------

/** A dummy and the parameters passed for it. */
type Given = { readonly dummy: Variable; readonly args: readonly Expression[] };

function lowerArguments(
  ctx: Context,
  signature: Signature,
  actuals: readonly Actual[],
): { readonly args: Expression[]; readonly given: readonly Given[] } {
  const args: Expression[] = [];
  const given: Given[] = [];
  if (signature.implicit) {
    for (const a of actuals) if (a && !isAlternate(a)) args.push(...implicitArgument(ctx, a));
    return { args, given };
  }
  signature.dummies.forEach((d, i) => {
    if (d === 'alternate-return') return;
    const actual = actuals[i];
    const passing = passingOf(d, sideOf(ctx), signature.bindC);
    const own =
      actual === undefined || isAlternate(actual)
        ? absentArgument(passing)
        : lowerArgument(ctx, d, passing, actual).map((x) => ctx.keep(x));
    const isForC = signature.bindC && passing.how === 'descriptor' && ctx.mode === 'host';
    if (isForC && actual && !isAlternate(actual) && own[0]?.kind !== 'const')
      own[0] = descriptorForC(ctx, d, actual, own[0]!);
    if (actual && !isAlternate(actual)) own[0] = withRoom(ctx, d, actual, own[0]!);
    args.push(...own);
    given.push({ dummy: d, args: own });
  });
  return { args, given };
}

/** In code of the device that checks subscripts: an address that comes out of a descriptor is known with what lies behind it. */
function withRoom(ctx: Context, d: Variable, actual: Expr, address: Expression): Expression {
  if (ctx.mode === 'host' || !ctx.module.checks.bounds || d.shape?.kind !== 'assumed-size') return address;
  const room = ctx.parts.argumentRoom(ctx, actual, address);
  if (!room) return address;
  const own = ctx.variable('argument', address.type);
  ctx.set(own.index, address);
  const bytes = ctx.variable('room', 'i64');
  ctx.set(bytes.index, room);
  ctx.knownRooms.push([own.index, bytes.index]);
  return own;
}

/** The call itself; its plain results. */
function issue(ctx: Context, target: Target, args: readonly Expression[]): Expression[] {
  if (target.asC && target.callee.kind === 'indirect') return issueAsC(ctx, target.callee, args);
  const results = headingResults(ctx, target);
  return ctx.call(target.callee, [...args, ...target.frame], results);
}

/** By the address of a procedure that C may have written. */
function issueAsC(
  ctx: Context,
  callee: Callee & { readonly kind: 'indirect' },
  args: readonly Expression[],
): Expression[] {
  const params = callee.params.map(typeForC);
  const given = args.map((a) => (isPointer(a.type) ? op('to.address', [a]) : a));
  const results = ctx.call(
    { ...callee, params, results: callee.results.map(typeForC) },
    given,
    callee.results.map(typeForC),
  );
  return results.map((r, i) => {
    const type = callee.results[i]!;
    return isPointer(type) ? op('from.address', [r], type) : r;
  });
}

function headingResults(ctx: Context, target: Target): readonly ValueType[] {
  if (target.callee.kind === 'indirect') return target.callee.results;
  const known = ctx.module.externOf(target.callee.name);
  return known?.results ?? headingOf(target.signature, sideOf(ctx), false).results;
}

// ---- results --------------------------------------------------------------------------------------------------------

function resultOf(
  ctx: Context,
  target: Target,
  args: readonly Expression[],
  given: readonly Given[],
  type: Type,
): Value {
  const result = target.signature.result;
  const passing = resultPassing(target.signature, sideOf(ctx));
  if (!result || passing.how === 'none') throw new InternalError('a function without a result', ctx.at);
  if (passing.how === 'value' && result.type.base === 'derived' && !result.procedure)
    return addressObject(ctx, issue(ctx, target, args));
  if (passing.how === 'value' && type.base === 'character') return letter(ctx, issue(ctx, target, args));
  if (passing.how === 'value') return assembled(issue(ctx, target, args), type, result.procedure !== undefined);
  if (passing.how === 'descriptor') return describedResult(ctx, target, args, result);
  if (result.type.base === 'character') {
    const length = ctx.keep(withDummies(ctx, given, () => resultLength(ctx, result, type)));
    const address = scratchBytes(ctx, length);
    issue(ctx, target, [pointerFor(ctx, address), length, ...args]);
    return { kind: 'character', address, length };
  }
  const layout = layoutOf(result.type);
  const address = ctx.slot('result', Math.max(1, layout?.size ?? 1), layout?.align ?? 8);
  if (result.type.base === 'derived') ctx.parts.initialize(ctx, result.type.type, address);
  issue(ctx, target, [pointerFor(ctx, address), ...args]);
  if (result.type.base === 'derived') endAfterwards(ctx, result.type.type, address, []);
  return { kind: 'derived', address };
}

function pointerFor(ctx: Context, address: Expression): Expression {
  if (ctx.mode === 'host' && address.type === 'ptr.global') return address;
  const wanted = ctx.mode === 'host' ? 'ptr.host' : 'ptr.generic';
  return address.type === wanted ? address : op('cast.space', [address], wanted);
}

/** A c_ptr that came as the pointer itself. */
function addressObject(ctx: Context, [pointer]: readonly Expression[]): Value {
  if (!pointer) throw new InternalError('a function without a result', ctx.at);
  const address = ctx.slot('pointer', 8, 8);
  ctx.store(isPointer(pointer.type) ? pointer.type : 'i64', address, pointer);
  return { kind: 'derived', address };
}

/** A char that a function of C gives. */
function letter(ctx: Context, [x]: readonly Expression[]): Value {
  if (!x) throw new InternalError('a function without a result', ctx.at);
  const address = ctx.slot('letter', 1, 1);
  ctx.store('i8', address, x);
  return { kind: 'character', address, length: i64(1) };
}

function assembled(results: readonly Expression[], type: Type, procedure: boolean): Value {
  const [first, second] = results;
  if (!first) throw new InternalError('a function without a result');
  if (procedure) return plain(first);
  if (type.base === 'complex' && second) return { kind: 'complex', re: first, im: second };
  return plain(type.base === 'logical' ? isTrue(first) : first);
}

/** An allocatable or pointer result: its target; an allocatable is freed at the end of the statement. */
function describedResult(ctx: Context, target: Target, args: readonly Expression[], result: Variable): Value {
  const descriptor = newResultDescriptor(ctx, result);
  issue(ctx, target, [pointerFor(ctx, descriptor), ...args]);
  const base = load(ctx.mode === 'host' ? 'ptr.host' : 'ptr.generic', descriptor, descriptorFields.base);
  const type = result.type;
  if (type.base === 'character')
    return { kind: 'character', address: base, length: load('i64', descriptor, descriptorFields.elementBytes) };
  if (type.base === 'derived' || type.base === 'any')
    return { kind: 'derived', address: base, dynamic: load('ptr.host', descriptor, descriptorFields.type) };
  return loadValue(ctx, type, base);
}

function newResultDescriptor(ctx: Context, result: Variable): Expression {
  const rank = result.shape?.kind === 'deferred' ? result.shape.rank : 0;
  const descriptor = ctx.slot('result', descriptorFields.dimensions + rank * dimensionFields.bytes, 8);
  ctx.parts.emptyDescriptor(ctx, result, descriptor);
  if (!result.attributes.pointer) ctx.defer(() => ctx.parts.freeAllocatable(ctx, result, descriptor));
  return descriptor;
}

export function givesDescriptor(ctx: Context, e: Expr & { readonly kind: 'call' }): boolean {
  return resultPassing(signatureOf(e.callee), sideOf(ctx)).how === 'descriptor';
}

/** See `pointerResult` of the parts. */
export function pointerResult(ctx: Context, e: Expr & { readonly kind: 'call' }): Expression | undefined {
  const result = signatureOf(e.callee).result;
  if (!result?.attributes.pointer || result.shape || result.procedure || !givesDescriptor(ctx, e)) return undefined;
  return ctx.keep(load(dataPointer(ctx, result.attributes), callDescribed(ctx, e), descriptorFields.base));
}

/** The address of the descriptor that a function with a pointer or allocatable result fills: for pointer assignment. */
export function callDescribed(ctx: Context, e: Expr & { readonly kind: 'call' }): Expression {
  const target = targetOf(ctx, e.callee, e.args);
  const { args } = lowerArguments(ctx, target.signature, e.args);
  const result = target.signature.result;
  if (!result) throw new InternalError('a function without a result', e.span);
  const descriptor = newResultDescriptor(ctx, result);
  issue(ctx, target, [pointerFor(ctx, descriptor), ...args]);
  return descriptor;
}

/** Calls a function with an array result. */
export function callArray(ctx: Context, e: Expr & { readonly kind: 'call' }): Place & { readonly kind: 'array' } {
  const target = targetOf(ctx, e.callee, e.args);
  const { args, given } = lowerArguments(ctx, target.signature, e.args);
  const result = target.signature.result;
  if (!result) throw new InternalError('a function without a result', e.span);
  if (resultPassing(target.signature, sideOf(ctx)).how === 'descriptor') {
    const descriptor = newResultDescriptor(ctx, result);
    issue(ctx, target, [pointerFor(ctx, descriptor), ...args]);
    return describedArray(ctx, result, descriptor);
  }
  return explicitArray(ctx, target, args, given, result);
}

function describedArray(ctx: Context, result: Variable, descriptor: Expression): Place & { readonly kind: 'array' } {
  const rank = result.shape?.kind === 'deferred' ? result.shape.rank : 0;
  const dimensions: Dimension[] = [];
  for (let i = 0; i < rank; i++) {
    const at = descriptorFields.dimensions + i * dimensionFields.bytes;
    dimensions.push({
      lower: i64(1),
      extent: load('i64', descriptor, at + dimensionFields.extent),
      stride: load('i64', descriptor, at + dimensionFields.stride),
    });
  }
  const base = load(ctx.mode === 'host' ? 'ptr.host' : 'ptr.generic', descriptor, descriptorFields.base);
  const length = load('i64', descriptor, descriptorFields.elementBytes);
  return { kind: 'array', base, dimensions, descriptor, ...(result.type.base === 'character' && { length }) };
}

function explicitArray(
  ctx: Context,
  target: Target,
  args: readonly Expression[],
  given: readonly Given[],
  result: Variable,
): Place & { readonly kind: 'array' } {
  const { extents, bytes } = withDummies(ctx, given, () => {
    const sizes = resultExtents(ctx, result).map((x) => ctx.keep(x, 'extent'));
    const element =
      result.type.base === 'character' ? resultLength(ctx, result, result.type) : i64(layoutOf(result.type)?.size ?? 0);
    return { extents: sizes, bytes: ctx.keep(element) };
  });
  const total = ctx.keep(extents.reduce((a, b) => op('mul', [a, b]), bytes));
  const base = scratchBytes(ctx, total);
  if (result.type.base === 'derived') initializeAll(ctx, result.type.type, base, total, bytes);
  const hidden = [pointerFor(ctx, base), ...(result.type.base === 'character' ? [bytes] : [])];
  issue(ctx, target, [...hidden, ...args]);
  if (result.type.base === 'derived') endAfterwards(ctx, result.type.type, base, extents);
  const dimensions = extents.map((extent) => ({ lower: i64(1), extent, stride: undefined }));
  return { kind: 'array', base, dimensions, ...(result.type.base === 'character' && { length: bytes }) };
}

/** The result of a function ends with the statement that refers to it. */
function endAfterwards(ctx: Context, type: DerivedType, base: Expression, extents: readonly Expression[]): void {
  if ((ctx.mode === 'host' && base.type !== 'ptr.host') || !needsRelease(type)) return;
  ctx.defer(() => releaseContiguous(ctx, type, base, extents));
}

function initializeAll(
  ctx: Context,
  type: Parameters<Context['parts']['initialize']>[1],
  base: Expression,
  total: Expression,
  bytes: Expression,
): void {
  ctx.for('at', i64(0), op('div', [total, bytes]), bytes, (at) =>
    ctx.parts.initialize(ctx, type, op('offset', [base, at])),
  );
}

/** An assumed length (`character(*) function f`) is what the caller declares. */
function resultLength(ctx: Context, result: Variable, type: Type): Expression {
  if (result.type.base === 'character' && result.type.length.kind === 'assumed' && type.base === 'character')
    if (type.length.kind === 'known') return lengthFromType(ctx, type);
  if (result.type.base !== 'character' || result.type.length.kind !== 'known') {
    ctx.module.diagnostics.push(notSupported(ctx.at, 'a character(*) function whose length is not declared here'));
    return i64(1);
  }
  return lengthFromType(ctx, result.type);
}

function resultExtents(ctx: Context, result: Variable): Expression[] {
  if (result.shape?.kind !== 'explicit') throw new InternalError(`shape of the result ${result.name}`, result.span);
  return result.shape.bounds.map((b) => {
    const lower = constantInteger(b.lower);
    const upper = ctx.parts.index(ctx, b.upper);
    const extent = lower === 1 ? upper : op('add', [op('sub', [upper, ctx.parts.index(ctx, b.lower)]), i64(1)]);
    return op('max', [extent, i64(0)]);
  });
}

/**
 * `of` evaluated with the callee's dummies standing for the arguments: bounds and lengths of results are written in terms of dummies, those of arrays in terms of
 * numbers, which come first.
 */
function withDummies<T>(ctx: Context, given: readonly Given[], of: () => T): T {
  const outer = given.map((g) => ctx.places.get(g.dummy));
  for (const g of given.toSorted((a, b) => rankOf(a.dummy.shape) - rankOf(b.dummy.shape)))
    ctx.bind(g.dummy, ctx.parts.dummyPlace(ctx, g.dummy, g.args, ctx.mode));
  const result = of();
  given.forEach((g, i) => {
    const place = outer[i];
    if (place) ctx.bind(g.dummy, place);
    else ctx.places.delete(g.dummy);
  });
  return result;
}
