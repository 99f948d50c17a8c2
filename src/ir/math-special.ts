/**
 * Functions that JavaScript's Math lacks, in double precision: erf, erfc, gamma, lgamma and the Bessel functions of orders 0 and 1.
 * Each is a Chebyshev series or a polynomial on a bounded interval (coefficients computed with 50 digits) or an asymptotic form outside; what counts has two parts. Errors in units of the last place,
 * of thousands of values against 60 digits: erf 0.8, erfc 1.4, gamma 1.3 (below -12 1.9), lgamma 1.5 but near its zeros below 0; Bessel functions 1.5 below 8 (y0 and y1 7 below 0.5), beyond 4 but near
 * their zeros.
 */

import { type BesselPiece, besselEdges, j0Pieces, j1Pieces, y0Pieces, y1Pieces } from './bessel-pieces.ts';
import { logarithmPair } from './math-double.ts';

/** The sum of a Chebyshev series at t in -1..1, by Clenshaw's recurrence. */
function series(coefficients: readonly number[], t: number): number {
  let b1 = 0;
  let b2 = 0;
  for (let i = coefficients.length - 1; i > 0; i--) {
    const b = 2 * t * b1 - b2 + coefficients[i]!;
    b2 = b1;
    b1 = b;
  }
  return t * b1 - b2 + coefficients[0]!;
}

export function erf(x: number): number {
  if (x === 0) return x;
  if (Math.abs(x) <= 1) {
    const [high, low] = parted(erfMiddle, series(erfOverX, 2 * x * x - 1));
    const [whole, rest] = product(x, high);
    return whole + (rest + x * low);
  }
  if (Number.isNaN(x)) return x;
  return x > 0 ? 1 - scaledTail(x) : scaledTail(-x) - 1;
}

export function erfc(x: number): number {
  if (x < 0.5) return x < -1 ? 2 - scaledTail(-x) : 1 - erf(x);
  return scaledTail(x);
}

/** erfc for x >= 0.5. The square in the exponent is split, so that its rounding does not count. */
function scaledTail(x: number): number {
  if (x >= 27.5) return 0;
  const high = Math.fround(x);
  const low = (x - high) * (x + high);
  const [scaled, rest] = erfcTimesExponential(x);
  const more = rest + scaled * Math.expm1(-low);
  // The exponential of the whole square would be too small to be exact.
  if (x > 26) return (scaled + more) * Math.exp((-high * high) / 2) * Math.exp((-high * high) / 2);
  const tail = Math.exp(-high * high);
  const [whole, lacks] = product(scaled, tail);
  return whole + (lacks + more * tail);
}

/** The first coefficient has a second part: what it lacks. */
function erfcTimesExponential(x: number): Pair {
  let i = 0;
  while (x >= erfcPieces[i + 1]!) i++;
  const row = erfcScaled[i]!;
  const t = x - row[0]!;
  let sum = 0;
  for (let k = row.length - 1; k > 2; k--) sum = (sum + row[k]!) * t;
  return parted(row[1]!, row[2]! + sum);
}

export function gamma(x: number): number {
  if (Number.isInteger(x)) {
    if (x <= 0) return x === 0 ? 1 / x : Number.NaN;
    return x <= 171 ? factorial(x - 1) : Number.POSITIVE_INFINITY;
  }
  if (x > 171.7) return Number.POSITIVE_INFINITY;
  if (x < -184) return 0;
  if (x >= 12) return stirling(x);
  if (x < -12) return reflected(x);
  return x > 2 ? gammaAbove(x) : gammaBelow(x);
}

/** Two parts of a number, the second much smaller. */
type Pair = readonly [high: number, low: number];

/** The product and what it lacks (Dekker), for numbers below 1e300. */
function product(a: number, b: number): Pair {
  const whole = a * b;
  const [p, q] = [upper(a), upper(b)];
  return [whole, (a - p) * (b - q) - (whole - p * q - (a - p) * q - p * (b - q))];
}

