/** Page-locked blocks of host memory for buffers on their way between a GPU and MPI: page-locking costs more than most copies, so blocks are kept. */

export type BlockMemory = {
  /** Of host memory: 0 where there is no room. */
  readonly allocate: (bytes: number) => number;
  readonly free: (place: number) => void;
  /** Makes copies to and from a place fast. */
  readonly pin: (place: number, bytes: number) => void;
};

const leastBytes = 1 << 16;
/** Larger blocks are not kept beyond their use. */
const mostKept = 1 << 28;

export class StagingBlocks {
  readonly #memory: BlockMemory;
  readonly #free = new Map<number, number[]>();

  constructor(memory: BlockMemory) {
    this.#memory = memory;
  }

  /** 0 where there is no room. */
  take(bytes: number): number {
    const size = sizeOf(bytes);
    const kept = this.#free.get(size)?.pop();
    if (kept !== undefined) return kept;
    const place = this.#memory.allocate(size);
    if (place !== 0) this.#memory.pin(place, size);
    return place;
  }

  leave(place: number, bytes: number): void {
    const size = sizeOf(bytes);
    const others = this.#free.get(size);
    if (size > mostKept) this.#memory.free(place);
    else if (others) others.push(place);
    else this.#free.set(size, [place]);
  }
}

function sizeOf(bytes: number): number {
  let size = leastBytes;
  while (size < bytes) size *= 2;
  return size > mostKept ? bytes : size;
}
