/** What looks like a function but takes types, or is known to the compiler alone. */
import { byName } from '../../../base/by-name.ts';
import type { Span } from '../../../base/source.ts';
import { notConstant, notSupported } from '../errors.ts';
import type { Token } from '../text/lex.ts';
import type { Expression } from '../tree.ts';
import {
  bool,
  findField,
  int,
  isEmptyClass,
  isSigned,
  pointerTo,
  sameType,
  sizeOf,
  type Type,
  ulong,
  unknown,
  unqualified,
  voidType,
} from '../types.ts';
import { baseOffset, isPlainCopy } from './class-info.ts';
import { complexOf, isComplex, together } from './complex.ts';
import { asValue, asVariadic, commonType, converted, convertTo } from './convert.ts';
import { factsExpression } from './facts.ts';
import { markInMemory } from './in-memory.ts';
import { numberOf } from './numbers.ts';
import { binary, element } from './operators.ts';
import { onlyFunction } from './overloads.ts';
import { spread } from './packs.ts';
import type { Parser } from './parser.ts';
import { askedApart } from './rank.ts';
import { setJump } from './set-jumps.ts';
import { newVariable } from './variables.ts';
import { convertVector, shuffle } from './vector-operators.ts';
import { isAbstract, isPolymorphic } from './virtuals.ts';

type Builtin = (p: Parser, at: Span) => Expression;