/** The upper 26 bits. */
function upper(a: number): number {
  const c = 134217729 * a;
  return c - (c - a);
}

/** The sum, where the first number is the greater one. */
function parted(a: number, b: number): Pair {
  const sum = a + b;
  return [sum, a - sum + b];
}

function times([a, low]: Pair, [b, lower]: Pair): Pair {
  const [whole, rest] = product(a, b);
  return [whole, rest + (a * lower + low * b)];
}

/** (a + low)/(b + lower), rounded about once. */
function quotient([a, low]: Pair, [b, lower]: Pair): number {
  const q = a / b;
  if (!Number.isFinite(q) || q === 0) return q;
  const [whole, rest] = product(q, b);
  return q + (a - whole - rest + (low - q * lower)) / b;
}

/** For 2 < x < 12: (x - 1)(x - 2)… times the value in 1 to 2. What is taken off is taken off exactly. */
function gammaAbove(x: number): number {
  let shifted = x - 1;
  let [high, low] = [shifted, 0];
  while (shifted > 2) {
    shifted--;
    const whole = high * shifted;
    const [p, q] = [upper(high), upper(shifted)];
    const [r, t] = [high - p, shifted - q];
    low = r * t - (whole - p * q - r * q - p * t) + low * shifted;
    high = whole;
  }
  const [value, rest] = times([high, low], gammaNear(2 * shifted - 3));
  return value + rest;
}

/** For -12 <= x <= 2: the value in 1 to 2 by x(x + 1)…; sums with whole numbers have two parts. */
function gammaBelow(x: number): number {
  if (x >= 1) {
    const [high, low] = gammaNear(2 * x - 3);
    return high + low;
  }
  if (x > 0) return quotient(gammaNear(2 * x - 1), [x, 0]);
  let divisor: Pair = [1, 0];
  let steps = 0;
  for (; x + steps < 1; steps++) {
    const sum = x + steps;
    const of = sum - x;
    divisor = times(divisor, [sum, x - (sum - of) + (steps - of)]);
  }
  return quotient(gammaNear(2 * x + (2 * steps - 3)), divisor);
}

/** At (t + 3)/2. */
function gammaNear(t: number): Pair {
  return parted(gammaMiddle, series(gammaOneTwo, t));
}

/** For x < -12. */
function reflected(x: number): number {
  const rest = x - 2 * Math.floor(x / 2);
  const value = gamma(-x);
  if (x < -150) return -Math.PI / (sinPi(rest) * x * value);
  return -quotient(pi, times(times(sinPiPair(rest), [x, 0]), [value, 0]));
}

const factorials: number[] = [];

/** n!, rounded once. */
function factorial(n: number): number {
  if (factorials.length === 0) {
    let exact = 1n;
    for (let i = 0n; i <= 170n; i++) {
      if (i > 1n) exact *= i;
      factorials.push(Number(exact));
    }
  }
  return factorials[n]!;
}

/** For x >= 12, as a power of x/e, whose lower part and the rest of the series are added at the end. The power is scaled, for the product with two parts. */
function stirling(x: number): number {
  const [base, rest] = product(x, inverseOfE[0]);
  const exponent = x - 0.5;
  const power = base ** exponent * 2 ** -100;
  const [high, low] = product(power, stirlingFactor[0]);
  const more = Math.expm1(stirlingRest(x) + (exponent * (rest + x * inverseOfE[1])) / base);
  return (high + (low + power * stirlingFactor[1] + high * more)) * 2 ** 100;
}

const pi = [Math.PI, 1.2246467991473532e-16] as const;
const inverseOfE = [0.36787944117144233, -1.2428753672788363e-17] as const;
/** The root of 2 pi/e. */
const stirlingFactor = [1.520346901066281, -9.239528122039697e-17] as const;

function stirlingRest(x: number): number {
  const y = 1 / (x * x);
  const last = 1 / 1188 - y * (691 / 360360 - y / 156);
  return (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y * last)))) / x;
}

