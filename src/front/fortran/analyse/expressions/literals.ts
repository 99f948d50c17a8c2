/** Literal constants. */
import { firstRawByte, rawAsLatin1, type Span } from '../../../../base/source.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import * as expressionErrors from '../../errors/expressions.ts';
import type { ConstantValue, Expr, Type } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { resolveIntrinsic } from '../calls/intrinsic-calls.ts';
import type { Env } from '../context.ts';
import { checkKind, constantInteger, typeOfKind } from '../declarations/type-specs.ts';
import { convert, roundReal } from '../fold/fold.ts';
import { constant, int4, knownLength, text } from './make.ts';

type KindParameter = tree.IntegerLiteral | tree.Name | undefined;

function kindOf(env: Env, k: KindParameter, base: 'integer' | 'real' | 'logical', otherwise: number): Type | undefined {
  if (!k) return typeOfKind(base, otherwise);
  const value = constantInteger(env, k, 'a kind');
  if (value === undefined) return undefined;
  const kinds = base === 'real' ? [2, 4, 8] : [1, 2, 4, 8];
  const kind = checkKind(env, Number(value), base, kinds, k.span, k.kind === 'name' ? k.text : undefined);
  return kind === undefined ? undefined : typeOfKind(base, kind);
}

export function integerLiteral(env: Env, e: tree.IntegerLiteral, negative: boolean): Expr | undefined {
  const type = kindOf(env, e.kindParameter, 'integer', env.file.options.defaultInteger);
  if (type?.base !== 'integer') return undefined;
  const value = negative ? -BigInt(e.digits) : BigInt(e.digits);
  if (BigInt.asIntN(type.kind * 8, value) === value) return constant(value, type, e.span);
  const wide: Type = { base: 'integer', kind: 8 };
  if (!e.kindParameter && BigInt.asIntN(64, value) === value) {
    env.file.report(expressionErrors.integerTooLarge(e, type, 'warning'));
    return constant(value, wide, e.span);
  }
  return void env.file.report(expressionErrors.integerTooLarge(e, type, 'error'));
}

export function realLiteral(env: Env, e: tree.RealLiteral): Expr | undefined {
  if (e.letter === 'q') return void env.file.report(declarationErrors.kindTooLarge('real', 16, e.span));
  const type =
    e.letter === 'd' ? typeOfKind('real', 8) : kindOf(env, e.kindParameter, 'real', env.file.options.defaultReal);
  if (type?.base !== 'real') return undefined;
  const value = roundReal(Number(`${e.digits.startsWith('.') ? '0' : ''}${e.digits}e${e.exponent}`), type.kind);
  if (!Number.isFinite(value)) return void env.file.report(expressionErrors.realTooLarge(e.span, type));
  return constant(value, type, e.span);
}

export function bozLiteral(env: Env, e: tree.BozLiteral): Expr {
  env.file.typeless.met.add(e.span);
  const prefix = e.radix === 2 ? '0b' : e.radix === 8 ? '0o' : '0x';
  return constant(BigInt.asIntN(64, BigInt(prefix + e.digits)), { base: 'integer', kind: 8 }, e.span);
}

/** What is given to something of this type: a literal without a type is its bits. */
export function withBits(env: Env, given: Expr, type: Type): Expr {
  const { met, typed } = env.file.typeless;
  if (!met.has(given.span) || given.kind !== 'constant' || typeof given.value !== 'bigint') return given;
  if (type.base !== 'derived' && type.base !== 'any') typed.add(given.span);
  const bits = bozAs(given.value, type);
  return bits === undefined ? given : constant(bits, type, given.span);
}

/** The bits of a `z'…'` literal as a value of this type. */
export function bozAs(bits: bigint, type: Type): bigint | number | undefined {
  if (type.base === 'integer') return BigInt.asIntN(type.kind * 8, bits);
  if (type.base !== 'real' || type.kind === 2) return undefined;
  const view = new DataView(new ArrayBuffer(8));
  if (type.kind === 4) {
    view.setUint32(0, Number(BigInt.asUintN(32, bits)));
    return view.getFloat32(0);
  }
  view.setBigInt64(0, bits);
  return view.getFloat64(0);
}

