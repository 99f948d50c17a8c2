/** What checks are made of a program while it runs, and where they keep their books. */

export const checkTools = ['memory', 'init', 'race', 'sync', 'leak'] as const;
export type CheckTool = (typeof checkTools)[number];
export type CheckTools = ReadonlySet<CheckTool>;

/** As the IR has them. */
export type Space = 'host' | 'global' | 'shared' | 'constant' | 'local' | 'generic';

/**
 * The shadow of memory: for each MiB of addresses the address of its books (8 bytes each, a variable of the program). Books begin with a byte for each 8 bytes of memory:
 * how many of these the device may use (its low four bits: 0 to 8), whether the host may not (`hostless`), and whether a kernel that the host has not waited
 * for uses them (`busy`). Then, where initialisation is checked, a bit for each
 * byte: 1 where nothing was written.
 */
export const shadow = {
  pages: 'cufort.check.pages',
  /** A variable with the sites that code tells of by their numbers, as JSON. */
  sites: 'cufort.check.sites',
  pageBits: 20,
  pageCount: 1 << 14,
  granuleBits: 3,
  hostless: 16,
  busy: 32,
} as const;
export const shadowStateBytes = 1 << (shadow.pageBits - shadow.granuleBits);

/**
 * On a real device: a variable with how many allocations there are, and from one entry on where each begins and ends, in order, and how far behind each byte there is one that
 * says whether it was written (0: nobody keeps that). The first entry says of dynamic shared memory how many bytes the program has asked for, and the same distance. Behind all
 * lie `windowBytes` of room for what the host reads of those.
 */
export const memoryTable = {
  name: 'cufort.check.memory',
  most: 4096,
  entryBytes: 32,
  end: 8,
  twin: 16,
  dynamicBytes: 8,
  dynamicTwin: 16,
  windowBytes: 1 << 16,
} as const;

/** Bytes between variables, so that a neighbour hides no near miss. */
export const variableGap = 256;

/** Tools that look on a real device; for the others programs are simulated. */
export const toolsOnDevice: CheckTools = new Set<CheckTool>(['memory', 'init', 'leak']);

/**
 * Who has used each word of memory last, for races: of each 4 bytes a cell of `cellBytes` with the last write, then the last two reads of different threads. Cells stand in pages of
 * 64 KiB of memory each, whose addresses (0: there is none yet) are a table.
 */
export const raceCells = {
  pageBits: 16,
  /** The table takes all addresses that programs have. */
  tableBits: 18,
  cellBits: 7,
  slots: 3,
  slotBytes: 40,
} as const;

/** Fields of a slot, as the places of i32 in it: in pairs, since the code that keeps them takes two at once. */
export const raceSlot = {
  /** Number of the work (a launch or a copy), from 1; 0: there was none. */
  work: 0,
  block: 1,
  thread: 2,
  /** Barriers of the block, the warp and the grid that the thread had passed. */
  blockEpoch: 3,
  warpEpoch: 4,
  gridEpoch: 5,
  site: 6,
  /** The bytes of the word, a bit for each, and `raceFlags`. */
  flags: 7,
  value: 8,
  /** When it was, in fences of the launch. */
  clock: 9,
} as const;

/** `atomic`: or volatile, which `volatile` says besides; `valued`: what a store writes is known; `ofCluster`: by a kernel whose blocks may reach each other's shared memory. */
export const raceFlags = { bytes: 15, atomic: 16, valued: 32, ofCluster: 64, volatile: 128 } as const;

/** What a thread does now, in a variable of the program: its first i32 are a slot. */
export const raceState = {
  name: 'cufort.check.races',
  isWrite: 10,
  /** Whether it is remembered: later works may collide with it. */
  keeps: 11,
  /** How many fences the launch has passed. */
  fences: 12,
  /** How many stretches of memory there are that each block has for itself. */
  ranges: 13,
  /** i64: the word's address, and that of the table of pages. */
  at: 14,
  table: 16,
  /** i64: from and to of each of those stretches. */
  range: 18,
  mostRanges: 16,
  /** Works by their low bits, and whether they are done when the one of now begins: what was asked is kept. */
  asked: 18 + 4 * 16,
  answers: 18 + 4 * 16 + 256,
  keptAnswers: 256,
  words: 18 + 4 * 16 + 2 * 256,
} as const;

/** How an access is told to whoever looks for races: bits of `check.access`'s second argument. */
export const accessKinds = { read: 0, write: 1, atomic: 2 } as const;
/** `fenced`: of a kernel with fences; `ofBlock`: to memory that each block has for itself; `ofCluster`: of a kernel whose blocks may reach each other's. */
export const accessBits = {
  bytes: 15,
  kind: 4,
  volatile: 1 << 6,
  valued: 1 << 7,
  fenced: 1 << 8,
  ofBlock: 1 << 9,
  ofCluster: 1 << 10,
} as const;

export function accessCode(how: keyof typeof accessKinds, bytes: number, isVolatile: boolean, valued: boolean): number {
  return (
    bytes |
    (accessKinds[how] << accessBits.kind) |
    (isVolatile ? accessBits.volatile : 0) |
    (valued ? accessBits.valued : 0)
  );
}

/** What instrumented kernels call: the program's host code has functions of these names, which it exports as `exportedCheck` says. */
export const checkFunctions = {
  access: 'check.access',
  stretch: 'check.stretch',
  copied: 'check.copied',
  written: 'check.written',
} as const;
/** And one of the runtime. */
export const fenceCheck = 'check.fence';
/**
 * Others of it for the heap of kernels: address, bytes and site of what was allocated; whether an address may be freed (`heapAnswers`), which is kept for a while then; and the next
 * address that is really to be freed (0: none), of those that are kept for too long or, with 1, of all.
 */
export const heapChecks = {
  allocated: 'check.heap-allocated',
  frees: 'check.heap-frees',
  released: 'check.heap-released',
} as const;
export const heapAnswers = ['may', 'free already', 'no allocation'] as const;

export const kernelCheckNames: ReadonlySet<string> = new Set([
  ...Object.values(checkFunctions),
  ...Object.values(heapChecks),
  fenceCheck,
]);

/** What the runtime calls of them, for a stretch of memory that the host uses. */
export const wordsCheck = 'check.words';

export function exportedCheck(name: string): string {
  return `cufort.${name}`;
}
