/**
 * Functions of single precision in single precision. Fused multiplications take the multiple of pi or ln 2 away without loss: its first part times a small whole
 * number differs from the argument by a number of few bits. The logarithm's polynomial is Cephes's (S. Moshier, logf.c), on the same interval.
 */
import { add, and, f32, i32, lt, mul, ne, op, select, sub } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';

/** Keeps a value for several uses. */
export type Hold = (value: Expression) => Expression;

export const fma = (a: Expression, b: Expression, c: Expression): Expression => op('fma', [a, b, c]);

const exponentials = [1, 1, 0.5, 1.6666576e-1, 4.1666552e-2, 8.3633335e-3, 1.3926376e-3];
/** 2^r and 10^r for r up to half a power of two, both ways. */
const powersOfTwo = [1, 6.931472e-1, 2.4022648e-1, 5.55036e-2, 9.618506e-3, 1.3390812e-3, 1.5326496e-4];
// biome-ignore lint/suspicious/noApproximativeNumericConstant: a coefficient of the polynomial, near ln 10
const powersOfTen = [1, 2.3025851, 2.6509488, 2.034656, 1.171295, 5.41826e-1, 2.0617147e-1];
const logarithms = [
  3.3333331174e-1, -2.4999993993e-1, 2.0000714765e-1, -1.6668057665e-1, 1.4249322787e-1, -1.2420140846e-1,
  1.167699874e-1, -1.151461031e-1, 7.0376836292e-2,
];

/** c0 + z*(c1 + z*(c2 + …)) */
export function polynomial(z: Expression, coefficients: readonly number[]): Expression {
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
  return turnedSine(hold, hold(pi.reduce((rest, part) => fma(count, f32(-part), rest), x)), turn);
}

/** The sine of r, up to pi/2 and a little more. */
export function turnedSine(hold: Hold, r: Expression, turn: Expression): Expression {
  // The sum makes a plus of zero's sign.
  const z = hold(fma(op('neg', [r]), r, f32(0)));
  const s = fma(mul(r, z), polynomial(z, sines), r);
  return op('bitcast', [op('xor', [op('bitcast', [s]), turn])]);
}

/** Of r**3, r**5, … in tan(r) for |r| up to pi/4 and a little more. */
const tangents = [3.33331555e-1, 1.3338846e-1, 5.3406876e-2, 2.4447164e-2, 3.0910546e-3, 9.4032222e-3];

/** The tangent of x, at most 2.75 units off, as far as the sine: beside a whole number of quarters, of which odd ones turn it over. */
export function singleTangent(hold: Hold, x: Expression): Expression {
  const w = hold(fma(x, f32(2 / Math.PI), f32(rounder)));
  const n = hold(sub(w, f32(rounder)));
  const r = hold(pi.reduce((rest, part) => fma(n, f32(-part / 2), rest), x));
  return turnedTangent(hold, r, op('bitcast', [w]));
}

/** The tangent of r, up to pi/4 and a little more, and so many quarters. */
export function turnedTangent(hold: Hold, r: Expression, quarters: Expression): Expression {
  const z = hold(mul(r, r));
  const t = hold(fma(mul(r, z), polynomial(z, tangents), r));
  return select(ne(and(quarters, i32(1)), i32(0)), op('div', [f32(-1), t]), t);
}

/** The polynomial of `r` times 2**n, n in the lowest bits of `w`. */
function scaled(r: Expression, coefficients: readonly number[], w: Expression): Expression {
  return op('bitcast', [add(op('bitcast', [polynomial(r, coefficients)]), op('shl', [op('bitcast', [w]), i32(23)]))]);
}

/** e^x for |x| up to 87, as library/fortran/math/cufort_math_exponential.cuf has it: at most 0.951 units. */
export function singleExponential(hold: Hold, x: Expression): Expression {
  const w = hold(fma(x, f32(Math.LOG2E), f32(rounder)));
  const n = hold(sub(w, f32(rounder)));
  return scaled(hold(fma(n, f32(1.90465421e-9), fma(n, f32(-0.6931471824645996), x))), exponentials, w);
}

/** 2^x for |x| up to 125: at most 0.8 units off. */
export function singlePowerOfTwo(hold: Hold, x: Expression): Expression {
  const w = hold(add(x, f32(rounder)));
  return scaled(hold(sub(x, sub(w, f32(rounder)))), powersOfTwo, w);
}

