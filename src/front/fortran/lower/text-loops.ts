/** What the runtime does with characters for host code, as loops: device code has no runtime. Lengths are bytes, of either kind. */
import { i32, i64, load, op, select } from '../../../ir/build.ts';
import type { Expression } from '../../../ir/module.ts';
import { type Context, plus } from './context.ts';
import type { Text } from './value.ts';

type Local = Expression & { readonly kind: 'local' };
export type Search = 'index' | 'scan' | 'verify';

const blank = i32(32);

/** The code of the character of a kind at `address`. */
export function codeAt(address: Expression, kind: 1 | 4, offset = 0): Expression {
  return kind === 4 ? load('i32', address, offset) : op('and', [load('i8', address, offset), i32(255)]);
}

/** -1, 0 or 1; the shorter one is padded with blanks. */
export function orderByLoop(ctx: Context, a: Text, b: Text, kind: 1 | 4): Expression {
  const order = ctx.variable('order', 'i32');
  ctx.set(order.index, i32(0));
  const [x, y] = [kept(ctx, a), kept(ctx, b)];
  const label = ctx.freshLabel('compare');
  ctx.block(label, () => {
    const longest = op('max', [x.length, y.length]);
    each(ctx, longest, kind, (at) => {
      const [p, q] = [codeOrBlank(ctx, x, at, kind), codeOrBlank(ctx, y, at, kind)];
      ctx.if(op('ne', [p, q]), () => {
        // codes above 2**31 - 1 are no characters
        ctx.set(order.index, select(op('lt', [p, q]), i32(-1), i32(1)));
        ctx.break(label);
      });
    });
  });
  return order;
}

/** Bytes without trailing blanks. */
export function trimmedByLoop(ctx: Context, t: Text, kind: 1 | 4): Expression {
  const n = ctx.variable('trimmed', 'i64');
  const address = ctx.keep(t.address);
  ctx.set(n.index, t.length);
  const label = ctx.freshLabel('trim');
  ctx.loop(label, () => {
    ctx.if(op('le', [n, i64(0)]), () => ctx.break(label));
    const last = plus(address, op('sub', [n, i64(kind)]));
    ctx.if(op('ne', [codeAt(last, kind), blank]), () => ctx.break(label));
    ctx.set(n.index, op('sub', [n, i64(kind)]));
  });
  return n;
}

/** The bytes of leading blanks. */
export function leadingByLoop(ctx: Context, t: Text, kind: 1 | 4): Expression {
  const n = ctx.variable('blanks', 'i64');
  const { address, length } = kept(ctx, t);
  ctx.set(n.index, i64(0));
  const label = ctx.freshLabel('blanks');
  ctx.loop(label, () => {
    ctx.if(op('ge', [n, length]), () => ctx.break(label));
    ctx.if(op('ne', [codeAt(plus(address, n), kind), blank]), () => ctx.break(label));
    ctx.set(n.index, op('add', [n, i64(kind)]));
  });
  return n;
}

/** Fills so many bytes with blanks of kind 4. */
export function wideBlanksByLoop(ctx: Context, to: Expression, bytes: Expression): void {
  const target = ctx.keep(to);
  each(ctx, bytes, 4, (at) => ctx.store('i32', plus(target, at), blank));
}

/** Characters of kind 1 become kind 4, or (`to` 1) the other way: what has no place in a byte is a question mark. */
export function changeKindByLoop(ctx: Context, t: Text, to: Expression, kind: 1 | 4): void {
  const { address, length } = kept(ctx, t);
  const target = ctx.keep(to);
  const from = kind === 4 ? 1 : 4;
  each(ctx, length, from, (at) => {
    const code = ctx.keep(codeAt(plus(address, at), from));
    if (kind === 4) ctx.store('i32', plus(target, op('mul', [at, i64(4)])), code);
    else ctx.store('i8', plus(target, op('div', [at, i64(4)])), select(op('lt.u', [code, i32(256)]), code, i32(63)));
  });
}

/** A place from 1, or 0. `back`: the last one (i32). */
export function searchByLoop(
  ctx: Context,
  what: Search,
  string: Text,
  sought: Text,
  back: Expression,
  kind: 1 | 4,
): Expression {
  const place = ctx.variable('place', 'i64');
  const [s, t] = [kept(ctx, string), kept(ctx, sought)];
  const backwards = ctx.keep(op('ne', [back, i32(0)]));
  ctx.set(place.index, i64(0));
  // index: the places where the substring fits, one more than the characters that are over
  const width = what === 'index' ? op('sub', [op('add', [s.length, i64(kind)]), t.length]) : s.length;
  const places = ctx.keep(op('max', [width, i64(0)]));
  const label = ctx.freshLabel('search');
  ctx.block(label, () => {
    each(ctx, places, kind, (forward) => {
      const turned = op('sub', [op('sub', [places, i64(kind)]), forward]);
      const at = ctx.keep(select(backwards, turned, forward));
      const hit = what === 'index' ? fits(ctx, s, t, at, kind) : isIn(ctx, s, t, at, kind);
      ctx.if(what === 'verify' ? op('eq', [hit, i32(0)]) : op('ne', [hit, i32(0)]), () => {
        ctx.set(place.index, op('add', [op('div', [at, i64(kind)]), i64(1)]));
        ctx.break(label);
      });
    });
  });
  return place;
}

/** 1 where `t` stands in `s` at byte `at`. */
function fits(ctx: Context, s: Text, t: Text, at: Expression, kind: 1 | 4): Local {
  return settled(ctx, 1, (set) =>
    each(ctx, t.length, kind, (i) => {
      const here = codeAt(plus(plus(s.address, at), i), kind);
      ctx.if(op('ne', [here, codeAt(plus(t.address, i), kind)]), () => set(0));
    }),
  );
}

/** 1 where the character at byte `at` is one of the set's. */
function isIn(ctx: Context, s: Text, set: Text, at: Expression, kind: 1 | 4): Local {
  const code = ctx.keep(codeAt(plus(s.address, at), kind));
  return settled(ctx, 0, (found) =>
    each(ctx, set.length, kind, (i) => {
      ctx.if(op('eq', [code, codeAt(plus(set.address, i), kind)]), () => found(1));
    }),
  );
}

/** A flag (i32) that `look` may set, after which it ends. */
function settled(ctx: Context, first: 0 | 1, look: (set: (n: 0 | 1) => void) => void): Local {
  const flag = ctx.variable('flag', 'i32');
  ctx.set(flag.index, i32(first));
  const label = ctx.freshLabel('look');
  ctx.block(label, () =>
    look((n) => {
      ctx.set(flag.index, i32(n));
      ctx.break(label);
    }),
  );
  return flag;
}

function codeOrBlank(ctx: Context, t: Text, at: Expression, kind: 1 | 4): Expression {
  const code = ctx.variable('code', 'i32');
  ctx.if(
    op('lt', [at, t.length]),
    () => ctx.set(code.index, codeAt(plus(t.address, at), kind)),
    () => ctx.set(code.index, blank),
  );
  return code;
}

/** `body` for the place, in bytes, of each character in so many bytes. */
function each(ctx: Context, bytes: Expression, kind: 1 | 4, body: (at: Expression) => void): void {
  const count = kind === 1 ? bytes : op('div', [bytes, i64(kind)]);
  ctx.count(count, (i) => body(kind === 1 ? i : ctx.keep(op('mul', [i, i64(kind)]))));
}

function kept(ctx: Context, t: Text): Text {
  return { address: ctx.keep(t.address), length: ctx.keep(t.length) };
}
