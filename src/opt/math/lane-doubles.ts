/**
 * Functions of doubles for usual arguments as steps of arithmetic, as lanes of kernels take them: inverse trigonometric (`lane-circles.ts`) and hyperbolic functions and their inverses, powers, logarithms to base 10, the error function. Their
 * errors are within those that CUDA documents (units in the last place, of 8,000 arguments each against 40 digits: tanh, sinh, atan, atan2 2, asin, acos, cosh 1.2, erf 0.9, erfc 4, pow 0.8, log10 0.6).
 * Polynomials go through the values at Chebyshev nodes, computed with 60 digits.
 */
import {
  type Arithmetic,
  exponential,
  exponentialPart,
  exponentialRest,
  logarithm,
  polynomial,
} from '../../ir/math-double.ts';
import type { Circle } from './lane-circles.ts';

type Of<V, B> = Arithmetic<V, B>;

const least = <V, B>(m: Of<V, B>, a: V, b: V): V => m.select(m.less(a, b), a, b);

/** (atan(t)/t - 1)/t^2 by t^2, for t up to tan(pi/8): 3.2e-17. */
const arctangentTerms = [
  -0.3333333333333333, 0.1999999999999548, -0.14285714284657894, 0.11111111014561013, -0.09090904549884611,
  0.07692182535116648, -0.06664502215671447, 0.058580687568615106, -0.05085030492810941, 0.03921955253255129,
  -0.019162068915902573,
];
/** (asin(s)/s - 1)/s^2 by s^2, for s up to a half: 1.5e-17. */
const arcsineTerms = [
  0.16666666666666669, 0.07499999999998415, 0.04464285714639142, 0.03038194413563282, 0.022372173062100795,
  0.01735238980570733, 0.013971257700218363, 0.011478727335132069, 0.010325825844686153, 0.005444236358400044,
  0.01743786618606299, -0.014910967384172082, 0.028799050522138873,
];
/** erf(x)/x - 1 by x^2, for x up to 1: 1.3e-19. */
const errorTerms = [
  0.1283791670955126, -0.3761263890318375, 0.11283791670954878, -0.02686617064507674, 0.0052239776248174784,
  -0.0008548326980801447, 0.00012055331110409494, -1.4925595235970651e-5, 1.6460999970345427e-6, -1.6350307065234626e-7,
  1.4659736155673959e-8, -1.1372693191126323e-9, 5.956905633653031e-11,
];
/** erfc(x)*exp(x^2)*(1 + 2x) by (x - 4)/(x + 4), for x from 0.5 to 26: 2.7e-18. */
const tailTerms = [
  1.2329951186255526, -0.13962111684056253, 0.015379652102619412, 0.0680970542546954, -0.10103906603627863,
  0.0937328349982544, -0.0663303658129872, 0.03716751553896365, -0.016197734046072502, 0.005031969966155881,
  -0.0007577733924487422, -0.00019925664639935, 0.0001506222494692803, -2.439927451445201e-5, -1.1224070098988386e-5,
  5.709424122487804e-6, 2.9848232376284795e-7, -8.238287380489269e-7, 6.798947008735166e-8, 1.068209601352687e-7,
  -1.2591171814684178e-8, -1.091201250255655e-8,
];
/** (3/2*log((1 + s)/(1 - s))/s - 3 - s^2)/s^4 by s^2, for quotients between the square roots of 1/2 and 2: 2.8e-18. */
const powerTerms = [
  0.6, 0.4285714285714406, 0.3333333333247915, 0.2727272750414977, 0.2307689233051077, 0.20002213198218508,
  0.17559189696845096, 0.1758649059127012,
];

/** Functions of the circle in double precision (`lane-circles.ts`). */
export function doubleCircle<V, B>(m: Of<V, B>): Circle<V, B> {
  return {
    ...m,
    pi: { high: Math.PI, low: 1.2246467991473532e-16 },
    plusProduct: (a, b, c) => m.add(c, m.mul(a, b)),
    arctangentRest: (z) => polynomial(m, z, arctangentTerms),
    arcsineRest: (z) => polynomial(m, z, arcsineTerms),
  };
}

