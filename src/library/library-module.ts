/**
 * How a module that comes with the compiler (cudafor, cudadevice, iso_c_binding, cublas …) is written down: names, types, constants and routines as rows.
 * Name resolution, lowering, the runtime, the manual and the tests all read the same rows. Names are spelt as users write them; look-up is by lower case.
 */
import type { AtomicName, CacheHint, Expression, WarpName } from '../ir/module.ts';
import type { CudaRuntime } from '../machine/device.ts';

export type LibraryModule = {
  readonly name: string;
  readonly doc: string;
  /** Modules whose names this one offers too. */
  readonly includes?: readonly string[];
  readonly types: Readonly<Record<string, LibraryType>>;
  readonly constants: Readonly<Record<string, LibraryConstant>>;
  readonly routines: Readonly<Record<string, Routine>>;
  /** What `==` and other operators do with values of its types (`also`: other types). */
  readonly operators?: Readonly<Record<string, Routine>>;
};

/** An intrinsic type by base and kind, or a derived type of this library by its name. */
export type RowType =
  | { readonly base: 'integer' | 'real' | 'complex' | 'logical'; readonly kind: number }
  | { readonly base: 'character'; readonly length: number }
  /** `module`: where it stands, if not in the row's own module. */
  | { readonly base: 'derived'; readonly name: string; readonly module?: string };

export type LibraryType = {
  readonly doc: string;
  /** In the order of storage; natural alignment, as bind(c). */
  readonly components: readonly LibraryComponent[];
  /** Components are not for users (a handle). */
  readonly opaque?: boolean;
};

export type LibraryComponent = {
  readonly name: string;
  readonly type: RowType;
  readonly extents?: readonly number[];
  readonly default?: number;
};

export type LibraryConstant = {
  readonly type: RowType;
  /** A list: an array of rank 1. */
  readonly value: number | bigint | string | readonly number[];
  readonly doc?: string;
};

/**
 * A parameter: what a user may pass, and what the compiled call hands over (in this order, flat):
 * in       a value of the type (any kind of integer is converted)        -> its value (i32, i64, f32, f64; logical as i32)
 * out      a variable of exactly the base type; `anyKind`: any kind       -> ptr.host, then i32 bytes of the variable where anyKind
 *          (a device variable is passed through a host temporary)
 * struct   a variable of a derived type of the library                    -> ptr.host
 * text     a character value                                              -> ptr.host, i64 length
 * textOut  a character variable                                           -> ptr.host, i64 length
 * device   device or managed data (scalar, element, array, section) or type(c_devptr) -> ptr.global, i64 bytes of an element (1 for c_devptr)
 * data     host or device data, or c_devptr/c_ptr                          -> i64 address, i32 place (0 host, 1 device, 2 managed), i64 bytes of an element
 * newDevice  an allocatable or pointer device array, or c_devptr, to be set: -> ptr.host of an 8-byte cell for the address, i64 bytes of an element;
 *          after a call that gives 0 the compiler sets the array to start there with the extents that `extents` of the row names
 * newHost  the same for a host array (cudaMallocHost, cudaHostAlloc)        -> the same
 * kernel   a global subroutine by name                                     -> i32 kernel id
 * procedure a host procedure by name                                      -> ptr.host
 */
export type Param = {
  readonly how:
    | 'in'
    | 'out'
    | 'struct'
    | 'text'
    | 'textOut'
    | 'device'
    | 'data'
    | 'newDevice'
    | 'newHost'
    | 'kernel'
    | 'procedure';
  readonly type?: RowType;
  readonly anyKind?: boolean;
  /** `data`: the rank that it must have. */
  readonly rank?: number;
  /** `in`: only an actual argument of exactly this kind matches (so that another list can take the others). */
  readonly exactKind?: boolean;
  /** May be left out: this value is passed instead (for `in`), or a null address. */
  readonly optional?: number;
  /** newDevice, newHost: names of `in` parameters whose values are the extents, in elements. */
  readonly extents?: readonly string[];
  /** `struct`, `out`: it is only read, so that any value will do. */
  readonly given?: boolean;
  /** `device`, `data`: the bytes are those of the whole array. */
  readonly whole?: boolean;
  /** `data`: elements with gaps between them are gathered for the call (`in`), or spread again after it (`out`). */
  readonly packed?: 'in' | 'out';
  readonly doc?: string;
};

