/** The logarithm of the gamma function as steps of arithmetic, as lanes of kernels take it. Polynomials go through the values at Chebyshev nodes, computed with 60 digits. */
import { type Arithmetic, logarithm, polynomial } from '../../ir/math-double.ts';

/** log(gamma(1.75 + t))/((t + 0.75)*(t - 0.25)) by t, for sizes up to 0.75: 1.6e-17. */
const middleTerms = [
  0.4501393121092563, -0.11948158662524275, 0.04452044719850941, -0.019053957830247412, 0.008776370425277888,
  -0.004226194125928346, 0.0020955338792364464, -0.0010605660749412342, 0.0005448970025495887, -0.0002831906297104388,
  0.00014851664114522942, -7.846167352252309e-5, 4.170624738675929e-5, -2.228191217665965e-5, 1.194597872164936e-5,
  -6.434822788014993e-6, 3.516434844428187e-6, -1.9066804238023735e-6, 9.424957587698116e-7, -5.128211509102332e-7,
  4.346200532078776e-7, -2.386040832536453e-7, -3.336913537804954e-8, 1.8847734392676648e-8, 9.11277895517167e-8,
  -5.0333679908980265e-8,
];
/** x times what Stirling's formula lacks, by x**-2, for x from 8 on: 4.6e-18. */
const stirlingTerms = [
  0.08333333333333333, -0.002777777777773988, 0.0007936507897524059, -0.0005952365845057042, 0.0008414700852502405,
  -0.0018903829938839239, 0.005065905360081594,
];
/** From here on Stirling's formula holds. */
const far = 8;
/** Numbers below `far` are some steps away from the middle, which begins at 1. */
const top = 2.5;

/** Of positive numbers whose squares and inverses are in range. */
export function logarithmOfGamma<V, B>(m: Arithmetic<V, B>, x: V): V {
  const one = m.constant(1);
  const isFar = m.less(m.constant(far - 2 ** -50), x);
  // gamma(x) = steps * gamma(middle)
  let middle = x;
  let steps = one;
  for (let from = far; from > top; from--) {
    const isAbove = m.less(m.constant(top), middle);
    const less = m.sub(middle, one);
    steps = m.select(isAbove, m.mul(steps, less), steps);
    middle = m.select(isAbove, less, middle);
  }
  // gamma(x) = gamma(x + 1)/x; sums would lose the last bits of what is near 1.
  const isBelow = m.less(x, one);
  const ofSteps = logarithm(m, m.select(isFar, x, m.select(isBelow, x, steps)));
  const beyond = m.select(isBelow, x, m.sub(middle, one));
  const near = m.mul(m.mul(beyond, m.sub(beyond, one)), polynomial(m, m.sub(beyond, m.constant(0.75)), middleTerms));
  const sum = m.add(m.select(isBelow, m.neg(ofSteps), ofSteps), near);
  const inverse = m.div(one, m.select(isFar, x, one));
  const lacks = m.mul(inverse, polynomial(m, m.mul(inverse, inverse), stirlingTerms));
  const main = m.mul(m.sub(x, m.constant(0.5)), m.sub(ofSteps, one));
  const stirling = m.add(main, m.add(m.constant(0.5 * Math.log(2 * Math.PI) - 0.5), lacks));
  return m.select(isFar, stirling, sum);
}