/** exp(x) - 1, for sizes up to `exponentLimit`. */
function exponentialLess1<V, B>(m: Of<V, B>, x: V): V {
  const { power, whole, rest } = exponentialPart(m, x);
  const scale = m.scale(m.constant(1), power);
  return m.add(m.mul(m.add(whole, rest), scale), m.sub(scale, m.constant(1)));
}

/** Of any number. */
export function hyperbolicTangent<V, B>(m: Of<V, B>, x: V): V {
  const a = least(m, m.abs(x), m.constant(22));
  const e = exponentialLess1(m, m.add(a, a));
  return m.withSign(m.div(e, m.add(e, m.constant(2))), x);
}

/** Of sizes up to `exponentLimit`. */
export function hyperbolicSine<V, B>(m: Of<V, B>, x: V): V {
  const e = exponentialLess1(m, m.abs(x));
  const sum = m.add(e, m.div(e, m.add(e, m.constant(1))));
  return m.withSign(m.mul(sum, m.constant(0.5)), x);
}

/** Of sizes up to `exponentLimit`. */
export function hyperbolicCosine<V, B>(m: Of<V, B>, x: V): V {
  const half = m.mul(exponential(m, m.abs(x)), m.constant(0.5));
  return m.add(half, m.div(m.constant(0.25), half));
}

/** log(1 + t), for t from 0 on: what rounding takes from the sum counts as a part of it. */
function logarithmOf1More<V, B>(m: Of<V, B>, t: V): V {
  const one = m.constant(1);
  const sum = m.add(one, t);
  return m.add(logarithm(m, sum), m.div(m.sub(t, m.sub(sum, one)), sum));
}

/** Of numbers whose squares are in range. */
export function inverseHyperbolicSine<V, B>(m: Of<V, B>, x: V): V {
  const a = m.abs(x);
  const one = m.constant(1);
  const square = m.mul(a, a);
  const more = m.div(square, m.add(one, m.sqrt(m.add(square, one))));
  return m.withSign(logarithmOf1More(m, m.add(a, more)), x);
}

/** Of numbers from 1 on whose squares are in range. */
export function inverseHyperbolicCosine<V, B>(m: Of<V, B>, x: V): V {
  const t = m.sub(x, m.constant(1));
  return logarithmOf1More(m, m.add(t, m.sqrt(m.mul(t, m.add(t, m.constant(2))))));
}

/** Of sizes below 1. */
export function inverseHyperbolicTangent<V, B>(m: Of<V, B>, x: V): V {
  const a = m.abs(x);
  const twice = m.add(a, a);
  const t = m.add(twice, m.div(m.mul(twice, a), m.sub(m.constant(1), a)));
  return m.withSign(m.mul(logarithmOf1More(m, t), m.constant(0.5)), x);
}

/** erf(x) for sizes up to 1. */
function errorNear<V, B>(m: Of<V, B>, x: V): V {
  return m.add(x, m.mul(x, polynomial(m, m.mul(x, x), errorTerms)));
}

/** erfc(x) for x from 0.5 to 26. The square is taken in two parts. */
function errorTail<V, B>(m: Of<V, B>, x: V): V {
  const [one, four] = [m.constant(1), m.constant(4)];
  const high = m.highPart(x);
  const low = m.mul(m.sub(x, high), m.add(x, high));
  const ahead = m.add(x, four);
  const twice = m.add(one, m.add(x, x));
  const both = m.div(one, m.mul(ahead, twice));
  const t = m.mul(m.sub(x, four), m.mul(twice, both));
  const scaled = m.mul(polynomial(m, t, tailTerms), m.mul(ahead, both));
  const tail = m.mul(exponential(m, m.neg(m.mul(high, high))), scaled);
  // exp(-low)
  const less = m.sub(m.constant(0.5), m.mul(low, m.constant(1 / 6)));
  return m.sub(tail, m.mul(tail, m.mul(low, m.sub(one, m.mul(low, less)))));
}

/** Of any number. */
export function errorFunction<V, B>(m: Of<V, B>, x: V): V {
  const a = m.abs(x);
  const one = m.constant(1);
  const tail = errorTail(m, least(m, m.select(m.less(a, one), one, a), m.constant(6)));
  return m.withSign(m.select(m.less(a, one), errorNear(m, a), m.sub(one, tail)), x);
}

