/** The shadow of a program's memory (machine/check-tools.ts): what of it the device may use, what the host may not, and which bytes were never written. */
import { shadow, shadowStateBytes } from '../../machine/check-tools.ts';
import type { ProgramMemory } from '../program-memory.ts';

const pageBytes = 1 << shadow.pageBits;
/** The states, then the bits of what was never written. */
const bookBytes = 2 * shadowStateBytes;

/** Bytes of memory from `from` up to `to`, all in one page. */
type Stretch = { readonly books: number; readonly from: number; readonly to: number };

export class Shadow {
  readonly #memory: ProgramMemory;
  readonly #table: number;
  /** Of addresses that nobody has said anything about. */
  readonly #nothing: number;

  /** Of real devices there is none. */
  readonly #isKept: boolean;

  /** `table`: the address of the table of pages. */
  constructor(memory: ProgramMemory, table: number, isKept: boolean) {
    this.#memory = memory;
    this.#table = table;
    this.#isKept = isKept;
    this.#nothing = isKept ? this.#newBooks() : 0;
    if (!isKept) return;
    for (let page = 0; page < shadow.pageCount; page++) this.#setBooks(page, this.#nothing);
  }

  /** The device may use these bytes, and those alone of the 8 around their ends; the host may not where `hostless`. */
  allow(address: number, bytes: number, hostless: boolean): void {
    const other = hostless ? shadow.hostless : 0;
    for (const { books, from, to } of this.#stretches(address, bytes)) {
      const states = this.#memory.bytes(books, shadowStateBytes);
      const whole = to - (to % 8);
      if (whole > from) states.fill(8 + other, placeIn(from), placeIn(whole - 1) + 1);
      if (to > whole) states[placeIn(whole)] = (to % 8) + other;
    }
  }

