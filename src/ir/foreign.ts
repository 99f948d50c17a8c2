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
  /** Parameters that are lengths of characters, which come behind all others. */
  readonly lengths: readonly number[];
};

/** `bytes`: a shared library of the system. */
export type Foreign = { readonly bytes: Uint8Array; readonly functions: readonly ForeignFunction[] };
