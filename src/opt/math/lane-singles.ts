/**
 * More functions of single precision for usual arguments, as lanes of kernels take them: inverse trigonometric and hyperbolic functions and the error function. Errors, in units of the last place, are within
 * those that CUDA documents. Polynomials go through the values at Chebyshev nodes, computed with 50 digits.
 */
import { add, f32, lt, mul, op, select, sub } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import { fma, type Hold, polynomial, singleExponential } from './math-single.ts';

/** (atan(t)/t - 1)/t^2 by t^2, for t up to tan(pi/8). */
const arctangents = [-0.3333333175, 0.1999953879, -0.1426389711, 0.1074309967, -0.06449835225];
/** (asin(s)/s - 1)/s^2 by s^2, for s up to a half. */
const arcsines = [0.1666666634, 0.07500094979, 0.04459923667, 0.03110279417, 0.01713819098, 0.03371060921];
/** (sinh(x)/x - 1)/x^2 by x^2, for x up to 1. */
const hyperbolicSines = [0.1666666665, 0.008333339695, 0.0001983809559, 2.806331254e-6];
/** erf(x)/x - 1 by x^2, for x up to 0.93. */
const errors = [
  0.1283791666, -0.3761263351, 0.1128369147, -0.02685914847, 0.005200361183, -0.0008134625858, 8.334368434e-5,
];
/** -log(erfc(x)) by x, from 0.92 to 4. */
const tails = [
  -0.0003204415313, 1.130237616, 0.6318145167, 0.1100944808, -0.0264310176, 0.004763575249, -0.000597743472,
  4.617791279e-5, -1.643569654e-6,
];

const size = (x: Expression): Expression => op('abs', [x]);
const withSign = (x: Expression, sign: Expression): Expression => op('copysign', [x, sign]);

/** pi as a number and what it lacks. */
const pi = { high: Math.fround(Math.PI), low: Math.PI - Math.fround(Math.PI) } as const;
const half = { high: f32(pi.high / 2), low: f32(pi.low / 2) } as const;

/** a - b, where b is below a, and what b lacks. */
const less = (hold: Hold, a: Expression, b: Expression, lacks: Expression): Expression => {
  const rest = hold(sub(a, b));
  return add(rest, sub(sub(sub(a, rest), b), lacks));
};

/** The arctangent of the quotient of two that are not below zero, from 0 to pi/2. */
function quadrant(hold: Hold, y: Expression, x: Expression): Expression {
  const steep = hold(lt(x, y));
  const low = hold(select(steep, x, y));
  const high = hold(select(steep, y, x));
  // Beyond tan(pi/8) from pi/4 on.
  const beyond = hold(lt(mul(high, f32(Math.SQRT2 - 1)), low));
  const over = select(beyond, sub(low, high), low);
  const t = hold(op('div', [over, select(beyond, add(low, high), high)]));
  const z = hold(mul(t, t));
  const near = fma(mul(t, z), polynomial(z, arctangents), t);
  const from = (part: number): Expression => select(beyond, f32(part / 4), f32(0));
  const angle = hold(add(from(pi.high), add(near, from(pi.low))));
  return select(steep, sub(half.high, sub(angle, half.low)), angle);
}

/** At most 1.8 units off. */
export function singleArctangent(hold: Hold, x: Expression): Expression {
  return withSign(quadrant(hold, hold(size(x)), f32(1)), x);
}

/** Of numbers whose quotient and its inverse are in range: at most 2 units off. */
export function singleArctangent2(hold: Hold, y: Expression, x: Expression): Expression {
  const angle = hold(quadrant(hold, hold(size(y)), hold(size(x))));
  const other = sub(f32(pi.high), sub(angle, f32(pi.low)));
  return withSign(select(lt(withSign(f32(1), x), f32(0)), other, angle), y);
}

/** For a size a up to 1: whether it is above a half, and in two parts the arcsine of a or, there, half of the arccosine. */
function arcsineParts(hold: Hold, a: Expression): { readonly above: Expression; s: Expression; more: Expression } {
  const above = hold(lt(f32(0.5), a));
  const z = hold(select(above, mul(sub(f32(1), a), f32(0.5)), mul(a, a)));
  const s = hold(select(above, op('sqrt', [z]), a));
  return { above, s, more: hold(mul(mul(s, z), polynomial(z, arcsines))) };
}

/** Of sizes up to 1: at most 1.3 units off. */
export function singleArcsine(hold: Hold, x: Expression): Expression {
  const { above, s, more } = arcsineParts(hold, hold(size(x)));
  const far = less(hold, half.high, hold(add(s, s)), sub(add(more, more), half.low));
  return withSign(select(above, far, add(s, more)), x);
}

/** Of sizes up to 1: at most 1.3 units off. */
export function singleArccosine(hold: Hold, x: Expression): Expression {
  const { above, s, more } = arcsineParts(hold, hold(size(x)));
  const part = hold(add(s, more));
  const middle = sub(half.high, sub(withSign(part, x), half.low));
  const near = hold(add(part, part));
  const far = sub(f32(pi.high), sub(near, f32(pi.low)));
  return select(above, select(lt(x, f32(0)), far, near), middle);
}

/** Of sizes up to 87: at most 2 units off. */
export function singleHyperbolicSine(hold: Hold, x: Expression): Expression {
  const a = hold(size(x));
  const e = hold(singleExponential(hold, a));
  const far = withSign(mul(f32(0.5), sub(e, op('div', [f32(1), e]))), x);
  const z = hold(mul(x, x));
  return select(lt(a, f32(1)), fma(mul(x, z), polynomial(z, hyperbolicSines), x), far);
}

/** Of sizes up to 87: at most 2 units off. */
export function singleHyperbolicCosine(hold: Hold, x: Expression): Expression {
  const e = hold(singleExponential(hold, hold(size(x))));
  return add(mul(f32(0.5), e), op('div', [f32(0.5), e]));
}

/** At most 1.5 units off. */
export function singleErrorFunction(hold: Hold, x: Expression): Expression {
  const a = hold(size(x));
  const z = hold(mul(x, x));
  const near = fma(x, polynomial(z, errors), x);
  const short = hold(select(lt(a, f32(4)), a, f32(4)));
  const tail = singleExponential(hold, hold(op('neg', [polynomial(short, tails)])));
  return select(lt(a, f32(0.92578125)), near, withSign(sub(f32(1), tail), x));
}
