/** Functions whose results are arrays. */

import { InternalError } from '../../../../base/impossible.ts';
import { i64, load, mul } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { descriptorFields, rankOf, valueTypeOf } from '../../layout.ts';
import type { Actual, ConstructorItem, DerivedType, Expr, Signature, Type, Variable } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import { isOnDevice } from '../calls/abi.ts';
import { valueInMemory } from '../calls/argument.ts';
import type { Context, Place } from '../context.ts';
import { dataPointer, isDesignator } from '../designator.ts';
import { scratch, sizeOfType, storeValue } from '../memory.ts';
import { allocateBytes, freeBytes } from '../objects/allocation.ts';
import { needsRelease, releaseContiguous } from '../objects/derived.ts';
import { explicitDimensions } from '../variables/variables.ts';
import { nest } from './array-loop.ts';
import { contiguousView, keepValue, knownBytes, newArray, placeAt } from './array-temporary.ts';
import { emptyDescriptor, isAllocated, newDescriptor, readDescriptor } from './descriptor.ts';
import { frozenAtOne, viewOf } from './section.ts';
import { basedAtOne, extentBetween, isContiguous, product, strideOf, type View } from './view.ts';

type CallExpr = Expr & { readonly kind: 'call' };

/** The result of a call in memory, freed at the end of the statement. */
export function arrayFunction(ctx: Context, written: CallExpr): View {
  const signature = signatureOf(written.callee);
  const result = signature.result;
  if (!result) throw new InternalError('a function without a result', written.span);
  if (result.attributes.allocatable || result.attributes.pointer) return describedResult(ctx, written, result);
  const used = usedByShape(result);
  const e = evaluatedOnce(ctx, written, signature, used);
  const { extents, bytes } = shapeOfResult(ctx, e, signature, result, used);
  const view = resultMemory(ctx, result, extents, bytes);
  if (result.type.base === 'derived' && view.base.type !== 'ptr.global') initializeAll(ctx, result.type.type, view);
  const hidden: readonly Expression[] = e.type.base === 'character' ? [view.base, bytes] : [view.base];
  ctx.parts.call(ctx, e, hidden);
  const type = e.type.base === 'derived' ? e.type.type : undefined;
  if (type && (ctx.mode === 'device' || view.base.type === 'ptr.host') && needsRelease(type))
    ctx.defer(() => releaseContiguous(ctx, type, view.base, extents));
  return view;
}

/** The result of a function begins with the default values of its type. */
function initializeAll(ctx: Context, type: DerivedType, view: View): void {
  nest(
    ctx,
    view.axes.map((a) => a.extent),
    (indexes) => ctx.parts.initialize(ctx, type, ctx.keep(placeAt(view, indexes))),
  );
}

/** Where a result of explicit shape is put. */
function resultMemory(ctx: Context, result: Variable, extents: readonly Expression[], bytes: Expression): View {
  const { type, attributes } = result;
  if (ctx.mode === 'device' || !isOnDevice(result)) return newArray(ctx, type, extents, bytes);
  const base = ctx.keep(allocateBytes(ctx, attributes, mul(product(extents), bytes)), 'result');
  ctx.defer(() => freeBytes(ctx, attributes, base));
  return contiguousView(base, type, extents, bytes);
}

/** See `ArrayParts.deviceResult`. */
export function deviceResult(ctx: Context, e: CallExpr): View | undefined {
  const { result, elemental } = signatureOf(e.callee);
  if (ctx.mode !== 'host' || elemental || !result || dataPointer(ctx, result.attributes) === 'ptr.host')
    return undefined;
  return arrayFunction(ctx, e);
}

