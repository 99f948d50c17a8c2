/**
 * Large blocks for several threads: each has a heap of its own, which grows at the end of the memory that all share. A block goes back to the heap that it came from:
 * who frees another thread's block puts it on that thread's list.
 */
import { Heap, type Owner } from '../heap.ts';
import { maxPages, pageBytes, placeOfAddress } from '../linear-memory.ts';
import { mailOf, mailWord, ownersAt } from './team-words.ts';

const owner: Owner = { kind: 'unregistered', device: -1 };
/** Blocks lie at multiples of it. */
const unit = 64;

export class ThreadHeap {
  readonly #memory: WebAssembly.Memory;
  readonly #control: number;
  readonly #thread: number;
  readonly #heap: Pick<Heap, 'allocate' | 'free'>;
  #cells: Int32Array;

  /** `heap`: the first thread's own, which is there already. */
  constructor(
    memory: WebAssembly.Memory,
    address: 'i32' | 'i64',
    control: number,
    thread: number,
    heap?: Pick<Heap, 'allocate' | 'free'>,
  ) {
    this.#memory = memory;
    this.#control = control;
    this.#thread = thread;
    this.#cells = new Int32Array(memory.buffer);
    const owners = new Uint8Array(memory.buffer, control + ownersAt, maxPages[address] + 1);
    const grown = (from: number, to: number): void => {
      owners.fill(thread, Math.floor(from / pageBytes), Math.ceil(to / pageBytes));
    };
    this.#heap = heap ?? new Heap(memory, address, undefined, maxPages[address], grown);
  }

  allocate(bytes: number, alignment: number): number {
    this.takeBack();
    return this.#heap.allocate(bytes, alignment, owner);
  }

  free(address: number): void {
    const at = placeOfAddress(address);
    if (at === 0 || this.#heap.free(at)) return;
    const whose = new Uint8Array(this.#memory.buffer, this.#control + ownersAt)[Math.floor(at / pageBytes)] ?? 0;
    if (whose !== this.#thread) this.#giveBack(whose, at);
  }

  #giveBack(thread: number, at: number): void {
    const cells = this.#upTo(at);
    const list = this.#list(thread);
    for (;;) {
      const first = Atomics.load(cells, list);
      Atomics.store(cells, at / 4, first);
      if (Atomics.compareExchange(cells, list, first, (at / unit) | 0) === first) return;
    }
  }

  /** Blocks that others have freed. */
  takeBack(): void {
    const list = this.#list(this.#thread);
    if (Atomics.load(this.#cells, list) === 0) return;
    for (let next = Atomics.exchange(this.#cells, list, 0); next !== 0; ) {
      const at = (next >>> 0) * unit;
      next = Atomics.load(this.#upTo(at), at / 4);
      this.#heap.free(at);
    }
  }

  #list(thread: number): number {
    return this.#control / 4 + mailOf(thread) + mailWord.freed;
  }

  #upTo(at: number): Int32Array {
    if (at + unit > this.#cells.byteLength) this.#cells = new Int32Array(this.#memory.buffer);
    return this.#cells;
  }
}

/** Bytes of the block that a team shares. */
export function teamBytes(address: 'i32' | 'i64'): number {
  return ownersAt + maxPages[address] + 1;
}