/** 10^x for |x| up to 37: at most 0.96 units off. */
export function singlePowerOfTen(hold: Hold, x: Expression): Expression {
  const w = hold(fma(x, f32(Math.log2(10)), f32(rounder)));
  const n = hold(sub(w, f32(rounder)));
  return scaled(hold(fma(n, f32(-log2of10.low), fma(n, f32(-log2of10.high), x))), powersOfTen, w);
}

type Parts = { readonly high: number; readonly low: number };
const inParts = (x: number): Parts => ({ high: Math.fround(x), low: x - Math.fround(x) });
const log2of10 = inParts(Math.log10(2));

type Parted = { readonly e: Expression; readonly f: Expression; readonly z: Expression; readonly cubic: Product };
type Product = readonly [Expression, Expression];

/** Of a positive normal number: its exponent e and `more`, f as what is left beside 1, z = f*f, and factors of what is in ln(1 + f) beside f - z/2. */
function parted(hold: Hold, x: Expression, more?: Expression): Parted {
  const bits = hold(op('bitcast', [x]));
  // Of the square root of a half: the rest lies between it and the square root of 2.
  const exponent = hold(op('shr.s', [sub(bits, i32(0x3f3504f3)), i32(23)]));
  const f = hold(sub(op('bitcast', [sub(bits, op('shl', [exponent, i32(23)]))]), f32(1)));
  const z = hold(mul(f, f));
  return {
    e: hold(op('to.f32', [more ? add(exponent, more) : exponent])),
    f,
    z,
    cubic: [mul(f, z), polynomial(f, logarithms)],
  };
}

/** The natural logarithm of a positive normal number and 2**`more`: at most 0.83 units off. */
export function singleLogarithm(hold: Hold, x: Expression, more?: Expression): Expression {
  const { e, f, z, cubic } = parted(hold, x, more);
  const rest = hold(fma(...cubic, mul(e, f32(-2.1219444e-4))));
  return fma(e, f32(0.693359375), add(f, fma(z, f32(-0.5), rest)));
}

/** The logarithm to base 2: at most 0.96 units off. */
export function singleLogarithm2(hold: Hold, x: Expression, more?: Expression): Expression {
  const { e, f, cubic } = parted(hold, x, more);
  const rest = fma(mul(f, f32(-0.5)), f, mul(...cubic));
  const { high, low } = inParts(Math.LOG2E);
  return add(e, fma(f, f32(high), fma(rest, f32(high), mul(f, f32(low)))));
}

/** The logarithm to base 10: at most 0.89 units off. */
export function singleLogarithm10(hold: Hold, x: Expression, more?: Expression): Expression {
  const { e, f, cubic } = parted(hold, x, more);
  const rest = fma(mul(f, f32(-0.5)), f, mul(...cubic));
  const [base, two] = [inParts(Math.LOG10E), inParts(Math.log10(2))];
  const small = fma(rest, f32(base.high), fma(f, f32(base.low), mul(e, f32(two.low))));
  return fma(e, f32(two.high), fma(f, f32(base.high), small));
}

/** What `logarithm` finds for positive normal numbers, for every number, without a branch: subnormal ones are moved up, the rest follows IEEE 754. */
export const everyLogarithm =
  (logarithm: (hold: Hold, x: Expression, more: Expression) => Expression) =>
  (hold: Hold, x: Expression): Expression => {
    const isSmall = lt(x, f32(2 ** -126));
    const moved = hold(select(isSmall, mul(x, f32(2 ** 23)), x));
    const usual = hold(logarithm(hold, moved, select(isSmall, i32(-23), i32(0))));
    // Infinity, and no number of what is none or negative.
    const rest = fma(moved, f32(Infinity), f32(Infinity));
    const within = op('lt.u', [op('bitcast', [moved]), i32(0x7f800000)]);
    return select(op('eq', [moved, f32(0)]), f32(-Infinity), select(within, usual, rest));
  };

/** Of x*z, x*z**2, … in tanh(x) with z = -x*x, for |x| below 0.55. */
const hyperbolicTangents = [3.3332947e-1, 1.3320729e-1, 5.267201e-2, 1.6437879e-2];

/** The hyperbolic tangent for |x| up to 43: at most 1.63 units off; for every number where `exponential` is right for every number. */
export function singleHyperbolicTangent(
  hold: Hold,
  x: Expression,
  exponential = singleExponential,
  divide = (a: Expression, b: Expression): Expression => op('div', [a, b]),
): Expression {
  const size = hold(op('abs', [x]));
  const e = hold(exponential(hold, hold(add(size, size))));
  const far = op('copysign', [sub(f32(1), divide(f32(2), add(e, f32(1)))), x]);
  const z = hold(fma(op('neg', [x]), x, f32(0)));
  const near = fma(mul(x, z), polynomial(z, hyperbolicTangents), x);
  return select(lt(size, f32(0.55)), near, far);
}

