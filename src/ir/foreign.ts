/** Machine code that other compilers made, and that a program calls. */
import type { ValueType } from './types.ts';

export type ForeignFunction = {
  /** As the program calls it. */
  readonly name: string;
  readonly symbol: string;
  readonly params: readonly ValueType[];
  readonly results: readonly ValueType[];
  /** Parameters that are addresses of addresses. */
  readonly addresses: readonly number[];
  /** Those of C that are pointers of the host or of a device; -1: the result. */
  readonly pointers: readonly number[];
  /** Parameters that are lengths of characters, which come behind all others. */
  readonly lengths: readonly number[];
};

export type Foreign = {
  /** A shared library of the system. */
  readonly bytes: Uint8Array;
  readonly functions: readonly ForeignFunction[];
  /** Paths of the shared libraries that it needs, absolute or from the executable's folder. */
  readonly libraries: readonly string[];
  /** Folders where they are looked for first; `$ORIGIN` is the executable's. */
  readonly runPaths: readonly string[];
};
