/**
 * The look of values in list-directed and namelist output: the widths and forms of nvfortran
 * (classic flang's run-time library: real(4) is 1PG15.7E2, real(8) is 1PG25.16E3).
 */

import { roundFixed, roundSignificant } from './decimal.ts';
import type { NumberModes } from './edit-real.ts';

type RealForm = {
  readonly width: number;
  readonly digits: number;
  readonly exponentDigits: number;
  /** Of zero, the usual case of its own. */
  readonly zero: string;
};

const realForms: { readonly [kind: number]: RealForm } = {
  2: { width: 15, digits: 7, exponentDigits: 2, zero: '0.000000' },
  4: { width: 15, digits: 7, exponentDigits: 2, zero: '0.000000' },
  8: { width: 25, digits: 16, exponentDigits: 3, zero: '0.000000000000000' },
};

const integerWidths: { readonly [kind: number]: number } = { 1: 5, 2: 7, 4: 12, 8: 24 };

export function integerWidth(kind: number): number {
  return integerWidths[kind] ?? 12;
}

/** Of a number without exponent: the field, its digits, the blanks at its end. */
export function realForm(kind: number): RealForm {
  return realForms[kind] ?? realForms[8]!;
}

export function defaultInteger(value: bigint, kind: number, plus: boolean): string {
  const text = kind === 8 ? value.toString() : String(Number(value));
  return (plus && value >= 0n ? `+${text}` : text).padStart(integerWidth(kind));
}

export function defaultLogical(value: boolean): string {
  return value ? ' T' : ' F';
}

export function defaultReal(value: number, kind: number, modes: NumberModes): string {
  const form = realForm(kind);
  const sign = value < 0 || Object.is(value, -0) ? '-' : modes.plus ? '+' : '';
  if (!Number.isFinite(value)) return (Number.isNaN(value) ? 'NaN' : `${sign}Inf`).padStart(form.width);
  const blanks = form.exponentDigits + 2;
  const text = value === 0 ? form.zero : fixedText(Math.abs(value), form, modes, sign === '-');
  const field =
    text === undefined
      ? (sign + scaledText(Math.abs(value), form, modes, sign === '-')).padStart(form.width)
      : (sign + text).padStart(form.width - blanks) + '    '.padEnd(blanks);
  return modes.comma ? field.replace('.', ',') : field;
}

export function defaultComplex(re: number, im: number, kind: number, modes: NumberModes): string {
  const separator = modes.comma ? ';' : ',';
  return `(${defaultReal(re, kind, modes).trim()}${separator}${defaultReal(im, kind, modes).trim()})`;
}

/** The F form, or undefined where the E form is used: below 0.1, and from 10^digits on, judged at digits + 1. */
function fixedText(value: number, form: RealForm, modes: NumberModes, negative: boolean): string | undefined {
  const { exponent } = roundSignificant(value, form.digits + 1, modes.rounding, negative);
  if (exponent < 0 || exponent > form.digits) return undefined;
  let places = form.digits - exponent;
  let digits = roundFixed(value, places, modes.rounding, negative);
  if (digits.length > form.digits && places > 0) {
    places -= 1;
    digits = roundFixed(value, places, modes.rounding, negative);
  }
  const padded = digits.padStart(places + 1, '0');
  return `${padded.slice(0, padded.length - places)}.${padded.slice(padded.length - places)}`;
}

function scaledText(value: number, form: RealForm, modes: NumberModes, negative: boolean): string {
  const { digits, exponent } = roundSignificant(value, form.digits + 1, modes.rounding, negative);
  const power = exponent - 1;
  const tail = String(Math.abs(power)).padStart(form.exponentDigits, '0');
  return `${digits.slice(0, 1)}.${digits.slice(1)}E${power < 0 ? '-' : '+'}${tail}`;
}
