/**
 * More functions of single precision for usual arguments, as lanes of kernels take them: inverse trigonometric (`lane-circles.ts`) and hyperbolic functions and the error function. Errors, in units of the last place, are within
 * those that CUDA documents. Polynomials go through the values at Chebyshev nodes, computed with 50 digits.
 */
import { add, f32, lt, mul, op, select, sub } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import type { Circle } from './lane-circles.ts';
import { fma, type Hold, polynomial, singleExponential, singleLogarithm } from './math-single.ts';

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

/** erfc(x)*exp(x^2)*(1 + 2x) by (x - 4)/(x + 4), for x from 0.5 to 9.4: 3.1e-8. */
const restTails = [
  1.232995118, -0.1396211109, 0.01537973988, 0.06809627249, -0.1010413601, 0.09375084552, -0.06629860042, 0.03702897812,
  -0.01644597766, 0.005349431939,
];

const size = (x: Expression): Expression => op('abs', [x]);
const withSign = (x: Expression, sign: Expression): Expression => op('copysign', [x, sign]);

const high = Math.fround(Math.PI);

/** Functions of the circle in single precision (`lane-circles.ts`): at most 2 units off. */
export const singleCircle: Circle<Expression, Expression> = {
  constant: f32,
  add,
  sub,
  mul,
  select,
  div: (a, b) => op('div', [a, b]),
  abs: size,
  sqrt: (x) => op('sqrt', [x]),
  withSign,
  less: lt,
  pi: { high, low: Math.PI - high },
  plusProduct: fma,
  arctangentRest: (z) => polynomial(z, arctangents),
  arcsineRest: (z) => polynomial(z, arcsines),
};

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

/** log(1 + t), for t from 0 on: what rounding takes from the sum counts as a part of it. */
function logarithmOf1More(hold: Hold, t: Expression): Expression {
  const sum = hold(add(f32(1), t));
  return add(singleLogarithm(hold, sum), op('div', [sub(t, sub(sum, f32(1))), sum]));
}

/** Of sizes up to 1e18: at most 2 units off. */
export function singleInverseHyperbolicSine(hold: Hold, x: Expression): Expression {
  const a = hold(size(x));
  const square = hold(mul(a, a));
  const more = op('div', [square, add(f32(1), op('sqrt', [add(square, f32(1))]))]);
  return withSign(logarithmOf1More(hold, hold(add(a, more))), x);
}

/** From 1 to 1e18: at most 2 units off. */
export function singleInverseHyperbolicCosine(hold: Hold, x: Expression): Expression {
  const t = hold(sub(x, f32(1)));
  return logarithmOf1More(hold, hold(add(t, op('sqrt', [mul(t, add(t, f32(2)))]))));
}

/** Of sizes below 1: at most 2 units off. */
export function singleInverseHyperbolicTangent(hold: Hold, x: Expression): Expression {
  const a = hold(size(x));
  const twice = hold(add(a, a));
  const t = hold(fma(twice, op('div', [a, sub(f32(1), a)]), twice));
  return withSign(mul(logarithmOf1More(hold, t), f32(0.5)), x);
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

/** Beyond, results are not normal. */
export const singleErrorRestLimit = 9.3;

/** Of numbers up to `singleErrorRestLimit`: at most 4 units off. */
export function singleErrorRest(hold: Hold, x: Expression): Expression {
  const a = hold(op('min', [size(x), f32(singleErrorRestLimit)]));
  const near = sub(f32(1), fma(x, polynomial(hold(mul(x, x)), errors), x));
  const square = hold(mul(a, a));
  // What rounding takes from the square.
  const lost = hold(fma(a, a, op('neg', [square])));
  const e = hold(singleExponential(hold, hold(op('neg', [square]))));
  const t = hold(op('div', [sub(a, f32(4)), add(a, f32(4))]));
  const scaled = op('div', [polynomial(t, restTails), add(f32(1), add(a, a))]);
  const tail = hold(mul(fma(op('neg', [e]), lost, e), scaled));
  return select(lt(a, f32(0.5)), near, select(lt(x, f32(0)), sub(f32(2), tail), tail));
}
