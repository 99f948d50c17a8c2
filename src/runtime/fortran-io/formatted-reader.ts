/** Input under an explicit format. */

import { type ControlName, type DataEdit, type Format, latin1 } from '../../library/format-parse.ts';
import { ioFailure } from '../../library/io-errors.ts';
import { bytesOfCharacters, fromUtf8, placeCodes } from '../wide-text.ts';
import { applyControl } from './edit-modes.ts';
import { FormatCursor, type FormatTarget, styleOf } from './format-cursor.ts';
import { bitsOfBytes, bytesOfBits, realFromBits } from './item-bits.ts';
import { parseBits, parseInteger, parseLogical, parseReal } from './number-input.ts';
import type { RecordReader } from './record-reader.ts';
import type { DefinedStyle, EditModes, InputTransfer } from './transfer.ts';

const integerWidths: { readonly [kind: number]: number } = { 1: 7, 2: 7, 4: 12, 8: 24 };
const realWidths: { readonly [kind: number]: number } = { 2: 15, 4: 15, 8: 25 };
const realLetters: ReadonlySet<string> = new Set(['F', 'E', 'EN', 'ES', 'D', 'G']);
const comma = 44;
const semicolon = 59;

export class FormattedReader implements InputTransfer, FormatTarget {
  readonly #records: RecordReader;
  readonly #modes: EditModes;
  readonly #cursor: FormatCursor;
  /** Of non-advancing input: takes the record and the column reached. */
  readonly #keep: ((record: Uint8Array, at: number) => void) | undefined;
  readonly #report: (count: number) => void;
  readonly #left: number;
  /** Characters taken by data edits: size=. */
  #count = 0;
  #endOfRecord = false;

  constructor(
    records: RecordReader,
    modes: EditModes,
    format: Format,
    keep: ((record: Uint8Array, at: number) => void) | undefined,
    report: (count: number) => void,
  ) {
    this.#records = records;
    this.#modes = modes;
    this.#keep = keep;
    this.#report = report;
    this.#left = records.at;
    this.#cursor = new FormatCursor(format, this);
  }

  /** A string in an input format skips as many characters. */
  text(bytes: Uint8Array): void {
    this.#records.at += bytes.length;
  }

