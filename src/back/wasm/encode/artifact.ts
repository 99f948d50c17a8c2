/** What the WebAssembly back end hands to the driver and the runtime: bytes, and everything needed to instantiate and call them. */

import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { LineTable } from '../../../base/line-table.ts';
import type { Span } from '../../../base/source.ts';
import type { Apart, BlockSize, FixedParam, Fn, LaunchShape, ShapeParam } from '../../../ir/module.ts';
import type { ValueType } from '../../../ir/types.ts';
import type { ArgumentPart } from '../../../machine/kernel.ts';
import type { ExpectedLaunches } from '../../../opt/analysis/expected-launches.ts';
import type { Watch } from '../../../opt/passes.ts';

export type WasmType = 'i32' | 'i64' | 'f32' | 'f64' | 'v128';

/** What an address of the linear memory is: i64 where the program needs more than 4 GiB. */
export type AddressType = 'i32' | 'i64';

/** A function that the module imports. `module` is `rt` or `math`; the memory is `env.memory`, shared. */
export type Import = {
  readonly module: string;
  readonly name: string;
  readonly params: readonly WasmType[];
  readonly results: readonly WasmType[];
};

/** A place that calls `rt.trap(index)`: the index is the place in the list. */
export type TrapPlace = { readonly message: string; readonly at: Span | undefined };

/**
 * Where the program's static storage lies in linear memory, fixed before any code is made.
 * From 0: a guard of `guard` bytes that no address of the program falls into; static data; the host's stack; then the heap.
 */
export type Layout = {
  readonly address: AddressType;
  /** Host, global, constant and managed globals. Shared ones have a place per block instead. */
  readonly addresses: ReadonlyMap<string, number>;
  readonly guard: number;
  readonly staticEnd: number;
  readonly stackLow: number;
  /** The stack grows down from here. */
  readonly stackHigh: number;
  /** The first byte that belongs to nobody. */
  readonly heapStart: number;
  /** Places in the host module's exported `table`; 0 is null. */
  readonly tableIndices: ReadonlyMap<string, number>;
  readonly kernelIds: ReadonlyMap<string, number>;
  readonly constantBytes: number;
  /** Where host code finds the addresses of variables that lie on a device of its own: cells of 8 bytes, filled by the runtime. */
  readonly deviceCells: ReadonlyMap<string, number>;
  /** Where global and constant variables of devices lie, in order: each device has its own values for them. */
  readonly deviceData: readonly DataRange[];
  /** Where all variables lie, if the program asks for their sizes while it runs. */
  readonly variables?: readonly DataRange[];
  /** Where the state of the heap of kernels lies, if they have one; `isCell`: where its address on a device of its own stands. */
  readonly heapState?: { readonly at: number; readonly isCell: boolean };
  /** Where several threads may run host code. */
  readonly threads?: ThreadLayout;
};

/** `own`: variables of which each thread has its own; `image`: what these begin with; `lock`: a word of the allocator. */
export type ThreadLayout = { readonly own: DataRange; readonly image: number; readonly lock: number };

/** Bytes behind the lock of the allocator: a word that is not 0 where some thread waits for what the first one shall do. */
export const pendingAt = 4;

/** What a host module exports for its threads: globals that are different in each instance, and the function that writes static data. */
export const threadExports = {
  stackPointer: 'stackPointer',
  stackLow: 'stackLow',
  /** Bytes from a variable of the first thread to this thread's own. */
  ownOffset: 'ownOffset',
  data: 'rt.data',
} as const;

export type DataRange = { readonly at: number; readonly bytes: number };

/**
 * The host's module. It imports `env.memory` and the functions of `imports`; it exports the program's roots by name, `table` (funcref),
 * and `stackPointer` (mutable, an address). Static data is written when it is instantiated: instantiate it once. Where the layout has `threads` it is
 * instantiated in each thread, and exports what `threadExports` names.
 */
export type HostModule = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly imports: readonly Import[];
  readonly traps: readonly TrapPlace[];
  /** What the functions in `table` take, from place 1. */
  readonly tableParams: readonly (readonly WasmType[])[];
  /** The kernels that functions in `table` launch, by their places. */
  readonly tableKernels: ReadonlyMap<number, number>;
  /** Fn.arguments of the kernels of C, by their numbers. */
  readonly kernelArguments: ReadonlyMap<number, readonly ArgumentPart[]>;
  /** What is known of the launches of kernels, by their names. */
  readonly expected: ReadonlyMap<string, ExpectedLaunches>;
  /** Made when it is needed. */
  readonly lines: Lines;
};

/** Which lines a module's bytes come from: a table, what makes it when it is needed, or nothing where it was not kept. */
export type Lines = LineTable | (() => LineTable) | undefined;

/**
 * The kernels' module, instantiated by every worker. It imports `env.memory` and `imports`; each kernel is exported by its name as
 * `(params address, launch address, first i32, last i32, shared address, scratch address)`: runs the blocks first <= b < last (linear numbers, x fastest) one after another.
 * `params` holds 8 bytes per parameter, `launch` a launch record (below), `shared` one block's shared memory, `scratch` the worker's own working storage.
 */
