/** Numbers from characters: correctly rounded reals of every kind, integers, and digits of bits. */
import { exactDecimal } from './decimal.ts';
import { doubleOf } from './decimal-fast.ts';

export type RealInput = {
  /** Digits behind the point if there is none: d of Fw.d. */
  readonly decimals: number;
  /** kP: the value is divided by 10^k unless it has an exponent. */
  readonly scale: number;
  readonly comma: boolean;
  readonly blankZero: boolean;
  /** Of a field: a sign, a point or an exponent without digits before it is zero. */
  readonly bare: boolean;
};

export const plainReal: RealInput = { decimals: 0, scale: 0, comma: false, blankZero: false, bare: false };

const zero = 48;
const exactPowers = Array.from({ length: 23 }, (_, i) => 10 ** i);
const safeDigits = 15;
/** As many as doubleOf takes. */
const moreDigits = 7;

/** The scanner's result: one object, reused, for speed. `mantissa` holds the first digits, `rest` those that follow, as far as they are few. */
const scanned = { negative: false, mantissa: 0, rest: 0, digits: 0, power: 0 };

/** The real in bytes[from, to), 0 if all are blank; undefined if it is no number. Blanks inside do not count, or are zeros. */
export function parseReal(
  bytes: Uint8Array,
  from: number,
  to: number,
  kind: number,
  input: RealInput,
): number | undefined {
  if (!scan(bytes, from, to, input)) return parseSpecial(bytes, from, to);
  const { negative, mantissa, digits, power } = scanned;
  let value: number;
  if (digits <= safeDigits && power >= -22 && power <= 22) {
    value = power < 0 ? mantissa / exactPowers[-power]! : mantissa * exactPowers[power]!;
  } else {
    value = quickly() ?? Number(`${significantText(bytes, from, to, input)}e${power}`);
  }
  if (kind === 4) value = roundToSingle(value, bytes, from, to, input);
  else if (kind === 2) value = Math.f16round(value);
  return negative ? -value : value;
}

function quickly(): number | undefined {
  const { mantissa, rest, digits, power } = scanned;
  const more = Math.max(digits - safeDigits, 0);
  return more > moreDigits || mantissa === 0 ? undefined : doubleOf(mantissa, rest, more, power);
}

/** Fills `scanned`: the mantissa's digits without the point, and the power of ten. */
function scan(bytes: Uint8Array, from: number, to: number, input: RealInput): boolean {
  const point = input.comma ? 44 : 46;
  let at = from;
  while (at < to && isBlank(bytes[at]!)) at += 1;
  const first = bytes[at]!;
  scanned.negative = first === 45;
  scanned.mantissa = 0;
  scanned.rest = 0;
  scanned.digits = 0;
  scanned.power = 0;
  if (at === to) return true;
  if (first === 45 || first === 43) at += 1;
  let seen = 0;
  let behind = -1;
  for (; at < to; at += 1) {
    let c = bytes[at]!;
    if (isBlank(c)) {
      if (!input.blankZero) continue;
      c = zero;
    }
    if (c === point) {
      if (behind >= 0) return false;
      behind = 0;
    } else if (c >= zero && c <= 57) {
      seen += 1;
      if (behind >= 0) behind += 1;
      if (scanned.digits > 0 || c !== zero) {
        scanned.digits += 1;
        if (scanned.digits <= safeDigits) scanned.mantissa = scanned.mantissa * 10 + (c - zero);
        else if (scanned.digits <= safeDigits + moreDigits) scanned.rest = scanned.rest * 10 + (c - zero);
      }
    } else {
      break;
    }
  }
  if (seen === 0 && !input.bare && (behind < 0 || at < to)) return false;
  scanned.power = behind >= 0 ? -behind : -input.decimals;
  if (at === to) {
    scanned.power -= input.scale;
    return true;
  }
  return scanExponent(bytes, at, to, input.blankZero);
}

/** `E5`, `d-3`, `q+2`, or a sign alone. */
function scanExponent(bytes: Uint8Array, from: number, to: number, blankZero: boolean): boolean {
  let at = from;
  const letter = bytes[at]! | 32;
  if (letter === 101 || letter === 100 || letter === 113) at += 1;
  while (at < to && isBlank(bytes[at]!)) at += 1;
  const sign = bytes[at];
  const signed = sign === 43 || sign === 45;
  if (signed) at += 1;
  else if (at === from) return false;
  let value = 0;
  let seen = 0;
  for (; at < to; at += 1) {
    let c = bytes[at]!;
    if (isBlank(c)) {
      if (!blankZero) continue;
      c = zero;
    }
    if (c < zero || c > 57) return false;
    value = Math.min(value * 10 + (c - zero), 99999);
    seen += 1;
  }
  scanned.power += sign === 45 ? -value : value;
  return seen > 0;
}

function isBlank(c: number): boolean {
  return c === 32 || c === 9;
}

/** All digits of the mantissa, leading zeros dropped. */
function significantText(bytes: Uint8Array, from: number, to: number, input: RealInput): string {
  let text = '';
  for (let at = from; at < to; at += 1) {
    const c = bytes[at]!;
    if (c >= zero && c <= 57) text += String.fromCharCode(c);
    else if (isBlank(c) && input.blankZero && text !== '') text += '0';
    else if (text !== '' && c !== (input.comma ? 44 : 46) && !isBlank(c)) break;
  }
  return text.replace(/^0+/, '') || '0';
}

