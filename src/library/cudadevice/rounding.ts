/**
 * Arithmetic with a stated rounding. `_rn` is the operation itself; the others correct its result by the sign of what was lost, which is found exactly
 * (Knuth's two-sum; the fused product for products, quotients and roots).
 */
import { f32, f64, i32, i64, op, select } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import type { Routine, RowType } from '../library-module.ts';
import { type Keep, kept, r4, r8 } from './words.ts';

export type Mode = 'rn' | 'rz' | 'rd' | 'ru';
export const modes: readonly Mode[] = ['rn', 'rz', 'rd', 'ru'];

const zero = (x: Expression) => (x.type === 'f64' ? f64(0) : f32(0));
const add = (a: Expression, b: Expression) => op('add', [a, b]);
const sub = (a: Expression, b: Expression) => op('sub', [a, b]);
const neg = (a: Expression) => op('neg', [a]);
const fma = (a: Expression, b: Expression, c: Expression) => op('fma', [a, b, c]);

/** The next number away from zero (`outward`) or towards it, of one that is not 0. */
function neighbour(x: Expression, outward: Expression): Expression {
  const bits = op('bitcast', [x]);
  const [up, down] = x.type === 'f64' ? [i64(1), i64(-1)] : [i32(1), i32(-1)];
  return op('bitcast', [op('add', [bits, select(outward, up, down)])]);
}

const least = (x: Expression, sign: 1 | -1) => (x.type === 'f64' ? f64(sign * 2 ** -1074) : f32(sign * 2 ** -149));

function nextBelow(x: Expression): Expression {
  return select(op('eq', [x, zero(x)]), least(x, -1), neighbour(x, op('lt', [x, zero(x)])));
}

function nextAbove(x: Expression): Expression {
  return select(op('eq', [x, zero(x)]), least(x, 1), neighbour(x, op('gt', [x, zero(x)])));
}

/** `rounded` (to nearest), moved to what `mode` says, where the exact value is `rounded` + something with the sign of `lost`. */
export function directed(keep: Keep, mode: Mode, rounded: Expression, lost: Expression): Expression {
  if (mode === 'rn') return rounded;
  const x = keep(rounded);
  const l = keep(lost);
  const below = op('lt', [l, zero(l)]);
  const above = op('gt', [l, zero(l)]);
  if (mode === 'rd') return select(below, nextBelow(x), x);
  if (mode === 'ru') return select(above, nextAbove(x), x);
  const positive = keep(op('gt', [x, zero(x)]));
  const tooFar = select(positive, below, op('and', [op('lt', [x, zero(x)]), above]));
  return select(tooFar, neighbour(x, { kind: 'const', type: 'bool', value: false }), x);
}

/** What a + b rounded to `s` has lost. `s` is fit for use more than once. */
function sumError(keep: Keep, a: Expression, b: Expression, s: Expression): Expression {
  const other = keep(sub(s, a));
  return add(sub(a, sub(s, other)), sub(b, other));
}

type Of = (mode: Mode) => (keep: Keep, ...args: Expression[]) => Expression;

const sum = (mode: Mode) => (keep: Keep, a: Expression, b: Expression) => {
  if (mode === 'rn') return add(a, b);
  const s = keep(add(a, b));
  return directed(keep, mode, s, sumError(keep, a, b, s));
};
const difference = (mode: Mode) => (keep: Keep, a: Expression, b: Expression) => sum(mode)(keep, a, keep(neg(b)));
const product = (mode: Mode) => (keep: Keep, a: Expression, b: Expression) => {
  if (mode === 'rn') return op('mul', [a, b]);
  const p = keep(op('mul', [a, b]));
  return directed(keep, mode, p, fma(a, b, neg(p)));
};
const quotient = (mode: Mode) => (keep: Keep, a: Expression, b: Expression) => {
  if (mode === 'rn') return op('div', [a, b]);
  const q = keep(op('div', [a, b]));
  const sign = op('copysign', [b.type === 'f64' ? f64(1) : f32(1), b]);
  return directed(keep, mode, q, op('mul', [fma(neg(q), b, a), sign]));
};
const reciprocal = (mode: Mode) => (keep: Keep, b: Expression) =>
  quotient(mode)(keep, b.type === 'f64' ? f64(1) : f32(1), b);
const root = (mode: Mode) => (keep: Keep, a: Expression) => {
  if (mode === 'rn') return op('sqrt', [a]);
  const r = keep(op('sqrt', [a]));
  return directed(keep, mode, r, fma(neg(r), r, a));
};
const fused = (mode: Mode) => (keep: Keep, a: Expression, b: Expression, c: Expression) => {
  if (mode === 'rn') return fma(a, b, c);
  const r = keep(fma(a, b, c));
  const p = keep(op('mul', [a, b]));
  const s = keep(add(p, c));
  const lost = add(add(sub(s, r), sumError(keep, p, c, s)), fma(a, b, neg(p)));
  return directed(keep, mode, r, lost);
};

const words: Readonly<Record<Mode, string>> = {
  rn: 'rounded to nearest, ties to even',
  rz: 'rounded towards zero',
  rd: 'rounded down',
  ru: 'rounded up',
};

const kinds: readonly (readonly [string, string, string, Of, RowType])[] = [
  ['__fadd', 'Sum', 'a b', sum, r4],
  ['__fsub', 'Difference', 'a b', difference, r4],
  ['__fmul', 'Product', 'a b', product, r4],
  ['__fmaf', '`a`*`b` + `c` in one step', 'a b c', fused, r4],
  ['__fdiv', 'Quotient', 'a b', quotient, r4],
  ['__frcp', 'Reciprocal', 'a', reciprocal, r4],
  ['__fsqrt', 'Square root', 'a', root, r4],
  ['__dadd', 'Sum', 'a b', sum, r8],
  ['__dsub', 'Difference', 'a b', difference, r8],
  ['__dmul', 'Product', 'a b', product, r8],
  ['__fma', '`a`*`b` + `c` in one step', 'a b c', fused, r8],
  ['__ddiv', 'Quotient', 'a b', quotient, r8],
  ['__drcp', 'Reciprocal', 'a', reciprocal, r8],
  ['__dsqrt', 'Square root', 'a', root, r8],
];

export const roundingRoutines: Readonly<Record<string, Routine>> = Object.fromEntries(
  kinds.flatMap(([name, doc, params, of, type]) =>
    modes.map((mode): [string, Routine] => [
      `${name}_${mode}`,
      kept(`${doc}, ${words[mode]}.`, params, type, type, of(mode)),
    ]),
  ),
);
