/**
 * Sine, cosine, exponential and logarithm of doubles for usual arguments, as steps of arithmetic that anybody may take: numbers of JavaScript take them here, and IR is written of them
 * (`opt/math/math-functions.ts`), so that a value does not depend on whether it is computed when a program is compiled, by a call or in lanes. Each step is rounded as IEEE has it, none is
 * fused. Errors are below 0.8 units in the last place. Arguments outside the usual range are the caller's.
 */

/** Arithmetic on values `V` with conditions `B`. */
export type Arithmetic<V, B> = {
  readonly constant: (x: number) => V;
  readonly add: (a: V, b: V) => V;
  readonly sub: (a: V, b: V) => V;
  readonly mul: (a: V, b: V) => V;
  readonly div: (a: V, b: V) => V;
  readonly neg: (a: V) => V;
  readonly abs: (a: V) => V;
  readonly sqrt: (a: V) => V;
  /** The size of the first with the sign of the second. */
  readonly withSign: (size: V, sign: V) => V;
  readonly less: (a: V, b: V) => B;
  /** Without the last 27 bits: a product of two such numbers is exact. */
  readonly highPart: (a: V) => V;
  readonly nearest: (a: V) => V;
  readonly isZero: (a: V) => B;
  readonly select: (condition: B, a: V, b: V) => V;
  /** Whether the bit of so much is set in a whole number, with `more` added. */
  readonly hasBit: (whole: V, more: 0 | 1, bit: 1 | 2) => B;
  /** Times 2 to the power of a whole number, where that is a normal double. */
  readonly scale: (a: V, power: V) => V;
  /** A positive normal double as a number from the square root of a half to that of 2, times 2 to the power of a whole number. */
  readonly split: (a: V) => { readonly fraction: V; readonly power: V };
};

/** The largest size of angles, and of exponents, that the functions here are for. */
export const circleLimit = 1e5;
export const exponentLimit = 700;

// Polynomials through the values at Chebyshev nodes, computed with 50 digits; the errors are of the polynomials, before what multiplies them.
/** (sin r - r)/r^3 by r^2 for r up to pi/4: 1.2e-20. */
const sineTerms = [
  -0.16666666666666666, 0.008333333333333331, -0.0001984126984126506, 2.7557319219335453e-6, -2.5052106231157904e-8,
  1.605853141458901e-10, -7.586685070091267e-13,
];
/** (cos r - 1 + r^2/2)/r^4 by r^2: 1.3e-18. */
const cosineTerms = [
  0.041666666666666664, -0.0013888888888887395, 2.4801587298763433e-5, -2.7557317270560326e-7, 2.0876146024689747e-9,
  -1.1382614868556325e-11,
];
/** (exp r - 1 - r)/r^2 by r up to half of ln 2: 1.1e-16. */
const exponentialTerms = [
  0.5000000000000001, 0.16666666666666669, 0.041666666666623824, 0.008333333333330039, 0.0013888888917367081,
  0.00019841269863171557, 2.4801521057868204e-5, 2.7557268276905696e-6, 2.7620201591031547e-7, 2.5100472505694996e-8,
];
/** (log((1 + s)/(1 - s))/s - 2)/s^2 by s^2, for quotients between the square roots of 1/2 and 2: 3.1e-16. */
const logarithmTerms = [
  0.666666666666667, 0.3999999999989889, 0.28571428626253836, 0.22222211089379496, 0.1818289243253687,
  0.15331611722055008, 0.14617807153417325,
];

// pi/2 and ln 2 in parts of at most 33 bits, so that products with small whole numbers are exact, and the rest.
const halfPi = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32] as const;
const ln2 = [6.931471803691238e-1, 1.9082149292705877e-10] as const;

