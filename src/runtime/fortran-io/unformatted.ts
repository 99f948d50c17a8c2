/** Unformatted transfer: record-marked sequential records, fixed direct records, and streams. */
import { ioFailure } from '../../library/io-errors.ts';
import { bitsOfBytes, bytesOfBits, integerBits, realBits, realFromBits } from './item-bits.ts';
import type { InputTransfer, OutputTransfer } from './transfer.ts';
import type { Unit } from './unit.ts';

/** The longest part of a record that its 4-byte markers can hold; longer records have several. */
const partLimit = 2147483639;

/** Reverses the bytes of each element, in place. */
function swap(bytes: Uint8Array, elementSize: number): void {
  for (let from = 0; from < bytes.length; from += elementSize) bytes.subarray(from, from + elementSize).reverse();
}

export class UnformattedWriter implements OutputTransfer {
  readonly #unit: Unit;
  /** The record so far; streams are written through. */
  #record = new Uint8Array(1024);
  #length = 0;

  constructor(unit: Unit) {
    this.#unit = unit;
  }

  putBytes(bytes: Uint8Array, elementSize: number): void {
    const swapped = this.#unit.connection.bigEndian && elementSize > 1;
    if (this.#unit.connection.access === 'stream' && !swapped) {
      this.#unit.buffer.write(bytes);
      return;
    }
    const to = this.#length + bytes.length;
    if (this.#unit.direct && to > this.#unit.connection.recordLength) throw ioFailure(219);
    if (to > this.#record.length) this.#grow(to);
    this.#record.set(bytes, this.#length);
    if (swapped) swap(this.#record.subarray(this.#length, to), elementSize);
    this.#length = to;
  }

  putInteger(value: bigint, kind: number): void {
    this.putBytes(bytesOfBits(integerBits(value, kind), kind), kind);
  }

  putReal(value: number, kind: number): void {
    this.putBytes(bytesOfBits(realBits(value, kind), kind), kind);
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
    const record = this.#record.subarray(0, this.#length);
    const { buffer, connection } = this.#unit;
    if (connection.access === 'stream') buffer.write(record);
    else if (connection.access === 'direct') this.#fixed(record, connection.recordLength);
    else this.#marked(record);
    if (!this.#unit.direct) this.#unit.nextRecord += 1;
  }

  #grow(size: number): void {
    const grown = new Uint8Array(Math.max(size, 2 * this.#record.length));
    grown.set(this.#record.subarray(0, this.#length));
    this.#record = grown;
  }

  #fixed(record: Uint8Array, length: number): void {
    this.#unit.buffer.write(record);
    this.#unit.buffer.write(new Uint8Array(length - record.length));
  }

  #marked(record: Uint8Array): void {
    for (let from = 0; from === 0 || from < record.length; from += partLimit) {
      const part = record.subarray(from, from + partLimit);
      this.#unit.writeMarker(from + partLimit < record.length ? -part.length : part.length);
      this.#unit.buffer.write(part);
      this.#unit.writeMarker(from > 0 ? -part.length : part.length);
    }
  }
}

export class UnformattedReader implements InputTransfer {
  readonly #unit: Unit;
  /** Bytes left in this part of the record; streams have no records. */
  #left = Number.POSITIVE_INFINITY;
  /** Its length, as its marker says. */
  #part = 0;
  #more = false;
  #over = false;
  readonly #marked: boolean;

  constructor(unit: Unit) {
    this.#unit = unit;
    this.#marked = unit.connection.access === 'sequential';
    if (this.#marked) this.#beginPart();
    else if (unit.direct) this.#left = unit.connection.recordLength;
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
    let done = 0;
    while (done < target.length) {
      if (this.#left === 0) this.#nextPart();
      const count = Math.min(this.#left, target.length - done);
      if (this.#unit.buffer.read(target.subarray(done, done + count)) < count) throw ioFailure(217);
      done += count;
      this.#left -= count;
    }
    if (this.#unit.connection.bigEndian && elementSize > 1) swap(target, elementSize);
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

  #bits(kind: number): bigint {
    const bytes = new Uint8Array(kind);
    this.getBytes(bytes, kind);
    return bitsOfBytes(bytes);
  }

  getInteger(kind: number): bigint {
    return BigInt.asIntN(8 * kind, this.#bits(kind));
  }

  getReal(kind: number): number {
    return realFromBits(this.#bits(kind), kind);
  }

  getComplex(kind: number): readonly [number, number] {
    const re = this.getReal(kind);
    return [re, this.getReal(kind)];
  }

  getLogical(kind: number): boolean {
    return (this.#bits(kind) & 1n) === 1n;
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

  putInteger(_value: bigint, kind: number): void {
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