/** sin(pi x), exact at whole numbers. */
function sinPi(x: number): number {
  const [high, low] = sinPiPair(x - 2 * Math.floor(x / 2));
  return high + low;
}

/** For 0 <= x <= 2: of the nearest multiple of a half the sine or the cosine of what is left; the lower part is that of its product with pi. */
function sinPiPair(x: number): Pair {
  const nearest = Math.round(2 * x) / 2;
  const [turn, low] = times(pi, [x - nearest, 0]);
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  switch (nearest) {
    case 0.5:
      return [cosine, -low * sine];
    case 1:
      return [-sine, -low * cosine];
    case 1.5:
      return [-cosine, low * sine];
    default:
      return [sine, low * cosine];
  }
}

/** The logarithm of the absolute value of gamma. */
export function lgamma(x: number): number {
  if (!Number.isFinite(x)) return x * x;
  if (x <= 0 && Number.isInteger(x)) return Number.POSITIVE_INFINITY;
  if (x < -12) return Math.log(Math.PI / Math.abs(x * sinPi(x))) - lgamma(-x);
  if (x >= 12) return lgammaFar(x);
  if (x > 0) return lgammaShifted(x);
  let shifted = x;
  let divisor = 1;
  for (; shifted < 0.5; shifted++) divisor *= shifted;
  const [high, low] = lgammaNear(shifted);
  return Math.log(Math.abs(1 / divisor)) + (high + low);
}

/** For x >= 12. */
function lgammaFar(x: number): number {
  const tail = 0.5 * Math.log(2 * Math.PI) - 0.5 + stirlingRest(x);
  if (x > 1e290) return (x - 0.5) * (Math.log(x) - 1) + tail;
  const [log, lacks] = logarithmPair(x);
  const [high, low] = times([x - 0.5, 0], parted(log, -1));
  return high + (low + (x - 0.5) * lacks + tail);
}

/** For 0 < x < 12: steps to the middle, whose product is the other summand. */
function lgammaShifted(x: number): number {
  let shifted = x;
  let steps: Pair = [1, 0];
  for (; shifted > 3; steps = times(steps, [shifted, 0])) shifted--;
  const near = lgammaNear(x < 0.5 ? x + 1 : shifted);
  const [log, lacks] = logarithmPair(x < 0.5 ? x : steps[0]);
  if (x < 0.5) return sumOf(near, [-log, -lacks], 0);
  return x > 3 ? sumOf(near, [log, lacks], steps[1] / steps[0]) : near[0] + near[1];
}

function sumOf([a, low]: Pair, [b, lower]: Pair, more: number): number {
  const sum = a + b;
  const other = sum - a;
  return sum + (a - (sum - other) + (b - other) + (low + lower + more));
}

/** For 0.5 <= x <= 3. */
function lgammaNear(x: number): Pair {
  return times(product(x - 1, x - 2), parted(logGammaMiddle, series(logGamma, (x - 1.75) / 1.25)));
}

export function j0(x: number): number {
  const size = Math.abs(x);
  return size < 8 ? near(j0Pieces, size, 0) : wave(size, 0, p0, q0, 'j');
}

export function j1(x: number): number {
  const size = Math.abs(x);
  const value = size < 8 ? near(j1Pieces, size, 0) : wave(size, 1, p1, q1, 'j');
  return x < 0 ? -value : value;
}

export function y0(x: number): number {
  if (x <= 0) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (!(x < 8)) return wave(x, 0, p0, q0, 'y');
  if (x >= besselEdges[1]!) return near(y0Pieces, x, 1);
  return series(y0Low, place(x)) + (2 / Math.PI) * Math.log(x / 2) * series(j0Low, place(x));
}

export function y1(x: number): number {
  if (x <= 0) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (!(x < 8)) return wave(x, 1, p1, q1, 'y');
  if (x >= besselEdges[1]!) return near(y1Pieces, x, 1);
  return series(y1Low, place(x)) / x + (2 / Math.PI) * Math.log(x / 2) * x * series(j1Low, place(x));
}