/** Each is read from behind its opening bracket on. */
const table: Readonly<Record<string, Builtin>> = byName({
  __builtin_va_start(p, at) {
    const list = p.parts.assignment(p);
    if (p.take(',')) p.parts.assignment(p);
    markInMemory(list);
    return made('va_start', [list], voidType, at);
  },
  __builtin_va_end(p, at) {
    return { kind: 'convert', of: p.parts.assignment(p), type: voidType, at };
  },
  __builtin_va_copy(p, at) {
    const to = p.parts.assignment(p);
    p.expect(',');
    const from = asValue(p.parts.assignment(p));
    return { kind: 'assign', to, value: from, type: to.type, at };
  },
  __builtin_va_arg(p, at) {
    const list = p.parts.assignment(p);
    p.expect(',');
    const type = p.parts.typeName(p);
    markInMemory(list);
    return made('va_arg', [list], type, at);
  },
  __builtin_offsetof(p, at) {
    const type = p.parts.typeName(p);
    p.expect(',');
    let offset = 0n;
    let of: Type = type;
    do {
      if (p.take('[')) {
        offset += BigInt((of.kind === 'array' && sizeOf(of.of)) || 0) * (p.parts.constant(p, 'an index') ?? 0n);
        of = of.kind === 'array' ? of.of : unknown;
        p.expect(']');
        continue;
      }
      const name = p.name('the name of a member');
      const path = of.kind === 'record' ? findField(of.record, name.text) : undefined;
      for (const f of path ?? []) offset += BigInt(f.offset);
      of = path?.at(-1)?.type ?? unknown;
    } while (p.take('.') || p.is('['));
    return numberOf(offset, ulong, { at });
  },
  __builtin_types_compatible_p(p, at) {
    const a = p.parts.typeName(p);
    p.expect(',');
    const b = p.parts.typeName(p);
    return numberOf(sameType(unqualified(a), unqualified(b), true) ? 1n : 0n, int, { at });
  },
  __builtin_choose_expr(p) {
    const yes = p.parts.constant(p, 'the choice of `__builtin_choose_expr`');
    p.expect(',');
    const then = p.parts.assignment(p);
    p.expect(',');
    const otherwise = p.parts.assignment(p);
    return yes ? then : otherwise;
  },
  __builtin_complex(p, at) {
    const re = asValue(p.parts.assignment(p));
    p.expect(',');
    const im = asValue(p.parts.assignment(p));
    const type = commonType(re.type, im.type);
    return together(complexOf(type), converted(re, type), converted(im, type), [], at);
  },
  __builtin_convertvector: convertVector,
  __builtin_shuffle: (p, at) =>
    shuffle(
      p,
      at,
      (v, i) => element(p, v, i, at),
      (op, l, r) => binary(p, op, l, r, at),
    ),
  __builtin_constant_p(p, at) {
    const e = asValue(p.parts.assignment(p));
    return numberOf(e.kind === 'number' ? 1n : 0n, int, { at });
  },
  __cufort_setjmp: setJump,
  __cufort_facts: (p, at) => factsExpression(p, p.parts.typeName(p), at),
  __cufort_function: functionAhead,
  /** The address of a variable of the device; CUDA before its version 5 took the name as a text too. */
  __cufort_symbol(p, at) {
    const e = p.parts.assignment(p);
    const named = e.kind === 'text' ? p.file.names.get(textOf(e.bytes)) : undefined;
    if (e.kind === 'text' && named?.kind !== 'variable') return numberOf(0n, ulong, { at });
    const of: Expression =
      named?.kind === 'variable' ? { kind: 'variable', variable: named, type: named.type, at, lvalue: true } : e;
    return { kind: 'address', of, type: pointerTo(voidType), at };
  },
  __builtin_expect: firstOf,
  __builtin_assume_aligned: firstOf,
  __builtin_prefetch(p, at) {
    return { kind: 'convert', of: firstOf(p, at), type: voidType, at };
  },
  __builtin_alloca: allocated,
  alloca: allocated,
  __builtin_classify_type(p, at) {
    return numberOf(classOf(asValue(p.parts.expression(p)).type), int, { at });
  },
  __is_base_of: (p, at) => asked(p, at, isBase),
  __is_same: (p, at) => asked(p, at, (a, b) => b !== undefined && sameType(a, b, true)),
  __is_convertible: (p, at) => asked(p, at, (a, b) => b !== undefined && convertible(p, a, b, at)),
  __is_constructible: (p, at) => constructible(p, at),
  __is_abstract: (p, at) => asked(p, at, (t) => t.kind === 'record' && isAbstract(t.record)),
  __is_integral: (p, at) => asked(p, at, (t) => t.kind === 'integer' || t.kind === 'bool'),
  __is_floating_point: (p, at) => asked(p, at, (t) => t.kind === 'float' && t.bytes > 2),
  __is_signed: (p, at) => asked(p, at, (t) => t.kind === 'float' || (t.kind === 'integer' && isSigned(t))),
  __is_enum: (p, at) => asked(p, at, (t) => t.kind === 'enum'),
  __is_class: (p, at) => asked(p, at, (t) => t.kind === 'record' && t.record.kind !== 'union'),
  __is_union: (p, at) => asked(p, at, (t) => t.kind === 'record' && t.record.kind === 'union'),
  __is_function: (p, at) => asked(p, at, (t) => t.kind === 'function'),
  __is_polymorphic: (p, at) => asked(p, at, (t) => t.kind === 'record' && isPolymorphic(t.record)),
  __is_empty: (p, at) => asked(p, at, (t) => t.kind === 'record' && isEmptyClass(t.record)),
  __is_trivially_copyable: (p, at) =>
    asked(p, at, (t) => isPlainCopy(t) && p.parts.destructor(p, t) === undefined && t.kind !== 'reference'),
  __is_trivial: (p, at) => asked(p, at, (t) => isPlainCopy(t)),
  __is_pod: (p, at) => asked(p, at, (t) => isPlainCopy(t)),
  __builtin_unreachable: (_, at) => made('unreachable', [], voidType, at),
  __builtin_trap: (_, at) => made('unreachable', [], voidType, at),
});

/** The function whose address the argument ahead is, whatever it was cast to. */
export function functionAhead(p: Parser): Expression {
  let e = asValue(onlyFunction(p, p.parts.assignment(p)));
  while (e.kind === 'convert') e = e.of;
  return e.kind === 'overloads' ? asValue(onlyFunction(p, e)) : e;
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, bytes.length - 1));

function allocated(p: Parser, at: Span): Expression {
  return made('alloca', [converted(p.parts.assignment(p), ulong)], pointerTo(voidType), at);
}

/** The value of the first argument; the others are hints, which may do something all the same. */
function firstOf(p: Parser, at: Span): Expression {
  let e = asValue(p.parts.assignment(p));
  while (p.take(',')) {
    const hint = asValue(p.parts.assignment(p));
    if (hint.kind !== 'number') e = { kind: 'comma', left: hint, right: e, type: e.type, at };
  }
  return e;
}

/** As GCC numbers them (typeclass.h). */
function classOf(t: Type): bigint {
  switch (t.kind) {
    case 'void':
      return 0n;
    case 'pointer':
      return 5n;
    case 'float':
      return 8n;
    case 'record':
      if (isComplex(t)) return 9n;
      return t.record.kind === 'union' ? 13n : 12n;
    default:
      return 1n;
  }
}

