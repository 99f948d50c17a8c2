/** What the operators do to values of C's own types; those of classes come in through `overloaded`. */
import type { Span } from '../../../base/source.ts';
import { badOperands, incomplete, isConst, notLvalue, throughVoid } from '../errors.ts';
import type { BinaryOperator, Expression } from '../tree.ts';
import {
  bool,
  char,
  type Field,
  int,
  isArithmetic,
  isConstType,
  isInteger,
  isReal,
  isScalar,
  isSigned,
  long,
  pointerTo,
  sameType,
  showType,
  sizeOf,
  type Type,
  uint,
  unknown,
  unqualified,
} from '../types.ts';
import { behind, isComplex, isNumeric, temporary } from './complex.ts';
import { commonComplex, complexBinary, complexSigned, placeOnce } from './complex-operators.ts';
import { asCondition, asValue, commonType, converted, convertTo, isNull, promoted } from './convert.ts';
import { markInMemory } from './in-memory.ts';
import { computed, isTrue, numberOf, wrapped } from './numbers.ts';
import type { Parser } from './parser.ts';
import { dynamicSize } from './variables.ts';
import { vectorBinary, vectorUnary } from './vector-operators.ts';
import { elementPlace, isVector } from './vectors.ts';

export function binary(p: Parser, op: BinaryOperator, l: Expression, r: Expression, at: Span): Expression {
  const left = operand(p, l);
  const right = operand(p, r);
  const a = left.type;
  const b = right.type;
  if (a.kind === 'unknown' || b.kind === 'unknown') return { ...left, type: unknown, at };
  if ((op === '<<' || op === '>>') && !isVector(a) && !isVector(b)) return shift(p, op, left, right, at);
  if ((isComplex(a) || isComplex(b)) && isNumeric(a) && isNumeric(b)) {
    const made = complexBinary(p, op, left, right, at, (o, l, r) => binary(p, o, l, r, at));
    return made ?? refused(p, op, [left, right], at);
  }
  if (isArithmetic(a) && isArithmetic(b)) return arithmetic(p, op, left, right, at);
  if (isVector(a) || isVector(b))
    return vectorBinary(op, left, right, at, (o, l, r) => binary(p, o, l, r, at)) ?? refused(p, op, [left, right], at);
  if (a.kind === 'pointer' || b.kind === 'pointer') return onPointers(p, op, left, right, at);
  if (isComparison(op) && a.kind === b.kind && (a.kind === 'enum' || a.kind === 'nullptr') && sameType(a, b))
    return compare(p, op, left, right, at);
  return refused(p, op, [left, right], at);
}

/** The values of a bit-field of fewer bits than int are computed with as int; in C those of more bits in just as many (as GCC has it). */
function operand(p: Parser, e: Expression): Expression {
  const v = asValue(e);
  const bits = bitsOf(v);
  if (!bits || !isInteger(v.type)) return v;
  if (bits.width < 32) return converted(v, int);
  const type = unqualified(v.type);
  if (p.language.cxx || type.kind !== 'integer' || sizeOf(type) !== 8 || bits.width === 64) return v;
  return converted(v, bits.width > 32 ? { ...type, bits: bits.width } : isSigned(type) ? int : uint);
}

function bitsOf(e: Expression): Field['bits'] {
  if (e.kind === 'comma') return bitsOf(e.right);
  return e.kind === 'member' ? e.field.bits : undefined;
}

export function refused(p: Parser, op: string, operands: readonly Expression[], at: Span): Expression {
  const types = operands.map((e) => showType(e.type));
  p.report(badOperands(op, types, at));
  return { ...numberOf(0n, int, { at }), type: unknown };
}

export function isComparison(op: BinaryOperator): boolean {
  return op === '==' || op === '!=' || op === '<' || op === '>' || op === '<=' || op === '>=';
}

/** What comparisons give. */
export const truth = (p: Parser): Type => (p.language.cxx ? bool : int);

function compare(p: Parser, op: BinaryOperator, left: Expression, right: Expression, at: Span): Expression {
  return folded({ kind: 'binary', op, left, right, type: truth(p), at });
}

function arithmetic(p: Parser, op: BinaryOperator, left: Expression, right: Expression, at: Span): Expression {
  const type = commonType(left.type, right.type);
  if (isReal(type) && (op === '%' || op === '&' || op === '|' || op === '^')) return refused(p, op, [left, right], at);
  const l = converted(left, type);
  const r = converted(right, type);
  return isComparison(op) ? compare(p, op, l, r, at) : folded({ kind: 'binary', op, left: l, right: r, type, at });
}

