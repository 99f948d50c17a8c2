/** Numbers written into a record digit by digit: what most statements ask for; false where the general way (edit-real, edit-integer, edit-default) is to go. */
import { digits, exponent, exponentOf, fixedDigits, mostDigits, significantDigits } from './decimal-fast.ts';
import type { NumberModes, RealEdit } from './edit-real.ts';
import type { OutputRecord } from './output-record.ts';

const [zero, blank, plusSign, minusSign, point, comma, star] = [48, 32, 43, 45, 46, 44, 42];

/** Iw and Iw.m, width 0 as narrow as possible; `value` is a whole number below 2^53 in size. */
export function putInteger(record: OutputRecord, value: number, width: number, minimum: number, plus: boolean): void {
  const magnitude = Math.abs(value);
  const count = minimum === 0 && value === 0 ? 0 : Math.max(digitCount(magnitude), minimum);
  const sign = value < 0 ? minusSign : plus && count > 0 ? plusSign : 0;
  const total = count + (sign ? 1 : 0);
  const at = begin(record, total, width);
  if (at < 0) return;
  if (sign) record.bytes[at] = sign;
  spellInteger(record.bytes, at + total, count, magnitude);
}

function digitCount(value: number): number {
  let count = 1;
  for (let limit = 10; value >= limit; limit *= 10) count += 1;
  return count;
}

/** `count` digits that end before `end`. */
function spellInteger(bytes: Uint8Array, end: number, count: number, value: number): void {
  let rest = value;
  for (let i = 1; i <= count; i += 1) {
    const next = Math.floor(rest / 10);
    bytes[end - i] = zero + rest - 10 * next;
    rest = next;
  }
}

/** The place of a text of `total` characters at the right end of a field; stars, and -1, where it does not fit. */
function begin(record: OutputRecord, total: number, width: number): number {
  const field = width === 0 ? total : width;
  const from = record.take(field);
  if (total > field) {
    record.bytes.fill(star, from, from + field);
    return -1;
  }
  const at = from + field - total;
  for (let i = from; i < at; i += 1) record.bytes[i] = blank;
  return at;
}

function isUsual(value: number, modes: NumberModes): boolean {
  return value !== 0 && (modes.rounding === 'compatible' || modes.rounding === 'nearest');
}

/** The character of the sign, 0 for none. */
function signOf(value: number, modes: NumberModes): number {
  return value < 0 ? minusSign : modes.plus ? plusSign : 0;
}

export function putReal(record: OutputRecord, value: number, edit: RealEdit, modes: NumberModes): boolean {
  if (!isUsual(value, modes)) return false;
  if (edit.letter === 'F') return putFixed(record, value, edit.width, edit.digits, modes);
  if (edit.letter === 'ES') return putScaled(record, value, edit, 1, modes);
  return (edit.letter === 'E' || edit.letter === 'D') && putScaled(record, value, edit, modes.scale, modes);
}

function putFixed(record: OutputRecord, value: number, width: number, decimals: number, modes: NumberModes): boolean {
  const count = fixedDigits(Math.abs(value), decimals + modes.scale);
  if (count === 0) return false;
  const sign = signOf(value, modes);
  const whole = Math.max(count - decimals, 0);
  const bare = (sign ? 1 : 0) + whole + 1 + decimals;
  const leading = whole === 0 && (width === 0 || decimals === 0 || bare < width) ? 1 : 0;
  const at = begin(record, bare + leading, width);
  if (at >= 0) spellFixed(record.bytes, at, sign, leading, count, decimals, modes);
  return true;
}

