/**
 * The IR: typed, structured, not SSA. Expressions have no effects (a load reads memory, but changes nothing);
 * effects stand in statements. Neither Fortran nor any back end is known here.
 */
import type { Span } from '../base/source.ts';
import type { ArgumentPart } from '../machine/kernel.ts';
import type { OperationName, SpecialName } from './operations.ts';
import type { MemoryType, PointerType, ValueType } from './types.ts';

export type Module = {
  readonly name: string;
  readonly functions: readonly Fn[];
  readonly globals: readonly Global[];
  /** Functions of the runtime or of another object that this module calls. */
  readonly externs: readonly Extern[];
};

/** `runtime`: a function of library/runtime-calls.ts or of a library table; `object`: defined in another object file. */
export type Extern = {
  readonly name: string;
  readonly from: 'runtime' | 'object';
  readonly params: readonly ValueType[];
  readonly results: readonly ValueType[];
  /** Parameters that are addresses of addresses, which machine code may read and set. */
  readonly addresses?: readonly number[];
  /** Parameters of C that are pointers, which go as i64 since they may be those of a device; -1: the result. */
  readonly pointers?: readonly number[];
  /** Parameters that are lengths of characters: machine code of other Fortran compilers gets them behind all other arguments. */
  readonly lengths?: readonly number[];
  /** Parameters by which callers here pass descriptors, of which the first word is the data's address. */
  readonly described?: readonly number[];
};

/** Loads with this number are of the same element of an array of the same shape, where a launch has it so. */
export type OwnCell = { readonly cell: number; readonly where: Expression };

/** Lower bound and extent of a dimension, and, where elements need not follow each other, their distance in bytes: of constants and parameters. */
export type ArrayAxis = { readonly lower: Expression; readonly extent: Expression; readonly stride?: Expression };
export type ArrayShape = { readonly param: number; readonly axes: readonly ArrayAxis[] };

/** Two parameters that must be different addresses, or lie in memory that was allocated by itself; or one that must not lie in a variable. */
export type Apart = readonly [one: number, other: number, by?: 'memory' | 'variables'];

/** Threads of a block along x, y and z. */
/** A parameter whose values from 0 to `most` are worth code of their own. */
export type ShapeParam = { readonly param: number; readonly most: number };
/** What a launch gives a parameter, a whole number. */
export type FixedParam = { readonly param: number; readonly value: number };

export type BlockSize = readonly [x: number, y: number, z: number];
/** Of a launch: its blocks, and the bytes of dynamic shared memory of each. */
export type LaunchShape = { readonly block: BlockSize; readonly dynamic: number };

/** host: the processor's; kernel: started by a launch, no results; device: called from kernels and device functions. */
export type Fn = {
  readonly name: string;
  readonly kind: 'host' | 'kernel' | 'device';
  /** The first `params` locals are the parameters. */
  readonly params: number;
  readonly results: readonly ValueType[];
  readonly locals: readonly Local[];
  /** Memory that lives as long as the call (per thread on a device). */
  readonly slots: readonly Slot[];
  readonly body: readonly Statement[];
  readonly at: Span;
  /** Kernel only. */
  readonly launchBounds?: { readonly maxThreads: number; readonly minBlocks: number };
  readonly clusterDims?: readonly [number, number, number];
  readonly cooperative?: boolean;
  /** Kernel only: of each of its blocks. Its grids have at most `fewThreads` threads along each axis. */
  readonly blockSize?: BlockSize;
  /**
   * Of these parameters, which are addresses, a kernel or device function is told how many bytes lie from there to the end of their memory (-1: unknown), in as
   * many i64, the last of the parameters. The runtime gives them to kernels and the linker to device functions (link-rooms.ts), so launches and calls have no
   * arguments for them.
   */
  readonly rooms?: readonly number[];
  /** Until the linker has told rooms: locals that hold addresses from memory, each with the local that holds its room. */
  readonly knownRooms?: readonly (readonly [address: number, room: number])[];
  /** Parameters of a procedure of Fortran that may be called from other files that are descriptors. */
  readonly described?: readonly number[];
  /** Of an external procedure of Fortran: parameters that are lengths of characters. */
  readonly lengths?: readonly number[];
  /** Parameters that are addresses of one scalar which stays as it is during the call: the value may be passed in their place. */
  readonly unchanged?: readonly number[];
  /** Defined in several objects (a library procedure, an outlined copy): the first is taken. */
  readonly shareable?: boolean;
  /** Kernel only: parameters whose data may be in part that of others among them, as Fortran's pointers and targets may. */
  readonly overlapping?: readonly number[];
  /** Kernel only: arrays of Fortran that parameters are the addresses of. */
  readonly shapes?: readonly ArrayShape[];
  /** Kernel only: whole numbers that launches give no farther from 0 than `nearNumber`. */
  readonly nearParams?: readonly number[];
  /** Kernel only: addresses by whose memory the runtime says whether a launch is alone (`launch.alone`). */
  readonly alone?: readonly number[];
  /** Kernel only: it is for launches of which this holds. */
  readonly apart?: readonly Apart[];
  /** Kernel only: null addresses may come, and the code may look whether they do. */
  readonly nulls?: boolean;
  /** Kernel of C only: of which of its arguments each parameter is a part. */
  readonly arguments?: readonly ArgumentPart[];
  /** It calls setjmp of C, and looks behind each call whether longjmp was called. */
  readonly lands?: boolean;
  /** Bytes may be written of what is read as something else (characters of C). */
  readonly bytewise?: boolean;
};

