/**
 * Functions of single precision in single precision. Fused multiplications take the multiple of pi/2 or ln 2 away without loss: its first part times a small whole
 * number differs from the argument by a number of few bits. The logarithm's polynomial is Cephes's (S. Moshier, logf.c), on the same interval.
 */
import { add, and, eq, f32, i32, mul, op, select, sub } from '../ir/build.ts';
import type { Expression } from '../ir/module.ts';

/** Keeps a value for several uses. */
export type Hold = (value: Expression) => Expression;

const fma = (a: Expression, b: Expression, c: Expression): Expression => op('fma', [a, b, c]);

/** In three parts; products of the second with whole numbers below 2**13 are exact. */
const halfPi = [1.570796251296997, 7.549533620476723e-8, 2.56334407e-12] as const;
/** Of r**3 in -sin(r), of r**4 in cos(r), and of every other power from there. */
const sines = [1.6666664e-1, -8.332747e-3, 1.9587626e-4];
const cosines = [4.1666664e-2, -1.3888301e-3, 2.4547677e-5];
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

/** Of |x| in `singleOnCircle`. */
export const singleCircleLimit = 12800;

/**
 * The sine of x and `turn` quarters of a circle: at most 0.98 units. With r - d as what is left of x, the sine of that is r - u and its cosine
 * 1 - r*(r/2 - u), where u is d and r**3 times a polynomial: only the polynomial's coefficients and the last step differ.
 */
export function singleOnCircle(hold: Hold, x: Expression, turn: number): Expression {
  // The turn is added with the constant, so that the quadrant stands in the lowest bits.
  const w = hold(fma(x, f32(2 / Math.PI), f32(rounder + turn)));
  const n = hold(sub(w, f32(rounder + turn)));
  const q = hold(op('bitcast', [w]));
  const even = hold(eq(and(q, i32(1)), i32(0)));
  const a = hold(fma(n, f32(-halfPi[0]), x));
  const r = hold(fma(n, f32(-halfPi[1]), a));
  const d = fma(n, f32(halfPi[2]), fma(n, f32(halfPi[1]), sub(r, a)));
  const z = hold(mul(r, r));
  const rest = select(even, polynomial(z, sines), polynomial(z, cosines));
  const u = hold(fma(mul(r, z), rest, d));
  const v = select(even, sub(r, u), fma(r, fma(r, f32(-0.5), u), f32(1)));
  const sign = op('shl', [and(q, i32(2)), i32(30)]);
  return op('bitcast', [op('xor', [op('bitcast', [v]), sign])]);
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
