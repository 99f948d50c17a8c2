/**
 * What repeating and copying code costs and gains, for each target: the numbers behind unrolling. Sizes are nodes of the IR (statements and expressions); an instruction of a GPU is
 * about four of them before addresses are put together, one of WebAssembly about one and a half.
 */

/** How far loops are unrolled. */
export type Unrolling = {
  readonly iterations: number;
  /** Nodes of expressions in all iterations together. */
  readonly nodes: number;
  /** Whether loops of any number of iterations do several at once. */
  readonly several: boolean;
  /** The same two for short loops. */
  readonly few?: { readonly iterations: number; readonly nodes: number };
  /** And for loops in which threads meet at barriers, where the usual ones are too strict for them. */
  readonly meeting?: { readonly iterations: number; readonly nodes: number };
};

/** For devices whose threads run one after another in registers: a loop that grows to this many nodes is 400 instructions, a few percent of what a multiprocessor keeps near. */
export const farUnrolling: Unrolling = { iterations: 64, nodes: 1500, several: true };
/** Where a loop costs more than its body does. Around barriers a known iteration makes bounds of the threads' loops constants. */
export const nearUnrolling: Unrolling = {
  iterations: 16,
  nodes: 240,
  several: false,
  few: { iterations: 4, nodes: 600 },
  meeting: { iterations: 4, nodes: 800 },
};
/** Loops over points, vectors and colours; longer ones run in vector chunks. */
export const shortUnrolling: Unrolling = { iterations: 4, nodes: 250, several: false };

/** Loops without a counter. `nodes`: of all iterations of a loop together; `nested`: of those of a loop with loops in it that vanish too, 0 where they stay. */
export type WhileUnrolling = { readonly nodes: number; readonly nested: number };
/** A kernel of 6000 nodes is some 1500 instructions, 24 KiB: three quarters of what a multiprocessor keeps next to its first cache. */
export const farWhileUnrolling: WhileUnrolling = { nodes: 1000, nested: 6000 };
export const nearWhileUnrolling: WhileUnrolling = { nodes: 1000, nested: 0 };

/** Whether rows of threads that take loads from each other save enough: loads before and after. */
export function worthSharing(before: number, after: number): boolean {
  return before >= 1.3 * after;
}

/** What goes from iteration to iteration of a loop in registers instead of being loaded again. `registers`: of 4 bytes, in one loop. `loads`: what was loaded, not what was stored alone. */
export type CarriedCost = { readonly registers: number; readonly loads: boolean };
/**
 * Recurrences on an H200 gain (a tridiagonal solver 7 %): they wait for memory no more. Stencils along a loop lose (seven points 13 %, four in double precision 14 %), since a value that is
 * handed on is waited for at the end of its iteration, and loads that the first cache answers are not. Beyond some 24 registers fewer warps fit on a multiprocessor.
 */
export const farCarried: CarriedCost = { registers: 24, loads: false };

/** A thread of the simulated device waits for memory that it has just written to, and for each load that V8 does not find twice. */
export const nearCarried: CarriedCost = { registers: 8, loads: true };

/** What arrays of a thread are worth that vanish when the loops over them are unrolled. */
export type SlotCost = {
  /** Iterations of one loop. */
  readonly iterations: number;
  /** Nodes of a function whose loops are unrolled for that. */
  readonly nodes: number;
  /** Bytes of one slot: what does not fit into registers comes back as spills. */
  readonly bytes: number;
};

/**
 * A GPU thread has 255 registers of 4 bytes. An array in local memory costs a trip to the first cache for each access, thirty times an instruction: against that, code may grow to the
 * 128 KiB (8192 instructions of 16 bytes) that a multiprocessor keeps at its second level.
 */
export const slotsInRegisters: SlotCost = { iterations: 128, nodes: 32_000, bytes: 1024 };

/** Arrays of a thread at indices that hold one of a few constants. */
export type ChoiceCost = {
  /** Numbers that an index may hold. */
  readonly values: number;
  /** Cells that are chosen from, by all accesses of an array together. */
  readonly selects: number;
  /** Of the array. */
  readonly bytes: number;
};

/** A choice is one or two instructions for each cell, an access of local memory thirty times as long; as many as fit beside the rest of a kernel into what a multiprocessor keeps near. */
export const choicesInRegisters: ChoiceCost = { values: 8, selects: 512, bytes: 512 };

/** Bytes of a line of the cache. */
export const cacheLine = 64;
