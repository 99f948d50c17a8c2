/**
 * What kernels print: records in a ring in the shared memory, written by any thread, read by the host.
 * A record: bytes in all (written last, 0 until then), command, block, number of items; the items as machine/print-record.ts has them;
 * then the bytes of the strings, each rounded up to 8. A ring that is full makes the writers wait until the host reads.
 */
import { printFields, printItemSize, printKindNames, printKinds } from '../../machine/print-record.ts';
import { placeOfAddress } from '../linear-memory.ts';
import { header, printRingAt, printRingBytes } from './control.ts';

const headBytes = 16;

/** One value of a printed line. */
export type PrintedItem =
  | { readonly kind: 'text' | 'format'; readonly text: string }
  | { readonly kind: 'integer' | 'logical' | 'part'; readonly bytes: number; readonly value: bigint }
  | { readonly kind: 'real'; readonly bytes: number; readonly value: number }
  | { readonly kind: 'complex'; readonly bytes: number; readonly re: number; readonly im: number }
  | { readonly kind: 'string'; readonly value: Uint8Array };

export type PrintedLine = { readonly sequence: number; readonly block: number; readonly items: readonly PrintedItem[] };

export class PrintWriter {
  readonly #memory: WebAssembly.Memory;
  readonly #words: Int32Array;
  readonly #ring: Ring;
  /** On the host: makes room when the ring is full. */
  readonly #drain: (() => void) | undefined;

  constructor(memory: WebAssembly.Memory, words: Int32Array, control: number, drain?: () => void) {
    this.#memory = memory;
    this.#words = words;
    this.#ring = new Ring(memory, control);
    this.#drain = drain;
  }

  /** The kernel's import. */
  write(sequence: number, items: number | bigint, count: number, block: number): void {
    const view = new DataView(this.#memory.buffer, placeOfAddress(items));
    const bytes = recordBytes(view, count);
    if (bytes > printRingBytes / 2) return;
    const start = this.#reserve(bytes);
    const ring = this.#ring;
    ring.setWord(start + 4, sequence);
    ring.setWord(start + 8, block);
    ring.setWord(start + 12, count);
    for (let i = 0; i < count * printItemSize; i += 8) ring.setCell(start + headBytes + i, view.getBigInt64(i, true));
    let to = start + headBytes + count * printItemSize;
    for (let i = 0; i < count; i++) to += this.#putString(view, i * printItemSize, to);
    ring.commit(start, bytes);
  }

  #putString(view: DataView, item: number, to: number): number {
    const length = stringLength(view, item);
    if (length === 0) return 0;
    const bytes = new Uint8Array(
      this.#memory.buffer,
      Number(view.getBigUint64(item + printFields.first, true)),
      length,
    );
    for (let i = 0; i < length; i++) this.#ring.setByte(to + i, bytes[i]!);
    return rounded(length);
  }

  #reserve(bytes: number): number {
    const words = this.#words;
    for (;;) {
      const head = Atomics.load(words, header.printHead);
      const tail = Atomics.load(words, header.printTail);
      if (((head - tail) | 0) + bytes > printRingBytes) {
        if (this.#drain) this.#drain();
        else Atomics.wait(words, header.printTail, tail, 100);
      } else if (Atomics.compareExchange(words, header.printHead, head, (head + bytes) | 0) === head) return head;
    }
  }
}

export class PrintReader {
  readonly #words: Int32Array;
  readonly #ring: Ring;
  readonly #texts: readonly string[];

  constructor(memory: WebAssembly.Memory, words: Int32Array, control: number, texts: readonly string[]) {
    this.#words = words;
    this.#ring = new Ring(memory, control);
    this.#texts = texts;
  }