/** c0 + z*(c1 + z*(c2 + …)), by pairs, pairs of pairs and so on (Estrin), so that few steps wait for each other. */
export function polynomial<V, B>(m: Arithmetic<V, B>, z: V, terms: readonly number[]): V {
  let [sums, power]: [readonly V[], V] = [terms.map(m.constant), z];
  while (sums.length > 1) {
    const whole = sums;
    const by = power;
    sums = whole
      .filter((_, i) => i % 2 === 0)
      .map((even, i) => {
        const odd = whole[2 * i + 1];
        return odd === undefined ? even : m.add(even, m.mul(by, odd));
      });
    power = sums.length > 1 ? m.mul(power, power) : power;
  }
  return sums[0]!;
}

/** a - b, and what its rounding took away. */
function difference<V, B>(m: Arithmetic<V, B>, a: V, b: V): { readonly high: V; readonly low: V } {
  const high = m.sub(a, b);
  const other = m.sub(high, a);
  return { high, low: m.sub(m.sub(a, m.sub(high, other)), m.add(b, other)) };
}

/** Sine and cosine of what x is beyond `quarters` of the circle, the nearest of which it lies by. */
type Reduced<V> = { readonly sine: V; readonly cosine: V; readonly quarters: V };

function reduced<V, B>(m: Arithmetic<V, B>, x: V): Reduced<V> {
  const k = m.nearest(m.mul(x, m.constant(2 / Math.PI)));
  const [a, b, c, d] = halfPi.map((part) => m.mul(k, m.constant(part))) as [V, V, V, V];
  const first = difference(m, m.sub(x, a), b);
  const second = difference(m, first.high, m.sub(c, first.low));
  const r = second.high;
  const low = m.sub(second.low, d);
  const z = m.mul(r, r);
  const half = m.mul(z, m.constant(0.5));
  const rest = m.sub(m.constant(1), half);
  const sine = m.add(r, m.add(m.mul(low, rest), m.mul(m.mul(r, z), polynomial(m, z, sineTerms))));
  const beyond = m.sub(m.mul(m.mul(z, z), polynomial(m, z, cosineTerms)), m.mul(r, low));
  const cosine = m.add(rest, m.add(m.sub(m.sub(m.constant(1), rest), half), beyond));
  return { sine, cosine, quarters: k };
}

/** The sine of x, or the cosine, which is a quarter of the circle ahead. */
function onCircle<V, B>(m: Arithmetic<V, B>, x: V, ahead: 0 | 1): V {
  const { sine, cosine, quarters } = reduced(m, x);
  const value = m.select(m.hasBit(quarters, ahead, 1), cosine, sine);
  return m.select(m.hasBit(quarters, ahead, 2), m.neg(value), value);
}

/** Of sizes up to `circleLimit`. The sine of a zero is that zero. */
export function sine<V, B>(m: Arithmetic<V, B>, x: V): V {
  return m.select(m.isZero(x), x, onCircle(m, x, 0));
}

export function cosine<V, B>(m: Arithmetic<V, B>, x: V): V {
  return onCircle(m, x, 1);
}

/** Of sizes up to `circleLimit`; below 2 units in the last place. */
export function tangent<V, B>(m: Arithmetic<V, B>, x: V): V {
  const { sine, cosine, quarters } = reduced(m, x);
  const isOdd = m.hasBit(quarters, 0, 1);
  const quotient = m.div(m.select(isOdd, m.neg(cosine), sine), m.select(isOdd, sine, cosine));
  return m.select(m.isZero(x), x, quotient);
}

/** Of sizes up to `exponentLimit`. */
export function exponential<V, B>(m: Arithmetic<V, B>, x: V): V {
  const { whole: r, rest: more, power } = exponentialPart(m, x);
  const one = m.constant(1);
  const whole = m.add(one, r);
  const rest = m.add(m.sub(one, whole), r);
  return m.scale(m.add(whole, m.add(rest, more)), power);
}

/** exp(x) = (1 + whole + rest)*2^power for sizes up to `exponentLimit`. */
export function exponentialPart<V, B>(
  m: Arithmetic<V, B>,
  x: V,
): { readonly whole: V; readonly rest: V; readonly power: V } {
  const k = m.nearest(m.mul(x, m.constant(Math.LOG2E)));
  const high = m.sub(x, m.mul(k, m.constant(ln2[0])));
  const low = m.mul(k, m.constant(ln2[1]));
  const r = m.sub(high, low);
  const lost = m.sub(m.sub(high, r), low);
  return { whole: r, rest: exponentialRest(m, r, lost), power: k };
}