/** Numbers as sums of two, of which the second is what the first lacks. */
type Pair = { readonly high: Expression; readonly low: Expression };

/** Of z = q*q in what log2((1 + q)/(1 - q)) has beside q and q**3. */
const halfLogarithms = [5.7708025e-1, 4.1184402e-1, 3.379599e-1];

/** The logarithm to base 2 of a positive normal number, to some 2**-34 of it: that of (1 + q)/(1 - q), of which 2/ln(2) * (q + q**3/3) is kept in pairs. */
function longLogarithm(hold: Hold, x: Expression, more?: Expression): Pair {
  const { e, f } = parted(hold, x, more);
  const d = hold(add(f, f32(2)));
  // What the inverse lacks is found with the quotient; a device that takes all numbers has an approximation without a slow case.
  const inverse = hold(op(more ? 'fast.div' : 'div', [f32(1), d]));
  const q = hold(mul(f, inverse));
  const lost = minus(minus(f, q, d), q, sub(f, sub(d, f32(2))));
  const low = hold(mul(lost, inverse));
  const z = hold(mul(q, q));
  const u = hold(mul(q, z));
  // What pairs lack is found with its sign turned: what their first parts have in excess.
  const uExcess = minus(fma(q, minus(z, q, q), minus(u, q, z)), mul(f32(3), z), low);
  const [one, third] = [inParts(2 / Math.LN2), inParts(2 / Math.LN2 / 3)];
  const cubic = hold(mul(f32(third.high), u));
  const rest = fma(z, polynomial(z, halfLogarithms), f32(third.low));
  const cubicExcess = hold(minus(fma(f32(third.high), uExcess, minus(cubic, f32(third.high), u)), u, rest));
  const line = hold(mul(f32(one.high), q));
  const lineExcess = hold(minus(minus(line, f32(one.high), q), f32(one.high), low));
  const lineLow = fma(f32(one.low), q, op('neg', [add(lineExcess, cubicExcess)]));
  const both = sumOf(hold, { high: line, low: lineLow }, cubic);
  return tidy(hold, sumOf(hold, { high: e, low: both.low }, both.high));
}

/** c - a*b */
const minus = (c: Expression, a: Expression, b: Expression): Expression =>
  fma(a.kind === 'const' ? f32(-Number(a.value)) : op('neg', [a]), b, c);

/** With a smaller number. */
function sumOf(hold: Hold, { high, low }: Pair, small: Expression): Pair {
  const sum = hold(add(high, small));
  return { high: sum, low: hold(add(sub(small, sub(sum, high)), low)) };
}

function tidy(hold: Hold, { high, low }: Pair): Pair {
  const sum = hold(add(high, low));
  return { high: sum, low: hold(sub(low, sub(sum, high))) };
}

/** Of |y| in `singlePower`: what a product with a logarithm lacks stays below 1 then. */
export const singlePowerLimit = 16384;
/** Powers of two beyond are infinite or zero. */
const mostPowers = 200;

/** x^y for a positive normal x, of 2**`more` times that: at most 0.94 units off, by trial. */
export function singlePower(hold: Hold, x: Expression, y: Expression, more?: Expression): Expression {
  const logarithm = longLogarithm(hold, x, more);
  const product = hold(mul(y, logarithm.high));
  const excess = hold(minus(minus(product, y, logarithm.high), y, logarithm.low));
  const isNear = hold(lt(op('abs', [product]), f32(mostPowers)));
  const power = hold(select(isNear, product, op('copysign', [f32(mostPowers), product])));
  const w = hold(add(power, f32(rounder)));
  const near = hold(sub(power, sub(w, f32(rounder))));
  // Without `more` the exponent is bounded, so that what the product lacks is small wherever it is.
  const r = hold(sub(near, more ? select(isNear, excess, f32(0)) : excess));
  // In two steps: 2**n itself may have no place among normal numbers.
  const n = hold(sub(op('bitcast', [w]), op('bitcast', [f32(rounder)])));
  const half = hold(op('shr.s', [n, i32(1)]));
  const scale = (by: Expression): Expression => op('bitcast', [op('shl', [add(by, i32(127)), i32(23)])]);
  return mul(mul(polynomial(r, powersOfTwo), scale(half)), scale(sub(n, half)));
}
