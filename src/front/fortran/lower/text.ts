/** Characters: concatenation, comparison, and what the text intrinsics need. */
import { add, i32, i64, load, op } from '../../../ir/build.ts';
import type { Expression } from '../../../ir/module.ts';
import { type Context, plus } from './context.ts';
import { scratchBytes } from './memory.ts';
import {
  changeKindByLoop,
  codeAt,
  leadingByLoop,
  orderByLoop,
  type Search,
  searchByLoop,
  trimmedByLoop,
} from './text-loops.ts';
import type { Text, Value } from './value.ts';

export const character = (t: Text): Value => ({ kind: 'character', address: t.address, length: t.length });

/** All pieces one after another in memory that lives until the end of the statement. */
export function concatenate(ctx: Context, pieces: readonly Text[]): Value {
  const kept = pieces.map((p) => ({ address: p.address, length: ctx.keep(p.length, 'length') }));
  const total = ctx.keep(kept.map((p) => p.length).reduce(add));
  const to = scratchBytes(ctx, total);
  let at: Expression = i64(0);
  for (const p of kept) {
    ctx.copy(plus(to, at), p.address, p.length);
    at = ctx.keep(add(at, p.length));
  }
  return { kind: 'character', address: to, length: total };
}

/** The bytes, as codes 0 to 255, of characters of a kind. */
export function bytesOfCodes(text: string, kind: 1 | 4): string {
  if (kind === 1) return text;
  let bytes = '';
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    bytes += String.fromCharCode(code & 255, code >> 8, 0, 0);
  }
  return bytes;
}

/** The same characters in the other kind; a code that kind 1 has not becomes `?`. Lengths are bytes. */
export function withKind(ctx: Context, t: Text, kind: 1 | 4): Value {
  const address = ctx.keep(t.address);
  const bytes = ctx.keep(t.length);
  const length = ctx.keep(kind === 4 ? op('mul', [bytes, i64(4)]) : op('div', [bytes, i64(4)]));
  const to = scratchBytes(ctx, length);
  if (ctx.mode === 'device') changeKindByLoop(ctx, { address, length: bytes }, to, kind);
  else ctx.runtime(kind === 4 ? 'text4.widen' : 'text4.narrow', address, bytes, to);
  return { kind: 'character', address: to, length };
}

/** The code of the character at `address`, 0 to 255. */
export function byteAt(address: Expression, offset = 0): Expression {
  return codeAt(address, 1, offset);
}

type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';

export function compareText(ctx: Context, operator: Comparison, a: Text, b: Text, kind: 1 | 4 = 1): Expression {
  if (kind === 1 && isLength(a, 1) && isLength(b, 1)) return op(operator, [byteAt(a.address), byteAt(b.address)]);
  const bits = kind === 1 && (operator === 'eq' || operator === 'ne') ? differences(ctx, a, b) : undefined;
  if (bits) return op(operator, [bits, i64(0)]);
  return op(operator, [orderOf(ctx, a, b, kind), i32(0)]);
}

/** More loads than this are left to the library. */
const mostLoads = 4;

/** Of texts of known lengths, an i64 that is 0 where they are the same; undefined where that takes many loads or, as on the device, loads must be aligned. */
function differences(ctx: Context, a: Text, b: Text): Expression | undefined {
  const [m, n] = [knownLength(a), knownLength(b)];
  if (ctx.mode !== 'host' || m === undefined || n === undefined) return undefined;
  const [shorter, longer] = m <= n ? [a, b] : [b, a];
  const common = piecesOf(0, Math.min(m, n));
  const rest = piecesOf(Math.min(m, n), Math.max(m, n));
  if (common.length + rest.length > mostLoads) return undefined;
  const [x, y] = [ctx.keep(shorter.address), ctx.keep(longer.address)];
  const bits = [
    ...common.map((p) => op('xor', [pieceAt(x, p), pieceAt(y, p)])),
    ...rest.map((p) => op('xor', [pieceAt(y, p), i64(BigInt.asIntN(64, blankWord >> BigInt(64 - 8 * p.bytes)))])),
  ];
  return bits.length === 0 ? i64(0) : bits.reduce((p, q) => op('or', [p, q]));
}

const blankWord = 0x2020202020202020n;

type Piece = { readonly at: number; readonly bytes: 8 | 4 | 2 | 1 };

/** The bytes from one place to another in as few loads as they take. */
function piecesOf(from: number, to: number): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = from; at < to; ) {
    const bytes = ([8, 4, 2, 1] as const).find((n) => n <= to - at) ?? 1;
    pieces.push({ at, bytes });
    at += bytes;
  }
  return pieces;
}

/** Its bytes as an i64, those above them 0. */
function pieceAt(address: Expression, { at, bytes }: Piece): Expression {
  if (bytes === 8) return load('i64', address, at);
  const memory = bytes === 4 ? 'i32' : bytes === 2 ? 'i16' : 'i8';
  return op('and', [op('extend', [load(memory, address, at)]), i64((1n << BigInt(8 * bytes)) - 1n)]);
}

function isLength(t: Text, n: number): boolean {
  return knownLength(t) === n;
}

function knownLength(t: Text): number | undefined {
  return t.length.kind === 'const' ? Number(t.length.value) : undefined;
}

/** -1, 0 or 1. */
export function orderOf(ctx: Context, a: Text, b: Text, kind: 1 | 4 = 1): Expression {
  if (ctx.mode === 'device') return orderByLoop(ctx, a, b, kind);
  return ctx.runtime(kind === 4 ? 'text4.compare' : 'text.compare', a.address, a.length, b.address, b.length)[0]!;
}

/** Bytes without trailing blanks (i64). */
export function trimmedLength(ctx: Context, t: Text, kind: 1 | 4 = 1): Expression {
  if (ctx.mode === 'device') return trimmedByLoop(ctx, t, kind);
  return ctx.runtime(kind === 4 ? 'text4.trimmed' : 'text.trimmed', t.address, t.length)[0]!;
}

/** The bytes of leading blanks (i64). */
export function leadingBlanks(ctx: Context, t: Text, kind: 1 | 4 = 1): Expression {
  if (kind === 4 && ctx.mode === 'host') return ctx.runtime('text4.leading', t.address, t.length)[0]!;
  return leadingByLoop(ctx, t, kind);
}

/** The place from 1 (i64) of a substring, or of a character that is (verify: is not) in a set; 0 where there is none. */
export function placeInText(
  ctx: Context,
  what: Search,
  string: Text,
  sought: Text,
  back: Expression,
  kind: 1 | 4,
): Expression {
  if (ctx.mode === 'device') return searchByLoop(ctx, what, string, sought, back, kind);
  const call = kind === 4 ? (`text4.${what}` as const) : (`text.${what}` as const);
  return ctx.runtime(call, string.address, string.length, sought.address, sought.length, back)[0]!;
}