function describedResult(ctx: Context, e: CallExpr, result: Variable): View {
  const rank = rankOf(result.shape);
  const descriptor = newDescriptor(ctx, rank);
  emptyDescriptor(ctx, result, descriptor);
  ctx.parts.call(ctx, e, [descriptor]);
  if (result.attributes.allocatable)
    ctx.defer(() => ctx.if(isAllocated(descriptor), () => ctx.parts.freeAllocatable(ctx, result, descriptor)));
  const pointer = dataPointer(ctx, result.attributes);
  const view = readDescriptor(ctx, descriptor, e.type, rank, pointer, result.attributes.allocatable);
  const open = e.type.base === 'any' || (e.type.base === 'derived' && e.type.polymorphic);
  if (!open) return view;
  return { ...view, dynamic: ctx.keep(load('ptr.host', descriptor, descriptorFields.type), 'type') };
}

/** The variables that bounds and length of the result ask for. */
function usedByShape(result: Variable): Set<Variable> {
  const used = new Set<Variable>();
  if (result.shape?.kind === 'explicit')
    for (const b of result.shape.bounds) for (const x of [b.lower, b.upper]) collect(x, used);
  const length = lengthExpr(result.type);
  if (length) collect(length, used);
  for (const v of used) for (const x of boundsIn(v.shape)) collect(x, used);
  return used;
}

/** What the bounds of a dummy are made of. */
function boundsIn(shape: Variable['shape']): readonly Expr[] {
  switch (shape?.kind) {
    case 'assumed-shape':
      return shape.lowers;
    case 'explicit':
      return shape.bounds.flatMap((b) => [b.lower, b.upper]);
    case 'assumed-size':
      return [...shape.bounds.flatMap((b) => [b.lower, b.upper]), shape.lastLower];
    default:
      return [];
  }
}

/** Arguments that the shape of the result asks for and that call functions are put into memory first: shape and call both use them. */
function evaluatedOnce(ctx: Context, e: CallExpr, signature: Signature, used: ReadonlySet<Variable>): CallExpr {
  if (ctx.mode === 'device') return e;
  const args = e.args.map((a, i) => {
    const d = signature.dummies[i];
    if (!a || a.kind === 'alternate-return' || !d || d === 'alternate-return' || !used.has(d)) return a;
    return !d.procedure && !isDesignator(a) && calls(a) && (d.shape || a.rank === 0) ? settledActual(ctx, d, a) : a;
  });
  return args.some((a, i) => a !== e.args[i]) ? { ...e, args } : e;
}

function calls(e: Expr): boolean {
  if (e.kind === 'call' || e.kind === 'library-call') return true;
  switch (e.kind) {
    case 'convert':
      return calls(e.value);
    case 'unary':
      return calls(e.operand);
    case 'binary':
      return calls(e.left) || calls(e.right);
    case 'intrinsic':
      return e.args.some((a) => a !== undefined && calls(a));
    case 'array-constructor':
      return e.items.some(itemCalls);
    default:
      return false;
  }
}

function itemCalls(i: ConstructorItem): boolean {
  return i.kind === 'value' ? calls(i.value) : i.items.some(itemCalls);
}

function settledActual(ctx: Context, d: Variable, a: Expr): Expr {
  const shape = a.rank > 0 ? ({ kind: 'deferred', rank: a.rank } as const) : undefined;
  const attributes = { ...d.attributes, optional: false, allocatable: false, pointer: false };
  const variable: Variable = { ...d, type: a.type, shape, attributes, storage: 'associate', initial: undefined };
  ctx.bind(variable, a.rank > 0 ? settledArray(ctx, a) : settledScalar(ctx, a));
  return { kind: 'variable', variable, type: a.type, rank: a.rank, span: a.span };
}

function settledArray(ctx: Context, a: Expr): Place {
  return placeOfView(frozenAtOne(ctx, a), a.type.base === 'character');
}

function settledScalar(ctx: Context, a: Expr): Place {
  const value = ctx.parts.scalar(ctx, a);
  const address = ctx.keep(valueInMemory(ctx, a.type, value), 'argument');
  return { kind: 'memory', address, ...(value.kind === 'character' && { length: ctx.keep(value.length, 'length') }) };
}