  /** Nor may the device use these; what the host may stays as it is said. */
  forbid(address: number, bytes: number, hostless: boolean): void {
    const end = Math.ceil((address + bytes) / 8) * 8;
    for (const { books, from, to } of this.#stretches(address, end - address))
      this.#memory
        .bytes(books, shadowStateBytes)
        .fill(hostless ? shadow.hostless : 0, placeIn(from), placeIn(to - 1) + 1);
  }

  /** Whether a byte is for the device alone. */
  isHostless(address: number): boolean {
    return (this.#memory.view.getUint8(this.#books(address) + placeIn(address)) & shadow.hostless) !== 0;
  }

  /** Whether a kernel uses these bytes that the host has not waited for. */
  setBusy(from: number, to: number, isBusy: boolean): void {
    for (const { books, from: first, to: end } of this.#stretches(from, to - from)) {
      const states = this.#memory.bytes(books, shadowStateBytes);
      for (let place = placeIn(first); place <= placeIn(end - 1); place++)
        states[place] = isBusy ? states[place]! | shadow.busy : states[place]! & ~shadow.busy;
    }
  }

  /** Whether all of these bytes may be used by the device. */
  isAllowed(address: number, bytes: number): boolean {
    if (!this.#isKept) return true;
    for (const at of [address, address + bytes - 1]) {
      const state = this.#memory.view.getUint8(this.#books(at) + placeIn(at)) & 15;
      if (at % 8 >= state) return false;
    }
    return true;
  }

  /** Counts how often bytes became unwritten. */
  unsets = 0;

  /** Nothing has been written there. */
  unset(address: number, bytes: number): void {
    this.unsets++;
    this.#setBits(address, bytes, true);
  }

  written(address: number, bytes: number): void {
    this.#setBits(address, bytes, false);
  }

  /** A byte that nothing has been written to; undefined where there is none. */
  firstUnset(address: number, bytes: number): number | undefined {
    return this.#first(address, bytes, true);
  }

  /** Whether somebody has written some of these bytes. */
  isPartlySet(address: number, bytes: number): boolean {
    return this.#first(address, bytes, false) !== undefined;
  }

  /** The first byte that nothing has been written to, or that something has. */
  #first(address: number, bytes: number, isUnset: boolean): number | undefined {
    if (!this.#isKept) return undefined;
    const end = address + bytes;
    const others = isUnset ? 0 : 255;
    for (let at = address; at < end; ) {
      const to = Math.min(end, (Math.floor(at / pageBytes) + 1) * pageBytes);
      const books = this.#books(at);
      const bits = this.#memory.bytes(books + shadowStateBytes, shadowStateBytes);
      while (at < to) {
        const known = bits[placeIn(at)]!;
        if (known === others) at += 8 - (at % 8);
        else if (((known >> (at % 8)) & 1) === (isUnset ? 1 : 0)) return at;
        else at++;
      }
      at = to;
    }
    return undefined;
  }

  /** All that nobody has written, from below. */
  unsetStretches(address: number, bytes: number): readonly { readonly at: number; readonly bytes: number }[] {
    const found: { at: number; bytes: number }[] = [];
    for (let at = this.firstUnset(address, bytes); at !== undefined; ) {
      const end: number = this.#first(at, address + bytes - at, false) ?? address + bytes;
      found.push({ at, bytes: end - at });
      at = this.firstUnset(end, address + bytes - end);
    }
    return found;
  }

  /** Words that nobody has been seen to write and that are no longer all `filler` have been written by somebody: gives whether some are left. */
  refresh(address: number, bytes: number, filler: number): boolean {
    let left = false;
    for (const { books, from, to } of this.#stretches(address, bytes)) {
      const bits = this.#memory.bytes(books + shadowStateBytes, shadowStateBytes);
      const values = this.#memory.bytes(from, to - from);
      for (let at = from; at < to; at += 4) {
        const place = placeIn(at);
        const word = at % 8 === 0 ? 15 : 240;
        if ((bits[place]! & word) === 0) continue;
        const same = (i: number): boolean => at - from + i >= values.length || values[at - from + i] === filler;
        if (same(0) && same(1) && same(2) && same(3)) left = true;
        else bits[place]! &= ~word;
      }
    }
    return left;
  }

  /** What is known of bytes goes with them when they are copied. */
  copied(to: number, from: number, bytes: number): void {
    const unset = this.unsetStretches(from, bytes);
    this.written(to, bytes);
    for (const { at, bytes } of unset) this.unset(to + at - from, bytes);
  }

  #setBits(address: number, bytes: number, value: boolean): void {
    for (const { books, from, to } of this.#stretches(address, bytes)) {
      if (!value && books === this.#nothing) continue;
      const bits = this.#memory.bytes(books + shadowStateBytes, shadowStateBytes);
      for (let at = from; at < to; ) {
        const place = placeIn(at);
        if (at % 8 === 0 && to - at >= 8) {
          const whole = to - (to % 8);
          bits.fill(value ? 255 : 0, place, placeIn(whole - 1) + 1);
          at = whole;
          continue;
        }
        const bit = 1 << (at % 8);
        bits[place] = value ? (bits[place] ?? 0) | bit : (bits[place] ?? 0) & ~bit;
        at++;
      }
    }
  }

  *#stretches(address: number, bytes: number): Iterable<Stretch> {
    if (!this.#isKept) return;
    for (let at = address; at < address + bytes; ) {
      const to = Math.min(address + bytes, (Math.floor(at / pageBytes) + 1) * pageBytes);
      yield { books: this.#ownBooks(at), from: at, to };
      at = to;
    }
  }

  #books(address: number): number {
    const page = Math.min(shadow.pageCount - 1, Math.floor(address / pageBytes));
    return Number(this.#memory.view.getBigUint64(this.#table + 8 * page, true));
  }

  #ownBooks(address: number): number {
    const books = this.#books(address);
    if (books !== this.#nothing) return books;
    const own = this.#newBooks();
    this.#setBooks(Math.floor(address / pageBytes), own);
    return own;
  }

  #setBooks(page: number, books: number): void {
    this.#memory.view.setBigUint64(this.#table + 8 * page, BigInt(books), true);
  }

  #newBooks(): number {
    const books = this.#memory.allocate(bookBytes);
    this.#memory.bytes(books, bookBytes).fill(0);
    return books;
  }
}

/** The byte of a page's states for an address. */
function placeIn(address: number): number {
  return Math.floor((address % pageBytes) / 8);
}
