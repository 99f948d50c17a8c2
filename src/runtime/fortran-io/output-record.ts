/** The record being written: bytes with a position that may move back; gaps are blanks. */
import { ioFailure } from '../../library/io-errors.ts';

const blank = 32;

export class OutputRecord {
  bytes = new Uint8Array(256);
  length = 0;
  position = 0;
  /** The longest record allowed. */
  limit = Number.POSITIVE_INFINITY;

  clear(): void {
    this.length = 0;
    this.position = 0;
  }

  /** Characters beyond Latin-1 do not occur: the texts are ours. */
  put(text: string): void {
    const from = this.take(text.length);
    for (let i = 0; i < text.length; i += 1) this.bytes[from + i] = text.charCodeAt(i);
  }

  putBytes(bytes: Uint8Array): void {
    const from = this.take(bytes.length);
    this.bytes.set(bytes, from);
  }

  /** Blanks up to `length`. */
  extendTo(length: number): void {
    if (length <= this.length) return;
    this.#grow(length);
    this.bytes.fill(blank, this.length, length);
    this.length = length;
  }

  content(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** The place in `bytes` of so many characters to be written at the position, which moves behind them. */
  take(count: number): number {
    const from = this.position;
    const to = from + count;
    if (to > this.limit) throw ioFailure(219);
    this.#grow(to);
    if (from > this.length) this.bytes.fill(blank, this.length, from);
    if (to > this.length) this.length = to;
    this.position = to;
    return from;
  }

  #grow(size: number): void {
    if (size <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(size, 2 * this.bytes.length));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
}