function shift(p: Parser, op: BinaryOperator, left: Expression, right: Expression, at: Span): Expression {
  if (!isInteger(left.type) || !isInteger(right.type)) return refused(p, op, [left, right], at);
  const type = promoted(left.type);
  return folded({
    kind: 'binary',
    op,
    left: converted(left, type),
    right: converted(right, promoted(right.type)),
    type,
    at,
  });
}

function onPointers(p: Parser, op: BinaryOperator, left: Expression, right: Expression, at: Span): Expression {
  const a = left.type;
  const b = right.type;
  if (isComparison(op)) {
    const type = a.kind === 'pointer' && !isNull(left) ? a : b.kind === 'pointer' ? b : a;
    const fits = (e: Expression): boolean =>
      e.type.kind === 'pointer' || e.type.kind === 'nullptr' || isNull(e) || (!p.language.cxx && isInteger(e.type));
    return fits(left) && fits(right)
      ? compare(p, op, converted(left, type), converted(right, type), at)
      : refused(p, op, [left, right], at);
  }
  if (op === '-' && left.kind === 'number' && right.kind === 'number' && a.kind === 'pointer' && a.to.kind === 'void')
    return numberOf(BigInt(left.value) - BigInt(right.value), long, { at });
  if (op === '-' && a.kind === 'pointer' && b.kind === 'pointer')
    return { kind: 'distance', left, right, type: long, at };
  if (op === '+' && b.kind === 'pointer' && isInteger(a)) return moved(p, right, left, false, at);
  if ((op === '+' || op === '-') && a.kind === 'pointer' && isInteger(b)) return moved(p, left, right, op === '-', at);
  return refused(p, op, [left, right], at);
}

function moved(p: Parser, pointer: Expression, by: Expression, back: boolean, at: Span): Expression {
  const whole = converted(by, long);
  const count: Expression = !back
    ? whole
    : whole.kind === 'number'
      ? numberOf(-BigInt(whole.value), long, { at })
      : { kind: 'negate', of: whole, type: long, at };
  const size = pointer.type.kind === 'pointer' ? dynamicSize(p, pointer.type.to, at) : undefined;
  if (size) {
    const bytes: Expression = { kind: 'binary', op: '*', left: count, right: size, type: long, at };
    const first: Expression = { kind: 'convert', of: pointer, type: pointerTo(char), at };
    return {
      kind: 'convert',
      of: { kind: 'move', pointer: first, by: bytes, type: first.type, at },
      type: unqualified(pointer.type),
      at,
    };
  }
  return { kind: 'move', pointer, by: count, type: unqualified(pointer.type), at };
}

/** Constants are computed now. */
export function folded(e: Expression & { readonly kind: 'binary' }): Expression {
  const { left, right } = e;
  if (left.kind !== 'number' || right.kind !== 'number') return e;
  const value = computed(e.op, left.value, right.value, left.type);
  return value === undefined ? e : { kind: 'number', value: wrapped(value, e.type), type: e.type, at: e.at };
}

export function negate(p: Parser, of: Expression, op: '-' | '+' | '~', at: Span): Expression {
  const v = operand(p, of);
  if (v.type.kind === 'unknown') return v;
  if (op === '+' && v.type.kind === 'pointer') return v;
  if (isComplex(v.type)) return op === '+' ? { ...v, at, lvalue: false } : complexSigned(v, op, at);
  if (isVector(v.type)) return vectorUnary(v, at, (e) => negate(p, e, op, at));
  if (!isArithmetic(v.type) || (op === '~' && isReal(v.type))) return refused(p, op, [v], at);
  const type = promoted(v.type);
  const n = converted(v, type);
  if (op === '+') return { ...n, at, lvalue: false };
  if (n.kind === 'number') {
    const value = op === '-' ? (typeof n.value === 'bigint' ? -n.value : -n.value) : ~BigInt(n.value);
    return numberOf(value, type, { at });
  }
  return { kind: op === '-' ? 'negate' : 'complement', of: n, type, at };
}

export function not(p: Parser, of: Expression, at: Span): Expression {
  const c = asCondition(p, of);
  if (c.kind === 'number') return numberOf(isTrue(c.value) ? 0n : 1n, truth(p), { at });
  return { kind: 'not', of: c, type: truth(p), at };
}

export function logical(p: Parser, kind: 'and' | 'or', left: Expression, right: Expression, at: Span): Expression {
  const l = asCondition(p, left);
  const r = asCondition(p, right);
  if (l.kind === 'number' && isTrue(l.value) === (kind === 'or'))
    return numberOf(kind === 'or' ? 1n : 0n, truth(p), { at });
  if (l.kind === 'number' && r.kind === 'number') return numberOf(isTrue(r.value) ? 1n : 0n, truth(p), { at });
  return { kind, left: l, right: r, type: truth(p), at };
}