/** `inf`, `infinity`, `nan`, `nan(…)`, in any case, perhaps signed. */
function parseSpecial(bytes: Uint8Array, from: number, to: number): number | undefined {
  const text = String.fromCharCode(...bytes.subarray(from, Math.min(to, from + 80)))
    .trim()
    .toLowerCase();
  if (/^[+-]?nan(\(.*\))?$/.test(text)) return Number.NaN;
  if (!/^[+-]?inf(inity)?$/.test(text)) return undefined;
  return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

const single = new DataView(new ArrayBuffer(4));
const double = new DataView(new ArrayBuffer(8));

/** The nearest real(4) to the decimal, whose nearest double is `value`: rounding twice errs only on midpoints. */
function roundToSingle(value: number, bytes: Uint8Array, from: number, to: number, input: RealInput): number {
  const rounded = Math.fround(value);
  if (rounded === value || !isMidpoint(value)) return rounded;
  const { power } = scanned;
  const text = significantText(bytes, from, to, input);
  const order = compareDecimals(text, text.length + power, value);
  if (order === 0) return rounded;
  single.setFloat32(0, rounded);
  const code = single.getInt32(0);
  if (order > 0 === rounded > value) return rounded;
  single.setInt32(0, order > 0 ? code + 1 : code - 1);
  return single.getFloat32(0);
}

/** Of positive doubles: half-way between two neighbouring real(4), subnormal ones included. */
function isMidpoint(value: number): boolean {
  double.setFloat64(0, value);
  if (value >= 2 ** -126) return (double.getUint32(4) & 0x1fffffff) === 0x10000000;
  const scaled = value * 2 ** 150;
  return Number.isInteger(scaled) && scaled % 2 === 1;
}

/** The sign of (0.digits × 10^exponent) - value. */
function compareDecimals(digits: string, exponent: number, value: number): number {
  const exact = exactDecimal(value);
  if (exponent !== exact.exponent) return exponent - exact.exponent;
  const length = Math.max(digits.length, exact.digits.length);
  const a = digits.padEnd(length, '0');
  const b = exact.digits.padEnd(length, '0');
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The integer in bytes[from, to), 0 if all are blank; undefined if it is none, or too large for the kind. */
export function parseInteger(
  bytes: Uint8Array,
  from: number,
  to: number,
  kind: number,
  blankZero: boolean,
): bigint | number | undefined {
  let at = from;
  while (at < to && isBlank(bytes[at]!)) at += 1;
  if (at === to) return 0;
  const negative = bytes[at] === 45;
  if (negative || bytes[at] === 43) at += 1;
  let small = 0;
  let large = 0n;
  let digits = 0;
  for (; at < to; at += 1) {
    let c = bytes[at]!;
    if (isBlank(c)) {
      if (!blankZero) continue;
      c = zero;
    }
    if (c < zero || c > 57) return undefined;
    digits += 1;
    if (digits <= safeDigits) small = small * 10 + (c - zero);
    else large = (digits === safeDigits + 1 ? BigInt(small) : large) * 10n + BigInt(c - zero);
  }
  if (digits === 0) return undefined;
  if (digits <= safeDigits) {
    const most = 2 ** (8 * kind - 1);
    return small > most || (small === most && !negative) ? undefined : negative ? 0 - small : small;
  }
  const limit = 1n << BigInt(8 * kind - 1);
  if (large > limit || (large === limit && !negative)) return undefined;
  return negative ? -large : large;
}

const digitBits = { B: 1n, O: 3n, Z: 4n } as const;

/** Digits of bits (Bw, Ow, Zw); undefined if one does not belong, or they do not fit `size` bytes. */
export function parseBits(text: string, letter: 'B' | 'O' | 'Z', size: number): bigint | undefined {
  let bits = 0n;
  for (const c of text) {
    const digit = Number.parseInt(c, 16);
    if (Number.isNaN(digit) || BigInt(digit) >> digitBits[letter] !== 0n) return undefined;
    bits = (bits << digitBits[letter]) | BigInt(digit);
  }
  return bits >> BigInt(8 * size) === 0n ? bits : undefined;
}

/** `T…`, `.true.`, `F…`, `.f`; undefined if it is neither. */
export function parseLogical(bytes: Uint8Array, from: number, to: number): boolean | undefined {
  let at = from;
  while (at < to && isBlank(bytes[at]!)) at += 1;
  if (at < to && bytes[at] === 46) at += 1;
  const letter = at < to ? bytes[at]! | 32 : 0;
  return letter === 116 ? true : letter === 102 ? false : undefined;
}

/** A logical constant, or an integer that stands for one: odd is true. */
export function parseTruth(bytes: Uint8Array, from: number, to: number, kind: number): boolean | undefined {
  const value = parseLogical(bytes, from, to);
  if (value !== undefined || from === to) return value;
  const integer = parseInteger(bytes, from, to, kind, false);
  return integer === undefined ? undefined : (BigInt(integer) & 1n) === 1n;
}

/** Without its fraction; undefined if the kind cannot hold it. */
export function truncatedReal(value: number, kind: number): bigint | undefined {
  const whole = Math.trunc(value);
  return Math.abs(whole) < 2 ** (8 * kind - 1) ? BigInt(whole) : undefined;
}
