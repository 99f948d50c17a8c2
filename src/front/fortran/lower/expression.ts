/** Expressions of rank 0 to values. */
import { InternalError, impossible } from '../../../base/impossible.ts';
import { and, bool, f32, f64, i32, i64, local, op, or, special, wide } from '../../../ir/build.ts';
import type { Expression } from '../../../ir/module.ts';
import type { SpecialName } from '../../../ir/operations.ts';
import { someExpression } from '../../../ir/walk.ts';
import { constantLength, descriptorFields } from '../layout.ts';
import type { ConstantValue, Expr, Type, Variable } from '../program.ts';
import { atLeastZero, extentBetween } from './arrays/view.ts';
import { lowerIntrinsic } from './calls/intrinsic.ts';
import { lowerLibraryCall } from './calls/library-call.ts';
import { procedureValueForC } from './calls/procedure-value.ts';
import { type Context, plus } from './context.ts';
import { convertValue, resizeInteger } from './convert.ts';
import { readAnew } from './cuda/volatile.ts';
import {
  baseOf,
  bytesBefore,
  inBytes,
  isDescribedDesignator,
  isDesignator,
  loadField,
  lowerAddress,
  lowerDescriptorAddress,
  lowerLength,
  variableAddress,
} from './designator.ts';
import { loadValue, scratchBytes, storeText } from './memory.ts';
import { constantAddress, isPair } from './objects/static-data.ts';
import { lowerStructure } from './objects/structure.ts';
import { applyBinary, applyUnary } from './operators.ts';
import { bytesOfCodes, concatenate, withKind } from './text.ts';
import { complexOf, plain, plainOf, textOf, type Value } from './value.ts';

export function lowerScalar(ctx: Context, e: Expr): Value {
  switch (e.kind) {
    case 'constant':
      return constantOf(ctx, e.type, e.value);
    case 'variable':
      return readAnew(ctx, e, variableValue(ctx, e.variable, e));
    case 'part':
    case 'element':
      return readAnew(ctx, e, designatorValue(ctx, e));
    case 'complex-part':
      return complexPart(ctx, e);
    case 'substring':
      return substringValue(ctx, e);
    case 'convert':
      return conversion(ctx, e);
    case 'unary':
      return applyUnary(e.operator, e.type, lowerScalar(ctx, e.operand));
    case 'binary':
      return binary(ctx, e);
    case 'call': {
      const value = ctx.parts.call(ctx, e, []);
      if (!value) throw new InternalError('a function without a value', e.span);
      return value;
    }
    case 'intrinsic':
      return lowerIntrinsic(ctx, e);
    case 'library-call': {
      const value = lowerLibraryCall(ctx, e, e.type);
      if (!value) throw new InternalError('a library function without a value', e.span);
      return value;
    }
    case 'structure':
      return lowerStructure(ctx, e);
    case 'builtin':
      return plain(builtin(e.name, e.axis));
    case 'procedure':
      return plain(procedureValueForC(ctx, e.procedure));
    case 'null':
      return plain({ kind: 'const', type: 'ptr.host', value: 0n });
    case 'constant-array':
    case 'array-constructor':
      throw new InternalError(`an array where a scalar is expected (${e.kind})`, e.span);
    default:
      return impossible(e);
  }
}

/** A logical scalar as a bool. */
export function lowerCondition(ctx: Context, e: Expr): Expression {
  return plainOf(lowerScalar(ctx, e));
}

/** An integer scalar as an i64. */
export function lowerIndex(ctx: Context, e: Expr): Expression {
  return wide(plainOf(lowerScalar(ctx, e)));
}

/** An integer scalar as an i32, cut where it is an integer(8). */
export function lowerInt(ctx: Context, e: Expr): Expression {
  const kind = e.type.base === 'integer' ? e.type.kind : 4;
  return resizeInteger(plainOf(lowerScalar(ctx, e)), kind, kind === 8 ? 4 : kind);
}