/** Bounds and length of the result are expressions over the dummies, which stand for the actual arguments meanwhile. */
function shapeOfResult(
  ctx: Context,
  e: CallExpr,
  signature: Signature,
  result: Variable,
  used: ReadonlySet<Variable>,
): { readonly extents: readonly Expression[]; readonly bytes: Expression } {
  const shape = result.shape;
  if (shape?.kind !== 'explicit') throw new InternalError(`result ${result.name} has no explicit shape`, e.span);
  const length = lengthExpr(result.type);
  const known = constantDummies(signature, e.args);
  return standingFor(ctx, signature, e.args, used, () => ({
    extents: shape.bounds.map((b) =>
      ctx.keep(
        extentBetween(ctx.parts.index(ctx, withKnown(b.lower, known)), ctx.parts.index(ctx, withKnown(b.upper, known))),
        'extent',
      ),
    ),
    bytes:
      knownBytes(result.type) ??
      (length
        ? ctx.keep(extentBetween(i64(1), ctx.parts.index(ctx, length)), 'length')
        : ctx.parts.elementBytes(ctx, e)),
  }));
}

/** Scalar dummies whose actual arguments are constants: bounds made of these are constant, as device code needs them. */
function constantDummies(signature: Signature, args: readonly Actual[]): ReadonlyMap<Variable, Expr> {
  const known = new Map<Variable, Expr>();
  signature.dummies.forEach((d, i) => {
    const a = args[i];
    if (d !== 'alternate-return' && !d.shape && a?.kind === 'constant') known.set(d, a);
  });
  return known;
}

function withKnown(x: Expr, known: ReadonlyMap<Variable, Expr>): Expr {
  switch (x.kind) {
    case 'variable':
      return known.get(x.variable) ?? x;
    case 'convert':
      return { ...x, value: withKnown(x.value, known) };
    case 'unary':
      return { ...x, operand: withKnown(x.operand, known) };
    case 'binary':
      return { ...x, left: withKnown(x.left, known), right: withKnown(x.right, known) };
    default:
      return x;
  }
}

function lengthExpr(t: Type): Expr | undefined {
  return t.base === 'character' && t.length.kind === 'known' ? t.length.value : undefined;
}

/** `make` with the used dummies bound to the actual arguments: numbers first, of which bounds of arrays are made. */
export function standingFor<T>(
  ctx: Context,
  signature: Signature,
  args: readonly Actual[],
  used: ReadonlySet<Variable>,
  make: () => T,
): T {
  const given: { readonly dummy: Variable; readonly actual: Expr }[] = [];
  signature.dummies.forEach((dummy, i) => {
    const actual = args[i];
    if (dummy === 'alternate-return' || !used.has(dummy) || !actual || actual.kind === 'alternate-return') return;
    given.push({ dummy, actual });
  });
  const arrays = given.filter(({ dummy }) => dummy.shape);
  const numbers = given
    .filter(({ dummy }) => !dummy.shape)
    .map((g) => ({ ...g, place: placeOfScalar(ctx, g.dummy, g.actual) }));
  const whole = arrays.map((g) => ({ ...g, place: placeOfArray(ctx, g.dummy, g.actual) }));
  const before = given.map(({ dummy }) => ctx.places.get(dummy));
  for (const { dummy, place } of [...numbers, ...whole]) ctx.bind(dummy, place);
  for (const { dummy, place } of whole) ctx.bind(dummy, asDeclared(ctx, dummy, place));
  try {
    return make();
  } finally {
    given.forEach(({ dummy }, i) => {
      const old = before[i];
      if (old) ctx.bind(dummy, old);
      else ctx.places.delete(dummy);
    });
  }
}

type ArrayPlace = Place & { readonly kind: 'array' };

function placeOfArray(ctx: Context, dummy: Variable, actual: Expr): ArrayPlace {
  const view = viewOf(ctx, actual);
  const { allocatable, pointer } = dummy.attributes;
  return placeOfView(allocatable || pointer ? view : basedAtOne(view), dummy.type.base === 'character');
}

