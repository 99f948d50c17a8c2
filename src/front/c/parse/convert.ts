/** Conversions of values: those that C makes of itself, those that a cast asks for. */
import type { Span } from '../../../base/source.ts';
import { unlikeTypes } from '../errors.ts';
import type { Expression } from '../tree.ts';
import {
  bool,
  char,
  decayed,
  double,
  type Field,
  float,
  int,
  isArithmetic,
  isInteger,
  isReal,
  isSigned,
  longDouble,
  precisionOf,
  rankOf,
  sameType,
  showType,
  sizeOf,
  type Type,
  uint,
  ullong,
  ulong,
  underlying,
  unqualified,
} from '../types.ts';
import { apart, behind, elementOf, isComplex, isNumeric, together } from './complex.ts';
import { numberOf, wrapped } from './numbers.ts';
import type { Parser } from './parser.ts';
import { areLikeVectors, areSameBits, sameBits } from './vectors.ts';

/** Of class types: filled by the part that knows classes. */
export type ClassConversions = {
  /** Undefined: there is none. */
  readonly make: (p: Parser, e: Expression, to: Type, explicit: boolean) => Expression | undefined;
};

/** As a value: arrays and functions become pointers, constants that have a name their values. */
export function asValue(e: Expression): Expression {
  if (e.type.kind === 'array') return { kind: 'address', of: e, type: decayed(e.type), at: e.at };
  if (e.type.kind === 'function') return { kind: 'address', of: e, type: decayed(e.type), at: e.at };
  if (e.kind === 'variable' && e.variable.constant !== undefined && isArithmetic(e.type))
    return { kind: 'number', value: e.variable.constant, type: unqualified(e.type), at: e.at };
  return e;
}

export function promoted(t: Type): Type {
  const u = unqualified(t.kind === 'enum' ? (t.of.promotes ?? t.of.underlying) : t);
  if (u.kind === 'bool') return int;
  if (u.kind === 'integer' && rankOf(u) < 3) return int;
  if (u.kind === 'integer' && u.name === 'wchar') return int;
  if (u.kind === 'integer' && u.name === 'char32') return uint;
  return u;
}

/** The type in which both are computed. */
export function commonType(a: Type, b: Type): Type {
  if (isReal(a) || isReal(b)) {
    const bytes = Math.max(a.kind === 'float' ? a.bytes : 0, b.kind === 'float' ? b.bytes : 0);
    return bytes === 16 ? longDouble : bytes === 8 ? double : bytes === 4 ? float : { kind: 'float', bytes: 2 };
  }
  const x = promoted(a);
  const y = promoted(b);
  if (sameType(x, y)) return x;
  if (isSigned(x) === isSigned(y)) {
    const wider = precisionOf(x) - precisionOf(y);
    return (wider === 0 ? rankOf(x) >= rankOf(y) : wider > 0) ? x : y;
  }
  const [signed, unsigned] = isSigned(x) ? [x, y] : [y, x];
  if (precisionOf(signed) !== 8 * (sizeOf(signed) ?? 8) || precisionOf(unsigned) !== 8 * (sizeOf(unsigned) ?? 8))
    return precisionOf(unsigned) >= precisionOf(signed) ? unsigned : signed;
  if (rankOf(unsigned) >= rankOf(signed)) return unsigned;
  if ((sizeOf(signed) ?? 8) > (sizeOf(unsigned) ?? 8)) return signed;
  return rankOf(signed) === 4 ? ulong : ullong;
}

/** The node that makes it one: constants at once. */
export function converted(e: Expression, to: Type): Expression {
  const type = unqualified(to);
  const from = asValue(e);
  if (sameType(unqualified(from.type), type, true)) return from;
  if (isComplex(type) && isNumeric(from.type)) return asComplex(from, type);
  if (isComplex(from.type) && isNumeric(type)) return realPart(from, type);
  if (from.kind === 'number' && (isArithmetic(type) || type.kind === 'enum'))
    return { kind: 'number', value: wrapped(convertedConstant(from.value, type), type), type, at: e.at };
  return { kind: 'convert', of: from, type, at: e.at };
}

function asComplex(e: Expression, type: Type): Expression {
  const element = elementOf(type)!;
  if (!isComplex(e.type)) return together(type, converted(e, element), zero(element, e.at), [], e.at);
  const { body, re, im } = apart(e);
  return together(type, converted(re, element), converted(im!, element), body, e.at);
}

function realPart(e: Expression, type: Type): Expression {
  const { body, re, im } = apart(e);
  if (type.kind !== 'bool') return behind(body, converted(re, type));
  return behind(body, { kind: 'or', left: re, right: im!, type, at: e.at });
}

function convertedConstant(value: number | bigint, to: Type): number | bigint {
  return isReal(to) ? Number(value) : value;
}

export function isNull(e: Expression): boolean {
  if (e.kind === 'number') return e.value === 0n;
  return e.kind === 'convert' && e.type.kind === 'pointer' && e.type.to.kind === 'void' && isNull(e.of);
}

