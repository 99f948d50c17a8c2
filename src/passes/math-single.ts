/**
 * Functions of single precision in single precision. Fused multiplications take the multiple of pi or ln 2 away without loss: its first part times a small whole
 * number differs from the argument by a number of few bits. The logarithm's polynomial is Cephes's (S. Moshier, logf.c), on the same interval.
 */
import { add, and, f32, i32, mul, op, sub } from '../ir/build.ts';
import type { Expression } from '../ir/module.ts';

/** Keeps a value for several uses. */
export type Hold = (value: Expression) => Expression;

const fma = (a: Expression, b: Expression, c: Expression): Expression => op('fma', [a, b, c]);

const exponentials = [1, 1, 0.5, 1.6666576e-1, 4.1666552e-2, 8.3633335e-3, 1.3926376e-3];
const logarithms = [
  3.3333331174e-1, -2.4999993993e-1, 2.0000714765e-1, -1.6668057665e-1, 1.4249322787e-1, -1.2420140846e-1,
  1.167699874e-1, -1.151461031e-1, 7.0376836292e-2,
];

/** c0 + z*(c1 + z*(c2 + …)) */
function polynomial(z: Expression, coefficients: readonly number[]): Expression {
  const [last, ...before] = [...coefficients].reverse();
  return before.reduce((sum, c) => fma(z, sum, f32(c)), f32(last ?? 0));
}

/** Added to a number below 2**22 it leaves the nearest whole number in the lowest bits; taken away again, in a real. Zero keeps its plus. */
const rounder = 12582912;

/** Of |x| in `singleSine` and `singleCosine`. */
export const singleCircleLimit = 50000;

/** pi in parts, each but the last below what it stands for: minus a product with zero then keeps the sign of a zero that it is added to. */
const pi = [3.141592502593994, 1.50995788e-7, 1.07806559e-14] as const;
/** Of r*z, r*z**2, … in sin(r) with z = -r*r, for |r| up to pi/2 and a little more: found by trial of all such r, so that errors stay below two units. */
const sines = [1.66666627e-1, 8.3331028e-3, 1.98102789e-4, 2.60440038e-6];

/** The sine of x, at most 1.77 units off: of what is left of x beside a whole number of half circles, of which odd ones turn the sign. */
export function singleSine(hold: Hold, x: Expression): Expression {
  const w = hold(fma(x, f32(1 / Math.PI), f32(rounder)));
  return sineOfRest(hold, x, sub(w, f32(rounder)), op('shl', [op('bitcast', [w]), i32(31)]));
}

/** Bits behind the point of x/pi in `singleCosine`, and what puts them into the lowest bits; half circles are counted from one on. */
const fractionBits = 8;
const pointer = 1.5 * 2 ** (23 - fractionBits) + 1;

/** The cosine of x >= 0, at most 1.96 units off: as the sine, beside a half circle and a whole number of them, which is the one below x/pi. */
export function singleCosine(hold: Hold, x: Expression): Expression {
  const w = op('bitcast', [fma(x, f32(1 / Math.PI), f32(pointer))]);
  const below = hold(and(w, i32(-(2 ** fractionBits))));
  const n = sub(op('bitcast', [below]), f32(pointer - 0.5));
  return sineOfRest(hold, x, n, op('shl', [below, i32(31 - fractionBits)]));
}

/** The sine of x - n*pi; `turn` turns its sign with its highest bit. */
function sineOfRest(hold: Hold, x: Expression, n: Expression, turn: Expression): Expression {
  const count = hold(n);
  const r = hold(pi.reduce((rest, part) => fma(count, f32(-part), rest), x));
  // The sum makes a plus of zero's sign.
  const z = hold(fma(op('neg', [r]), r, f32(0)));
  const s = fma(mul(r, z), polynomial(z, sines), r);
  return op('bitcast', [op('xor', [op('bitcast', [s]), turn])]);
}

/** e^x for |x| up to 87, as library/fortran/math/cufort_math_exponential.cuf has it: at most 0.951 units. */
export function singleExponential(hold: Hold, x: Expression): Expression {
  const w = hold(fma(x, f32(Math.LOG2E), f32(rounder)));
  const n = hold(sub(w, f32(rounder)));
  const r = hold(fma(n, f32(1.90465421e-9), fma(n, f32(-0.6931471824645996), x)));
  const bits = add(op('bitcast', [polynomial(r, exponentials)]), op('shl', [op('bitcast', [w]), i32(23)]));
  return op('bitcast', [bits]);
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