/** `throw` gives no value, and stands for any. */
function isThrow(e: Expression): boolean {
  return e.kind === 'comma' && e.right.kind === 'builtin' && e.right.name === 'unreachable';
}

function thrownAs(e: Expression, other: Expression): Expression {
  const isPlace = other.lvalue === true && !isNew(other);
  const type = isPlace ? other.type : unqualified(asValue(other).type);
  const never: Expression = { kind: 'object', initial: { kind: 'list', parts: [], size: 0 }, type, at: e.at };
  const right: Expression = isScalar(type) && !isPlace ? { kind: 'number', value: 0n, type, at: e.at } : never;
  return { kind: 'comma', left: e, right, type, at: e.at, ...(isPlace && { lvalue: true }) };
}

/** A new object, made where it is wanted: nothing is copied ([basic.lval], prvalue). */
export function isNew(e: Expression): boolean {
  switch (e.kind) {
    case 'object':
    case 'construct':
    case 'call':
      return !e.expiring;
    case 'conditional':
      return !e.lvalue;
    case 'comma':
      return !e.lvalue && isNew(e.right);
    case 'statements':
      return e.value !== undefined && isNew(e.value);
    default:
      return false;
  }
}

export function conditional(p: Parser, c: Expression, then: Expression, otherwise: Expression, at: Span): Expression {
  if (isThrow(then) !== isThrow(otherwise)) {
    const [a, b] = isThrow(then) ? [thrownAs(then, otherwise), otherwise] : [then, thrownAs(otherwise, then)];
    return conditional(p, c, a, b, at);
  }
  const condition = asCondition(p, c);
  const type = typeOfBoth(p, then, otherwise, at);
  const arePlaces = then.lvalue && otherwise.lvalue && !isNew(then) && !isNew(otherwise);
  const isPlace = p.language.cxx && arePlaces && sameType(then.type, otherwise.type, true);
  const fit = (e: Expression): Expression => {
    if (isPlace || type.kind === 'void') return e;
    return p.language.cxx && (type.kind === 'record' || type.kind === 'pointer')
      ? p.parts.convert(p, e, type)
      : convertTo(p, e, type);
  };
  const a = fit(then);
  const b = fit(otherwise);
  if (condition.kind === 'number' && !isPlace && (a.kind === 'number' || b.kind === 'number'))
    return { ...(isTrue(condition.value) ? a : b), at };
  return {
    kind: 'conditional',
    condition,
    then: a,
    otherwise: b,
    type: isPlace ? then.type : type,
    at,
    ...(isPlace && { lvalue: true }),
  };
}

function typeOfBoth(p: Parser, then: Expression, otherwise: Expression, at: Span): Type {
  const a = unqualified(asValue(then).type);
  const b = unqualified(asValue(otherwise).type);
  if (isArithmetic(a) && isArithmetic(b)) return sameType(a, b) ? a : commonType(a, b);
  if ((isComplex(a) || isComplex(b)) && isNumeric(a) && isNumeric(b)) return commonComplex(a, b);
  if (a.kind === 'void' || b.kind === 'void') return { kind: 'void' };
  if (a.kind === 'unknown' || b.kind === 'unknown') return unknown;
  if (a.kind === 'pointer' && (isNull(otherwise) || b.kind === 'nullptr')) return a;
  if (b.kind === 'pointer' && (isNull(then) || a.kind === 'nullptr')) return b;
  if (a.kind === 'pointer' && b.kind === 'pointer') {
    if (a.to.kind === 'void') return a;
    if (b.to.kind === 'void') return b;
    if (p.language.cxx && a.to.kind === 'record' && b.to.kind === 'record' && a.to.record !== b.to.record)
      return p.parts.isConvertible(p, otherwise, a) ? a : b;
    return b.to.const ? b : a;
  }
  if (sameType(a, b)) return a;
  if (a.kind === 'record' && p.parts.isConvertible(p, otherwise, a)) return a;
  if (b.kind === 'record' && p.parts.isConvertible(p, then, b)) return b;
  if (!p.language.cxx && (a.kind === 'pointer' || b.kind === 'pointer')) return a.kind === 'pointer' ? a : b;
  refused(p, '?:', [then, otherwise], at);
  return unknown;
}

export function addressOf(p: Parser, of: Expression, at: Span): Expression {
  if (of.type.kind === 'unknown') return of;
  if (of.type.kind === 'function') return { kind: 'address', of, type: pointerTo(of.type), at };
  if (!of.lvalue) {
    p.report(notLvalue('`&`', at));
    return { ...of, type: unknown };
  }
  markInMemory(of);
  return { kind: 'address', of, type: pointerTo(of.type), at };
}

