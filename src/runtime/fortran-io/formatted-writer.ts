/** Output under an explicit format. */

import type { ControlName, DataEdit, Format } from '../../library/format-parse.ts';
import { ioFailure } from '../../library/io-errors.ts';
import { bytesOfCharacters } from '../wide-text.ts';
import { editBits, editInteger } from './edit-integer.ts';
import { applyControl } from './edit-modes.ts';
import { editReal, type RealEdit } from './edit-real.ts';
import { FormatCursor, type FormatTarget, styleOf } from './format-cursor.ts';
import { bitsOfBytes, bytesOfBits, integerBits, realBits } from './item-bits.ts';
import type { OutputRecord } from './output-record.ts';
import { putInteger, putReal } from './put-number.ts';
import type { AdvanceSink, DefinedStyle, EditModes, OutputTransfer } from './transfer.ts';

/** Widths of edits without one, by kind: nvfortran's (classic flang's fmtwrite). */
const integerWidths: { readonly [kind: number]: number } = { 1: 7, 2: 7, 4: 12, 8: 24 };
const bitWidths: { readonly [kind: number]: number } = { 1: 7, 2: 7, 4: 12, 8: 23 };
const realWidths: { readonly [kind: number]: { readonly width: number; readonly digits: number } } = {
  2: { width: 15, digits: 7 },
  4: { width: 15, digits: 7 },
  8: { width: 25, digits: 16 },
};

const empty = new Uint8Array(0);

/** One object serves many statements, one after the other. */
export class FormattedWriter implements OutputTransfer, FormatTarget {
  readonly #cursor = new FormatCursor(this);
  #sink: AdvanceSink;
  #record: OutputRecord;
  #modes: EditModes;
  #advance = true;
  #suppressEnd = false;

  constructor(sink: AdvanceSink, record: OutputRecord, modes: EditModes, format: Format, advance: boolean) {
    this.#sink = sink;
    this.#record = record;
    this.#modes = modes;
    this.begin(sink, record, modes, format, advance);
  }

  begin(sink: AdvanceSink, record: OutputRecord, modes: EditModes, format: Format, advance: boolean): this {
    this.#sink = sink;
    this.#record = record;
    this.#modes = modes;
    this.#advance = advance;
    this.#suppressEnd = false;
    this.#cursor.begin(format);
    return this;
  }

  text(bytes: Uint8Array): void {
    this.#record.putBytes(bytes);
  }

  control(name: ControlName, value: number): void {
    switch (name) {
      case 'T':
        if (value < 1) throw ioFailure(238);
        this.#record.position = value - 1;
        return;
      case 'TL':
        this.#record.position = Math.max(0, this.#record.position - value);
        return;
      case 'TR':
        this.#record.position += value;
        return;
      case '$':
        this.#suppressEnd = true;
        return;
      default:
        applyControl(this.#modes, name, value);
    }
  }

  nextRecord(): void {
    this.#sink.write(this.#record.bytes, this.#record.length);
    this.#record.clear();
  }

  finish(): void {
    this.#cursor.finish();
    if (this.#suppressEnd) {
      this.#sink.keep(this.#record.content(), empty);
    } else if (this.#advance) {
      this.nextRecord();
    } else {
      this.#record.extendTo(this.#record.position);
      const content = this.#record.content();
      this.#sink.keep(content.subarray(0, this.#record.position), content.slice(this.#record.position));
    }
  }

  putInteger(value: bigint | number, kind: number): void {
    const edit = this.#cursor.next();
    switch (edit.letter) {
      case 'I':
      case 'G':
        this.#integer(value, kind, edit);
        return;
      case 'L':
        this.#logical((BigInt(value) & 1n) === 1n, edit);
        return;
      default:
        this.#bits(integerBits(BigInt(value), kind), kind, edit);
    }
  }

  putReal(value: number, kind: number): void {
    const edit = this.#cursor.next();
    switch (edit.letter) {
      case 'F':
      case 'E':
      case 'EN':
      case 'ES':
      case 'D':
      case 'G':
        this.#real(value, kind, edit, edit.letter);
        return;
      case 'I':
      case 'L':
        throw ioFailure(235);
      default:
        this.#bits(realBits(value, kind), kind, edit);
    }
  }

  putComplex(re: number, im: number, kind: number): void {
    this.putReal(re, kind);
    this.putReal(im, kind);
  }

  putLogical(value: boolean, kind: number): void {
    const edit = this.#cursor.next();
    switch (edit.letter) {
      case 'L':
      case 'G':
        this.#logical(value, edit);
        return;
      case 'I':
        this.#integer(value ? -1n : 0n, kind, edit);
        return;
      default:
        this.#bits(value ? integerBits(-1n, kind) : 0n, kind, edit);
    }
  }

  putText(bytes: Uint8Array, characters = bytes.length): void {
    const edit = this.#cursor.next();
    switch (edit.letter) {
      case 'A':
      case 'G':
        this.#characters(bytes, edit.width, characters);
        return;
      case 'B':
      case 'O':
      case 'Z':
        this.#record.put(textBits(bytes, edit.letter, edit));
        return;
      default:
        throw ioFailure(235);
    }
  }

  defined(): DefinedStyle {
    return styleOf(this.#cursor.next());
  }

  putBytes(): void {
    throw ioFailure(215);
  }

  #integer(value: bigint | number, kind: number, edit: DataEdit): void {
    const minimum = edit.letter === 'I' ? (edit.digits ?? 1) : 1;
    const width = edit.width ?? integerWidths[kind] ?? 12;
    const number = Number(value);
    if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) putInteger(this.#record, number, width, minimum, this.#modes.plus);
    else this.#record.put(editInteger(BigInt(value), width, minimum, this.#modes.plus));
  }

  #logical(value: boolean, edit: DataEdit): void {
    const width = edit.width === 0 ? 1 : (edit.width ?? 2);
    this.#record.put((value ? 'T' : 'F').padStart(width));
  }

