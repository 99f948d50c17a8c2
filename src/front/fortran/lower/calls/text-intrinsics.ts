/** Intrinsics on characters (rows `by: 'text'`). */
import { InternalError } from '../../../../base/impossible.ts';
import { bool, i64, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { Type } from '../../program.ts';
import { type Context, plus } from '../context.ts';
import { resizeInteger } from '../convert.ts';
import { fillBlanks, scratchBytes } from '../memory.ts';
import { bytesOfCodes, compareText, leadingBlanks, placeInText, trimmedLength } from '../text.ts';
import type { Search } from '../text-loops.ts';
import { plain, plainOf, type Text, textOf, type Value } from '../value.ts';

/** `kind`: of the characters. */
type Lowering = (ctx: Context, args: readonly (Value | undefined)[], result: Type, kind: 1 | 4) => Value;

const rows: Readonly<Record<string, Lowering>> = {
  char: codeToText,
  achar: codeToText,
  len: (_, args, result, kind) => plain(integerOf(inCharacters(textOf(need(args, 0)).length, kind), result)),
  len_trim: (ctx, args, result, kind) =>
    plain(integerOf(inCharacters(trimmedLength(ctx, keepText(ctx, args), kind), kind), result)),
  trim: (ctx, args, _, kind) => {
    const t = keepText(ctx, args);
    return { kind: 'character', address: t.address, length: trimmedLength(ctx, t, kind) };
  },
  repeat: repeated,
  adjustl: (ctx, args, _, kind) => adjusted(ctx, keepText(ctx, args), true, kind),
  adjustr: (ctx, args, _, kind) => adjusted(ctx, keepText(ctx, args), false, kind),
  index: searched('index'),
  scan: searched('scan'),
  verify: searched('verify'),
  lge: ordered('ge'),
  lgt: ordered('gt'),
  lle: ordered('le'),
  llt: ordered('lt'),
  max: extreme('gt'),
  min: extreme('lt'),
  new_line: (ctx, _args, _result, kind) => ({
    kind: 'character',
    address: ctx.text(bytesOfCodes('\n', kind)),
    length: i64(kind),
  }),
};

export function isTextIntrinsic(name: string, result: Type): boolean {
  return Object.hasOwn(rows, name) && ((name !== 'max' && name !== 'min') || result.base === 'character');
}

export function lowerTextIntrinsic(
  ctx: Context,
  name: string,
  args: readonly (Value | undefined)[],
  result: Type,
  kind: 1 | 4,
): Value {
  const row = rows[name];
  if (!row) throw new InternalError(`no text intrinsic ${name}`, ctx.at);
  return row(ctx, args, result, kind);
}

/** How many characters so many bytes are. */
function inCharacters(bytes: Expression, kind: 1 | 4): Expression {
  return kind === 4 ? op('div', [bytes, i64(4)]) : bytes;
}

function need(args: readonly (Value | undefined)[], i: number): Value {
  const v = args[i];
  if (!v) throw new InternalError(`text intrinsic without argument ${i + 1}`);
  return v;
}

function keepText(ctx: Context, args: readonly (Value | undefined)[]): Text {
  const t = textOf(need(args, 0));
  return { address: ctx.keep(t.address), length: ctx.keep(t.length) };
}

function integerOf(x: Expression, result: Type): Expression {
  return resizeInteger(x, 8, result.base === 'integer' ? result.kind : 4);
}

function codeToText(ctx: Context, args: readonly (Value | undefined)[], _: Type, kind: 1 | 4): Value {
  const code = plainOf(need(args, 0));
  const address = ctx.slot('char', kind, kind);
  ctx.store(kind === 4 ? 'i32' : 'i8', address, code.type === 'i64' ? op('wrap', [code]) : code);
  return { kind: 'character', address, length: i64(kind) };
}

function repeated(ctx: Context, args: readonly (Value | undefined)[]): Value {
  const t = keepText(ctx, args);
  const n = plainOf(need(args, 1));
  const copies = ctx.keep(op('max', [n.type === 'i64' ? n : op('extend', [n]), i64(0)]));
  const length = ctx.keep(op('mul', [t.length, copies]));
  const to = scratchBytes(ctx, length);
  if (t.length.kind === 'const' && t.length.value === 1n) {
    const byte: Expression = { kind: 'load', type: 'i32', memory: 'i8', from: t.address, offset: 0 };
    ctx.emit({ kind: 'fill', to, byte, bytes: length });
  } else {
    ctx.count(copies, (i) => ctx.copy(plus(to, op('mul', [i, t.length])), t.address, t.length));
  }
  return { kind: 'character', address: to, length };
}

function adjusted(ctx: Context, t: Text, left: boolean, kind: 1 | 4): Value {
  const to = scratchBytes(ctx, t.length);
  const blanks = ctx.keep(left ? leadingBlanks(ctx, t, kind) : op('sub', [t.length, trimmedLength(ctx, t, kind)]));
  const kept = ctx.keep(op('sub', [t.length, blanks]));
  if (left) {
    ctx.copy(to, plus(t.address, blanks), kept);
    fillBlanks(ctx, plus(to, kept), blanks, kind);
  } else {
    fillBlanks(ctx, to, blanks, kind);
    ctx.copy(plus(to, blanks), t.address, kept);
  }
  return { kind: 'character', address: to, length: t.length };
}

function searched(what: Search): Lowering {
  return (ctx, args, result, kind) => {
    const a = textOf(need(args, 0));
    const b = textOf(need(args, 1));
    const back = op('to.i32', [args[2] ? plainOf(args[2]) : bool(false)]);
    return plain(integerOf(placeInText(ctx, what, a, b, back, kind), result));
  };
}

function ordered(operator: 'ge' | 'gt' | 'le' | 'lt'): Lowering {
  return (ctx, args, _, kind) => plain(compareText(ctx, operator, textOf(need(args, 0)), textOf(need(args, 1)), kind));
}

/** The greatest or least one, padded to the length of the longest. */
function extreme(operator: 'gt' | 'lt'): Lowering {
  return (ctx, args, _, kind) => {
    const texts = args.flatMap((a): Text[] => {
      const t = a && textOf(a);
      return t ? [{ address: ctx.keep(t.address), length: ctx.keep(t.length) }] : [];
    });
    const [first, ...rest] = texts;
    if (!first) throw new InternalError('max or min without arguments', ctx.at);
    const best = {
      address: ctx.variable('best', first.address.type),
      length: ctx.variable('length', 'i64'),
    };
    const choose = (t: Text): void => {
      ctx.set(best.address.index, t.address);
      ctx.set(best.length.index, t.length);
    };
    choose(first);
    for (const t of rest) ctx.if(compareText(ctx, operator, t, best, kind), () => choose(t));
    const longest = ctx.keep(texts.map((t) => t.length).reduce((a, b) => op('max', [a, b])));
    const to = scratchBytes(ctx, longest);
    ctx.copy(to, best.address, best.length);
    fillBlanks(ctx, plus(to, best.length), op('sub', [longest, best.length]), kind);
    return { kind: 'character', address: to, length: longest };
  };
}
