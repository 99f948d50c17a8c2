/** Exact decimal digits of a double, rounded in any of Fortran's modes. Values are positive and finite, or zero. */
import { impossible } from '../../base/impossible.ts';

/** `compatible` rounds halves away from zero and is the default, as in the runtime of nvfortran and classic flang (runtime/flang/fpcvt.c); `nearest` rounds halves to even. */
export type RoundingMode = 'compatible' | 'nearest' | 'up' | 'down' | 'zero';

/** The value 0.d1d2d3… × 10^exponent; the first digit is not 0 unless the value is. */
export type Decimal = { readonly digits: string; readonly exponent: number };

/** `count` significant digits (at least 1) of `value`; `negative` matters to the modes up and down. */
export function roundSignificant(value: number, count: number, mode: RoundingMode, negative: boolean): Decimal {
  if (value === 0) return { digits: '0'.repeat(count), exponent: 0 };
  // ECMA-262 Number.prototype.toExponential is exact and takes the larger of two candidates: halves away from zero.
  if (mode === 'compatible' && count <= 101) return fromExponential(value.toExponential(count - 1));
  const { digits, exponent } = exactDecimal(value);
  const rounded = roundDigits(digits, count, mode, negative);
  return rounded.length > count
    ? { digits: rounded.slice(0, count), exponent: exponent + 1 }
    : { digits: rounded, exponent };
}

/** The digits of value × 10^places rounded to an integer, without leading zeros; places may be negative. */
export function roundFixed(value: number, places: number, mode: RoundingMode, negative: boolean): string {
  if (value === 0) return '0';
  // toFixed is exact and rounds halves up below 1e21.
  if (mode === 'compatible' && places >= 0 && places <= 100 && value < 1e21) {
    const text = value.toFixed(places);
    const digits = places === 0 ? text : text.slice(0, -places - 1) + text.slice(-places);
    return digits.charCodeAt(0) === 48 ? digits.replace(/^0+(?=.)/, '') : digits;
  }
  const { digits, exponent } = exactDecimal(value);
  const count = exponent + places;
  if (count < 0) return roundsUp('0', 0, digits, mode, negative, true) ? '1' : '0';
  return roundDigits(digits, count, mode, negative) || '0';
}

function fromExponential(text: string): Decimal {
  const e = text.indexOf('e');
  const digits = e === 1 ? text.slice(0, 1) : text.slice(0, 1) + text.slice(2, e);
  return { digits, exponent: Number(text.slice(e + 1)) + 1 };
}

const bits = new DataView(new ArrayBuffer(8));

/** All digits of the value: at most 767 of them. */
export function exactDecimal(value: number): Decimal {
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const field = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xfffffffffffffn;
  const mantissa = field === 0 ? fraction : fraction | 0x10000000000000n;
  const power = (field === 0 ? 1 : field) - 1075;
  const digits = (power >= 0 ? mantissa << BigInt(power) : mantissa * 5n ** BigInt(-power)).toString();
  return { digits, exponent: digits.length + Math.min(power, 0) };
}

/** `digits` cut to `count`; one digit longer if all were nines and it rounded up. */
function roundDigits(digits: string, count: number, mode: RoundingMode, negative: boolean): string {
  if (count >= digits.length) return digits.padEnd(count, '0');
  const kept = digits.slice(0, count);
  return roundsUp(kept, count, digits, mode, negative, false)
    ? (BigInt(kept || '0') + 1n).toString().padStart(count, '0')
    : kept;
}

/** `below`: the first digit lies right of the place after the last kept one, so the rest is less than a tenth. */
function roundsUp(
  kept: string,
  from: number,
  digits: string,
  mode: RoundingMode,
  negative: boolean,
  below: boolean,
): boolean {
  switch (mode) {
    case 'zero':
      return false;
    case 'up':
    case 'down':
      return negative === (mode === 'down') && /[1-9]/.test(digits.slice(from));
    case 'compatible':
      return !below && digits.charCodeAt(from) >= 53;
    case 'nearest': {
      if (below || digits.charCodeAt(from) !== 53) return !below && digits.charCodeAt(from) > 53;
      if (/[1-9]/.test(digits.slice(from + 1))) return true;
      return kept.length > 0 && kept.charCodeAt(kept.length - 1) % 2 === 1;
    }
    default:
      return impossible(mode);
  }
}
