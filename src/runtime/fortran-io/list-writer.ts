/** List-directed output, record for record as nvfortran writes it (classic flang's ldwrite). */

import { ioFailure } from '../../library/io-errors.ts';
import { defaultComplex, defaultInteger, defaultLogical, defaultReal, integerWidth, realForm } from './edit-default.ts';
import type { OutputRecord } from './output-record.ts';
import { putInteger, putListed } from './put-number.ts';
import type { DefinedStyle, EditModes, OutputTransfer, RecordSink } from './transfer.ts';

const lineLength = 79;

type Last = 'none' | 'text' | 'other';

/** One object serves many statements, one after the other. */
export class ListWriter implements OutputTransfer {
  #sink: RecordSink;
  #record: OutputRecord;
  #modes: EditModes;
  #limit = lineLength;
  /** Fixed records (direct access) are never split. */
  #split = false;
  #delim = '';
  #last: Last = 'none';
  /** A record that continues non-advancing output gets no blank of its own if nothing is written. */
  #continued = false;

  constructor(sink: RecordSink, record: OutputRecord, modes: EditModes, split: boolean, continued = false) {
    this.#sink = sink;
    this.#record = record;
    this.#modes = modes;
    this.begin(sink, record, modes, split, continued);
  }

  begin(sink: RecordSink, record: OutputRecord, modes: EditModes, split: boolean, continued: boolean): this {
    this.#sink = sink;
    this.#record = record;
    this.#modes = modes;
    this.#split = split;
    this.#continued = continued;
    this.#last = 'none';
    this.#limit = Number.isFinite(sink.recordLength) ? sink.recordLength : lineLength;
    this.#delim = modes.delim === 'quote' ? '"' : modes.delim === 'apostrophe' ? "'" : '';
    return this;
  }

  putInteger(value: bigint | number, kind: number): void {
    this.#room(integerWidth(kind));
    putListedInteger(this.#record, value, kind, this.#modes);
  }

  putReal(value: number, kind: number): void {
    this.#room(realForm(kind).width);
    putListedReal(this.#record, value, kind, this.#modes);
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

/** In the field of its kind. */
export function putListedInteger(record: OutputRecord, value: bigint | number, kind: number, modes: EditModes): void {
  const number = Number(value);
  if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) putInteger(record, number, integerWidth(kind), 1, modes.plus);
  else record.put(defaultInteger(BigInt(value), kind, modes.plus));
}

export function putListedReal(record: OutputRecord, value: number, kind: number, modes: EditModes): void {
  const { width, digits, exponentDigits } = realForm(kind);
  if (!putListed(record, value, width, digits, exponentDigits + 2, modes)) record.put(defaultReal(value, kind, modes));
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
