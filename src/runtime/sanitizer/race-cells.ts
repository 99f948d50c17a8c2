/**
 * Who has used each word of memory last: for each 4 bytes the last write and the last two reads of different threads. Kept in pages that are made when somebody comes
 * to them.
 */

/** What is kept of one access: where `slot` begins, these numbers follow. */
export const kept = {
  /** Number of the work (a launch or a copy), from 1; 0: there was none. */
  work: 0,
  block: 1,
  thread: 2,
  /** Barriers of the block, the warp and the grid that the thread had passed. */
  block_: 3,
  warp: 4,
  grid: 5,
  site: 6,
  /** The bytes of the word, a bit for each; `kept.atomic` where it was atomic or volatile. */
  flags: 7,
  value: 8,
  /** When it was, in fences of the launch. */
  clock: 9,
} as const;
export const keptWords = 10;
export const atomicFlag = 16;
export const valuedFlag = 32;

/** Slots of a word: the write, then the reads. */
export const slots = 3;

const pageBits = 14;
const cellsOfPage = 1 << (pageBits - 2);

/** So many pages are found without a look into the map, by the low bits of their numbers. */
const near = 64;

export class RaceCells {
  readonly #pages = new Map<number, Int32Array>();
  readonly #nearNumbers = new Float64Array(near).fill(-1);
  readonly #nearPages: (Int32Array | undefined)[] = new Array(near).fill(undefined);

  /** The page of an address; made where `make`. */
  page(address: number, make: boolean): Int32Array | undefined {
    const number = Math.floor(address / (1 << pageBits));
    const place = number % near;
    if (this.#nearNumbers[place] === number) return this.#nearPages[place];
    const known = this.#pages.get(number) ?? (make ? this.#newPage(number) : undefined);
    if (known) {
      this.#nearNumbers[place] = number;
      this.#nearPages[place] = known;
    }
    return known;
  }

  #newPage(number: number): Int32Array {
    const page = new Int32Array(cellsOfPage * slots * keptWords);
    this.#pages.set(number, page);
    return page;
  }

  endOfPage(address: number): number {
    return (Math.floor(address / (1 << pageBits)) + 1) * (1 << pageBits);
  }

  /** Where the cell of an address begins in its page. */
  cell(address: number): number {
    return ((address % (1 << pageBits)) >> 2) * slots * keptWords;
  }

  /** Nobody has used these bytes. */
  forget(address: number, bytes: number): void {
    for (let at = address; at < address + bytes; ) {
      const end = Math.min(address + bytes, (Math.floor(at / (1 << pageBits)) + 1) * (1 << pageBits));
      this.page(at, false)?.fill(0, this.cell(at), this.cell(end - 1) + slots * keptWords);
      at = end;
    }
  }
}