export type Routine = {
  readonly doc: string;
  readonly takes: Readonly<Record<string, Param>>;
  /** What the function gives; absent: a subroutine. A character result has a fixed length: the call hands over ptr.host and i64 length of the place for it first. */
  readonly gives?: RowType;
  /** Where the type depends on the form: one per form (that of `takes` first); `gives` is the first of them. */
  readonly givesEach?: readonly RowType[];
  /** The text that it gives in every program, which constants may be made of. */
  readonly always?: string;
  /** Also callable as a subroutine (`call cudaProfilerStart()`). */
  readonly callable?: boolean;
  /** Another list of parameters under the same name; tried in order after `takes`. List i (from 0) is called as `<module>.<routine>#<i+1>`. */
  readonly also?: readonly Readonly<Record<string, Param>>[];
  /** Where it may be called. Default: host. */
  readonly where?: 'host' | 'device' | 'both';
  /** Of a host routine that device code may ask too: what it gives there; team, teams: the number of its block, and how many there are. */
  readonly onDevice?: number | 'team' | 'teams';
  /** Of a pointer of an object on the device: points it to what is there, or no longer. */
  readonly attaches?: 'attach' | 'detach' | 'finalize';
  /** It leaves data of its first argument on the device; that of a local variable goes with the variable. */
  readonly keepsData?: true;
  /** What it does on the host: absent for routines that `lower` says. A method, so that a row may name the exact kinds of its arguments. */
  // biome-ignore lint/suspicious/noConfusingVoidType: routines that give nothing return nothing
  run?(context: CudaRuntime, args: RoutineArgs): number | bigint | string | undefined | void;
  /**
   * IR in its place, where it is made of operations alone: one expression per argument in order (absent ones left out), fit for use more than once.
   * A logical comes as `bool`, a derived type of a library as its first component; the same holds for what comes back.
   * `keep` makes another expression fit for that, as of the intrinsics' rows.
   */
  readonly lower?: (args: readonly Expression[], keep: (x: Expression) => Expression) => Expression;
  /** What it does, where that is a statement of the IR or needs the arguments' places; one for all forms, or one per form. */
  readonly effect?: Effect;
  readonly effectEach?: readonly Effect[];
};

/**
 * What a routine does that its arguments' values alone do not say. `place`: the first parameter, a variable whose address is meant (how: device).
 * barrier      all threads of the scope meet; `reduce`: the parameter is what is combined (logical, or an integer that is not 0). warp: the parameter is the mask
 * atomic       place, then the arguments of the operation; gives the old value, in the type of the place. `negated`: the argument is turned first (no `sub` of reals)
 * warp         the arguments of the operation in its order; where the row has no `mask`, all lanes (-1) take part. Predicates: logical or not 0.
 *              A 1-based lane (`shuffle`) is made 0-based. A complex value is shuffled by its parts. match.all: the last parameter is the logical or integer to set
 * clock        reads it
 * load, store  of the place with a hint for the caches; store: place, value
 * set          the parameters with how `out` get these values, made from the values of the `in` parameters
 * group        a group of threads as a value of the type that the row gives: components handle (0 grid, 1 block, 2 warp, 3 cluster), size, rank (from 1)
 * special      names of IR specials as the result: dim3 components x y z, or an integer
 * address      the address of the argument as the type that the row gives (c_loc, c_devloc, c_funloc)
 * pointer      associates the pointer `fptr` with the address `cptr` (and `shape`, and `lower` bounds): c_f_pointer, c_f_procpointer
 * size         bytes of the argument: c_sizeof
 * on-device    true in device code
 * cluster-map  the address that the shared variable (first parameter) has in the block of that rank (second, from 1) of the cluster
 * async-copy   copies the second argument to the first (shared) without waiting; async-commit, async-wait end a batch and wait for it
 */
export type Effect =
  | {
      readonly kind: 'barrier';
      readonly scope: 'block' | 'warp' | 'grid' | 'cluster';
      readonly reduce?: 'and' | 'or' | 'count';
    }
  | { readonly kind: 'fence'; readonly scope: 'block' | 'device' | 'system' }
  | {
      readonly kind: 'atomic';
      readonly how: AtomicName;
      readonly scope: 'block' | 'device' | 'system';
      readonly negated?: boolean;
    }
  | { readonly kind: 'warp'; readonly how: WarpName }
  | { readonly kind: 'clock'; readonly clock: 'clock' | 'clock64' | 'globaltimer' }
  | { readonly kind: 'load'; readonly cache: CacheHint }
  | { readonly kind: 'store'; readonly cache: CacheHint }
  | {
      readonly kind: 'set';
      readonly values: (args: readonly Expression[], keep: (x: Expression) => Expression) => readonly Expression[];
    }
  | { readonly kind: 'group'; readonly group: 'grid' | 'block' | 'warp' | 'cluster' }
  | { readonly kind: 'special'; readonly of: 'cluster.dim' | 'cluster.index' | 'cluster.rank' | 'cluster.size' }
  | { readonly kind: 'cluster-map' }
  | { readonly kind: 'async-copy' }
  | { readonly kind: 'async-commit' }
  | { readonly kind: 'async-wait' }
  | { readonly kind: 'address' }
  | { readonly kind: 'pointer' }
  | { readonly kind: 'size' }
  | { readonly kind: 'on-device' };

/** Arguments of a routine as the runtime hands them to `run`, by parameter name. */
export type RoutineArgs = Readonly<Record<string, RoutineArg>>;

export type RoutineArg =
  | { readonly how: 'value'; readonly value: number | bigint }
  /** `elementBytes`: for newDevice and newHost. */
  | { readonly how: 'cell'; readonly cell: Cell; readonly elementBytes: number }
  | { readonly how: 'text'; readonly text: string }
  | { readonly how: 'device'; readonly address: bigint; readonly elementBytes: number }
  | {
      readonly how: 'data';
      readonly address: bigint;
      readonly place: 'host' | 'device' | 'managed';
      readonly elementBytes: number;
    };

/** A host variable that a routine reads and writes. */
export interface Cell {
  readonly present: boolean;
  getInteger(): bigint;
  setInteger(value: number | bigint): void;
  /** `part`: 1 for the imaginary part of a complex value. */
  getReal(part?: number): number;
  setReal(value: number): void;
  setText(value: string): void;
  /** A component of a derived type of the library, by name (and element, from 0). */
  component(name: string, element?: number): Cell;
}
