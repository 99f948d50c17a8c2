/**
 * Where the device's bookkeeping lies in the shared memory: offsets from the control block, in 32-bit words.
 * All threads (the host's and the workers') read and write it; the host alone publishes commands.
 */

/** Words of the header. */
export const header = {
  /** Number of the next command to be published; numbers wrap around. */
  head: 0,
  /** Number of the oldest command that is not done. */
  first: 1,
  /** Grows with every publication and every completion: what idle threads watch. */
  generation: 2,
  /** How many threads sleep on `generation`. */
  sleepers: 3,
  quit: 4,
  /** Threads in all, the host's included. */
  threads: 5,
  /** Bytes written to and read from the print ring, wrapping around. */
  printHead: 8,
  printTail: 9,
  /** Per device: the error code that ended its work, and then the place of the trap (from 1), the kernel, and the block (from 1) where it is known. */
  failures: 16,
  trapPlaces: 32,
  failedKernels: 48,
  trapBlocks: 64,
  /** Per thread: the oldest command that it may be looking at, or `idle`; then the words of `threadField`. One cache line each. */
  epochs: 80,
} as const;

/** Words of a thread: the slot whose kernel it runs (0: none), since when threads of its block wait for others, and when that was last so; in tenths of a second. */
export const threadField = { runs: 1, waitsSince: 2, lastWait: 3 } as const;

export const maxDevices = 16;
export const maxThreads = 256;
export const epochStride = 16;
export const idle = 0x7fffffff;

/** Commands in flight; a power of two. */
export const slotCount = 1024;
export const slotWords = 144;
/** Parts of a command, each handed out by itself: threads begin with their own. */
export const maxParts = 8;
export const slotsAt = header.epochs + maxThreads * epochStride;
export const printRingBytes = 1 << 20;
/** One slot more, for kernels that the host runs at once. */
export const directSlot = slotsAt + slotCount * slotWords;
export const printRingAt = directSlot + slotWords;
export const controlBytes = printRingAt * 4 + printRingBytes;

/** Words of a command. */
export const field = {
  /** Its number; written last. */
  sequence: 0,
  done: 1,
  kind: 2,
  /** The next unit of work to hand out, of `total`, `chunk` at a time (or, as `least` says, fewer towards the end); and how many are finished. */
  next: 3,
  total: 4,
  chunk: 5,
  finished: 6,
  device: 7,
  /** Numbers of commands that must be done before. */
  dependencies: 8,
  dependency: 9,
  /** kernel: its number. */
  subject: 13,
  /** kernel: where its parameters are; event: where the time goes. In two words, as all addresses are (`getLong`). */
  params: 14,
  /** Working storage: thread t has `arenaStride` bytes at arena + t * arenaStride: shared memory, then scratch. */
  arena: 16,
  arenaStride: 18,
  sharedBytes: 19,
  /** Which launch it is, to order what kernels print. */
  order: 20,
  /** A kernel in phases: how many blocks wait for the grid in this phase. */
  waiting: 21,
  /** The launch record of a kernel; what a copy or a fill needs. */
  record: 22,
  /**
   * In the launch record. Kernels that are not plain: bytes that each block has for shared memory and scratch; and, in phases, where those of all blocks lie
   * (0: the blocks of one cluster in the thread's working storage).
   */
  blockStride: 32,
  blocksAt: 34,
  /** How the blocks of a kernel run (`modes`), and how many that wait have room in the thread's working storage. */
  mode: 36,
  depth: 37,
  /** Threads of a block. */
  threads: 38,
  /** Pieces get shorter towards the end, down to so many units, of which each is a multiple. */
  least: 39,
  /** 1 for a kernel whose threads may wait for what the host writes: the host does not run it. */
  hostless: 40,
  /** The trap (from 1) of blocks that wait for the grid in vain. */
  gridTrap: 41,
  /** How many parts its units are in, from which one on, and the next unit of each; where there are several, `next` counts what is handed out. */
  parts: 42,
  begun: 43,
  nextOfPart: 44,
  /** Room for parameters, 8 bytes each. */
  inlineParams: 52,
} as const;

export const maxDependencies = 4;
export const inlineParamCount = (slotWords - field.inlineParams) / 2;

export const kinds = { kernel: 1, copy: 2, fill: 3, event: 4, join: 5 } as const;

/**
 * plain: one after another; phases: each to the next barrier of its grid or cluster, whose clusters are the units; waits: threads may wait for other blocks, which
 * then run in between. yields: such blocks stop and go on later.
 */
export const modes = { plain: 0, phases: 1, waits: 2, yields: 3 } as const;

/** Words of `record` for a copy and a fill, each of two. A fill's rows have `count` patterns; the last one ends with the `all`th. */
export const copyField = { to: 0, from: 2, width: 4, toPitch: 6, fromPitch: 8, height: 10, piece: 12 } as const;
export const fillField = { to: 0, pitch: 2, low: 4, high: 6, patternBytes: 8, count: 10, all: 12 } as const;

/** A number from 0 to 2^53 in two words. */
export function getLong(words: Int32Array, at: number): number {
  return (words[at]! >>> 0) + (words[at + 1]! >>> 0) * 2 ** 32;
}

export function setLong(words: Int32Array, at: number, value: number): void {
  words[at] = value | 0;
  words[at + 1] = Math.floor(value / 2 ** 32);
}