export type Local = { readonly name: string; readonly type: ValueType };
export type Slot = { readonly name: string; readonly size: number; readonly align: number };

/**
 * Static storage. `managed` is one storage for host and device; `shared` is one per block; `constant` and `global` lie on the device.
 * Several modules may hold a `common` global of one name: the largest size wins. Bytes not in `init` are zero.
 */
export type Global = {
  readonly name: string;
  readonly placement: 'host' | 'global' | 'constant' | 'shared' | 'managed';
  readonly size: number;
  readonly align: number;
  readonly linkage: 'define' | 'common' | 'extern';
  /** Managed data that host code alone changes, and never while a kernel that reads them runs: a launch may take their values along. */
  readonly byHost?: boolean;
  /** Each thread of the host has its own: code adds `team.own-offset` to its address. */
  readonly own?: boolean;
  /** It holds nothing that the language knows until the program writes it. */
  readonly undefined?: boolean;
  /** Nobody writes it: it holds what `init` says, for ever. */
  readonly fixed?: boolean;
  readonly init: readonly { readonly offset: number; readonly bytes: Uint8Array }[];
  /** Addresses to put in at link time, 8 bytes each: of a global (plus `addend`) or of a function. */
  readonly relocations?: readonly { readonly offset: number; readonly symbol: string; readonly addend: number }[];
  /** Of a type's table: the device functions bound to the type, in the order of its bindings ('': none). */
  readonly methods?: readonly string[];
};

export type Expression =
  | { readonly kind: 'const'; readonly type: ValueType; readonly value: number | bigint | boolean }
  | { readonly kind: 'local'; readonly type: ValueType; readonly index: number; readonly of?: Span }
  /** `of` an address: the designator whose it is, for tools that tell of accesses. */
  | {
      readonly kind: 'op';
      readonly type: ValueType;
      readonly op: OperationName;
      readonly args: readonly Expression[];
      readonly of?: Span;
    }
  | {
      readonly kind: 'load';
      readonly type: ValueType;
      readonly memory: MemoryType;
      readonly from: Expression;
      readonly offset: number;
      readonly volatile?: boolean;
      readonly cache?: CacheHint;
      /** What begins there, and is more than what is loaded, must be a multiple of so many bytes: for tools that tell of accesses. */
      readonly align?: number;
      /** The number that is most likely found: bytes of an element, where the load tells how far elements of an array lie apart. */
      readonly usually?: number;
      /** As of `OwnCell`. */
      readonly cell?: number;
    }
  /** Where the thread stands, and its launch: i32, counted from 0. Device code only. */
  | { readonly kind: 'special'; readonly type: 'i32'; readonly name: SpecialName }
  /** The address of a global: ptr.host for host and managed ones in host code, the device's space otherwise. */
  | { readonly kind: 'global'; readonly type: PointerType; readonly name: string; readonly of?: Span }
  /** The address of a slot of this call: ptr.host in host code, ptr.local on the device. */
  | { readonly kind: 'slot'; readonly type: PointerType; readonly index: number; readonly of?: Span }
  /** A function as a value: host functions and externs can be called by it; a kernel's names it to the runtime. */
  | { readonly kind: 'function'; readonly type: 'ptr.host' | 'ptr.generic'; readonly name: string }
  /** The first byte of the dynamic shared memory of the block. */
  | { readonly kind: 'dynamic-shared'; readonly type: 'ptr.shared' };

