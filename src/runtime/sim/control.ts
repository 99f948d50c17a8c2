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
  /** Per device: the error code that ended its work, and then what is known of the kernel that failed (`Failure`). */
  failures: 16,
  trapPlaces: 32,
  failedKernels: 48,
  trapBlocks: 64,
  failedBlocks: 80,
  failedGridX: 96,
  failedGridY: 112,
  /** Four words each. */
  failedBytes: 128,
  /** 1 once somebody writes these words; `failures` is set behind them. */
  failureClaims: 192,
  /** Per thread: the oldest command that it may be looking at, or `idle`; then the words of `threadField`. One cache line each. */
  epochs: 208,
} as const;

/** Words of a thread: the slot whose kernel it runs (0: none), since when threads of its block wait for others, and when that was last so; in tenths of a second. */
export const threadField = { runs: 1, waitsSince: 2, lastWait: 3 } as const;

export const maxDevices = 16;
export const maxThreads = 256;
export const epochStride = 16;
export const idle = 0x7fffffff;

/** A line of a processor's cache: what threads write is apart from what they read. */
const line = 16;
/** Commands in flight; a power of two. */
export const slotCount = 1024;
/** Parts of a command, each handed out by itself: threads begin with their own. */
export const maxParts = 32;

/** Words of a command. */
export const field = {
  // What does not change while threads take units.
  /** Its number; written last. */
  sequence: 0,
  done: 1,
  kind: 2,
  /** Units of work, which are handed out `chunk` at a time or, as `least` says, fewer towards the end. */
  total: 3,
  chunk: 4,
  device: 5,
  /** Numbers of commands that must be done before. */
  dependencies: 6,
  dependency: 7,
  /** Pieces get shorter towards the end, down to so many units, of which each is a multiple. */
  least: 11,
  /** How many parts its units are in, and from which one on. */
  parts: 12,
  begun: 13,
  /** How the blocks of a kernel run (`modes`). */
  mode: 14,
  /** 1 for a kernel whose threads may wait for what the host writes: the host does not run it. */
  hostless: 15,

  // What all threads write.
  /** The next unit to hand out; where there are several parts, `total` once all of them are handed out. */
  next: line,
  finished: line + 1,
  /** A kernel in phases: how many blocks wait for the grid in this phase. */
  waiting: line + 2,
  /** A plain kernel: what its threads took so far, in `tick`s. */
  spent: line + 3,

  // What those need that perform it.
  /** kernel: its number. */
  subject: 2 * line,
  /** kernel: where its parameters are; event: where the time goes. In two words, as all addresses are (`getLong`). */
  params: 2 * line + 2,
  /** Working storage: thread t has `arenaStride` bytes at arena + t * arenaStride: shared memory, then scratch. */
  arena: 2 * line + 4,
  arenaStride: 2 * line + 6,
  sharedBytes: 2 * line + 7,
  /** Which launch it is, to order what kernels print. */
  order: 2 * line + 8,
  /** How many blocks that wait have room in the thread's working storage. */
  depth: 2 * line + 9,
  /** Threads of a block. */
  threads: 2 * line + 10,
  /** The trap (from 1) of blocks that wait for the grid in vain. */
  gridTrap: 2 * line + 11,

  /** The launch record of a kernel; what a copy or a fill needs. */
  record: 3 * line,
  /**
   * In the launch record. Kernels that are not plain: bytes that each block has for shared memory and scratch; and, in phases, where those of all blocks lie
   * (0: the blocks of one cluster in the thread's working storage).
   */
  blockStride: 3 * line + 10,
  /** In the launch record: how far the launch is alone (`launch.alone`). */
  alone: 3 * line + 11,
  blocksAt: 3 * line + 12,

  /** Room for parameters, 8 bytes each. */
  inlineParams: 4 * line,
  /** The next unit of each part, a line for each. */
  nextOfPart: 10 * line,
} as const;

/** Nanoseconds: a launch of a minute, of all threads together, finds room in a word. */
export const tick = 32;

export const partStride = line;
export const slotWords = field.nextOfPart + maxParts * partStride;
export const slotsAt = header.epochs + maxThreads * epochStride;
export const printRingBytes = 1 << 20;
/** One slot more, for kernels that the host runs at once. */
export const directSlot = slotsAt + slotCount * slotWords;
export const printRingAt = directSlot + slotWords;
export const controlBytes = printRingAt * 4 + printRingBytes;

export const maxDependencies = 4;
export const inlineParamCount = (field.nextOfPart - field.inlineParams) / 2;

export const kinds = { kernel: 1, copy: 2, fill: 3, event: 4, join: 5 } as const;

/**
 * plain: one after another; phases: each to the next barrier of its grid or cluster, whose clusters are the units; waits: threads may wait for other blocks, which
 * then run in between. yields: such blocks stop and go on later.
 */
export const modes = { plain: 0, phases: 1, waits: 2, yields: 3 } as const;

/** Words of `record` for a copy and a fill, each of two. A fill's rows have `count` patterns; the last one ends with the `all`th. */
export const copyField = { to: 0, from: 2, width: 4, toPitch: 6, fromPitch: 8, height: 10, piece: 12 } as const;
export const fillField = { to: 0, pitch: 2, low: 4, high: 6, patternBytes: 8, count: 10, all: 12 } as const;

/** A number from -2^53 to 2^53 in two words. */
export function getLong(words: Int32Array, at: number): number {
  return (words[at]! >>> 0) + words[at + 1]! * 2 ** 32;
}

export function setLong(words: Int32Array, at: number, value: number): void {
  words[at] = value | 0;
  words[at + 1] = Math.floor(value / 2 ** 32);
}