/** For 0 <= x < 8; `first`: the number of the edge where the pieces begin. */
function near(pieces: readonly BesselPiece[], x: number, first: number): number {
  let i = besselEdges.length - 1;
  while (x < besselEdges[i]!) i--;
  const { middle, zero, value, rest } = pieces[i - first]!;
  const t = x - middle;
  let sum = 0;
  for (let k = rest.length - 1; k >= 0; k--) sum = (sum + rest[k]!) * t;
  const found = value[0] + (value[1] + sum);
  return zero ? (x - zero[0] - zero[1]) * found : found;
}

/** Greater orders, and what is no whole number, give NaN: a step is made for each order. */
const greatestOrder = 1e6;

function isOrder(n: number): boolean {
  return Number.isInteger(n) && n <= greatestOrder;
}

export function jn(n: number, x: number): number {
  const order = Math.abs(n);
  if (!isOrder(order)) return Number.NaN;
  const value = jnPositive(order, Math.abs(x));
  return order % 2 === 1 && n < 0 !== x < 0 ? -value : value;
}

/** Upwards where that is stable; else downwards from far above, scaled by J0 + 2 J2 + 2 J4 + … = 1. */
function jnPositive(n: number, x: number): number {
  if (n === 0) return j0(x);
  if (n === 1) return j1(x);
  if (x === 0) return 0;
  if (!Number.isFinite(x)) return Number.isNaN(x) ? x : 0;
  if (x > n) return upwards(n, x, j0(x), j1(x));
  let [before, now, found, total] = [0, 1e-300, 0, 0];
  for (let k = 2 * Math.floor((n + Math.sqrt(60 * n) + 8) / 2); k > 0; k--) {
    [before, now] = [now, ((2 * k) / x) * now - before];
    if (k - 1 === n) found = now;
    if (Math.abs(now) > 1e250)
      [before, now, found, total] = [before * 1e-250, now * 1e-250, found * 1e-250, total * 1e-250];
    if (k % 2 === 1) total += 2 * now;
  }
  return found / (total - now);
}

export function yn(n: number, x: number): number {
  const order = Math.abs(n);
  if (!isOrder(order)) return Number.NaN;
  if (!(x > 0) || order === 0) return y0(x);
  const value = upwards(order, x, y0(x), y1(x));
  return order % 2 === 1 && n < 0 ? -value : value;
}

function upwards(n: number, x: number, zero: number, one: number): number {
  let [before, now] = [zero, one];
  for (let k = 1; k < n && now !== Number.NEGATIVE_INFINITY; k++) [before, now] = [now, ((2 * k) / x) * now - before];
  return now;
}

function place(x: number): number {
  return (x * x) / 32 - 1;
}

/** Hankel's form for x > 8: amplitude and phase. */
function wave(x: number, order: 0 | 1, p: readonly number[], q: readonly number[], which: 'j' | 'y'): number {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? x : 0;
  const t = 128 / (x * x) - 1;
  const even = series(p, t);
  const odd = series(q, t) / x;
  const [cosine, sine] = turned(x, order);
  const sum = which === 'j' ? even * cosine - odd * sine : even * sine + odd * cosine;
  // Where pi*x is infinite, the root is not.
  return sum / (x > 1e300 ? Math.sqrt(Math.PI) * Math.sqrt(x) : Math.sqrt(Math.PI * x));
}

/** Cosine and sine of x - pi/4 (order 0) or x - 3*pi/4, times the root of 2. Their product is -cos(2x)/2 or its negative: the one that cancels comes from the other. */
function turned(x: number, order: 0 | 1): readonly [number, number] {
  const [s, c] = [Math.sin(x), Math.cos(x)];
  const [sum, difference] = [s + c, s - c];
  // There 2x may be infinite.
  if (x > 1e300) return order === 0 ? [sum, difference] : [difference, -sum];
  const twice = Math.cos(2 * x);
  const [plus, minus] = s * c < 0 ? [-twice / difference, difference] : [sum, -twice / sum];
  return order === 0 ? [plus, minus] : [minus, -plus];
}

