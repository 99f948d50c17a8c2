/** What a command line names that other compilers made or are to make: C sources, objects of machine code, shared libraries. */
import type { Options } from '../options.ts';

export type ForeignInputs = {
  /** The executable that is made. */
  readonly output: string;
  readonly sources: readonly string[];
  /** Objects, some of them out of static libraries. */
  readonly objects: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  /** Static libraries of nothing else: what the program calls is taken from them. */
  readonly archives: readonly string[];
  readonly sharedLibraries: readonly string[];
  /** Shared libraries that machine code may call, but not the program, which has its own. */
  readonly support: readonly string[];
  readonly runPaths: readonly string[];
} & COptions;

/** One library of all, and the paths of the shared ones that it needs, absolute or from the executable's folder. */
export type MachineLibrary = { readonly bytes: Uint8Array; readonly libraries: readonly string[] };

/** What C is compiled with. */
export type COptions = Pick<Options, 'includePaths' | 'defines'>;