/** Characters as the bytes of a number, with blanks behind them: Hollerith constants, and others in their place. */
export function charactersAs(value: string, type: Type): ConstantValue | undefined {
  if (type.base !== 'integer' && type.base !== 'real' && type.base !== 'complex' && type.base !== 'logical')
    return undefined;
  const size = type.base === 'complex' ? 2 * type.kind : type.kind;
  const bytes = Uint8Array.from(value.slice(0, size).padEnd(size), (c) => c.charCodeAt(0) & 255);
  const view = new DataView(bytes.buffer);
  const word = (at: number, kind: number) =>
    kind === 8 ? view.getBigUint64(at, true) : BigInt(kind === 4 ? view.getUint32(at, true) : view.getUint16(at, true));
  if (type.base === 'integer')
    return BigInt.asIntN(8 * type.kind, type.kind === 1 ? BigInt(view.getUint8(0)) : word(0, type.kind));
  const real = (at: number): number =>
    Number(bozAs(word(at, type.kind), { base: 'real', kind: type.kind === 8 ? 8 : 4 }));
  if (type.base === 'complex') return [real(0), real(type.kind)];
  return type.base === 'real' ? (type.kind === 2 ? undefined : real(0)) : undefined;
}

/** `5hhello` in the source, not `'hello'`. */
export function isHollerith(e: tree.Expression): boolean {
  return (
    e.kind === 'character' && /^\d/.test(e.span.source.text.slice(e.span.from, e.span.from + 1)) && !e.kindParameter
  );
}

const utf8 = new TextEncoder();

export function characterLiteral(env: Env, e: tree.CharacterLiteral): Expr | undefined {
  const kind = e.kindParameter ? constantInteger(env, e.kindParameter, 'a kind') : 1n;
  if (kind === undefined) return undefined;
  if (kind === 4n) return wideText(env, e);
  if (kind !== 1n && e.kindParameter)
    return void checkKind(env, Number(kind), 'character', [1, 4], e.kindParameter.span);
  return text(bytesOf(e.value), e.span);
}

/** One code per character. Constants have 16 bits for each: a literal with others is a concatenation with `char(code, 4)`, which is not constant. */
function wideText(env: Env, e: tree.CharacterLiteral): Expr | undefined {
  const { span } = e;
  const pieces = rawAsLatin1(e.value)
    .split(/([\ud800-\udbff][\udc00-\udfff])/)
    .filter((x) => x !== '');
  let whole: Expr | undefined;
  let length = 0;
  for (const piece of pieces.length > 0 ? pieces : ['']) {
    const code = piece.codePointAt(0) ?? 0;
    const far = code > 0xffff;
    const right = far ? farCharacter(env, code, span) : constant(piece, wideType(piece.length, span), span);
    if (!right) return undefined;
    length += far ? 1 : piece.length;
    const type = wideType(length, span);
    whole = whole ? { kind: 'binary', operator: 'concat', left: whole, right, type, rank: 0, span } : right;
  }
  return whole;
}

function farCharacter(env: Env, code: number, span: Span): Expr | undefined {
  return resolveIntrinsic('char', [{ value: int4(code, span) }, { value: int4(4, span) }], span, env.file.report);
}

function wideType(length: number, span: Span): Type {
  return { base: 'character', kind: 4, length: knownLength(length, span) };
}

/** One character per byte of the UTF-8 form; bytes that escapes gave stay one. */
export function bytesOf(s: string): string {
  if (!/[^\0-\x7f]/.test(s)) return s;
  let bytes = '';
  for (const c of s) {
    const escaped = c.charCodeAt(0) - firstRawByte;
    if (escaped > 127 && escaped < 256) bytes += String.fromCharCode(escaped);
    else bytes += String.fromCharCode(...utf8.encode(c));
  }
  return bytes;
}

export function logicalLiteral(env: Env, e: tree.LogicalLiteral): Expr | undefined {
  const type = kindOf(env, e.kindParameter, 'logical', env.file.options.defaultInteger);
  return type && constant(e.value, type, e.span);
}

export function complexLiteral(env: Env, e: tree.ComplexLiteral): Expr | undefined {
  const real = env.file.expression(env, e.real);
  const imaginary = env.file.expression(env, e.imaginary);
  if (!real || !imaginary) return undefined;
  for (const part of [real, imaginary])
    if (part.type.base !== 'real' && part.type.base !== 'integer')
      return void env.file.report(expressionErrors.complexPart(part));
  const kind = Math.max(kindOfPart(env, real), kindOfPart(env, imaginary)) === 8 ? 8 : 4;
  const part: Type = { base: 'real', kind };
  const [re, im] = [convert(real, part), convert(imaginary, part)];
  if (re.kind === 'constant' && im.kind === 'constant' && typeof re.value === 'number' && typeof im.value === 'number')
    return constant([re.value, im.value], { base: 'complex', kind }, e.span);
  return resolveIntrinsic(
    'cmplx',
    [{ value: re }, { value: im }, { value: int4(kind, e.span) }],
    e.span,
    env.file.report,
  );
}

function kindOfPart(env: Env, e: Expr): number {
  return e.type.base === 'real' ? e.type.kind : env.file.options.defaultReal;
}