/** The first coefficient of the next series, which has the rest of it. */
const erfMiddle = 0.9754769393826541;
const erfOverX = [
  -2.1969292870428044e-17, -0.14226120510371365, 0.010035582187599796, -0.0005768764699767485, 2.741993125219606e-5,
  -1.1043175507344507e-6, 3.8488755420345036e-8, -1.1808582533875466e-9, 3.2334215826050907e-11, -7.991015947004549e-13,
  1.7990725113961456e-14, -3.718635487818693e-16, 7.103599003714253e-18,
];
/** Where the pieces of the next table begin. */
const erfcPieces = [0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24];
/** erfc(x) exp(x^2): the middle of the piece, two parts of the value there, coefficients of the powers of the distance from it. */
const erfcScaled: readonly (readonly number[])[] = [
  [
    0.625, 0.5568138808733625, 2.8215901983848375e-17, -0.43236181600380946, 0.2865877458709816, -0.1688296498896327,
    0.09053460734498271, -0.044898208118544544, 0.02082440908950908, -0.00910941521541751, 0.003782756285086347,
    -0.0014989067934075115, 0.0005691750658790023, -0.0002091235412327081, 7.366450192177769e-5,
  ],
  [
    0.875, 0.464311583202669, -1.851956636545537e-17, -0.3158338964908418, 0.1879569237731824, -0.10091439212620548,
    0.04982841533137706, -0.022925811484156712, 0.009922776760638194, -0.004069537737840146, 0.0015904828584838188,
    -0.0005950731221534069, 0.000213954365533368, -7.456867297923574e-5, 2.498426591359884e-5,
  ],
  [
    1.25, 0.3678229164523611, 1.3846140518436162e-19, -0.20882187596460985, 0.1067955714965988, -0.050218274395907286,
    0.022011364250856973, -0.00908162763298373, 0.0035531099032542215, -0.0013257829259325996, 0.00047397030874083123,
    -0.00016296015589613153, 5.4054112241720964e-5, -1.734101396013808e-5, 5.394669053199937e-6, -1.6632691254968455e-6,
    4.893365658571783e-7,
  ],
  [
    1.75, 0.2849722347374364, 8.568097686318156e-18, -0.1309763455144852, 0.05576363008708723, -0.022259995241388296,
    0.008404319207340192, -0.0030209746514308867, 0.001039204521356475, -0.000343533353032647, 0.00010950533818194012,
    -3.3755372362019234e-5, 1.0085518487522945e-5, -2.927580321350337e-6, 8.406459880390259e-7, -2.3156698952044831e-7,
  ],
  [
    2.5, 0.2108063640611436, -5.6274228931732614e-18, -0.07434734678979467, 0.024937997086656904, -0.008001569382101644,
    0.002467036815701464, -0.0007335909371371892, 0.00021101982428362335, -5.8868964744190276e-5, 1.5961853155172064e-5,
    -4.214295294939395e-6, 1.0852224409660246e-6, -2.729576755463753e-7, 6.714156177062691e-8, -1.6147848603606042e-8,
    3.811198616729137e-9, -9.328748374288213e-10, 2.1234152240358426e-10,
  ],
  [
    3.5, 0.1552936556088943, -1.3587181480050313e-18, -0.041323577833252495, 0.010661133192510577,
    -0.0026730744396436536, 0.0006526863268787719, -0.0001554689182269573, 3.618170436540136e-5, -8.23798656181264e-6,
    1.837187787978825e-6, -4.017397800146769e-7, 8.622023929324486e-8, -1.817663712725196e-8, 3.7645050519637544e-9,
    -7.674618732607365e-10, 1.60204727440566e-10, -3.1709511657015035e-11,
  ],
  [
    5.0, 0.11070463773306863, -1.8324342340746365e-18, -0.02133278976482631, 0.0040406889089370755,
    -0.0007528968134272875, 0.00013810242090031514, -2.4953883570306838e-5, 4.4443343496390355e-6,
    -7.806319489971822e-7, 1.352936508872672e-7, -2.3147488452109158e-8, 3.911242695045745e-9, -6.529571165431289e-10,
    1.077407678478703e-10, -1.7580465326302123e-11, 2.836847389319532e-12, -4.500471822411902e-13,
    7.107018532923276e-14, -1.2534851220754978e-14, 1.948441976662291e-15,
  ],
  [
    7.0, 0.07980005432915294, -2.7933212375286615e-18, -0.011178406487371504, 0.0015512089175523983,
    -0.00021329604300314602, 2.9068308265192015e-5, -3.9271540587066545e-6, 5.260766180440089e-7, -6.989078077445327e-8,
    9.210288335429364e-9, -1.2041691298604328e-9, 1.5622040198746903e-10, -2.0114441332783058e-11,
    2.5706533621291053e-12, -3.2552265839914254e-13, 4.099881213016079e-14, -5.4873255781529926e-15,
    6.837414815706391e-16,
  ],
  [
    10.0, 0.05614099274382259, -1.672533816213634e-18, -0.0055593122190608565, 0.0005478705532140184,
    -5.373779128044777e-5, 5.2463202047665e-6, -5.098356931158313e-7, 4.9321091214101065e-8, -4.749937415840881e-9,
    4.5542924678554354e-10, -4.347666119124599e-11, 4.132541895922834e-12, -3.9113103337562366e-13,
    3.686397773483745e-14, -3.461715674821137e-15, 3.236070987525317e-16, -2.9734861027683e-17, 2.7533714268934072e-18,
    -3.031887297416019e-19, 2.809210847592111e-20,
  ],
  [
    14.0, 0.04019722865021846, 2.326110984476899e-18, -0.0028567648893957132, 0.00020252019867847274,
    -1.4321405264730207e-5, 1.0102624861263078e-6, -7.109218358420315e-8, 4.990638645904303e-9, -3.494978699040172e-10,
    2.4417120652457536e-11, -1.7018171929647834e-12, 1.1833342339404368e-13, -8.209319741099528e-15,
    5.681715596785334e-16, -3.911940091568138e-17, 2.69403667109667e-18, -2.0130234847098157e-19,
    1.3865249091660148e-20,
  ],
  [
    20.0, 0.02817434874105132, -4.881800373139601e-20, -0.0014052174534598012, 6.999967185529632e-5,
    -3.482677569249904e-6, 1.7306023514911535e-7, -8.589146506929557e-9, 4.257683368455076e-10, -2.1079934353726205e-11,
    1.042412440866863e-12, -5.148565498943388e-14, 2.5398686970383557e-15, -1.2514578678977802e-16,
    6.15875320354806e-18, -3.0273344482087156e-19, 1.4876070114537454e-20, -7.296248746804475e-22,
    3.5061825656972163e-23, -1.7118131736836997e-24, 1.0354398810698252e-25, -5.100568201693492e-27,
  ],
  [
    26.0, 0.021683584850562907, -4.868854182211543e-19, -0.0008327548662414298, 3.195832828573037e-5,
    -1.2255538749599483e-6, 4.6963768385901926e-8, -1.7983587712457655e-9, 6.881344443026986e-11,
    -2.6312038950800082e-12, 1.0053584358257983e-13, -3.838599137981774e-15, 1.4643297615662088e-16,
    -5.582798714703121e-18, 2.1710725995193384e-19, -8.277364682687371e-21,
  ],
];
/** The first coefficient of the next series, which has the rest of it. */
const gammaMiddle = 0.9417855977954946;
const gammaOneTwo = [
  2.1231285369347784e-17, 0.004415381324841007, 0.05685043681599363, -0.00421983539641856, 0.0013268081812124603,
  -0.00018930245297988805, 3.606925327441245e-5, -6.056761904460864e-6, 1.0558295463022833e-6, -1.811967365542384e-7,
  3.117724964715322e-8, -5.354219639019687e-9, 9.193275519859589e-10, -1.5779412802883398e-10, 2.7079806229349544e-11,
  -4.64681865382573e-12, 7.97335019200742e-13, -1.368078209830916e-13, 2.3473194865638007e-14, -4.027432614949067e-15,
  6.910051747372101e-16, -1.185584500221993e-16, 2.034148542496374e-17, -3.490054341717406e-18,
];
const logGammaMiddle = 0.4969196496241282;
const logGamma = [
  2.3588284837738022e-17, -0.18983770295364127, 0.051642363278249136, -0.01620888582719529, 0.005480868756901195,
  -0.0019373470781938534, 0.0007048910082035581, -0.00026169697337740814, 9.861130565519249e-5, -3.7584856908988406e-5,
  1.4455839828556131e-5, -5.6014342781194404e-6, 2.1839963102639326e-6, -8.560510993494189e-7, 3.3707703487176757e-7,
  -1.3325698991082197e-7, 5.286623421759879e-8, -2.1039026610571943e-8, 8.396346115994458e-9, -3.3593279703588836e-9,
  1.347128417758247e-9, -5.413413585081661e-10, 2.179523895564128e-10, -8.790476934031152e-11, 3.551107466208523e-11,
  -1.4366889879916915e-11, 5.820523962016641e-12, -2.361128116146316e-12, 9.589528652171644e-13,
  -3.8990699504056754e-13, 1.5870109734168948e-13, -6.465854220933822e-14, 2.6367771020705008e-14,
  -1.0762152407586304e-14, 4.396243296659399e-15, -1.797221357503132e-15, 7.352595459272878e-16, -3.010110271283285e-16,
  1.2331372609685956e-16, -5.054910883766592e-17, 2.073363598084663e-17, -8.509128175401906e-18, 3.494064241874015e-18,
  -1.4354970125753624e-18,
];
const j0Low = [
  0.15772797147489012, -0.008723442352852221, 0.2651786132033368, -0.37009499387264977, 0.15806710233209725,
  -0.034893769411408884, 0.004819180069467605, -0.00046062616620627504, 3.246032882100508e-5, -1.7619469077621507e-6,
  7.608163592418782e-8, -2.679253530557673e-9, 7.848696314479465e-11, -1.9438346867370164e-12, 4.125320595634374e-14,
  -7.588508125447546e-16, 1.2218515873961411e-17,
];
const j1Low = [
  0.08104484632565812, -0.1489751450676521, 0.1609992623572097, -0.08268049176681791, 0.022213639654966037,
  -0.003646940600769276, 0.0004050337728354822, -3.255554866857259e-5, 1.9858774049915165e-6, -9.521984756750436e-8,
  3.687133759097148e-9, -1.178026622695885e-10, 3.160154580348003e-12, -7.221755239651773e-14, 1.4232144003513942e-15,
  -2.4441972916190464e-17, 3.6912682997929334e-19,
];
const y0Low = [
  0.03645469809116044, -0.2783237094075825, 0.2960499990207148, 0.09825508408187864, -0.10755155280627783,
  0.031799074084414514, -0.005161397105810715, 0.0005498525320039012, -4.1996983149420134e-5, 2.4290361107923793e-6,
  -1.1049969793472957e-7, 4.06651736597911e-9, -1.2374148898289854e-10, 3.1685725528945945e-12, -6.926956032431002e-14,
  1.3086308625876684e-15, -2.1586201986914482e-17,
];
const y1Low = [
  -0.7202049631272727, -1.790678338592086, -1.3374972255835853, 0.8406610141183927, 0.2335406627003912,
  -0.1860383126604854, 0.04473361405537034, -0.0061439867224039844, 0.0005680883830381138, -3.8354119973997e-5,
  1.98841074848453e-6, -8.19790886423726e-8, 2.758865548228539e-9, -7.734346477891332e-11, 1.8361277048893645e-12,
  -3.741535229678218e-14, 6.619371369290612e-16, -1.0266875576949033e-17,
];
const p0 = [
  0.9994603493475187, -0.0005365220468132117, 3.0751847875194745e-6, -5.1705945376060975e-8, 1.6306464635151382e-9,
  -7.86409137723707e-11, 5.168262387349193e-12, -4.3045788699253914e-13, 4.3265957431549404e-14, -5.069034095935236e-15,
  6.748072215733873e-16, -1.0011513723467786e-16, 1.6305919233744186e-17, -2.880866169482871e-18,
];
const q0 = [
  -0.12444683684269607, 0.0005470815954089319, -5.9315987288485175e-6, 1.4377965798375193e-7, -5.817532749493056e-9,
  3.376097523734991e-10, -2.565397936797308e-11, 2.404916100281365e-12, -2.6690625482579414e-13, 3.4041800321963686e-14,
  -4.87994410531204e-15, 7.729703176242605e-16, -1.3348852171502517e-16, 2.4865952389390515e-17, -4.952892629886516e-18,
  1.0473158973776097e-18,
];
const p1 = [
  1.0009030408600137, 0.0008989898330859408, -3.987284300488908e-6, 6.177633960644299e-8, -1.8718907491063067e-9,
  8.816898659582339e-11, -5.704863640395645e-12, 4.699195515230542e-13, -4.6842237839904895e-14, 5.452674896044717e-15,
  -7.221180842274018e-16, 1.0667689114335412e-16, -1.7312313216116335e-17, 3.0492991197665872e-18,
];
const q1 = [
  0.3742222965562826, -0.0007702178839325664, 7.3108922063643636e-6, -1.676782510726674e-7, 6.583354662120443e-9,
  -3.749090950541556e-10, 2.8121750359748866e-11, -2.61145253946232e-12, 2.8774212663332235e-13, -3.649001916061838e-14,
  5.206626366226707e-15, -8.215318025458595e-16, 1.4141084390211833e-16, -2.626761589838529e-17, 5.2192649196714085e-18,
  -1.101261718787959e-18,
];