/** Of numbers up to 26. */
export function errorRest<V, B>(m: Of<V, B>, x: V): V {
  const a = m.abs(x);
  const half = m.constant(0.5);
  const isNear = m.less(a, half);
  const tail = errorTail(m, least(m, m.select(isNear, half, a), m.constant(26)));
  const far = m.select(m.less(x, m.constant(0)), m.sub(m.constant(2), tail), tail);
  return m.select(isNear, m.sub(m.constant(1), errorNear(m, x)), far);
}

/** A number in two parts, the higher of which has at most 26 bits. */
type Pair<V> = { readonly high: V; readonly low: V };

/** 2/(3 ln 2), ln 2 and the logarithm of 2 to base 10. */
const toBase2 = { whole: 0.9617966939259756, high: 0.9617966860532761, low: 7.872699542894897e-9 } as const;
const ln2 = { whole: Math.LN2, high: 0.6931471675634384, low: 1.2996506893889889e-8 } as const;
const lg2 = { whole: 0.3010299956639812, high: 0.3010299950838089, low: 5.801722962879576e-10 } as const;

/** The logarithm to base 2 of a positive normal double, to about 62 bits. */
function logarithm2<V, B>(m: Of<V, B>, x: V): Pair<V> {
  const { fraction, power } = m.split(x);
  const [one, three] = [m.constant(1), m.constant(3)];
  // s = (f - 1)/(f + 1), in two parts
  const below = m.sub(fraction, one);
  const above = m.add(fraction, one);
  const inverse = m.div(one, above);
  const s = m.mul(below, inverse);
  const sHigh = m.highPart(s);
  const aboveHigh = m.highPart(above);
  const aboveLow = m.sub(fraction, m.sub(aboveHigh, one));
  const sLow = m.mul(inverse, m.sub(m.sub(below, m.mul(sHigh, aboveHigh)), m.mul(sHigh, aboveLow)));
  // s*(3 + s^2 + r): log(f) is two thirds of that
  const z = m.mul(s, s);
  const r = m.add(m.mul(m.mul(z, z), polynomial(m, z, powerTerms)), m.mul(sLow, m.add(sHigh, s)));
  const square = m.mul(sHigh, sHigh);
  const sum = m.highPart(m.add(three, m.add(square, r)));
  const sumLow = m.sub(r, m.sub(m.sub(sum, three), square));
  const u = m.mul(sHigh, sum);
  const v = m.add(m.mul(sLow, sum), m.mul(sumLow, s));
  const high = m.highPart(m.add(u, v));
  const low = m.sub(v, m.sub(high, u));
  const product = m.mul(m.constant(toBase2.high), high);
  const more = m.add(m.mul(m.constant(toBase2.low), high), m.mul(low, m.constant(toBase2.whole)));
  const whole = m.highPart(m.add(m.add(product, more), power));
  return { high: whole, low: m.sub(more, m.sub(m.sub(whole, power), product)) };
}

/** Of a positive normal double and an exponent with which the result is normal, too. */
export function power<V, B>(m: Of<V, B>, x: V, y: V): V {
  const { high, low } = logarithm2(m, x);
  const yHigh = m.highPart(y);
  const less = m.add(m.mul(m.sub(y, yHigh), high), m.mul(y, low));
  const most = m.mul(yHigh, high);
  const k = m.nearest(m.add(most, less));
  // 2 to the power of what is left, in two parts
  const left = m.sub(most, k);
  const part = m.highPart(m.add(left, less));
  const rest = m.sub(less, m.sub(part, left));
  const first = m.mul(part, m.constant(ln2.high));
  const second = m.add(m.mul(rest, m.constant(ln2.whole)), m.mul(part, m.constant(ln2.low)));
  const r = m.add(first, second);
  const lost = m.sub(second, m.sub(r, first));
  const one = m.constant(1);
  const sum = m.add(one, r);
  return m.scale(m.add(sum, m.add(m.add(m.sub(one, sum), r), exponentialRest(m, r, lost))), k);
}

/** Of a positive normal double. */
export function logarithm10<V, B>(m: Of<V, B>, x: V): V {
  const { high, low } = logarithm2(m, x);
  const most = m.mul(high, m.constant(lg2.high));
  return m.add(most, m.add(m.mul(high, m.constant(lg2.low)), m.mul(low, m.constant(lg2.whole))));
}
