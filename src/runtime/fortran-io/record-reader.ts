/** The record being read, the place in it, and the way to the next one. */
import { ioFailure } from '../../library/io-errors.ts';
import type { RecordSource } from './transfer.ts';

/** One object serves many statements, one after the other. */
export class RecordReader {
  #source: RecordSource;
  record: Uint8Array;
  at: number;

  /** Begins with the next record, or with the one an earlier non-advancing statement left. */
  constructor(source: RecordSource, partial: { readonly record: Uint8Array; readonly at: number } | undefined) {
    this.#source = source;
    this.record = partial?.record ?? take(source);
    this.at = partial?.at ?? 0;
  }

  begin(source: RecordSource, partial: { readonly record: Uint8Array; readonly at: number } | undefined): this {
    this.#source = source;
    this.record = partial?.record ?? take(source);
    this.at = partial?.at ?? 0;
    return this;
  }

  next(): void {
    this.record = take(this.#source);
    this.at = 0;
  }
}

function take(source: RecordSource): Uint8Array {
  const record = source.next();
  if (!record) throw ioFailure(217);
  return record;
}