export function constantOf(ctx: Context, type: Type, value: ConstantValue): Value {
  switch (type.base) {
    case 'integer':
      if (typeof value === 'bigint') return plain(type.kind === 8 ? i64(value) : i32(Number(BigInt.asIntN(32, value))));
      break;
    case 'real':
      if (typeof value === 'number') return plain(type.kind === 8 ? f64(value) : f32(value));
      break;
    case 'logical':
      if (typeof value === 'boolean') return plain(bool(value));
      break;
    case 'complex':
      if (isPair(value)) {
        const part = type.kind === 8 ? f64 : f32;
        return { kind: 'complex', re: part(value[0]), im: part(value[1]) };
      }
      break;
    case 'character':
      if (typeof value === 'string') return textConstant(ctx, type, value);
      break;
    case 'derived':
      return { kind: 'derived', address: constantAddress(ctx, type, [value]) };
    case 'any':
      break;
  }
  throw new InternalError(`a constant that is no ${type.base}`, ctx.at);
}

function textConstant(ctx: Context, type: Type, value: string): Value {
  const kind = type.base === 'character' ? type.kind : 1;
  const bytes = constantLength(type) ?? value.length * kind;
  const n = bytes / kind;
  const text = bytesOfCodes(value.padEnd(n).slice(0, n), kind);
  return { kind: 'character', address: ctx.text(text), length: i64(bytes) };
}

function variableValue(ctx: Context, v: Variable, e: Expr): Value {
  const place = ctx.placeOf(v);
  switch (place.kind) {
    case 'register':
      return plain(local(place.local, place.type));
    case 'complex-register':
      return { kind: 'complex', re: local(place.re, place.type), im: local(place.im, place.type) };
    case 'memory':
      if (v.procedure)
        return plain({ kind: 'load', type: 'ptr.host', memory: 'ptr.host', from: place.address, offset: 0 });
      return loadValue(ctx, v.type, place.address, place.length);
    case 'descriptor':
      return describedValue(ctx, e, baseOf(ctx, v.attributes, place.address), place.address);
    case 'array':
      return loadValue(ctx, v.type, variableAddress(ctx, v), place.length);
  }
}

/** A scalar held through a descriptor: a deferred length and a dynamic type stand in it. */
function describedValue(ctx: Context, e: Expr, base: Expression, descriptor: Expression): Value {
  if (e.type.base === 'character') {
    const length = lowerLength(ctx, e);
    return loadValue(ctx, e.type, base, length);
  }
  if (e.type.base === 'any' || (e.type.base === 'derived' && e.type.polymorphic))
    return { kind: 'derived', address: base, dynamic: loadField(ctx, descriptor, descriptorFields.type, 'ptr.host') };
  return loadValue(ctx, e.type, base);
}

function designatorValue(ctx: Context, e: Expr & { readonly kind: 'part' | 'element' }): Value {
  if (e.kind === 'part') {
    if (e.component.procedure)
      return plain({ kind: 'load', type: 'ptr.host', memory: 'ptr.host', from: lowerAddress(ctx, e), offset: 0 });
    if (isDescribedDesignator(ctx, e)) {
      const descriptor = ctx.keep(lowerDescriptorAddress(ctx, e));
      return describedValue(ctx, e, baseOf(ctx, e.component.attributes, descriptor), descriptor);
    }
  }
  const length = e.type.base === 'character' ? lowerLength(ctx, e) : undefined;
  return withDynamic(ctx, e, loadValue(ctx, e.type, lowerAddress(ctx, e), length));
}

/** An element of a polymorphic array has the type of the array. */
function withDynamic(ctx: Context, e: Expr, value: Value): Value {
  if (value.kind !== 'derived' || e.kind !== 'element' || !isDescribedDesignator(ctx, e.base)) return value;
  if (e.type.base !== 'any' && !(e.type.base === 'derived' && e.type.polymorphic)) return value;
  const descriptor = lowerDescriptorAddress(ctx, e.base);
  return { ...value, dynamic: loadField(ctx, descriptor, descriptorFields.type, 'ptr.host') };
}

function complexPart(ctx: Context, e: Expr & { readonly kind: 'complex-part' }): Value {
  const z = complexOf(lowerScalar(ctx, e.base));
  return plain(e.part === 're' ? z.re : z.im);
}

function substringValue(ctx: Context, e: Expr & { readonly kind: 'substring' }): Value {
  const base = isDesignator(e.base)
    ? { address: lowerAddress(ctx, e.base), length: e.to ? i64(0) : lowerLength(ctx, e.base) }
    : textOf(lowerScalar(ctx, e.base));
  const given = e.from ? lowerIndex(ctx, e.from) : i64(1);
  const from = ctx.keep(given, 'from');
  const before = ctx.keep(bytesBefore(e.type, from));
  const length = e.to
    ? inBytes(e.type, extentOfSubstring(given, from, lowerIndex(ctx, e.to)))
    : atLeastZero(op('sub', [base.length, before]));
  const known = constantLength(e.type);
  const address = plus(base.address, before);
  return loadValue(ctx, e.type, address, known === undefined ? ctx.keep(length, 'length') : i64(known));
}