/** Squares of numbers between them are neither too large nor too small. */
export const hypotLimits = [1e-150, 1e150] as const;

/** Length of the vector, within 1 unit in the last place; infinite where one of them is, whatever the other. */
export function hypot(x: number, y: number): number {
  const [a, b] = [Math.max(Math.abs(x), Math.abs(y)), Math.min(Math.abs(x), Math.abs(y))];
  if (Number.isNaN(a)) return Math.abs(x) === Infinity || Math.abs(y) === Infinity ? Infinity : a;
  if (b === 0 || a === Infinity) return a;
  if (a >= hypotLimits[0] && b < a * 2 ** -60) return a;
  if (b < hypotLimits[0]) return usualHypot(a * 2 ** 600, b * 2 ** 600) * 2 ** -600;
  return a > hypotLimits[1] ? usualHypot(a * 2 ** -600, b * 2 ** -600) * 2 ** 600 : usualHypot(a, b);
}

/**
 * Of a >= b within the limits. The root h of the rounded sum of squares is mended by (h*h - a*a - b*b) / 2h; in that difference, with h = b + d or h = a + d, where d is exact,
 * the large terms cancel by hand (Borges, "An improved algorithm for hypot(a, b)", 2019). The back end for WebAssembly has the same steps.
 */
function usualHypot(a: number, b: number): number {
  const h = Math.sqrt(a * a + b * b);
  if (h <= 2 * b) {
    const d = h - b;
    return h - (a * (2 * d - a) + (d - 2 * (a - b)) * d) / (2 * h);
  }
  const d = h - a;
  return h - (2 * d * (a - 2 * b) + ((4 * d - b) * b + d * d)) / (2 * h);
}
