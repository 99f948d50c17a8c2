/**
 * Functions of single precision in single precision. Fused multiplications take the multiple of pi/2 or ln 2 away without loss: its first part times a small whole
 * number differs from the argument by a number of few bits. The polynomials are Cephes's (S. Moshier, sinf.c, expf.c, logf.c), on the same intervals.
 */
import { add, and, f32, i32, mul, ne, op, select, sub } from '../ir/build.ts';
import type { Expression } from '../ir/module.ts';

/** Keeps a value for several uses. */
export type Hold = (value: Expression) => Expression;

const fma = (a: Expression, b: Expression, c: Expression): Expression => op('fma', [a, b, c]);
const neg = (a: Expression): Expression => op('neg', [a]);

/** A number as a sum of single-precision ones. */
function parts(n: number, rest: number): readonly number[] {
  const first = Math.fround(n);
  const second = Math.fround(n - first + rest);
  return [first, second, Math.fround(n - first - second + rest)];
}

// What double precision leaves of each comes second.
const halfPi = parts(Math.PI / 2, 6.123233995736766e-17);
const ln2 = parts(Math.LN2, 2.3190468138462996e-17);

const sines = [-1.6666654611e-1, 8.3321608736e-3, -1.9515295891e-4];
const cosines = [4.166664568298827e-2, -1.388731625493765e-3, 2.443315711809948e-5];
const exponentials = [5.0000001201e-1, 1.6666665459e-1, 4.1665795894e-2, 8.3334519073e-3, 1.39819995e-3, 1.98756915e-4];
const logarithms = [
  3.3333331174e-1, -2.4999993993e-1, 2.0000714765e-1, -1.6668057665e-1, 1.4249322787e-1, -1.2420140846e-1,
  1.167699874e-1, -1.151461031e-1, 7.0376836292e-2,
];

/** c0 + z*(c1 + z*(c2 + …)) */
function polynomial(z: Expression, coefficients: readonly number[]): Expression {
  const [last, ...before] = [...coefficients].reverse();
  return before.reduce((sum, c) => fma(z, sum, f32(c)), f32(last ?? 0));
}

/** What is left of x after `k` times the number. */
function without(x: Expression, k: Expression, number: readonly number[]): Expression {
  return number.reduce((rest, part) => fma(k, f32(-part), rest), x);
}

/** The sine of x and `turn` quarters of a circle, for |x| up to 1e5. */
export function singleOnCircle(hold: Hold, x: Expression, turn: number): Expression {
  const k = hold(op('nearest', [mul(x, f32(2 / Math.PI))]));
  const r = hold(without(x, k, halfPi));
  const z = hold(mul(r, r));
  const sin = hold(fma(mul(r, z), polynomial(z, sines), r));
  const cos = hold(fma(mul(z, z), polynomial(z, cosines), fma(z, f32(-0.5), f32(1))));
  const q = hold(add(op('to.i32', [k]), i32(turn)));
  const v = hold(select(ne(and(q, i32(1)), i32(0)), cos, sin));
  return select(ne(and(q, i32(2)), i32(0)), neg(v), v);
}

/** e^x for |x| up to 87. */
export function singleExponential(hold: Hold, x: Expression): Expression {
  const k = hold(op('nearest', [mul(x, f32(Math.LOG2E))]));
  const r = hold(without(x, k, ln2.slice(0, 2)));
  const p = hold(add(fma(mul(r, r), polynomial(r, exponentials), r), f32(1)));
  const bits = op('shl', [add(op('to.i32', [k]), i32(127)), i32(23)]);
  return mul(p, op('bitcast', [bits]));
}

/** The natural logarithm of a positive normal number. */
export function singleLogarithm(hold: Hold, x: Expression): Expression {
  const bits = hold(op('bitcast', [x]));
  // Of the square root of a half: the rest lies between it and the square root of 2.
  const exponent = hold(op('shr.s', [sub(bits, i32(0x3f3504f3)), i32(23)]));
  const f = hold(sub(op('bitcast', [sub(bits, op('shl', [exponent, i32(23)]))]), f32(1)));
  const e = hold(op('to.f32', [exponent]));
  const z = hold(mul(f, f));
  const rest = hold(fma(mul(f, z), polynomial(f, logarithms), mul(e, f32(-2.1219444e-4))));
  return fma(e, f32(0.693359375), add(f, fma(z, f32(-0.5), rest)));
}
