/** List-directed input: values between separators, repeats, nulls, and the slash that ends it. */
import { ioFailure } from '../../library/io-errors.ts';
import { fromUtf8, placeCodes } from '../wide-text.ts';
import { parseInteger, parseReal, parseTruth, plainReal, type RealInput, truncatedReal } from './number-input.ts';
import type { RecordReader } from './record-reader.ts';
import type { DefinedStyle, EditModes, InputTransfer } from './transfer.ts';

const slash = 47;
const star = 42;
const leftParen = 40;
const rightParen = 41;

const commaReal: RealInput = { ...plainReal, comma: true };

/** One object serves many statements, one after the other. */
export class ListReader implements InputTransfer {
  #records: RecordReader;
  #separator = 44;
  #realInput = plainReal;
  /** The value: token[from, to). */
  #token: Uint8Array = new Uint8Array(0);
  #from = 0;
  #to = 0;
  #quoted = false;
  #null = false;
  #repeat = 0;
  /** Nothing was seen since the last separator: another one makes a null value. */
  #expecting = true;
  #ended = false;

  constructor(records: RecordReader, modes: EditModes) {
    this.#records = records;
    this.begin(records, modes);
  }

  begin(records: RecordReader, modes: EditModes): this {
    this.#records = records;
    this.#separator = modes.comma ? 59 : 44;
    this.#realInput = modes.comma ? commaReal : plainReal;
    this.#null = false;
    this.#repeat = 0;
    this.#expecting = true;
    this.#ended = false;
    return this;
  }

  getInteger(kind: number, current: bigint | number): bigint | number {
    if (!this.#next(false)) return current;
    const value = parseInteger(this.#token, this.#from, this.#to, kind, false);
    return value === undefined || this.#quoted ? this.#truncated(kind) : value;
  }

  /** nvfortran takes a real constant for an integer item, and drops its fraction. */
  #truncated(kind: number): bigint {
    const value = truncatedReal(this.#real(this.#from, this.#to, 8), kind);
    if (value === undefined) throw ioFailure(231);
    return value;
  }

  getReal(kind: number, current: number): number {
    return this.#next(false) ? this.#real(this.#from, this.#to, kind) : current;
  }

  #real(from: number, to: number, kind: number): number {
    const value = parseReal(this.#token, from, to, kind, this.#realInput);
    if (value === undefined || this.#quoted) throw ioFailure(231);
    return value;
  }

  getComplex(kind: number, re: number, im: number): readonly [number, number] {
    if (!this.#next(false)) return [re, im];
    if (this.#token[this.#from] !== leftParen) return [this.#real(this.#from, this.#to, kind), 0];
    const middle = this.#token.indexOf(this.#separator, this.#from);
    if (middle < 0 || middle >= this.#to) throw ioFailure(225);
    return [this.#real(this.#from + 1, middle, kind), this.#real(middle + 1, this.#to - 1, kind)];
  }

  getLogical(kind: number, current: boolean): boolean {
    if (!this.#next(false)) return current;
    const value = parseTruth(this.#token, this.#from, this.#to, kind);
    if (value === undefined || this.#quoted) throw ioFailure(231);
    return value;
  }

  getText(target: Uint8Array): void {
    if (!this.#next(true)) return;
    const text = this.#token.subarray(this.#from, this.#to);
    target.set(text.subarray(0, target.length));
    target.fill(32, Math.min(text.length, target.length));
  }

  getCodes(target: Uint32Array, utf8: boolean): void {
    if (!this.#next(true)) return;
    const text = this.#token.subarray(this.#from, this.#to);
    placeCodes(target, utf8 ? fromUtf8(text) : Uint32Array.from(text));
  }

  getBytes(): void {
    throw ioFailure(215);
  }

  defined(): DefinedStyle {
    return { type: 'LISTDIRECTED', list: [] };
  }

  finish(): void {}

  /** True if the next item has a value, false if it is null. */
  #next(text: boolean): boolean {
    if (this.#ended) return false;
    if (this.#repeat > 0) {
      this.#repeat -= 1;
      return !this.#null;
    }
    this.#null = false;
    if (!this.#seek()) return false;
    this.#expecting = false;
    this.#repeatCount();
    if (this.#null) return false;
    this.#value(text);
    if (this.#repeat > 0) this.#keepToken();
    return true;
  }

  /** To the first character of a value; false if the item is null or the list has ended. */
  #seek(): boolean {
    const records = this.#records;
    for (;;) {
      if (records.at >= records.record.length) {
        records.next();
        continue;
      }
      const c = records.record[records.at]!;
      if (c === slash) {
        this.#ended = true;
        return false;
      }
      if (c === this.#separator) {
        records.at += 1;
        if (this.#expecting) return false;
        this.#expecting = true;
      } else if (isBlank(c)) {
        records.at += 1;
      } else {
        return true;
      }
    }
  }

  /** Passes `r*`, and notes if the repeated values are null. */
  #repeatCount(): void {
    const { record, at } = this.#records;
    let end = at;
    while (end < record.length && record[end]! >= 48 && record[end]! <= 57) end += 1;
    if (end === at || record[end] !== star) return;
    const count = Number(String.fromCharCode(...record.subarray(at, end)));
    if (count === 0) throw ioFailure(225);
    this.#records.at = end + 1;
    this.#repeat = count - 1;
    this.#null = end + 1 >= record.length || this.#isEnd(record[end + 1]!);
  }

  #isEnd(c: number): boolean {
    return isBlank(c) || c === this.#separator || c === slash;
  }

  #value(text: boolean): void {
    const { record, at } = this.#records;
    const first = record[at]!;
    this.#quoted = first === 39 || first === 34;
    if (this.#quoted) {
      this.#quotedText(first);
      return;
    }
    if (!text && first === leftParen) {
      this.#parenthesized();
      return;
    }
    let end = at;
    while (end < record.length && !this.#isEnd(record[end]!)) end += 1;
    this.#token = record;
    this.#from = at;
    this.#to = end;
    this.#records.at = end;
  }

  /** The record is only valid until the next one is read. */
  #keepToken(): void {
    this.#setToken(this.#token.slice(this.#from, this.#to));
  }

  #setToken(bytes: Uint8Array): void {
    this.#token = bytes;
    this.#from = 0;
    this.#to = bytes.length;
  }

  #quotedText(quote: number): void {
    const out: number[] = [];
    const records = this.#records;
    records.at += 1;
    for (;;) {
      if (records.at >= records.record.length) {
        records.next();
        continue;
      }
      const c = records.record[records.at]!;
      records.at += 1;
      if (c === quote) {
        if (records.record[records.at] !== quote) break;
        records.at += 1;
      }
      out.push(c);
    }
    this.#setToken(Uint8Array.from(out));
  }

  /** A complex constant, which may go over the end of a record around its parts; `NaN(…)` has parentheses of its own. */
  #parenthesized(): void {
    const out: number[] = [];
    let depth = 0;
    const records = this.#records;
    for (;;) {
      if (records.at >= records.record.length) {
        records.next();
        continue;
      }
      const c = records.record[records.at]!;
      records.at += 1;
      out.push(c);
      if (c === leftParen) depth++;
      if (c === rightParen && --depth === 0) break;
    }
    this.#setToken(Uint8Array.from(out));
  }
}

function isBlank(c: number): boolean {
  return c === 32 || c === 9 || c === 13 || c === 10;
}
