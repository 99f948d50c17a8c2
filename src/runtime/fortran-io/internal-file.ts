/** A character variable or array as a file: one record per element. */
import { ioFailure } from '../../library/io-errors.ts';
import type { AdvanceSink, RecordSource } from './transfer.ts';

export class InternalFile implements AdvanceSink, RecordSource {
  readonly #bytes: () => Uint8Array;
  readonly recordLength: number;
  readonly #records: number;
  #at = 0;

  /** `bytes` is asked anew for each record, so that the program's memory may move. */
  constructor(bytes: () => Uint8Array, recordLength: number, records: number) {
    this.#bytes = bytes;
    this.recordLength = recordLength;
    this.#records = records;
  }

  get isSingle(): boolean {
    return this.#records === 1;
  }

  write(record: Uint8Array): void {
    if (this.#records === 0) throw ioFailure(217);
    if (this.#at >= this.#records) throw ioFailure(220);
    const slot = this.#slot();
    slot.set(record);
    slot.fill(32, record.length);
    this.#at += 1;
  }

  keep(record: Uint8Array): void {
    this.write(record);
  }

  next(): Uint8Array | undefined {
    if (this.#at >= this.#records) return undefined;
    const slot = this.#slot();
    this.#at += 1;
    return slot;
  }

  #slot(): Uint8Array {
    const from = this.#at * this.recordLength;
    return this.#bytes().subarray(from, from + this.recordLength);
  }
}
