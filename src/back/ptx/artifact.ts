/** What the PTX back end takes and hands over. Knows no Fortran, no passes and no driver. */
import type { Span } from '../../base/source.ts';
import type { Program } from '../../ir/link.ts';
import type { Fn } from '../../ir/module.ts';
import type { KernelParam, LaunchFact } from '../../machine/kernel.ts';
import type { UsualKernel } from '../../opt/kernel/unit-strides.ts';

/** A program whose device code is ready: inlined, promoted, contracted as the caller wants it. */
export type Prepared = {
  readonly program: Program;
  readonly kernels: readonly Fn[];
  /** Device functions that are still called. */
  readonly functions: readonly Fn[];
  /** By the names of kernels that have such a version. */
  readonly usual?: ReadonlyMap<string, UsualKernel>;
};

export type PtxOptions = {
  /** 70 … 120: the compute capability. */
  readonly capability: number;
  /** The capability's own features (sm_90a). */
  readonly specific?: boolean;
  /** f32: flush denormals. */
  readonly flush?: boolean;
  /** f32: the device's approximations for division, roots and elementary functions. */
  readonly fast?: boolean;
  readonly maxRegisters?: number;
  /** Bytes behind each variable in global memory that are nobody's; none where not given. */
  readonly gap?: number;
  /** Loads that say nothing else go past the first level of caches. */
  readonly onlyL2?: boolean;
  /** .loc for debuggers and profilers; true where not given. */
  readonly lines?: boolean;
  /** Where managed globals, and the types' tables that device code compares, lie in the host program's memory. */
  readonly managed: ReadonlyMap<string, number>;
};

/** `kernel` is empty in a procedure that several may call; `waits`: a thread has waited for others for too long. */
export type TrapPlace = {
  readonly message: string;
  readonly at: Span | undefined;
  readonly kernel: string;
  readonly waits: boolean;
};

export type PtxModule = {
  readonly text: string;
  readonly kernels: readonly PtxKernel[];
  /** Constant texts that printed records name by number. */
  readonly texts: readonly string[];
  readonly traps: readonly TrapPlace[];
  /** PTX names of global and constant variables. */
  readonly globals: ReadonlyMap<string, string>;
  /** Variables of the runtime by their keys in `symbols`: those that the module has. */
  readonly needs: ReadonlySet<string>;
};

/** 8 bytes of the host's data that a kernel reads: a parameter after its own takes them along. `isAddress`: maybe one of host memory. */
export type HostCell = { readonly global: string; readonly offset: number; readonly isAddress: boolean };

export type PtxKernel = {
  readonly name: string;
  /** The name in the PTX text. */
  readonly symbol: string;
  /** The entry for launches of which these facts hold. */
  readonly usual?: { readonly symbol: string; readonly facts: readonly LaunchFact[] };
  readonly params: readonly KernelParam[];
  /** As Fn.rooms: so many i64 follow the parameters, before what hostCells give. */
  readonly rooms?: readonly number[];
  readonly hostCells: readonly HostCell[];
  readonly sharedBytes: number;
  readonly localBytes: number;
  readonly constantBytes: number;
  readonly launchBounds?: { readonly maxThreads: number; readonly minBlocks: number };
  readonly cooperative: boolean;
  readonly clusterDims?: readonly [number, number, number];
};

/** Names of variables that the module holds for the runtime. */
export const symbols = {
  /** u64 constant: where the host program's memory begins, as the device sees it. */
  hostBase: '__cufort_host_base',
  /**
   * u64: address of host memory that takes a trap's number plus one and the block's number, counted from one (0: not said), and `lastWordsAt` bytes further on what the
   * thread printed before; 0 where there is none.
   */
  trapCell: '__cufort_trap_cell',
  /** u32: 1 when a thread writes its last words behind that cell, 2 when they are there. */
  lastWords: '__cufort_last_words',
  /** u64 constant: nanoseconds that a thread may wait for others in a loop; 0 for ever. */
  patience: '__cufort_patience',
  /** The ring of printed records: u64 cursor, u64 count of lost records, then `printBytes` of records. */
  print: '__cufort_print',
  gridBarrier: '__cufort_grid_barrier',
  dynamicShared: '__cufort_dynamic_shared',
} as const;

export const lastWordsAt = 64;
/** Of one record. */
export const lastWordsBytes = 1024;
export const printHead = 16;
export const printBytes = 32 << 20;