/** Sign, a leading zero, `count` digits of which the last `decimals` (with zeros before them) stand behind the point. */
function spellFixed(
  bytes: Uint8Array,
  from: number,
  sign: number,
  leading: number,
  count: number,
  decimals: number,
  modes: NumberModes,
): number {
  let at = from;
  if (sign) bytes[at++] = sign;
  if (leading) bytes[at++] = zero;
  const whole = Math.max(count - decimals, 0);
  for (let i = 0; i < whole; i += 1) bytes[at++] = digits[i]!;
  bytes[at++] = modes.comma ? comma : point;
  for (let i = decimals - count; i > 0; i -= 1) bytes[at++] = zero;
  for (let i = whole; i < count; i += 1) bytes[at++] = digits[i]!;
  return at;
}

function putScaled(record: OutputRecord, value: number, edit: RealEdit, scale: number, modes: NumberModes): boolean {
  const wanted = scale > 0 ? edit.digits + 1 : edit.digits + scale;
  if (wanted < 1 || wanted > mostDigits || scale > edit.digits + 1) return false;
  if (significantDigits(Math.abs(value), wanted) === 0) return false;
  const power = exponent - scale;
  const size = exponentSize(power, edit.exponent);
  if (size === 0) return false;
  const sign = signOf(value, modes);
  const whole = Math.max(scale, 0);
  const bare = (sign ? 1 : 0) + whole + 1 + wanted - whole + Math.max(-scale, 0) + size;
  const leading = whole === 0 && (edit.width === 0 || bare < edit.width) ? 1 : 0;
  let at = begin(record, bare + leading, edit.width);
  if (at < 0) return true;
  const { bytes } = record;
  at = spellFixed(bytes, at, sign, leading, wanted, wanted - whole + Math.max(-scale, 0), modes);
  spellExponent(bytes, at, size, power, edit);
  return true;
}

/** Characters of the exponent; 0 where it does not fit. */
function exponentSize(power: number, wanted: number | undefined): number {
  const count = digitCount(Math.abs(power));
  if (wanted === undefined) return 4;
  return wanted === 0 ? 2 + count : count > wanted ? 0 : 2 + wanted;
}

/** The letter gives way to a third digit where no width is given. */
function spellExponent(bytes: Uint8Array, from: number, size: number, power: number, edit: RealEdit): void {
  const magnitude = Math.abs(power);
  const hasLetter = edit.exponent !== undefined || magnitude < 100;
  let at = from;
  if (hasLetter) bytes[at++] = edit.letter === 'D' ? 68 : 69;
  bytes[at++] = power < 0 ? minusSign : plusSign;
  spellInteger(bytes, from + size, from + size - at, magnitude);
}

/** As list-directed output has it: `figures` significant digits and `tail` blanks behind them, in a field. Numbers that take an exponent go the general way. */
export function putListed(
  record: OutputRecord,
  value: number,
  width: number,
  figures: number,
  tail: number,
  modes: NumberModes,
): boolean {
  if (!isUsual(value, modes)) return false;
  const magnitude = Math.abs(value);
  const places = listedPlaces(magnitude, figures);
  if (places < 0) return false;
  const sign = signOf(value, modes);
  const whole = figures - places;
  const leading = whole === 0 ? 1 : 0;
  const at = begin(record, (sign ? 1 : 0) + leading + figures + 1 + tail, width);
  if (at < 0) return true;
  const end = spellFixed(record.bytes, at, sign, leading, figures, places, modes);
  record.bytes.fill(blank, end, end + tail);
  return true;
}

/** How many of the digits, which are found, stand behind the point; -1 where that is not clear. */
function listedPlaces(magnitude: number, figures: number): number {
  if (!(magnitude > 1e-2 && magnitude < 1e20)) return -1;
  const guess = exponentOf(magnitude);
  for (let places = figures - guess; places >= figures - guess - 1; places -= 1) {
    if (places < 1 || places > figures) continue;
    if (fixedDigits(magnitude, places) === figures) return mayBeCarried(figures) ? -1 : places;
  }
  return -1;
}

/** 1000…, which may have come by rounding up. */
function mayBeCarried(count: number): boolean {
  if (digits[0] !== 49) return false;
  for (let i = 1; i < count; i += 1) if (digits[i] !== zero) return false;
  return true;
}
