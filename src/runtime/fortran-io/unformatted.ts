/** Unformatted transfer: record-marked sequential records, fixed direct records, and streams. */
import { ioFailure } from '../../library/io-errors.ts';
import { integerIn, item, realIn, setInteger, setReal } from './item-bits.ts';
import type { InputTransfer, OutputTransfer } from './transfer.ts';
import type { Unit } from './unit.ts';

/** The longest part of a record that its 4-byte markers can hold; longer records have several. */
const partLimit = 2147483639;

/** The memory of longer records is given back. */
const longRecord = 1 << 20;

/** Reverses the bytes of each element, in place. */
function swap(bytes: Uint8Array, elementSize: number): void {
  for (let from = 0; from < bytes.length; from += elementSize) bytes.subarray(from, from + elementSize).reverse();
}

export class UnformattedWriter implements OutputTransfer {
  #unit!: Unit;
  /** The record so far; streams are written through. */
  #record = new Uint8Array(64);
  #length = 0;

  begin(unit: Unit): void {
    this.#unit = unit;
    this.#length = 0;
    if (this.#record.length > longRecord) this.#record = new Uint8Array(64);
  }

  putBytes(bytes: Uint8Array, elementSize: number): void {
    this.#put(bytes, bytes.length, elementSize);
  }

  putInteger(value: bigint | number, kind: number): void {
    setInteger(BigInt(value));
    this.#put(item, kind, kind);
  }

  putReal(value: number, kind: number): void {
    setReal(value, kind);
    this.#put(item, kind, kind);
  }

  /** The first `count` of the bytes. */
  #put(bytes: Uint8Array, count: number, elementSize: number): void {
    const { connection, buffer } = this.#unit;
    const swapped = connection.bigEndian && elementSize > 1;
    if (connection.access === 'stream' && !swapped) {
      buffer.write(bytes, count);
      return;
    }
    const from = this.#length;
    const to = from + count;
    if (connection.access === 'direct' && to > connection.recordLength) throw ioFailure(219);
    if (to > this.#record.length) this.#grow(to);
    if (count > item.length) this.#record.set(bytes, from);
    else for (let i = 0; i < count; i += 1) this.#record[from + i] = bytes[i]!;
    if (swapped) swap(this.#record.subarray(from, to), elementSize);
    this.#length = to;
  }

  putComplex(re: number, im: number, kind: number): void {
    this.putReal(re, kind);
    this.putReal(im, kind);
  }

  putLogical(value: boolean, kind: number): void {
    this.putInteger(value ? 1n : 0n, kind);
  }

  putText(bytes: Uint8Array): void {
    this.putBytes(bytes, 1);
  }

  finish(): void {
    const { buffer, connection } = this.#unit;
    if (connection.access === 'stream') buffer.write(this.#record, this.#length);
    else if (connection.access === 'direct') {
      buffer.write(this.#record, this.#length);
      if (this.#length < connection.recordLength) buffer.fill(0, connection.recordLength - this.#length);
    } else this.#marked();
    if (!this.#unit.direct) this.#unit.nextRecord += 1;
  }

  #grow(size: number): void {
    const grown = new Uint8Array(Math.max(size, 2 * this.#record.length));
    grown.set(this.#record.subarray(0, this.#length));
    this.#record = grown;
  }

  #marked(): void {
    const length = this.#length;
    for (let from = 0; from === 0 || from < length; from += partLimit) {
      const count = Math.min(partLimit, length - from);
      this.#unit.writeMarker(from + partLimit < length ? -count : count);
      this.#unit.buffer.write(from === 0 ? this.#record : this.#record.subarray(from), count);
      this.#unit.writeMarker(from > 0 ? -count : count);
    }
  }
}

export class UnformattedReader implements InputTransfer {
  #unit!: Unit;
  /** Bytes left in this part of the record; streams have no records. */
  #left = Number.POSITIVE_INFINITY;
  /** Its length, as its marker says. */
  #part = 0;
  #more = false;
  #over = false;
  #marked = false;

  begin(unit: Unit): void {
    this.#unit = unit;
    this.#more = false;
    this.#over = false;
    this.#marked = unit.connection.access === 'sequential';
    if (this.#marked) this.#beginPart();
    else this.#left = unit.direct ? unit.connection.recordLength : Number.POSITIVE_INFINITY;
    unit.markRead();
  }

  #beginPart(): void {
    const marker = this.#unit.readMarker();
    if (marker === undefined) throw ioFailure(217);
    this.#part = Math.abs(marker);
    this.#left = this.#part;
    this.#more = marker < 0;
  }

  #endPart(): void {
    this.#unit.buffer.position += this.#left;
    const marker = this.#unit.readMarker();
    if (marker === undefined || Math.abs(marker) !== this.#part) throw ioFailure(219);
  }

  getBytes(target: Uint8Array, elementSize: number): void {
    this.#get(target, target.length, elementSize);
  }

  /** The first `size` bytes of the target. */
  #get(target: Uint8Array, size: number, elementSize: number): void {
    let done = 0;
    while (done < size) {
      if (this.#left === 0) this.#nextPart();
      const count = Math.min(this.#left, size - done);
      if (this.#unit.buffer.read(target, done, done + count) < count) throw ioFailure(217);
      done += count;
      this.#left -= count;
    }
    if (this.#unit.connection.bigEndian && elementSize > 1) swap(target.subarray(0, size), elementSize);
  }

  #nextPart(): void {
    if (!this.#more) {
      // The file stands behind the record that was too short.
      this.#over = true;
      if (this.#marked) this.#endPart();
      throw ioFailure(219);
    }
    this.#endPart();
    this.#beginPart();
  }

  getInteger(kind: number): bigint {
    this.#get(item, kind, kind);
    return integerIn(kind);
  }

  getReal(kind: number): number {
    this.#get(item, kind, kind);
    return realIn(kind);
  }

  getComplex(kind: number): readonly [number, number] {
    const re = this.getReal(kind);
    return [re, this.getReal(kind)];
  }

  getLogical(kind: number): boolean {
    return (this.getInteger(kind) & 1n) === 1n;
  }

  getText(target: Uint8Array): void {
    this.getBytes(target, 1);
  }

  finish(): void {
    while (this.#marked && !this.#over) {
      this.#endPart();
      if (!this.#more) break;
      this.#beginPart();
    }
    if (!this.#unit.direct) this.#unit.nextRecord += 1;
  }
}

/** inquire(iolength=…): how long the items are as an unformatted direct record. */
export class LengthCounter implements OutputTransfer {
  length = 0;

  putBytes(bytes: Uint8Array): void {
    this.length += bytes.length;
  }

  putInteger(_value: bigint | number, kind: number): void {
    this.length += kind;
  }

  putReal(_value: number, kind: number): void {
    this.length += kind;
  }

  putComplex(_re: number, _im: number, kind: number): void {
    this.length += 2 * kind;
  }

  putLogical(_value: boolean, kind: number): void {
    this.length += kind;
  }

  putText(bytes: Uint8Array): void {
    this.length += bytes.length;
  }

  finish(): void {}
}
