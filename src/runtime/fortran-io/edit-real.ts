/** Output editing of reals by F, E, D, EN, ES and G, as nvfortran does it. */
import { impossible } from '../../base/impossible.ts';
import { type RoundingMode, roundFixed, roundSignificant } from './decimal.ts';

export type RealEdit = {
  readonly letter: 'F' | 'E' | 'D' | 'EN' | 'ES' | 'G';
  /** 0: as narrow as possible */
  readonly width: number;
  readonly digits: number;
  /** Of Ew.dEe; undefined: two digits, or three without the letter. */
  readonly exponent: number | undefined;
};

/** The modes of the statement that change how a number looks. */
export type NumberModes = {
  /** kP */
  scale: number;
  plus: boolean;
  comma: boolean;
  rounding: RoundingMode;
};

/** The field, `width` characters wide (or as narrow as possible if that is 0). */
export function editReal(value: number, edit: RealEdit, modes: NumberModes): string {
  if (!Number.isFinite(value)) return editNonFinite(value, edit.width, modes);
  switch (edit.letter) {
    case 'F':
      return editFixed(value, edit.width, edit.digits, modes.scale, modes);
    case 'E':
    case 'D':
      return editScaled(value, edit, modes);
    case 'ES':
      return editScaled(value, edit, { ...modes, scale: 1 });
    case 'EN':
      return editEngineering(value, edit, modes);
    case 'G':
      return editGeneral(value, edit, modes);
    default:
      return impossible(edit.letter);
  }
}

function editNonFinite(value: number, width: number, modes: NumberModes): string {
  const text = Number.isNaN(value) ? 'NaN' : `${signOf(value, modes)}Inf`;
  return fit(text, width);
}

function signOf(value: number, modes: NumberModes): string {
  if (value < 0 || Object.is(value, -0)) return '-';
  return modes.plus ? '+' : '';
}

function fit(text: string, width: number): string {
  return width === 0 || text.length === width ? text : text.length > width ? '*'.repeat(width) : text.padStart(width);
}

function editFixed(value: number, width: number, decimals: number, scale: number, modes: NumberModes): string {
  const sign = signOf(value, modes);
  const digits = roundFixed(Math.abs(value), decimals + scale, modes.rounding, sign === '-');
  return joinFixed(sign, digits, width, decimals, modes);
}

/** `digits`: the value × 10^decimals as an integer. */
function joinFixed(sign: string, digits: string, width: number, decimals: number, modes: NumberModes): string {
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).padStart(decimals, '0');
  let whole = digits.length > decimals ? digits.slice(0, digits.length - decimals) : '';
  if (whole === '0') whole = '';
  const bare = sign.length + whole.length + 1 + decimals;
  if (whole === '' && (width === 0 || decimals === 0 || bare < width)) whole = '0';
  return fit(sign + whole + (modes.comma ? ',' : '.') + fraction, width);
}

/** Ew.d with kP: k digits before the point and d+1 in all for k > 0, else -k zeros after it and d+k digits. */
function editScaled(value: number, edit: RealEdit, modes: NumberModes): string {
  const k = modes.scale;
  const count = k > 0 ? edit.digits + 1 : edit.digits + k;
  if (count < 1 || k > edit.digits + 1) return stars(edit.width);
  const sign = signOf(value, modes);
  const rounded = roundSignificant(Math.abs(value), count, modes.rounding, sign === '-');
  const power = value === 0 ? 0 : rounded.exponent - k;
  const whole = k > 0 ? rounded.digits.slice(0, k) : '';
  const fraction = k > 0 ? rounded.digits.slice(k) : '0'.repeat(-k) + rounded.digits;
  return joinScaled(sign, whole, fraction, power, edit, modes);
}

function editEngineering(value: number, edit: RealEdit, modes: NumberModes): string {
  const sign = signOf(value, modes);
  const absolute = Math.abs(value);
  if (value === 0) return joinScaled(sign, '0', '0'.repeat(edit.digits), 0, edit, modes);
  const { exponent } = roundSignificant(absolute, 17, 'zero', false);
  const before = (((exponent - 1) % 3) + 3) % 3;
  const rounded = roundSignificant(absolute, before + 1 + edit.digits, modes.rounding, sign === '-');
  const grown = rounded.exponent > exponent;
  const digits = grown && before < 2 ? `${rounded.digits}0` : rounded.digits;
  const whole = grown ? (before === 2 ? 1 : before + 2) : before + 1;
  return joinScaled(
    sign,
    digits.slice(0, whole),
    digits.slice(whole, whole + edit.digits),
    rounded.exponent - whole,
    edit,
    modes,
  );
}

function joinScaled(
  sign: string,
  whole: string,
  fraction: string,
  power: number,
  edit: RealEdit,
  modes: NumberModes,
): string {
  const tail = exponentText(power, edit);
  if (tail === undefined) return stars(edit.width);
  const body = (modes.comma ? ',' : '.') + fraction + tail;
  const zero = whole === '' && (edit.width === 0 || sign.length + body.length < edit.width);
  return fit(sign + (zero ? '0' : whole) + body, edit.width);
}

/** Undefined if it does not fit. */
function exponentText(power: number, edit: RealEdit): string | undefined {
  const letter = edit.letter === 'D' ? 'D' : 'E';
  const sign = power < 0 ? '-' : '+';
  const digits = String(Math.abs(power));
  if (edit.exponent === undefined) {
    return digits.length > 2 ? sign + digits : letter + sign + digits.padStart(2, '0');
  }
  if (edit.exponent === 0) return letter + sign + digits;
  return digits.length > edit.exponent ? undefined : letter + sign + digits.padStart(edit.exponent, '0');
}

/** F where the rounded value has 0 to d digits before the point, with blanks in place of the exponent; else E. */
function editGeneral(value: number, edit: RealEdit, modes: NumberModes): string {
  const blanks = edit.exponent === undefined ? 4 : edit.exponent + 2;
  // kPGw.0 is kPEw.0 (Fortran 2018, 13.7.5.2.2), which shows nothing without a scale factor.
  const places =
    edit.digits === 0 && edit.width > 0 && modes.scale > 0 ? undefined : fixedPlaces(value, edit.digits, modes);
  if (places === undefined || (edit.width > 0 && edit.width <= blanks)) {
    return editScaled(value, { ...edit, letter: 'E' }, modes);
  }
  const width = edit.width === 0 ? 0 : edit.width - blanks;
  const field = editFixed(value, width, places, 0, modes);
  if (field.startsWith('*')) return editScaled(value, { ...edit, letter: 'E' }, modes);
  return edit.width === 0 ? field : field + ' '.repeat(blanks);
}

/** How many decimals G shows, or undefined if it takes the E form. */
function fixedPlaces(value: number, digits: number, modes: NumberModes): number | undefined {
  if (value === 0) return Math.max(digits - 1, 0);
  const negative = value < 0;
  const { exponent } = roundSignificant(Math.abs(value), Math.max(digits, 1), modes.rounding, negative);
  return exponent >= 0 && exponent <= digits ? digits - exponent : undefined;
}

function stars(width: number): string {
  return '*'.repeat(Math.max(width, 1));
}
