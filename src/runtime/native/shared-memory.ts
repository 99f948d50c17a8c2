/**
 * Parts of a program's memory that other processes of the machine use: their pages become pages of one file without a name, at the places that they have in the memory, and
 * the others put pages of that file into their own memories.
 */
import type { Koffi } from './load-koffi.ts';
import { type SharedPages, sharedPages } from './shared-pages.ts';

/** A process, and its number of the file. */
export type SharedFile = { readonly owner: number; readonly file: number };

export class SharedMemory {
  readonly #pages: SharedPages;
  /** For the processor: of the program's address 0. */
  readonly #base: number;
  readonly #maxBytes: number;
  #file: number | undefined;
  /** Pages that are the file's, by their number. */
  readonly #given = new Set<number>();

  /** `maxBytes`: what the memory may grow to. Undefined where the system has no such files. */
  static of(koffi: Koffi, memory: WebAssembly.Memory, maxBytes: number): SharedMemory | undefined {
    const pages = sharedPages(koffi);
    return pages && new SharedMemory(pages, Number(koffi.address(new Uint8Array(memory.buffer))), maxBytes);
  }

  private constructor(pages: SharedPages, base: number, maxBytes: number) {
    this.#pages = pages;
    this.#base = base;
    this.#maxBytes = maxBytes;
  }

  get pageBytes(): number {
    return this.#pages.size;
  }

  /** From now on others can use what lies there; nobody may write to it meanwhile. RangeError where the system refuses. */
  give(at: number, bytes: number): SharedFile {
    this.#file ??= this.#pages.make(this.#maxBytes);
    const { size } = this.#pages;
    const end = Math.ceil((at + bytes) / size);
    for (let page = Math.floor(at / size); page < end; ) {
      const from = page;
      while (page < end && !this.#given.has(page)) this.#given.add(page++);
      if (page > from) this.#move(this.#file, from * size, (page - from) * size);
      else page++;
    }
    return { owner: process.pid, file: this.#file };
  }

  #move(file: number, at: number, bytes: number): void {
    this.#pages.fill(file, at, this.#base + at, bytes);
    this.#pages.map(this.#base + at, bytes, process.pid, file, at);
  }

  /** Puts what another process has given into the place of memory; all are multiples of pages. RangeError where it is not there any more. */
  take(at: number, bytes: number, { owner, file }: SharedFile, from: number): void {
    this.#pages.map(this.#base + at, bytes, owner, file, from);
  }

  /** The memory is the process's own again. */
  leave(at: number, bytes: number): void {
    this.#pages.unmap(this.#base + at, bytes);
  }
}