export type KernelModule = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly imports: readonly Import[];
  readonly traps: readonly TrapPlace[];
  /** Constant texts that device printing names by number (machine/print-record.ts). */
  readonly texts: readonly string[];
  readonly kernels: readonly Kernel[];
  readonly lines: Lines;
  /** Where it is there, `kernels` is empty at first: each is written, as a module of its own, when it is first needed. Lists of traps and texts grow with them. */
  readonly later?: KernelsLater;
  /** Kernels again, for blocks of one size each. */
  readonly versions?: readonly KernelVersions[];
};

/** How many a kernel has before it is launched. */
export const expectedVersions = 2;

export type KernelVersions = Pick<KernelModule, 'bytes' | 'imports' | 'kernels' | 'lines'> & {
  readonly shape: LaunchShape;
};

/** Globals (i32) that a kernels' module exports: the block that this instance has begun with last, and how many run as one with it. */
export const runningBlock = { first: 'rt.block', count: 'rt.blocks' } as const;

/** A kernel of several versions, called for no blocks at all, sets this exported number to that of the version that would run, which is exported as well. */
export const chosenVersion = 'rt.version';
export function versionName(number: number): string {
  return `version.${number}`;
}

/** Code for launches of which more is known, and whether its threads may run in lanes. */
export type KernelInstead = { readonly fn: Fn; readonly simd: boolean };

/** Whether the arrays of assumed shape of a kernel's launches lie element by element. */
export type LaunchStrides = 'unit' | 'any';

/** Launches that a kernel is written for. */
export type WrittenFor = {
  /** Blocks of that size alone. */
  readonly block?: BlockSize | undefined;
  /** Of blocks of one size: bytes of dynamic shared memory; any where not given. */
  readonly dynamic?: number | undefined;
  /** An engine that joins neighbouring vectors. */
  readonly wide: boolean;
  /** What stands for the kernel. */
  readonly instead?: KernelInstead | undefined;
  /** Of blocks of one size. */
  readonly strides?: LaunchStrides | undefined;
  /** Of blocks of one size: what launches give some parameters. */
  readonly given?: readonly FixedParam[] | undefined;
};

export type KernelsLater = {
  readonly count: number;
  /** Launches that are likely to come, by the numbers of kernels. */
  readonly expected?: readonly { readonly kernel: number; readonly shape: LaunchShape }[];
  readonly fnOf: (kernel: number) => Fn | undefined;
  readonly write: (kernel: number, how: WrittenFor) => LaterKernel;
  readonly lists: GrowingLists;
  /** What another process writes them from. */
  readonly packed?: () => PackedKernels;
};

export type LaterKernel = Pick<KernelModule, 'bytes' | 'imports' | 'lines'> & { readonly kernel: Kernel };

/** Lists that kernels name things of by number, as those see them who read them: all modules of a program share them. */
export type GrowingLists = { readonly traps: TrapPlace[]; readonly texts: string[] };

/** Plain data. */
export type PackedKernels = { readonly bytes: Uint8Array; readonly layout: Layout };

/** What a script exports that writes kernels in another process (driver/later-kernels.ts). */
export type WriterExports = {
  readonly writeElsewhere: (packed: PackedKernels) => (asked: AskedElsewhere) => WrittenElsewhere;
};

/** `from`: the numbers of traps and texts begin there. */
export type AskedElsewhere = {
  readonly kernel: number;
  readonly how: Omit<WrittenFor, 'instead'>;
  readonly from: number;
};

/** Plain data. */
export type WrittenElsewhere = LaterKernel & GrowingLists & { readonly lines: LineTable | undefined };

export type { BlockSize };

/** A worker needs fixed + perThread * threads of a block, 16-aligned; where `row` is given, of as many blocks as run as one (`blocksOfRow`). */
export type Scratch = { readonly fixed: number; readonly perThread: number; readonly row?: number };

/** How many neighbours in x run as one, for rows that end when they hold `row` threads. */
export function blocksOfRow(row: number | undefined, threads: number, blocks: number): number {
  return row === undefined ? 1 : Math.min(blocks, Math.floor((row - 1) / threads) + 1);
}

/** Blocks whose first regions run together: so many at most, with so much memory of their own in all. */
export const blockGroup = { most: 9, bytes: 1 << 14 };

/** How many blocks of a group there may be memory for, of `bytes` of shared memory (a multiple of 64) and scratch arrays each. */
export function blocksOfGroup(bytes: number): number {
  return Math.min(blockGroup.most, Math.floor(blockGroup.bytes / (bytes + 1)) | 1);
}

