/** List-directed output, record for record as nvfortran writes it (classic flang's ldwrite). */

import { ioFailure } from '../../library/io-errors.ts';
import { defaultComplex, defaultInteger, defaultLogical, defaultReal, integerWidth, realForm } from './edit-default.ts';
import type { OutputRecord } from './output-record.ts';
import { putInteger, putListed } from './put-number.ts';
import type { DefinedStyle, EditModes, OutputTransfer, RecordSink } from './transfer.ts';

const lineLength = 79;

type Last = 'none' | 'text' | 'other';

export class ListWriter implements OutputTransfer {
  readonly #sink: RecordSink;
  readonly #record: OutputRecord;
  readonly #modes: EditModes;
  readonly #limit: number;
  /** Fixed records (direct access) are never split. */
  readonly #split: boolean;
  readonly #delim: string;
  #last: Last = 'none';
  /** A record that continues non-advancing output gets no blank of its own if nothing is written. */
  readonly #continued: boolean;

  constructor(sink: RecordSink, record: OutputRecord, modes: EditModes, split: boolean, continued = false) {
    this.#sink = sink;
    this.#record = record;
    this.#modes = modes;
    this.#split = split;
    this.#continued = continued;
    this.#limit = Number.isFinite(sink.recordLength) ? sink.recordLength : lineLength;
    this.#delim = modes.delim === 'quote' ? '"' : modes.delim === 'apostrophe' ? "'" : '';
  }

  putInteger(value: bigint, kind: number): void {
    const width = integerWidth(kind);
    const number = Number(value);
    if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) {
      this.#room(width);
      putInteger(this.#record, number, width, 1, this.#modes.plus);
    } else this.#item(defaultInteger(value, kind, this.#modes.plus));
  }

  putReal(value: number, kind: number): void {
    const { width, digits, exponentDigits } = realForm(kind);
    this.#room(width);
    if (!putListed(this.#record, value, width, digits, exponentDigits + 2, this.#modes))
      this.#record.put(defaultReal(value, kind, this.#modes));
  }

  putComplex(re: number, im: number, kind: number): void {
    if (this.#record.length > 0) this.#write(' ', 1);
    this.#item(defaultComplex(re, im, kind, this.#modes));
  }

  putLogical(value: boolean): void {
    this.#item(defaultLogical(value));
  }

  putText(bytes: Uint8Array): void {
    const delimited = this.#delim !== '' ? delimit(bytes, this.#delim.charCodeAt(0)) : bytes;
    if (this.#record.length > 0 && (this.#delim !== '' || this.#last !== 'text')) this.#write(' ', 1);
    this.#write(delimited, delimited.length);
    this.#last = 'text';
  }

  defined(): DefinedStyle {
    if (this.#record.length === 0) this.#record.put(' ');
    else this.#write(' ', 1);
    this.#last = 'other';
    return { type: 'LISTDIRECTED', list: [] };
  }

  putBytes(): void {
    throw ioFailure(215);
  }

  finish(): void {
    if (this.#record.length === 0 && !this.#continued) this.#record.put(' ');
    this.#endRecord();
  }

  #item(text: string): void {
    this.#room(text.length);
    this.#record.put(text);
  }

  /** What comes before an item of so many characters: a blank, perhaps a new record. */
  #room(length: number): void {
    if (this.#record.length > 0) this.#write(' ', 1);
    this.#begin(length);
    this.#last = 'other';
  }

  #begin(length: number): void {
    const record = this.#record;
    const used = record.length === 0 ? 1 : record.length;
    if (this.#split && record.length > 0 && used + length > this.#limit) this.#endRecord();
    if (record.length === 0) record.put(' ');
  }

  #write(item: string | Uint8Array, length: number): void {
    this.#begin(length);
    if (typeof item === 'string') this.#record.put(item);
    else this.#record.putBytes(item);
  }

  #endRecord(): void {
    this.#sink.write(this.#record.bytes, this.#record.length);
    this.#record.clear();
    this.#last = 'none';
  }
}

/** The text between delimiters, those inside doubled. */
export function delimit(bytes: Uint8Array, delimiter: number): Uint8Array {
  const out = [delimiter];
  for (const byte of bytes) {
    out.push(byte);
    if (byte === delimiter) out.push(byte);
  }
  out.push(delimiter);
  return Uint8Array.from(out);
}
