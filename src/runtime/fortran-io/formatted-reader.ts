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
/** Copied one by one, which is quicker than a view on them. */
const fewBytes = 128;

/** Takes the record and the column reached. */
export type Keep = (record: Uint8Array, at: number) => void;

/** One object serves many statements, one after the other. */
export class FormattedReader implements InputTransfer, FormatTarget {
  readonly #cursor = new FormatCursor(this);
  #records: RecordReader;
  #modes: EditModes;
  /** Of non-advancing input. */
  #keep: Keep | undefined;
  #report: (count: number) => void;
  readonly #realInput = { decimals: 0, scale: 0, comma: false, blankZero: false, bare: true };
  #left = 0;
  /** The field taken last: record[from, to). */
  #from = 0;
  #to = 0;
  /** Characters taken by data edits: size=. */
  #count = 0;
  #endOfRecord = false;

  constructor(
    records: RecordReader,
    modes: EditModes,
    format: Format,
    keep: Keep | undefined,
    report: (count: number) => void,
  ) {
    this.#records = records;
    this.#modes = modes;
    this.#report = report;
    this.begin(records, modes, format, keep, report);
  }

  begin(
    records: RecordReader,
    modes: EditModes,
    format: Format,
    keep: Keep | undefined,
    report: (count: number) => void,
  ): this {
    this.#records = records;
    this.#modes = modes;
    this.#keep = keep;
    this.#report = report;
    this.#left = records.at;
    this.#count = 0;
    this.#endOfRecord = false;
    this.#cursor.begin(format);
    return this;
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

  getInteger(kind: number, current: bigint | number): bigint | number {
    const edit = this.#edit();
    if (!edit) return current;
    const { letter } = edit;
    if (letter === 'A') return BigInt.asIntN(8 * kind, this.#bitsOfCharacters(edit.width ?? kind, kind));
    if (letter === 'B' || letter === 'O' || letter === 'Z') return BigInt.asIntN(8 * kind, this.#bits(edit, kind));
    if (letter !== 'I' && letter !== 'G') throw ioFailure(235);
    const record = this.#numericField(edit.width, integerWidths[kind] ?? 12);
    const value = parseInteger(record, this.#from, this.#to, kind, this.#modes.blankZero);
    if (value === undefined) throw ioFailure(231);
    return value;
  }

  getReal(kind: number, current: number): number {
    const edit = this.#edit();
    if (!edit) return current;
    const { letter } = edit;
    if (letter === 'A') return realFromBits(this.#bitsOfCharacters(edit.width ?? kind, kind), kind);
    if (letter === 'B' || letter === 'O' || letter === 'Z') return realFromBits(this.#bits(edit, kind), kind);
    if (!realLetters.has(letter)) throw ioFailure(235);
    const record = this.#numericField(edit.width, realWidths[kind] ?? 25);
    const { scale, comma, blankZero } = this.#modes;
    this.#realInput.decimals = edit.digits ?? 0;
    this.#realInput.scale = scale;
    this.#realInput.comma = comma;
    this.#realInput.blankZero = blankZero;
    const value = parseReal(record, this.#from, this.#to, kind, this.#realInput);
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
    const record = this.#numericField(edit.width, edit.letter === 'I' ? (integerWidths[kind] ?? 12) : 2);
    const [from, to] = [this.#from, this.#to];
    const value = edit.letter === 'I' ? integerTruth(record, from, to, kind) : parseLogical(record, from, to);
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
      this.#characters(edit.width || target.length, target);
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
    this.#take(utf8 ? bytesOfCharacters(record, at, width) : width);
    const field = record.subarray(this.#from, this.#to);
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

  /** The bits of `width` characters. */
  #bitsOfCharacters(width: number, size: number): bigint {
    const item = new Uint8Array(size);
    this.#characters(width, item);
    return bitsOfBytes(item);
  }

  /** `width` characters for an item: the right end if too many, blanks behind if too few. */
  #characters(width: number, target: Uint8Array): void {
    const { record } = this.#records;
    this.#take(width);
    const from = Math.min(this.#from + Math.max(width - target.length, 0), this.#to);
    const count = this.#to - from;
    if (count > fewBytes) target.set(record.subarray(from, this.#to));
    else for (let i = 0; i < count; i += 1) target[i] = record[from + i]!;
    if (target.length - count > fewBytes) target.fill(32, count);
    else for (let i = count; i < target.length; i += 1) target[i] = 32;
  }

  /** At most `width` characters: fewer at the end of a padded record. */
  #take(width: number): void {
    const { record, at } = this.#records;
    const end = at + width;
    if (end > record.length) {
      if (this.#keep) this.#endOfRecord = true;
      else if (!this.#modes.pad) throw ioFailure(219);
    }
    this.#records.at = end;
    this.#from = Math.min(at, record.length);
    this.#to = Math.min(end, record.length);
    this.#count += this.#to - this.#from;
  }

  /** The record in which the field is found. A separator ends it early; width 0 means up to the next blank or separator. */
  #numericField(width: number | undefined, usual: number): Uint8Array {
    const { record, at } = this.#records;
    const separator = this.#modes.comma ? semicolon : comma;
    if (width === 0) return this.#freeField(separator);
    const limit = Math.min(at + (width ?? usual), record.length);
    for (let end = at; end < limit; end += 1) {
      if (record[end] !== separator) continue;
      this.#records.at = end + 1;
      this.#count += end - at;
      this.#from = at;
      this.#to = end;
      return record;
    }
    this.#take(width ?? usual);
    return record;
  }

  #freeField(separator: number): Uint8Array {
    const { record, at } = this.#records;
    let from = at;
    while (from < record.length && record[from] === 32) from += 1;
    let end = from;
    while (end < record.length && record[end] !== 32 && record[end] !== separator) end += 1;
    this.#records.at = record[end] === separator ? end + 1 : end;
    this.#count += end - at;
    this.#from = from;
    this.#to = end;
    return record;
  }

  #bits(edit: DataEdit, size: number): bigint {
    const letter = edit.letter;
    if (letter !== 'B' && letter !== 'O' && letter !== 'Z') throw ioFailure(235);
    const field = latin1(this.#numericField(edit.width, 2 * size).subarray(this.#from, this.#to));
    const text = this.#modes.blankZero ? field.replaceAll(' ', '0') : field.replaceAll(' ', '');
    const bits = parseBits(text, letter, size);
    if (bits === undefined) throw ioFailure(231);
    return bits;
  }
}

function integerTruth(record: Uint8Array, from: number, to: number, kind: number): boolean | undefined {
  const value = parseInteger(record, from, to, kind, false);
  return value === undefined ? undefined : (BigInt(value) & 1n) === 1n;
}