/** With the bounds that the dummy has of its own. */
function asDeclared(ctx: Context, { shape }: Variable, place: ArrayPlace): ArrayPlace {
  if (shape?.kind === 'explicit' || shape?.kind === 'assumed-size')
    return { ...place, dimensions: explicitDimensions(ctx, shape) };
  if (shape?.kind !== 'assumed-shape') return place;
  const lowers = shape.lowers.map((l) => ctx.keep(ctx.parts.index(ctx, l), 'lower'));
  return { ...place, dimensions: place.dimensions.map((d, k) => ({ ...d, lower: lowers[k] ?? d.lower })) };
}

function placeOfScalar(ctx: Context, dummy: Variable, actual: Expr): Place {
  if (actual.type.base === 'derived' || actual.type.base === 'character' || actual.type.base === 'complex')
    return { kind: 'memory', address: objectAddress(ctx, actual), ...textLength(ctx, actual) };
  const value = keepValue(ctx, ctx.parts.scalar(ctx, actual));
  if (value.kind !== 'plain') throw new InternalError('a bound that is no number', actual.span);
  if (ctx.addressed.has(dummy)) return { kind: 'memory', address: ctx.keep(valueInMemory(ctx, actual.type, value)) };
  const type = valueTypeOf(actual.type);
  const local = ctx.newLocal(dummy.name, type);
  ctx.set(local, value.x);
  return { kind: 'register', local, type };
}

function objectAddress(ctx: Context, actual: Expr): Expression {
  if (isDesignator(actual)) return ctx.keep(ctx.parts.address(ctx, actual), 'object');
  const value = ctx.parts.scalar(ctx, actual);
  if (value.kind === 'character' || value.kind === 'derived') return ctx.keep(value.address, 'object');
  const memory = scratch(ctx, actual.type, i64(sizeOfType(actual.type)));
  storeValue(ctx, actual.type, memory, value);
  return memory;
}

function textLength(ctx: Context, actual: Expr): { readonly length?: Expression } {
  return actual.type.base === 'character' ? { length: ctx.keep(ctx.parts.elementBytes(ctx, actual), 'length') } : {};
}

/** A view as the place of a variable. */
export function placeOfView(v: View, withLength: boolean): Place & { readonly kind: 'array' } {
  const gaps = !isContiguous(v);
  return {
    kind: 'array',
    base: v.base,
    dimensions: v.axes.map((a, k) => ({
      lower: a.lower,
      extent: a.extent,
      stride: gaps ? strideOf(v, k) : undefined,
    })),
    ...(withLength && { length: v.bytes }),
  };
}

/** The variables that an expression of a bound names. */
export function collect(e: Expr, into: Set<Variable>): void {
  const visit = (x: Expr | undefined): void => {
    if (x) collect(x, into);
  };
  switch (e.kind) {
    case 'variable':
      into.add(e.variable);
      break;
    case 'part':
    case 'complex-part':
      visit(e.base);
      break;
    case 'element':
      visit(e.base);
      for (const s of e.subscripts) {
        if (s.kind === 'range') [s.from, s.to, s.step].forEach(visit);
        else visit(s.value);
      }
      break;
    case 'substring':
      [e.base, e.from, e.to].forEach(visit);
      break;
    case 'convert':
      visit(e.value);
      break;
    case 'unary':
      visit(e.operand);
      break;
    case 'binary':
      visit(e.left);
      visit(e.right);
      break;
    case 'call':
      for (const a of e.args) if (a?.kind !== 'alternate-return') visit(a);
      if (e.callee.kind === 'pointer') visit(e.callee.pointer);
      if (e.callee.kind === 'bound') visit(e.callee.object);
      break;
    case 'intrinsic':
    case 'library-call':
      e.args.forEach(visit);
      break;
    case 'array-constructor':
      collectItems(e.items, into);
      break;
    case 'structure':
      [...e.values, e.parent?.value].forEach(visit);
      break;
    default:
      break;
  }
}

function collectItems(items: (Expr & { readonly kind: 'array-constructor' })['items'], into: Set<Variable>): void {
  for (const i of items) {
    if (i.kind === 'value') collect(i.value, into);
    else {
      for (const x of [i.from, i.to, i.step]) collect(x, into);
      collectItems(i.items, into);
    }
  }
}