/** A question about one type, or two. */
function asked(p: Parser, at: Span, answer: (a: Type, b: Type | undefined) => boolean): Expression {
  const a = p.parts.typeName(p);
  const b = p.take(',') ? p.parts.typeName(p) : undefined;
  return numberOf(answer(a, b) ? 1n : 0n, bool, { at });
}

function isBase(a: Type, b: Type | undefined): boolean {
  return a.kind === 'record' && b?.kind === 'record' && baseOffset(b.record, a.record) !== undefined;
}

/** Whether an object of the first type can be made of values of the others. */
function constructible(p: Parser, at: Span): Expression {
  const type = p.parts.typeName(p);
  const given: Type[] = [];
  while (p.take(',')) spread(p, () => given.push(p.parts.typeName(p)));
  const [only] = given;
  const isMade =
    type.kind === 'record'
      ? p.attempt(() =>
          p.parts.construct(
            p,
            type,
            given.map((t) => givenOf(t, at)),
            at,
          ),
        ) !== undefined
      : type.kind !== 'void' && given.length < 2 && (only ? convertible(p, only, type, at) : type.kind !== 'reference');
  return numberOf(isMade ? 1n : 0n, bool, { at });
}

function givenOf(from: Type, at: Span): Expression {
  const type = from.kind === 'reference' ? from.to : from;
  const variable = newVariable('x', 'x', at, type, 'automatic');
  const lvalue = from.kind === 'reference' && !from.rvalue;
  if (lvalue) return { kind: 'variable', variable, type, at, lvalue };
  return from.kind === 'reference'
    ? { kind: 'variable', variable, type, at, lvalue: true, expiring: true }
    : { kind: 'object', initial: { kind: 'list', parts: [], size: 0 }, type, at };
}

function convertible(p: Parser, from: Type, to: Type, at: Span): boolean {
  if (to.kind === 'void') return from.kind === 'void';
  const lvalue = from.kind === 'reference' && !from.rvalue;
  const type = from.kind === 'reference' ? from.to : from;
  const e: Expression = { kind: 'object', initial: { kind: 'list', parts: [], size: 0 }, type, at };
  const variable = newVariable('x', 'x', at, type, 'automatic');
  const given: Expression = lvalue ? { kind: 'variable', variable, type, at, lvalue } : e;
  return askedApart(() => p.parts.isConvertible(p, given, to));
}

export function isBuiltin(name: string): boolean {
  return table[name] !== undefined || operation.test(name) || overflow.test(name);
}

/** Sums, differences and products as they would be without an end to their digits, put where they may not fit. */
const overflow = /^__builtin_[su]?(add|sub|mul)(?:l|ll)?_overflow(_p)?$/;

function checked(p: Parser, word: Token): Expression {
  const [, name = '', asks] = overflow.exec(word.text) ?? [];
  const a = asValue(p.parts.assignment(p));
  p.expect(',');
  const b = asValue(p.parts.assignment(p));
  p.expect(',');
  const to = asValue(p.parts.assignment(p));
  return made(`overflow_${name}${asks ?? ''}`, [a, b, to], p.language.cxx ? bool : int, word.at);
}

/** __cufort_NAME(result type, arguments …): what our own headers are made of. */
const operation = /^__cufort_(\w+)$/;

export function builtinCall(p: Parser): Expression {
  const word = p.next();
  p.expect('(');
  const angle = p.angle;
  p.angle = 0;
  const row = table[word.text];
  const e = row
    ? row(p, word.at)
    : overflow.test(word.text)
      ? checked(p, word)
      : own(p, operation.exec(word.text)?.[1] ?? '', word.at);
  if (!p.is(')')) {
    if (row === undefined) p.report(notSupported(`\`${word.text}\``, word.at));
    p.fail('`)`');
  }
  p.expect(')');
  p.angle = angle;
  return e;
}

function own(p: Parser, name: string, at: Span): Expression {
  const type = p.parts.typeName(p);
  const args: Expression[] = [];
  while (p.take(',')) args.push(asValue(p.parts.assignment(p)));
  return made(name, args, type, at);
}

function made(name: string, args: readonly Expression[], type: Type, at: Span): Expression {
  return { kind: 'builtin', name, args, type, at };
}

export const firstElement = (p: Parser, e: Expression, at: Span): Expression =>
  element(p, e, numberOf(0n, int, { at }), at);
export const variadic = (args: readonly Expression[]): Expression[] => args.map(asVariadic);
export const asType = convertTo;
export const refusedConstant = notConstant;
