/** Characters: concatenation, comparison, and what the text intrinsics need. */
import { add, i32, i64, load, op, select } from '../../../ir/build.ts';
import type { Expression } from '../../../ir/module.ts';
import { type Context, plus } from './context.ts';
import { scratchBytes } from './memory.ts';
import type { Value } from './value.ts';

export type Text = { readonly address: Expression; readonly length: Expression };

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
  ctx.runtime(kind === 4 ? 'text4.widen' : 'text4.narrow', address, bytes, to);
  return { kind: 'character', address: to, length };
}

/** The code of the character at `address`, 0 to 255. */
export function byteAt(address: Expression, offset = 0): Expression {
  return op('and', [load('i8', address, offset), i32(255)]);
}

type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';

export function compareText(ctx: Context, operator: Comparison, a: Text, b: Text, kind: 1 | 4 = 1): Expression {
  if (kind === 1 && isLength(a, 1) && isLength(b, 1)) return op(operator, [byteAt(a.address), byteAt(b.address)]);
  return op(operator, [orderOf(ctx, a, b, kind), i32(0)]);
}

function isLength(t: Text, n: number): boolean {
  return t.length.kind === 'const' && Number(t.length.value) === n;
}

/** -1, 0 or 1. */
export function orderOf(ctx: Context, a: Text, b: Text, kind: 1 | 4 = 1): Expression {
  if (kind === 4) return ctx.runtime('text4.compare', a.address, a.length, b.address, b.length)[0]!;
  if (ctx.mode === 'host') return ctx.runtime('text.compare', a.address, a.length, b.address, b.length)[0]!;
  return orderByLoop(ctx, a, b);
}

function orderByLoop(ctx: Context, a: Text, b: Text): Expression {
  const order = ctx.variable('order', 'i32');
  ctx.set(order.index, i32(0));
  const [la, lb] = [ctx.keep(a.length), ctx.keep(b.length)];
  const [pa, pb] = [ctx.keep(a.address), ctx.keep(b.address)];
  const label = ctx.freshLabel('compare');
  ctx.block(label, () => {
    ctx.count(op('max', [la, lb]), (i) => {
      const x = byteOrBlank(ctx, pa, la, i);
      const y = byteOrBlank(ctx, pb, lb, i);
      ctx.if(op('ne', [x, y]), () => {
        ctx.set(order.index, select(op('lt', [x, y]), i32(-1), i32(1)));
        ctx.break(label);
      });
    });
  });
  return order;
}

function byteOrBlank(ctx: Context, address: Expression, length: Expression, i: Expression): Expression {
  const byte = ctx.variable('byte', 'i32');
  ctx.if(
    op('lt', [i, length]),
    () => ctx.set(byte.index, byteAt(plus(address, i))),
    () => ctx.set(byte.index, i32(32)),
  );
  return byte;
}

/** Bytes without trailing blanks (i64). */
export function trimmedLength(ctx: Context, t: Text, kind: 1 | 4 = 1): Expression {
  if (kind === 4) return ctx.runtime('text4.trimmed', t.address, t.length)[0]!;
  if (ctx.mode === 'host') return ctx.runtime('text.trimmed', t.address, t.length)[0]!;
  const n = ctx.variable('trimmed', 'i64');
  const address = ctx.keep(t.address);
  ctx.set(n.index, t.length);
  const label = ctx.freshLabel('trim');
  ctx.loop(label, () => {
    ctx.if(op('le', [n, i64(0)]), () => ctx.break(label));
    ctx.if(op('ne', [byteAt(plus(address, op('sub', [n, i64(1)]))), i32(32)]), () => ctx.break(label));
    ctx.set(n.index, op('sub', [n, i64(1)]));
  });
  return n;
}

/** The bytes of leading blanks (i64). */
export function leadingBlanks(ctx: Context, t: Text, kind: 1 | 4 = 1): Expression {
  if (kind === 4) return ctx.runtime('text4.leading', t.address, t.length)[0]!;
  const n = ctx.variable('blanks', 'i64');
  const address = ctx.keep(t.address);
  const length = ctx.keep(t.length);
  ctx.set(n.index, i64(0));
  const label = ctx.freshLabel('blanks');
  ctx.loop(label, () => {
    ctx.if(op('ge', [n, length]), () => ctx.break(label));
    ctx.if(op('ne', [byteAt(plus(address, n)), i32(32)]), () => ctx.break(label));
    ctx.set(n.index, op('add', [n, i64(1)]));
  });
  return n;
}
