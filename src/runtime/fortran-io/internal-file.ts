/** A character variable or array as a file: one record per element. */
import { ioFailure } from '../../library/io-errors.ts';
import { fromUtf8, toUtf8 } from '../wide-text.ts';
import type { AdvanceSink, RecordSource } from './transfer.ts';

/** Copied one by one, which is quicker than a view on them. */
const fewBytes = 128;

export class InternalFile implements AdvanceSink, RecordSource {
  readonly #bytes: () => Uint8Array;
  readonly recordLength: number;
  readonly #records: number;
  /** Characters of kind 4: records are UTF-8 on their way. */
  readonly wide: boolean;
  #at = 0;

  /** `bytes` is asked anew for each record, so that the program's memory may move. */
  constructor(bytes: () => Uint8Array, recordLength: number, records: number, wide = false) {
    this.wide = wide;
    this.#bytes = bytes;
    this.recordLength = recordLength;
    this.#records = records;
  }

  get isSingle(): boolean {
    return this.#records === 1;
  }

  write(record: Uint8Array, count: number): void {
    if (this.#records === 0) throw ioFailure(217);
    if (this.#at >= this.#records) throw ioFailure(220);
    if (this.wide) this.#writeCodes(fromUtf8(record.subarray(0, count)));
    else {
      const slot = this.#slot();
      if (count > fewBytes) slot.set(record.subarray(0, count));
      else for (let i = 0; i < count; i += 1) slot[i] = record[i]!;
      slot.fill(32, count);
    }
    this.#at += 1;
  }

  #writeCodes(codes: Uint32Array): void {
    const slot = this.#slot();
    if (4 * codes.length > slot.length) throw ioFailure(219);
    const view = new DataView(slot.buffer, slot.byteOffset, slot.byteLength);
    for (let i = 0; 4 * i < slot.length; i++) view.setUint32(4 * i, codes[i] ?? 32, true);
  }

  #codes(): Uint32Array {
    const slot = this.#slot();
    const view = new DataView(slot.buffer, slot.byteOffset, slot.byteLength);
    return Uint32Array.from({ length: slot.length / 4 }, (_, i) => view.getUint32(4 * i, true));
  }

  keep(record: Uint8Array): void {
    this.write(record, record.length);
  }

  next(): Uint8Array | undefined {
    if (this.#at >= this.#records) return undefined;
    const record = this.wide ? toUtf8(this.#codes()) : this.#slot();
    this.#at += 1;
    return record;
  }

  #slot(): Uint8Array {
    const bytes = this.#bytes();
    if (bytes.length === this.recordLength) return bytes;
    const from = this.#at * this.recordLength;
    return bytes.subarray(from, from + this.recordLength);
  }
}