/** exp(r + lost) - 1 - r, for r up to half of ln 2. */
export function exponentialRest<V, B>(m: Arithmetic<V, B>, r: V, lost: V): V {
  return m.add(lost, m.mul(m.mul(r, r), polynomial(m, r, exponentialTerms)));
}

/** The natural logarithm of a positive normal double. */
export function logarithm<V, B>(m: Arithmetic<V, B>, x: V): V {
  const [whole, rest] = logarithmInTwo(m, x);
  return m.add(whole, rest);
}

function logarithmInTwo<V, B>(m: Arithmetic<V, B>, x: V): readonly [whole: V, rest: V] {
  const { fraction, power } = m.split(x);
  const f = m.sub(fraction, m.constant(1));
  const s = m.div(f, m.add(f, m.constant(2)));
  const z = m.mul(s, s);
  const half = m.mul(m.mul(f, f), m.constant(0.5));
  const sum = m.add(half, m.mul(z, polynomial(m, z, logarithmTerms)));
  const less = m.sub(half, m.add(m.mul(s, sum), m.mul(power, m.constant(ln2[1]))));
  const high = m.mul(power, m.constant(ln2[0]));
  const whole = m.add(high, f);
  return [whole, m.sub(m.add(m.sub(high, whole), f), less)];
}

const bits = new DataView(new ArrayBuffer(8));

/** 2 to the power of a whole number, where that is a normal double. */
function powerOfTwo(power: number): number {
  bits.setUint32(0, (power + 1023) << 20);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}

/** To even where two are as near. */
function nearest(x: number): number {
  const far = 1.5 * 2 ** 52;
  return Math.abs(x) < 2 ** 51 ? x + far - far : x;
}

export const numbers: Arithmetic<number, boolean> = {
  constant: (x) => x,
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  neg: (a) => -a,
  abs: Math.abs,
  sqrt: Math.sqrt,
  withSign: (size, sign) => (sign < 0 || Object.is(sign, -0) ? -Math.abs(size) : Math.abs(size)),
  less: (a, b) => a < b,
  highPart: (a) => {
    bits.setFloat64(0, a);
    bits.setUint32(4, bits.getUint32(4) & 0xf8000000);
    return bits.getFloat64(0);
  },
  nearest,
  isZero: (a) => a === 0,
  select: (condition, a, b) => (condition ? a : b),
  hasBit: (whole, more, bit) => ((whole + more) & bit) !== 0,
  scale: (a, power) => a * powerOfTwo(power),
  split: (a) => {
    bits.setFloat64(0, a);
    const high = bits.getUint32(0) - 0x3fe6a09e;
    const power = (bits.getUint32(4) < 0x667f3bcd ? high - 1 : high) >> 20;
    bits.setUint32(0, bits.getUint32(0) - (power << 20));
    return { fraction: bits.getFloat64(0), power };
  },
};

/** The functions for all numbers: V8's where those above are not for them. */
export const doubles = {
  sin: (x: number): number => (Math.abs(x) <= circleLimit ? sine(numbers, x) : Math.sin(x)),
  cos: (x: number): number => (Math.abs(x) <= circleLimit ? cosine(numbers, x) : Math.cos(x)),
  exp: (x: number): number => (Math.abs(x) <= exponentLimit ? exponential(numbers, x) : Math.exp(x)),
  log: (x: number): number => (x >= 2 ** -1022 && x <= Number.MAX_VALUE ? logarithm(numbers, x) : Math.log(x)),
} as const;

/** A logarithm and what it lacks, to about two bits more than a double has. */
export function logarithmPair(x: number): readonly [high: number, low: number] {
  if (!(x >= 2 ** -1022 && x <= Number.MAX_VALUE)) return [Math.log(x), 0];
  const [whole, rest] = logarithmInTwo(numbers, x);
  const high = whole + rest;
  return [high, whole - high + rest];
}