export type Kernel = {
  readonly name: string;
  readonly id: number;
  readonly at: Span;
  readonly params: readonly ValueType[];
  /** As Fn.rooms: so many i64 follow the parameters. */
  readonly rooms?: readonly number[];
  /** As Fn.nulls. */
  readonly nulls?: boolean;
  /** Static shared memory of a block; the dynamic part follows it. */
  readonly sharedBytes: number;
  readonly scratch: Scratch;
  readonly launchBounds?: { readonly maxThreads: number; readonly minBlocks: number };
  readonly cooperative: boolean;
  readonly clusterDims?: readonly [number, number, number];
  readonly registersEstimate: number;
  /** Memory of a thread that could not be kept in registers. */
  readonly localBytes: number;
  readonly constantBytes: number;
  readonly hasBarrier: boolean;
  /**
   * Blocks wait for each other: it is called for one block at a time, with shared memory and scratch that are the block's own for the whole launch, and again
   * until the first word of the scratch (0 at first) is -1. Otherwise that word is the number of a barrier; the second one says whether the grid (1) or the cluster waits.
   */
  readonly inPhases: boolean;
  /** The same, where threads of a block wait in loops: it is called again until the word is -1, at any time. The second word is 0 where some thread has come to such a loop since. */
  readonly yields: boolean;
  /** Threads may wait for others in loops: for blocks that have not begun, it may be. Then the kernel is called for one block at a time. */
  readonly waits: boolean;
  /** Whether the whole grid waits. */
  readonly gridBarriers: boolean;
  /** The trap of blocks that wait for it in vain. */
  readonly gridTrap?: number;
  /** Some blocks run their first regions together: they need shared memory and scratch arrays for `blocksOfGroup`. */
  readonly inGroups: boolean;
  /** The more blocks are run at once, the longer the stretches of memory that each iteration of its loops reads. */
  readonly inTurns: boolean;
  /** It has vectors of which a processor may take two at once (`kernel/joined-vectors.ts`). */
  readonly widens?: true;
  /** Which of its versions runs is asked at each call (`chosenVersion`). */
  readonly chooses?: true;
  /** Each call begins and ends with arrays of the worker's own: few calls should do all. */
  readonly keepsArrays?: true;
  /** What must hold of parameters, or the version for blocks of any size runs. */
  readonly apart?: readonly Apart[];
  /** As of Fn. */
  readonly alone?: readonly number[];
  /** As Fn.nearParams: others are launched in the version for arrays of any strides. */
  readonly nearParams?: readonly number[];
  /** What parameters must be (distances of elements, in bytes; what launches give again and again), or another version runs. */
  readonly fixed?: readonly FixedParam[];
  /** Cells of 8 bytes that must hold these numbers, or another version runs. */
  readonly fixedCells?: readonly { readonly at: number; readonly value: number }[];
  /** Parameters that give its code a shape: a version for what launches give them may be faster. */
  readonly shapeParams?: readonly ShapeParam[];
  /** Rough cost of one thread in instructions, loops counted eight times: for the choice between inline and workers. */
  readonly costEstimate: number;
};

/** The record that `launch` points at: i32 fields at these byte offsets. */
export const launchRecord = {
  gridX: 0,
  gridY: 4,
  gridZ: 8,
  blockX: 12,
  blockY: 16,
  blockZ: 20,
  dynamicShared: 24,
  clusterX: 28,
  clusterY: 32,
  clusterZ: 36,
  /** Bytes from a block's shared memory to that of the next one in its cluster. */
  blockStride: 40,
  alone: 44,
  size: 48,
  /** Blocks or iterations of earlier rounds; only in records that kernels which run in rounds make for themselves. */
  round: 48,
} as const;

export type Options = {
  /** Bits of an address; where not given, 64 for programs whose static data leave little of 4 GiB. */
  readonly memory?: 32 | 64;
  /** Bytes of the host's stack; 8 MiB where not given. */
  readonly stackBytes?: number;
  /** Fuse a*b+c in device code (nvfortran's default); false keeps both roundings. */
  readonly contract?: boolean;
  /** A kernel ends with an error where only some threads of a block reach a barrier. */
  readonly checkBarriers?: boolean;
  /** The device has a memory of its own: global and constant variables have a cell with their address instead of storage. */
  readonly separateDevice?: boolean;
  /** Bytes behind each variable that the device may use which are nobody's; none where not given. */
  readonly gap?: number;
  /** Host code may take sums of reals in any order. */
  readonly reassociate?: boolean;
  /** Use SIMD lanes for threads and for iterations of host loops; true where not given. */
  readonly simd?: boolean;
  /** How many v128 of 32-bit lanes a chunk of threads fills; chosen for each region where not given. */
  readonly chunk?: ChunkWidth;
  /** The engine joins neighbouring vectors of kernels into some of 256 bits. */
  readonly wide?: boolean;
  /** The only size of blocks that kernels will be launched with; any where not given. */
  readonly block?: BlockSize;
  /** Their dynamic shared memory in bytes, where it is known. */
  readonly dynamic?: number | undefined;
  /** Written for launches of such strides alone; for any where not given. */
  readonly strides?: LaunchStrides;
  /** Told how each region of a kernel runs. */
  readonly remark?: (d: Diagnostic) => void;
  /** Takes regions of kernels as nests of loops, before and after each step. */
  readonly nest?: ((text: string) => void) | undefined;
  /** Sees each pass. */
  readonly watch?: Watch | undefined;
};

export const chunkWidths = [1, 2, 4, 8] as const;
export type ChunkWidth = (typeof chunkWidths)[number];