  #bits(bits: bigint, kind: number, edit: DataEdit): void {
    switch (edit.letter) {
      case 'B':
      case 'O':
      case 'Z':
        this.#record.put(editBits(bits, edit.letter, edit.width ?? bitWidths[kind] ?? 12, edit.digits ?? 1));
        return;
      case 'A':
        this.#characters(bytesOfBits(bits, kind), edit.width, kind);
        return;
      default:
        throw ioFailure(235);
    }
  }

  /** Aw: the left end if it is too long, blanks before it if it is too short; width 0 (G0) is the length. */
  #characters(bytes: Uint8Array, width: number | undefined, count: number): void {
    if (width !== undefined && width > count) this.#record.position += width - count;
    const cut = width !== undefined && width > 0 && width < count;
    const end = cut ? (count === bytes.length ? width : bytesOfCharacters(bytes, 0, width)) : bytes.length;
    this.#record.putBytes(end < bytes.length ? bytes.subarray(0, end) : bytes);
  }

  #real(value: number, kind: number, edit: DataEdit, letter: RealEdit['letter']): void {
    const usual = realWidths[kind] ?? realWidths[8]!;
    if (letter === 'G' && edit.width === 0) {
      this.#record.put(this.#general0(value, kind, edit.digits));
      return;
    }
    const filled =
      edit.width === undefined
        ? { letter, width: usual.width, digits: usual.digits, exponent: undefined }
        : { letter, width: edit.width, digits: edit.digits ?? 0, exponent: edit.exponent };
    if (!putReal(this.#record, value, filled, this.#modes)) this.#record.put(editReal(value, filled, this.#modes));
  }

  /** G0 and G0.d: the default form of the kind without its blanks. */
  #general0(value: number, kind: number, digits: number | undefined): string {
    const usual = realWidths[kind] ?? realWidths[8]!;
    const size = Math.abs(value);
    const exponent = kind === 8 && size !== 0 && !(size > 1e-100 && size < 1e100) ? 3 : 2;
    const shown = digits ?? (value === 0 ? 0 : usual.digits);
    return editReal(value, { letter: 'G', width: 0, digits: shown, exponent }, this.#modes).trim();
  }
}

function textBits(bytes: Uint8Array, letter: 'B' | 'O' | 'Z', edit: DataEdit): string {
  const natural = Math.ceil((bytes.length * 8) / { B: 1, O: 3, Z: 4 }[letter]);
  return editBits(bitsOfBytes(bytes), letter, edit.width ?? natural, edit.digits ?? 1);
}
