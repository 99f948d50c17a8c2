/**
 * Decimal digits of doubles and back by arithmetic with pairs of doubles (about 106 bits): exact but where the result lies too near to the middle of two
 * candidates to tell; the caller then takes the slow way. (T. J. Dekker, A floating-point technique for extending the available precision, 1971.)
 */

/** The digits found last: '0' to '9', the first not zero. */
export const digits = new Uint8Array(20);
/** Of the digits found last: the value is 0.d1d2d3… × 10^exponent. */
export let exponent = 0;

export const mostDigits = 17;

const splitter = 2 ** 27 + 1;
/** Powers of ten within which products and their errors are normal numbers. */
const mostPower = 280;
/** What a product of at most 10^17 may be wrong by is far less. */
const doubt = 2 ** -30;

const bits = new DataView(new ArrayBuffer(8));

/** high + low: the last product. */
let high = 0;
let low = 0;

const powerHigh = new Float64Array(2 * mostPower + 1);
const powerLow = new Float64Array(2 * mostPower + 1);

/** Fills the tables for 10^p. */
function makePower(p: number): void {
  const nearest = Number(`1e${p}`);
  powerHigh[p + mostPower] = nearest;
  powerLow[p + mostPower] = p >= 0 ? Number(10n ** BigInt(p) - BigInt(nearest)) : lowOfNegative(nearest, -p);
}

/** 10^-p - nearest, from integers scaled by a power of two that makes `nearest` whole. */
function lowOfNegative(nearest: number, p: number): number {
  const shift = 60 - Math.floor(Math.log2(nearest));
  const [first, second] = [Math.floor(shift / 2), Math.ceil(shift / 2)];
  const extra = 64;
  const whole = BigInt(nearest * 2 ** first * 2 ** second);
  const exact = ((1n << BigInt(shift + extra)) + 10n ** BigInt(p) / 2n) / 10n ** BigInt(p);
  return Number(exact - (whole << BigInt(extra))) * 2 ** -extra * 2 ** -first * 2 ** -second;
}

/** high + low = (a + b) × 10^p, |p| <= mostPower. */
function multiply(a: number, b: number, p: number): void {
  const place = p + mostPower;
  if (powerHigh[place] === 0) makePower(p);
  const c = powerHigh[place]!;
  const product = a * c;
  const aSplit = splitter * a;
  const aTop = aSplit - (aSplit - a);
  const aRest = a - aTop;
  const cSplit = splitter * c;
  const cTop = cSplit - (cSplit - c);
  const cRest = c - cTop;
  const error = aTop * cTop - product + aTop * cRest + aRest * cTop + aRest * cRest;
  const rest = error + (a * powerLow[place]! + b * c);
  high = product + rest;
  low = rest - (high - product);
}

/** Rounds a positive value to `places` decimals (negative ones too): the number of digits, 0 where that can't be told (halves are such), is none or more than 17. */
export function fixedDigits(value: number, places: number): number {
  if (!isMiddling(value)) return 0;
  return digitsAt(value, places, exponentOf(value) + places);
}

/** The same for `count` significant digits, 1 to 17; the number of digits, 0 where it can't be told. */
export function significantDigits(value: number, count: number): number {
  if (!isMiddling(value) || count > mostDigits) return 0;
  const guess = exponentOf(value);
  const found = digitsAt(value, count - guess, count);
  if (found === count) return count;
  if (found === 0) return 0;
  // The guess was one too small, or rounding gave one more digit, which is a zero.
  return digitsAt(value, count - guess - 1, count) === count ? count : 0;
}

function isMiddling(value: number): boolean {
  return value > 1e-250 && value < 1e250;
}

/** The exponent of a normal number, or one less: from its own exponent and the line below log2(1 + x). */
export function exponentOf(value: number): number {
  bits.setFloat64(0, value);
  const upper = bits.getUint32(0);
  const log2 = (upper >>> 20) - 1023 + (upper & 0xfffff) / 0x100000;
  return Math.floor(log2 * 0.301029995 - 1e-6) + 1;
}

/** The whole number nearest to value × 10^places as digits; how many, 0 where that is unknown. */
function digitsAt(value: number, places: number, expected: number): number {
  if (expected < 0 || expected > mostDigits || places > mostPower || places < -mostPower) return 0;
  multiply(value, 0, places);
  const floor = Math.floor(high);
  const rest = high - floor + low;
  const below = Math.floor(rest);
  const fraction = rest - below;
  if (Math.abs(fraction - 0.5) < doubt) return 0;
  const count = spell(floor, fraction > 0.5 ? below + 1 : below);
  exponent = count - places;
  return count > mostDigits ? 0 : count;
}

/** The digits of a + b, whole numbers with a sum below 10^18. */
function spell(a: number, b: number): number {
  let upper = Math.floor(a / 1e8);
  let lower = a - upper * 1e8 + b;
  if (lower < 0) {
    upper -= 1;
    lower += 1e8;
  } else if (lower >= 1e8) {
    upper += 1;
    lower -= 1e8;
  }
  if (upper === 0) return spellUpper(lower, 0);
  const top = Math.floor(upper / 1e8);
  const middle = upper - top * 1e8;
  let count = top > 0 ? spellUpper(top, 0) : 0;
  if (count > 0) {
    spellEight(middle, count);
    count += 8;
  } else count = spellUpper(middle, 0);
  spellEight(lower, count);
  return count + 8;
}

/** Without leading zeros; of 0 nothing. */
function spellUpper(x: number, from: number): number {
  let count = 0;
  for (let rest = x | 0; rest > 0; rest = (rest / 10) | 0) count += 1;
  let rest = x | 0;
  for (let i = from + count - 1; i >= from; i -= 1) {
    const next = (rest / 10) | 0;
    digits[i] = 48 + rest - 10 * next;
    rest = next;
  }
  return from + count;
}

function spellEight(x: number, from: number): void {
  let rest = x | 0;
  for (let i = from + 7; i >= from; i -= 1) {
    const next = (rest / 10) | 0;
    digits[i] = 48 + rest - 10 * next;
    rest = next;
  }
}

/** The double nearest to (a × 10^more + b) × 10^power, for whole a below 10^15 and b below 10^more, more <= 7; undefined where that can't be told. */
export function doubleOf(a: number, b: number, more: number, power: number): number | undefined {
  if (power < -mostPower || power > mostPower) return undefined;
  multiply(a, 0, more);
  const sum = low + b;
  const first = high + sum;
  multiply(first, sum - (first - high), power);
  if (!(high > 1e-280 && high < 1e290)) return undefined;
  // Rounding is sure where what was left out is not near to half of the last place.
  const half = halfOfLastPlace(high);
  return half - Math.abs(low) > half * doubt && !isPowerOfTwo(high) ? high : undefined;
}

function halfOfLastPlace(x: number): number {
  bits.setFloat64(0, x);
  const field = (bits.getUint16(0) >>> 4) & 0x7ff;
  bits.setUint32(0, (field - 53) << 20);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}

function isPowerOfTwo(x: number): boolean {
  bits.setFloat64(0, x);
  return (bits.getUint32(0) & 0xfffff) === 0 && bits.getUint32(4) === 0;
}
