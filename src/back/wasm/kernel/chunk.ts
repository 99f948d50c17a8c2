/** What a region's loops run: chunks of threads, and the order they come in. */
import type { Statement } from '../../../ir/module.ts';
import type { StridedGuard } from '../../../nest/strided-guard.ts';
import type { Bytes } from '../encode/encode.ts';
import type { Guarded } from './guards.ts';
import type { MemcpyIdiom } from './memcpy-idiom.ts';

export type Chunk = {
  readonly threads: number;
  /** Run once, before the region's loops. */
  readonly before: Bytes;
  /** Writes what is computed once for a row. */
  readonly row: () => void;
  readonly write: () => void;
  /** Where all that is done has a version for lanes away from the edges of arrays. */
  readonly edges?: Edges | undefined;
  /** Writes what comes behind the region's loops. */
  readonly after: () => void;
};

/** `ask` puts on the stack whether all lanes are away from them. */
export type Edges = {
  readonly ask: () => void;
  readonly even: () => void;
  readonly uneven: () => void;
  /** Where that tells where the threads of a row that are away from them end. */
  readonly run?: EdgeRun | undefined;
};

/** `same` puts on the stack whether anything is away from them in the row, `threads` an i64, how many threads from the chunk's first on are. `even`, `uneven`: with the places that `ask` finds. */
export type EdgeRun = {
  readonly same: (() => void) | undefined;
  readonly threads: () => void;
  readonly even: () => void;
  readonly uneven: () => void;
};

/** Rows of a plane and chunks of a row. `patch`: chunks of several rows. */
export type Plan = {
  readonly guard: Guarded | undefined;
  readonly chunks: readonly Chunk[];
  readonly patch: (Chunk & { readonly rows: number }) | undefined;
  /** Chunks of a plane and the next. */
  readonly planes: Chunk | undefined;
  /** Whether chunks begin at multiples of their length, which is counted on. */
  readonly aligned?: boolean;
  /** Whether the last threads come first. */
  readonly descending?: boolean;
  /** Where a row does nothing but copy. */
  readonly moved?: MemcpyIdiom | undefined;
  /** Whether each chunk goes through all rows before the next begins. */
  readonly down: boolean;
  /** Whether threads may run twice, so that the last chunk of a row begins where it ends with the row. */
  readonly overlaps?: boolean;
  /** Chunks to choose from where rows have a length that is known, the widest first. */
  readonly lengths?: readonly Chunk[];
  /** Of four threads, those that the region leaves out among them: for what is left of a row of a known length. */
  readonly rest?: Chunk | undefined;
  /** Where every n-th thread of a row runs; lanes are then so many threads apart. */
  readonly strided?: StridedGuard | undefined;
  /** Whether it does so little that what finds its bounds counts. */
  readonly light?: boolean;
  /** Run once for a block, before its threads. */
  readonly first?: readonly Statement[];
  /** Chunks of two rows whose threads read near each other. */
  readonly pair?: Chunk | undefined;
};

/** Runs what it is given for each block of a group, whose number in it the local `block` holds, or once. */
export type Whole = (part: (block?: number) => void) => void;

export const once: Whole = (part) => part();