/** Undefined: C does not do it of itself. */
export function implicitly(e: Expression, to: Type, cxx: boolean): Expression | undefined {
  const v = asValue(e);
  const from = unqualified(v.type);
  const type = unqualified(to);
  if (from.kind === 'unknown' || type.kind === 'unknown') return v;
  if ((isComplex(type) || isComplex(from)) && isNumeric(type) && isNumeric(from)) return converted(v, type);
  if (areLikeVectors(from, type)) return sameBits(v, type);
  if (type.kind === 'record' || from.kind === 'record')
    return type.kind === 'record' && from.kind === 'record' && from.record === type.record ? v : undefined;
  if (isArithmetic(type) && type.kind !== 'enum') {
    if (isArithmetic(from)) return converted(v, type);
    if (type.kind === 'bool' && (from.kind === 'pointer' || from.kind === 'nullptr' || from.kind === 'member-pointer'))
      return converted(v, bool);
    return !cxx && from.kind === 'pointer' && isInteger(type) ? converted(v, type) : undefined;
  }
  if (type.kind === 'enum') {
    if (from.kind === 'enum' && from.of === type.of) return v;
    return !cxx && isInteger(from) ? converted(v, type) : undefined;
  }
  if (type.kind === 'pointer') {
    if (from.kind === 'nullptr' || isNull(v)) return converted(v, type);
    if (from.kind === 'pointer' && pointersAgree(from.to, type.to, cxx)) return converted(v, type);
    // As compilers of C++ still let it pass.
    if (cxx && v.kind === 'address' && v.of.kind === 'text' && sameType(unqualified(type.to), char))
      return converted(v, type);
    return !cxx && isInteger(from) ? converted(v, type) : undefined;
  }
  if (type.kind === 'nullptr') return from.kind === 'nullptr' || isNull(v) ? converted(v, type) : undefined;
  if (type.kind === 'va-list' || from.kind === 'va-list') return type.kind === from.kind ? v : undefined;
  if (type.kind === 'member-pointer')
    return from.kind === 'nullptr' || isNull(v) || sameType(from, type) ? converted(v, type) : undefined;
  return type.kind === 'void' ? { kind: 'convert', of: v, type, at: v.at } : undefined;
}

/** C++ asks that what is pointed to agrees and that const is kept; C only warns. */
function pointersAgree(from: Type, to: Type, cxx: boolean): boolean {
  if (!cxx) return true;
  if (to.kind === 'void') return !from.const || to.const === true;
  if (from.const && !to.const) return false;
  return sameType(unqualified(from), unqualified(to), false);
}

/** Where no conversion is there it is told, and the value is taken as it is. */
export function convertTo(p: Parser, e: Expression, to: Type, at: Span = e.at): Expression {
  const made = implicitly(e, to, p.language.cxx);
  if (made) return made;
  p.report(unlikeTypes(showType(e.type), showType(to), at));
  return { ...e, type: unqualified(to), lvalue: false };
}

/** A cast in C's form. */
export function castTo(p: Parser, e: Expression, to: Type, at: Span): Expression {
  const v = asValue(e);
  const from = unqualified(v.type);
  const type = unqualified(to);
  if (type.kind === 'void') return { kind: 'convert', of: v, type, at };
  if (from.kind === 'unknown' || type.kind === 'unknown') return { ...v, type };
  const wide = (t: Type): boolean => isArithmetic(t) || t.kind === 'enum';
  const addressLike = (t: Type): boolean => t.kind === 'pointer' || t.kind === 'nullptr' || t.kind === 'va-list';
  const agrees =
    (isNumeric(from) && isNumeric(type)) ||
    (wide(from) && wide(type)) ||
    (addressLike(from) && addressLike(type)) ||
    (addressLike(from) && (isInteger(type) || type.kind === 'enum')) ||
    (isInteger(underlying(from)) && addressLike(type)) ||
    (from.kind === 'record' && type.kind === 'record' && from.record === type.record) ||
    sameType(from, type);
  // A cast of a bit-field gives a value of the whole type.
  if (v.kind === 'member' && v.field.bits && sameType(from, type)) return { kind: 'convert', of: v, type, at };
  if (areSameBits(from, type)) return sameBits(v, type);
  if (agrees) return { ...converted(v, type), at };
  const member = !p.language.cxx && unionMember(type, from);
  if (member) {
    const part = { offset: member.offset, type: member.type, value: v };
    const initial = { kind: 'list', parts: [part], size: sizeOf(type) ?? 0 } as const;
    return { kind: 'object', initial, type, at };
  }
  p.report(unlikeTypes(showType(from), showType(to), at));
  return { ...v, type, lvalue: false };
}

/** GCC casts a value to a union that has a member of its type. */
function unionMember(to: Type, from: Type): Field | undefined {
  if (to.kind !== 'record' || to.record.kind !== 'union') return undefined;
  return to.record.fields.find((f) => !f.bits && sameType(unqualified(f.type), from));
}

/** As an argument that no parameter stands for. */
export function asVariadic(e: Expression): Expression {
  const v = asValue(e);
  if (v.type.kind === 'float') return v.type.bytes < 8 ? converted(v, double) : v;
  return isInteger(v.type) || v.type.kind === 'enum' ? converted(v, promoted(v.type)) : v;
}

/** As the condition of an if or a loop. */
export function asCondition(p: Parser, e: Expression): Expression {
  const v = asValue(e);
  const t = v.type.kind;
  if (isArithmetic(v.type) || t === 'pointer' || t === 'unknown' || t === 'nullptr' || t === 'va-list') return v;
  return convertTo(p, v, bool);
}

export function zero(type: Type, at: Span): Expression {
  return isReal(type) ? numberOf(0, type, { at }) : numberOf(0n, type, { at });
}