export function dereference(p: Parser, of: Expression, at: Span): Expression {
  const v = asValue(of);
  if (v.type.kind === 'unknown') return v;
  if (v.type.kind !== 'pointer') return refused(p, '*', [v], at);
  if (p.language.cxx && v.type.to.kind === 'void') return throughNothing(p, v, at);
  if (v.kind === 'address' && v.of.type.kind !== 'array') return { ...v.of, at };
  return { kind: 'dereference', of: v, type: v.type.to, at, lvalue: true };
}

function throughNothing(p: Parser, pointer: Expression, at: Span): Expression {
  p.report(throughVoid(at));
  return { ...pointer, type: unknown };
}

export function element(p: Parser, base: Expression, index: Expression, at: Span): Expression {
  const b = asValue(base);
  const i = asValue(index);
  if (b.type.kind === 'unknown' || i.type.kind === 'unknown') return { ...b, type: unknown };
  if (isVector(b.type)) return element(p, elementPlace(b), i, at);
  const [pointer, by] = b.type.kind === 'pointer' ? [b, i] : [i, b];
  if (pointer.type.kind !== 'pointer' || !isInteger(by.type)) return refused(p, '[]', [b, i], at);
  if (p.language.cxx && pointer.type.to.kind === 'void') return throughNothing(p, b, at);
  return { kind: 'dereference', of: moved(p, pointer, by, false, at), type: pointer.type.to, at, lvalue: true };
}

/** What stands left of an assignment. */
export function assignable(p: Parser, to: Expression, what: string): boolean {
  if (to.type.kind === 'unknown') return false;
  if (!to.lvalue || to.type.kind === 'array' || to.type.kind === 'function') {
    p.report(notLvalue(what, to.at));
    return false;
  }
  if (isConstType(to.type)) {
    p.report(isConst(to.at));
    return false;
  }
  // Which variable it is shows when the program runs.
  if (to.kind === 'conditional' || to.kind === 'comma') markInMemory(to);
  const { type } = to;
  if (type.kind === 'void') p.report(throughVoid(to.at));
  else if (type.kind === 'record' && !type.record.complete) p.report(incomplete(showType(type), to.at));
  else return true;
  return false;
}

export function assign(p: Parser, to: Expression, value: Expression, at: Span): Expression {
  if (!assignable(p, to, 'an assignment')) return { ...value, type: unknown };
  const v = convertTo(p, value, to.type);
  return { kind: 'assign', to, value: v, type: unqualified(to.type), at, ...(p.language.cxx && { lvalue: true }) };
}

export function update(
  p: Parser,
  op: BinaryOperator,
  to: Expression,
  value: Expression,
  gives: 'old' | 'new',
  at: Span,
): Expression {
  if (!assignable(p, to, `\`${op}=\``)) return { ...value, type: unknown };
  const v = asValue(value);
  if (v.type.kind === 'unknown') return v;
  const type = unqualified(to.type);
  const areComplex = isNumeric(type) && isNumeric(v.type) && (isComplex(type) || isComplex(v.type));
  if (areComplex || isVector(type)) return wholeUpdate(p, op, to, v, gives, at);
  const lvalue = p.language.cxx && gives === 'new';
  const made = (value: Expression, within: Type): Expression => ({
    kind: 'update',
    op,
    to,
    value,
    in: within,
    gives,
    type,
    at,
    ...(lvalue && { lvalue }),
  });
  if (type.kind === 'pointer' && (op === '+' || op === '-') && isInteger(v.type)) return made(converted(v, long), type);
  if (!isArithmetic(type) || !isArithmetic(v.type)) return refused(p, `${op}=`, [to, v], at);
  if (op === '<<' || op === '>>')
    return isInteger(type) && isInteger(v.type)
      ? made(converted(v, promoted(v.type)), promoted(type))
      : refused(p, `${op}=`, [to, v], at);
  const common = commonType(type, v.type);
  if (isReal(common) && !['+', '-', '*', '/'].includes(op)) return refused(p, `${op}=`, [to, v], at);
  return made(converted(v, common), common);
}

/** Of numbers that are made of several. */
function wholeUpdate(
  p: Parser,
  op: BinaryOperator,
  to: Expression,
  value: Expression,
  gives: 'old' | 'new',
  at: Span,
): Expression {
  const { body, place } = placeOnce(to, (e) => addressOf(p, e, at));
  if (gives === 'new') return behind(body, assign(p, place, binary(p, op, place, value, at), at));
  const old = temporary(place);
  const set = assign(p, place, binary(p, op, old.use, value, at), at);
  return behind([...body, old.variable, { kind: 'expression', value: set, at }], old.use);
}
