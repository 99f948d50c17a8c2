/** A program's memory as an MPI library sees it, and room in it for what routines take and give in the library's terms. */
import { ProgramExit } from '../program-exit.ts';
import type { ProgramMemory } from '../program-memory.ts';

/** Addresses of a real device begin here; below are offsets in the host program's memory. */
export const deviceStart = 2 ** 34;
const firstBytes = 1 << 16;

export class MpiMemory {
  readonly program: ProgramMemory;
  /** Of the program's address 0, for the processor. */
  readonly base: number;
  #room = 0;
  #size = 0;
  #top = 0;

  readonly #takesDevice: () => boolean;

  /** `takesDevice`: whether the library takes addresses of a device. */
  constructor(program: ProgramMemory, base: number, takesDevice: () => boolean) {
    this.#takesDevice = takesDevice;
    this.program = program;
    this.base = base;
  }

  /** Whether the library takes addresses of a device. */
  get takesDevice(): boolean {
    return this.#takesDevice();
  }

  /** For the processor: a place in the program's memory, or in a device's. */
  native(place: number): number {
    if (place < deviceStart) return this.base + place;
    if (!this.#takesDevice())
      throw new ProgramExit(
        127,
        'mpi: a buffer lies in the memory of the GPU, and this MPI library was built without CUDA: copy it to host memory first, or use a library that takes device memory',
      );
    return place;
  }

  /** The program's own place of an address of the processor; undefined where it lies elsewhere. */
  ownPlace(address: number): number | undefined {
    const place = address - this.base;
    return place >= 0 && place < this.program.memory.buffer.byteLength ? place : undefined;
  }

  /** What the room holds goes back to that when a call ends: calls may stand in each other. */
  get mark(): number {
    return this.#top;
  }

  release(mark: number): void {
    this.#top = mark;
  }

  takeBytes(bytes: number): number {
    return this.take(Math.ceil(bytes / 4));
  }

  /** A place for some words, until `release`. */
  take(words: number): number {
    const end = this.#top + 4 * words;
    if (end > this.#size) return this.#more(words);
    const place = this.#room + this.#top;
    this.#top = (end + 15) & ~15;
    return place;
  }

  /** The old room stays: calls that have not ended use it. */
  #more(words: number): number {
    this.#size = Math.max(firstBytes, 2 * this.#size, 8 * words);
    this.#room = this.program.allocate(this.#size);
    this.#top = 0;
    return this.take(words);
  }

  word(place: number): number {
    return (this.program.words[Math.floor(place / 4)] ?? 0) | 0;
  }

  setWord(place: number, value: number): void {
    this.program.words[Math.floor(place / 4)] = value;
  }
}