  /** Whether the ring is half full. */
  get isPressing(): boolean {
    return ((Atomics.load(this.#words, header.printHead) - this.#words[header.printTail]!) | 0) > printRingBytes / 2;
  }

  /** Takes what is there, ordered by launch and block; lines of one block stay as they came. */
  read(): readonly PrintedLine[] {
    const lines: PrintedLine[] = [];
    for (;;) {
      const tail = this.#words[header.printTail]!;
      if (tail === Atomics.load(this.#words, header.printHead)) break;
      const bytes = this.#ring.committed(tail);
      if (bytes === 0) break;
      lines.push(this.#line(tail));
      this.#ring.clear(tail, bytes);
      Atomics.store(this.#words, header.printTail, (tail + bytes) | 0);
    }
    if (lines.length > 0) Atomics.notify(this.#words, header.printTail);
    return lines.sort((a, b) => (a.sequence - b.sequence) | 0 || a.block - b.block);
  }

  #line(at: number): PrintedLine {
    const ring = this.#ring;
    const count = ring.getWord(at + 12);
    const items: PrintedItem[] = [];
    let strings = at + headBytes + count * printItemSize;
    for (let i = 0; i < count; i++) {
      const item = this.#item(at + headBytes + i * printItemSize, strings);
      if (item.kind === 'string') strings += rounded(item.value.length);
      items.push(item);
    }
    return { sequence: ring.getWord(at + 4), block: ring.getWord(at + 8), items };
  }

  #item(at: number, strings: number): PrintedItem {
    const ring = this.#ring;
    const kind = printKindNames[ring.getWord(at + printFields.kind)] ?? 'text';
    const bytes = ring.getWord(at + printFields.bytes);
    const first = ring.getCell(at + printFields.first);
    const second = ring.getCell(at + printFields.second);
    switch (kind) {
      case 'text':
      case 'format':
        return { kind, text: this.#texts[Number(BigInt.asUintN(32, first))] ?? '' };
      case 'integer':
      case 'logical':
      case 'part':
        return { kind, bytes, value: first };
      case 'real':
        return { kind, bytes, value: f64Of(first) };
      case 'complex':
        return { kind, bytes, re: f64Of(first), im: f64Of(second) };
      case 'string': {
        const length = clampLength(second);
        return { kind, value: Uint8Array.from({ length }, (_, i) => ring.getByte(strings + i)) };
      }
    }
  }
}

const cell = new DataView(new ArrayBuffer(8));

function f64Of(bits: bigint): number {
  cell.setBigInt64(0, bits);
  return cell.getFloat64(0);
}

function clampLength(length: bigint): number {
  return Math.max(0, Math.min(Number(length), 65536));
}

function stringLength(view: DataView, item: number): number {
  if (view.getInt32(item + printFields.kind, true) !== printKinds.string) return 0;
  return clampLength(view.getBigInt64(item + printFields.second, true));
}

function rounded(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

function recordBytes(view: DataView, count: number): number {
  let bytes = headBytes + count * printItemSize;
  for (let i = 0; i < count; i++) bytes += rounded(stringLength(view, i * printItemSize));
  return bytes;
}

const mask = printRingBytes - 1;

/** Bytes at places that wrap around; records begin at multiples of 8. */
class Ring {
  readonly #view: DataView;
  readonly #words: Int32Array;

  constructor(memory: WebAssembly.Memory, control: number) {
    const start = control + 4 * printRingAt;
    this.#view = new DataView(memory.buffer, start, printRingBytes);
    this.#words = new Int32Array(memory.buffer, start, printRingBytes / 4);
  }

  setWord(at: number, value: number): void {
    this.#view.setInt32(at & mask, value, true);
  }
  getWord(at: number): number {
    return this.#view.getInt32(at & mask, true);
  }
  setCell(at: number, value: bigint): void {
    this.#view.setBigInt64(at & mask, value, true);
  }
  getCell(at: number): bigint {
    return this.#view.getBigInt64(at & mask, true);
  }
  setByte(at: number, value: number): void {
    this.#view.setUint8(at & mask, value);
  }
  getByte(at: number): number {
    return this.#view.getUint8(at & mask);
  }
  commit(at: number, bytes: number): void {
    Atomics.store(this.#words, (at & mask) >> 2, bytes);
  }
  committed(at: number): number {
    return Atomics.load(this.#words, (at & mask) >> 2);
  }
  /** Lengths must be 0 before the place is used again, wherever a record will begin. */
  clear(at: number, bytes: number): void {
    for (let i = 0; i < bytes; i += 8) Atomics.store(this.#words, ((at + i) & mask) >> 2, 0);
  }
}