export type CacheHint = 'ca' | 'cg' | 'cs' | 'lu' | 'cv' | 'wb' | 'wt' | 'nc';

/** Labels are unique within a function. `at` is the source line for messages, debuggers and profilers. */
export type Statement = {
  readonly at?: Span;
} & (
  | { readonly kind: 'set'; readonly local: number; readonly value: Expression }
  | {
      readonly kind: 'store';
      readonly memory: MemoryType;
      readonly to: Expression;
      readonly offset: number;
      readonly value: Expression;
      readonly volatile?: boolean;
      readonly cache?: CacheHint;
      /** As of a load. */
      readonly align?: number;
      /** Each thread has a cell of its own there, and the kernel writes nothing else nearby: threads that have read one of these may store what theirs holds. */
      readonly own?: readonly OwnCell[];
    }
  | {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly then: readonly Statement[];
      readonly otherwise: readonly Statement[];
      /** `then` is what nearly always runs. */
      readonly usual?: boolean;
      /** `otherwise` computes the same as `then`, for any iteration: lanes that run together take `then` where the condition holds for all of them. */
      readonly either?: boolean;
    }
  /** Runs until a break; `continue` starts the next turn. `waits`: passes found that a thread may wait in it for others; `always`: whatever it does meanwhile. */
  | {
      readonly kind: 'loop';
      readonly label: string;
      readonly body: readonly Statement[];
      readonly waits?: boolean | 'always';
    }
  /**
   * `trips` (i32 or i64) is evaluated once, then `local` = `from`; the body runs `trips` times (not at all where trips <= 0), and `local` grows by `step`
   * (evaluated once) after each turn and on `continue`. The body does not set `local`. Afterwards `local` = from + max(trips,0)*step, or its value at the break.
   */
  | {
      readonly kind: 'for';
      readonly label: string;
      readonly local: number;
      readonly from: Expression;
      readonly trips: Expression;
      readonly step: Expression;
      readonly body: readonly Statement[];
      readonly independent?: boolean;
      /** Threads that run together are known to have different numbers of trips. */
      readonly uneven?: boolean;
      /** Threads that run together go through it one after another. */
      readonly alone?: boolean;
    }
  /** `break` with this label leaves it. */
  | { readonly kind: 'block'; readonly label: string; readonly body: readonly Statement[] }
  /** On an i32. No falling through. */
  | {
      readonly kind: 'switch';
      readonly value: Expression;
      readonly cases: readonly { readonly values: readonly number[]; readonly body: readonly Statement[] }[];
      readonly otherwise: readonly Statement[];
    }
  | { readonly kind: 'break'; readonly label: string }
  | { readonly kind: 'continue'; readonly label: string }
  | { readonly kind: 'return'; readonly values: readonly Expression[] }
  | {
      readonly kind: 'call';
      readonly callee: Callee;
      readonly args: readonly Expression[];
      readonly results: readonly number[];
    }
  /** Host code: enqueue a kernel. Sizes are i32, `shared` i32 bytes, `stream` i64; errors are the runtime's to keep. */
  | {
      readonly kind: 'launch';
      readonly kernel: Callee;
      readonly grid: Triple;
      readonly block: Triple;
      readonly shared: Expression;
      readonly stream: Expression;
      readonly args: readonly Expression[];
    }
  /** Copy or fill `bytes` (i64) that do not overlap, or overlap as memmove allows. `align`: what both addresses are surely multiples of (else 1). */
  | {
      readonly kind: 'copy';
      readonly to: Expression;
      readonly from: Expression;
      readonly bytes: Expression;
      readonly align?: number;
    }
  | { readonly kind: 'fill'; readonly to: Expression; readonly byte: Expression; readonly bytes: Expression }
  /**
   * Every thread of the block arrives; with `reduce`, `result` (i32) is set from each thread's `value` (bool): and, or, or how many. `told`: what each thread prints where some
   * do not arrive, before a number: 1 where it does.
   */
  | {
      readonly kind: 'barrier';
      readonly scope: 'block' | 'warp' | 'grid' | 'cluster';
      readonly reduce?: { readonly how: 'and' | 'or' | 'count'; readonly value: Expression; readonly result: number };
      readonly mask?: Expression;
      readonly told?: readonly PrintItem[];
    }
  /** `together`: all threads of a block come to it alike, so that one fence between what they do before and after is enough. */
  | { readonly kind: 'fence'; readonly scope: 'block' | 'device' | 'system'; readonly together?: true }
  /**
   * Read, combine, write back as one step. `result`, where given, gets the old value. `cas`: args are [compare, new]. `near`: locals that hold where an array begins, where a
   * worker's own copy of it does, and how many cells that has: places among them are the copy's.
   */
  | {
      readonly kind: 'atomic';
      readonly how: AtomicName;
      readonly memory: MemoryType;
      readonly to: Expression;
      readonly args: readonly Expression[];
      readonly result?: number;
      readonly scope: 'block' | 'device' | 'system';
      readonly near?: { readonly array: number; readonly own: number; readonly cells: number };
    }
  /** Between the lanes of a warp. */
  | {
      readonly kind: 'warp';
      readonly how: WarpName;
      readonly args: readonly Expression[];
      readonly result: number;
      readonly result2?: number;
    }
  /** Volatile reads: clock (i32), clock64, globaltimer (i64). */
  | { readonly kind: 'read-clock'; readonly clock: 'clock' | 'clock64' | 'globaltimer'; readonly result: number }
  /** Device code: one line of list-directed output. */
  | { readonly kind: 'print'; readonly items: readonly PrintItem[] }
  /** Device code that ends the kernel with an error; host code that ends in an internal error. */
  | { readonly kind: 'trap'; readonly message: string }
);