  control(name: ControlName, value: number): void {
    switch (name) {
      case 'T':
        if (value < 1) throw ioFailure(238);
        this.#records.at = this.#left + value - 1;
        return;
      case 'TL':
        this.#records.at = Math.max(this.#left, this.#records.at - value);
        return;
      case 'TR':
        this.#records.at += value;
        return;
      case '$':
        return;
      default:
        applyControl(this.#modes, name, value);
    }
  }

  nextRecord(): void {
    this.#records.next();
  }

  finish(): void {
    if (!this.#endOfRecord) this.#cursor.finish();
    this.#report(this.#count);
    if (this.#endOfRecord) throw ioFailure(218);
    this.#keep?.(this.#records.record, this.#records.at);
  }

  defined(): DefinedStyle {
    const edit = this.#edit();
    return edit ? styleOf(edit) : { type: 'DT', list: [] };
  }

  took(characters: number): void {
    this.#count += characters;
  }

  getInteger(kind: number, current: bigint): bigint {
    const edit = this.#edit();
    if (!edit) return current;
    const { letter } = edit;
    if (letter === 'A') return BigInt.asIntN(8 * kind, bitsOfBytes(this.#characters(edit.width ?? kind, kind)));
    if (letter === 'B' || letter === 'O' || letter === 'Z') return BigInt.asIntN(8 * kind, this.#bits(edit, kind));
    if (letter !== 'I' && letter !== 'G') throw ioFailure(235);
    const field = this.#numericField(edit.width, integerWidths[kind] ?? 12);
    const value = parseInteger(field, 0, field.length, kind, this.#modes.blankZero);
    if (value === undefined) throw ioFailure(231);
    return value;
  }

  getReal(kind: number, current: number): number {
    const edit = this.#edit();
    if (!edit) return current;
    const { letter } = edit;
    if (letter === 'A') return realFromBits(bitsOfBytes(this.#characters(edit.width ?? kind, kind)), kind);
    if (letter === 'B' || letter === 'O' || letter === 'Z') return realFromBits(this.#bits(edit, kind), kind);
    if (!realLetters.has(letter)) throw ioFailure(235);
    const field = this.#numericField(edit.width, realWidths[kind] ?? 25);
    const { scale, comma, blankZero } = this.#modes;
    const value = parseReal(field, 0, field.length, kind, {
      decimals: edit.digits ?? 0,
      scale,
      comma,
      blankZero,
      bare: true,
    });
    if (value === undefined) throw ioFailure(231);
    return value;
  }

  getComplex(kind: number, re: number, im: number): readonly [number, number] {
    const first = this.getReal(kind, re);
    return [first, this.getReal(kind, im)];
  }

  getLogical(kind: number, current: boolean): boolean {
    const edit = this.#edit();
    if (!edit) return current;
    if (edit.letter !== 'L' && edit.letter !== 'G' && edit.letter !== 'I') throw ioFailure(235);
    const field = this.#numericField(edit.width, edit.letter === 'I' ? (integerWidths[kind] ?? 12) : 2);
    const value = edit.letter === 'I' ? integerTruth(field, kind) : parseLogical(field, 0, field.length);
    if (value === undefined) throw ioFailure(231);
    return value;
  }

  getText(target: Uint8Array): void {
    const edit = this.#edit();
    if (!edit) return;
    const { letter } = edit;
    if (letter === 'B' || letter === 'O' || letter === 'Z') {
      target.set(bytesOfBits(this.#bits(edit, target.length), target.length));
    } else if (letter === 'A' || letter === 'G') {
      this.#place(this.#take(edit.width || target.length), edit.width || target.length, target);
    } else {
      throw ioFailure(235);
    }
  }

  getCodes(target: Uint32Array, utf8: boolean): void {
    const edit = this.#edit();
    if (!edit) return;
    if (edit.letter !== 'A' && edit.letter !== 'G') throw ioFailure(235);
    const width = edit.width || target.length;
    const { record, at } = this.#records;
    const field = this.#take(utf8 ? bytesOfCharacters(record, at, width) : width);
    const codes = utf8 ? fromUtf8(field) : Uint32Array.from(field);
    const padded = new Uint32Array(Math.max(width, codes.length)).fill(32);
    padded.set(codes);
    placeCodes(target, width > target.length ? padded.subarray(width - target.length, width) : codes);
  }

  getBytes(): void {
    throw ioFailure(215);
  }

  #edit(): DataEdit | undefined {
    return this.#endOfRecord ? undefined : this.#cursor.next();
  }

  /** `width` characters for an item of `size`: the right end if too many, blanks behind if too few. */
  #characters(width: number, size: number): Uint8Array {
    const item = new Uint8Array(size);
    this.#place(this.#take(width), width, item);
    return item;
  }

  #place(field: Uint8Array, width: number, target: Uint8Array): void {
    const text = width > target.length ? field.subarray(width - target.length) : field;
    target.set(text);
    target.fill(32, text.length);
  }

  /** At most `width` characters: fewer at the end of a padded record. */
  #take(width: number): Uint8Array {
    const { record, at } = this.#records;
    const end = at + width;
    if (end > record.length) {
      if (this.#keep) this.#endOfRecord = true;
      else if (!this.#modes.pad) throw ioFailure(219);
    }
    this.#records.at = end;
    const field =
      at === 0 && end >= record.length
        ? record
        : record.subarray(Math.min(at, record.length), Math.min(end, record.length));
    this.#count += field.length;
    return field;
  }

  /** A separator ends the field early; width 0 means up to the next blank or separator. */
  #numericField(width: number | undefined, usual: number): Uint8Array {
    const { record, at } = this.#records;
    const separator = this.#modes.comma ? semicolon : comma;
    if (width === 0) return this.#freeField(separator);
    const limit = Math.min(at + (width ?? usual), record.length);
    for (let end = at; end < limit; end += 1) {
      if (record[end] !== separator) continue;
      this.#records.at = end + 1;
      this.#count += end - at;
      return record.subarray(at, end);
    }
    return this.#take(width ?? usual);
  }

  #freeField(separator: number): Uint8Array {
    const { record, at } = this.#records;
    let from = at;
    while (from < record.length && record[from] === 32) from += 1;
    let end = from;
    while (end < record.length && record[end] !== 32 && record[end] !== separator) end += 1;
    this.#records.at = record[end] === separator ? end + 1 : end;
    this.#count += end - at;
    return record.subarray(from, end);
  }

  #bits(edit: DataEdit, size: number): bigint {
    const letter = edit.letter;
    if (letter !== 'B' && letter !== 'O' && letter !== 'Z') throw ioFailure(235);
    const field = latin1(this.#numericField(edit.width, 2 * size));
    const text = this.#modes.blankZero ? field.replaceAll(' ', '0') : field.replaceAll(' ', '');
    const bits = parseBits(text, letter, size);
    if (bits === undefined) throw ioFailure(231);
    return bits;
  }
}

function integerTruth(field: Uint8Array, kind: number): boolean | undefined {
  const value = parseInteger(field, 0, field.length, kind, false);
  return value === undefined ? undefined : (value & 1n) === 1n;
}