/** Of `c(i:i + 3)` a constant. `from` holds what `given` computes. */
function extentOfSubstring(given: Expression, from: Expression, to: Expression): Expression {
  const extent = extentBetween(given, to);
  return extent.kind === 'const' ? extent : extentBetween(from, to);
}

function conversion(ctx: Context, e: Expr & { readonly kind: 'convert' }): Value {
  const value = lowerScalar(ctx, e.value);
  if (e.type.base !== 'character' || e.type.length.kind !== 'known') {
    const other = e.type.base === 'character' && e.value.type.base === 'character' && e.value.type.kind !== e.type.kind;
    if (other) return withKind(ctx, textOf(value), e.type.base === 'character' ? e.type.kind : 1);
    return convertValue(ctx, value, e.value.type, e.type);
  }
  const from = e.value.type;
  if (from.base === 'character' && from.kind !== e.type.kind) return withKind(ctx, textOf(value), e.type.kind);
  const length = ctx.keep(inBytes(e.type, lowerIndex(ctx, e.type.length.value)));
  const text = textOf(value);
  if (length.kind === 'const' && text.length.kind === 'const' && length.value === text.length.value) return value;
  const to = scratchBytes(ctx, length);
  storeText(ctx, to, length, text, e.type.kind);
  return { kind: 'character', address: to, length };
}

function binary(ctx: Context, e: Expr & { readonly kind: 'binary' }): Value {
  if (e.operator === 'and' || e.operator === 'or') return shortCircuit(ctx, e, e.operator);
  if (e.operator === 'concat')
    return concatenate(
      ctx,
      pieces(e).map((p) => textOf(lowerScalar(ctx, p))),
    );
  const left = lowerScalar(ctx, e.left);
  const right = lowerScalar(ctx, e.right);
  return applyBinary(ctx, e.operator, left, right, e.left.type, e.right.type);
}

function pieces(e: Expr): readonly Expr[] {
  return e.kind === 'binary' && e.operator === 'concat' ? [...pieces(e.left), ...pieces(e.right)] : [e];
}

/** The right side is skipped where the left decides, if evaluating it does more than a little arithmetic. */
function shortCircuit(ctx: Context, e: Expr & { readonly kind: 'binary' }, operator: 'and' | 'or'): Value {
  const left = lowerCondition(ctx, e.left);
  const result = ctx.newLocal('both', 'bool');
  let right: Expression = bool(false);
  const steps = ctx.capture(() => {
    right = lowerCondition(ctx, e.right);
    ctx.set(result, right);
  });
  if (steps.length === 1 && isHarmless(right)) return plain(operator === 'and' ? and(left, right) : or(left, right));
  ctx.set(result, left);
  const skip = operator === 'or';
  const decided = local(result, 'bool');
  const otherwise = skip ? steps : [];
  ctx.emit({ kind: 'if', condition: decided, then: skip ? [] : steps, otherwise });
  return plain(decided);
}

/** Nothing in it can trap or is dear. */
function isHarmless(e: Expression): boolean {
  return !someExpression(e, (x) => {
    if (x.kind === 'load') return x.from.kind !== 'slot' && x.from.kind !== 'global';
    return x.kind === 'op' && (x.op === 'div' || x.op === 'rem');
  });
}

function builtin(
  name: 'threadidx' | 'blockidx' | 'blockdim' | 'griddim' | 'warpsize',
  axis: string | undefined,
): Expression {
  if (name === 'warpsize') return i32(32);
  const prefix = ({ threadidx: 'tid', blockidx: 'ctaid', blockdim: 'ntid', griddim: 'nctaid' } as const)[name];
  if (axis !== 'x' && axis !== 'y' && axis !== 'z') throw new InternalError(`${name} without an axis`);
  const place: SpecialName = `${prefix}.${axis}`;
  return name === 'threadidx' || name === 'blockidx' ? op('add', [special(place), i32(1)]) : special(place);
}
