/**
 * Bessel functions of the first kind as steps of arithmetic, as lanes of kernels take them. Errors are within those that CUDA documents: below 8 some units in the last place, also beside zeros, beyond some
 * 1e-16. Polynomials go through the values at Chebyshev nodes, computed with 60 digits.
 */
import { type Arithmetic, cosine, polynomial, sine } from '../../ir/math-double.ts';

type Order = {
  readonly isOdd: boolean;
  /** Those below 8, in two parts. */
  readonly zeros: readonly (readonly [number, number])[];
  /** The function (of x/2, where it is odd) less 1 over x^2 by x^2, for x up to 1.5. */
  readonly middle: readonly number[];
  readonly beside: number;
  /** The function over its zeros' factors (and x, where it is odd) times (x^2 + beside)^3 by x^2/32 - 1, for x up to 8. */
  readonly near: readonly number[];
  /** Hankel's P, and x times his Q, by 128/x^2 - 1, for x from 8 on. */
  readonly even: readonly number[];
  readonly odd: readonly number[];
};

/** Up to here the function's zeros are factors. */
export const besselNearLimit = 8;

/** Of order 0. */
export const order0: Order = {
  isOdd: false,
  zeros: [
    [2.404825557695773, -1.176691651530894e-16],
    [5.520078110286311, 8.088597146146722e-17],
  ],
  middle: [
    -0.25, 0.015624999999999995, -0.0004340277777777401, 6.781684027680988e-6, -6.781684015323277e-8,
    4.709501896440933e-10, -2.4027692637945973e-12, 9.37646748820497e-15, -2.769331771460334e-17,
  ],
  beside: 22,
  near: [
    180.05910368838255, -13.686214774839025, -157.49733170656063, 22.522274554537244, 37.07131774341561,
    -12.632554404514998, -1.0097171315386109, 1.4742503754026939, -0.4348092527063105, 0.07626179766505889,
    -0.009449171621059823, 0.0008910058700671848, -6.677398718452562e-5, 4.095392553616324e-6, -2.1005743032878347e-7,
    9.210471265267355e-9, -3.4588161874388336e-10,
  ],
  even: [
    0.9994572757882519, -0.0005363673192129684, 6.137416080147722e-6, -2.0527448258799454e-7, 1.2803760990761632e-8,
    -1.2121099519052884e-9, 1.5500758850965851e-10, -2.4911156906092825e-11, 4.7832464504070676e-12,
    -1.0160586409351026e-12, 2.486651879170221e-13, -1.0240462527458219e-13, 3.2274659236696375e-14,
  ],
  odd: [
    -0.12444091103610816, 0.0005466519279475136, -1.1817110660731776e-5, 5.684971885449538e-7, -4.534973594868882e-8,
    5.146228618919075e-9, -7.575872758461843e-10, 1.362452803693964e-10, -2.88387465828897e-11, 6.934511868227323e-12,
    -1.6798068504524111e-12, 4.743918565467509e-13, -2.729058891731019e-13, 9.756113507128432e-14,
  ],
};

/** Of order 1. */
export const order1: Order = {
  isOdd: true,
  zeros: [
    [3.8317059702075125, -1.5269184090088067e-16],
    [7.015586669815619, -9.414165653410389e-17],
  ],
  middle: [
    -0.125, 0.005208333333333333, -0.00010850694444444101, 1.3563368055467297e-6, -1.1302806701607017e-8,
    6.72786031756859e-11, -3.003474537803697e-13, 1.042019555127211e-15, -2.7807203822353467e-18,
  ],
  beside: 38,
  near: [
    66.88135386162199, -0.8020306307184113, -30.56109828922938, 4.437950440322092, 4.025955915251764,
    -1.3559004500919876, 0.00857144461188069, 0.08024510431243156, -0.02309271878723846, 0.00376473472435022,
    -0.0004307862719096118, 3.7567002913920876e-5, -2.612689052620271e-6, 1.4930237140485096e-7, -7.204342244273683e-9,
    2.945806160370688e-10,
  ],
  even: [
    1.0009070262780821, 0.0008988049416705195, -7.959694698478657e-6, 2.45367663311693e-7, -1.470851251614582e-8,
    1.360297066536911e-9, -1.713127898085761e-10, 2.7234187811287063e-11, -5.1871998149145174e-12,
    1.0958092927251801e-12, -2.668914316041983e-13, 1.0911783467601572e-13, -3.4273425511664546e-14,
  ],
  odd: [
    0.3742149922195918, -0.0007697167057643569, 1.456961480935691e-5, -6.633568564937367e-7, 5.1361067953963376e-8,
    -5.720887751116045e-9, 8.315594957016384e-10, -1.481767246888408e-10, 3.114226481045957e-11, -7.446940085047187e-12,
    1.798464167692092e-12, -5.061753256584603e-13, 2.8910711721761855e-13, -1.0308138671963011e-13,
  ],
};

/** Of sizes up to `besselNearLimit`. */
export function besselNear<V, B>(m: Arithmetic<V, B>, of: Order, x: V): V {
  const a = m.abs(x);
  const square = m.mul(x, x);
  const factors = of.zeros.flatMap(([high, low]) => [
    m.sub(m.sub(a, m.constant(high)), m.constant(low)),
    m.add(a, m.constant(high)),
  ]);
  const [first, ...others] = of.isOdd ? [x, ...factors] : factors;
  const zeros = others.reduce((all, f) => m.mul(all, f), first!);
  const beside = m.add(square, m.constant(of.beside));
  const by = m.mul(m.mul(beside, beside), beside);
  const t = m.sub(m.mul(square, m.constant(1 / 32)), m.constant(1));
  const middle = m.add(m.constant(1), m.mul(square, polynomial(m, square, of.middle)));
  const near = m.mul(zeros, m.div(polynomial(m, t, of.near), by));
  return m.select(m.less(a, m.constant(1.5)), of.isOdd ? m.mul(m.mul(x, m.constant(0.5)), middle) : middle, near);
}

/** Of sizes from `besselNearLimit` to `circleLimit`. */
export function besselFar<V, B>(m: Arithmetic<V, B>, of: Order, x: V): V {
  const a = m.abs(x);
  const inverse = m.div(m.constant(1), a);
  const t = m.sub(m.mul(m.constant(128), m.mul(inverse, inverse)), m.constant(1));
  const [s, c] = [sine(m, a), cosine(m, a)];
  const p = polynomial(m, t, of.even);
  const q = m.mul(polynomial(m, t, of.odd), inverse);
  const [sum, difference] = [m.add(s, c), m.sub(s, c)];
  const wave = of.isOdd ? m.add(m.mul(p, difference), m.mul(q, sum)) : m.sub(m.mul(p, sum), m.mul(q, difference));
  const value = m.div(wave, m.sqrt(m.mul(m.constant(Math.PI), a)));
  return of.isOdd ? m.select(m.less(x, m.constant(0)), m.neg(value), value) : value;
}