export type Triple = readonly [Expression, Expression, Expression];
export type Callee =
  | { readonly kind: 'direct'; readonly name: string }
  | {
      readonly kind: 'indirect';
      readonly pointer: Expression;
      readonly params: readonly ValueType[];
      readonly results: readonly ValueType[];
    };

/**
 * `logical` and `integer` come as i32 or i64; text is constant. `format`: how the line is written, its first item where there is one. `part`: the last item of a
 * record that is part of a line; the value is the number of the thread in the block times two, plus 1 for the last part.
 */
export type PrintItem =
  | { readonly kind: 'text' | 'format'; readonly text: string }
  | {
      readonly kind: 'integer' | 'logical' | 'real' | 'part';
      readonly bytes: 1 | 2 | 4 | 8;
      readonly value: Expression;
    }
  | { readonly kind: 'complex'; readonly bytes: 4 | 8; readonly re: Expression; readonly im: Expression }
  | { readonly kind: 'string'; readonly address: Expression; readonly length: Expression };

export const atomicNames = ['add', 'sub', 'min', 'max', 'and', 'or', 'xor', 'exchange', 'cas', 'inc', 'dec'] as const;
export type AtomicName = (typeof atomicNames)[number];

/**
 * shuffles: args [mask i32, value, lane or delta i32, width i32]; votes: [mask, predicate bool] give bool or, for ballot, i32;
 * match.any: [mask, value] gives i32; match.all: result i32 mask, result2 bool; active: [] gives i32.
 */
export const warpNames = [
  'shuffle',
  'shuffle.up',
  'shuffle.down',
  'shuffle.xor',
  'all',
  'any',
  'ballot',
  'match.any',
  'match.all',
  'active',
] as const;
export type WarpName = (typeof warpNames)[number];
