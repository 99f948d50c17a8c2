/** What a user says of the sanitizer. */
import type { Suppression } from './found.ts';

/** Kernels by their names: all of it, a part of it, or a regular expression. */
export type KernelFilter = { readonly how: 'name' | 'part' | 'regex'; readonly text: string };

export type CheckSettings = {
  /** So many findings are written in full. */
  readonly printLimit: number;
  /** The exit status where there are findings; the program's own where it is undefined. */
  readonly errorExitCode?: number | undefined;
  readonly leaks: boolean;
  readonly apiErrors: 'all' | 'explicit' | 'no';
  /** After a wrong access every further call gives the error of a failed launch. */
  readonly destroysContext: boolean;
  readonly backtraces: boolean;
  /** Tell of allocations that nobody has used. */
  readonly unusedMemory: boolean;
  /** Warnings are findings too. */
  readonly failsOnWarnings: boolean;
  readonly races: 'hazard' | 'analysis' | 'all';
  /** Only of kernels with one of these in their names, and of none with one of those. */
  readonly kernels: readonly KernelFilter[];
  readonly kernelsLeftOut: readonly KernelFilter[];
  /** Of the launches of those so many are left out at first; so many are checked then, 0: all. */
  readonly launchesSkipped: number;
  readonly launchesChecked: number;
  /** What threads and blocks are counted from. */
  readonly countsFrom: 0 | 1;
  /** Only findings are written: no heading, no summary. */
  readonly quiet: boolean;
  /** Whether a program that makes no call of CUDA has failed. */
  readonly requiresCalls: boolean;
  /** Whether what kernels allocate is checked. */
  readonly checksHeap: boolean;
  /** Whether it is told that the program's own status is not 0. */
  readonly tellsStatus: boolean;
  /** Whether warnings are written. */
  readonly warns: boolean;
  /** What lines begin with, and so many procedures of host code are named; 0: all. */
  readonly prefix: string;
  readonly callers: number;
  /** Bytes behind each allocation that are nobody's, at least. */
  readonly padding: number;
  readonly suppressions: readonly Suppression[];
  /** How functions of C++ are named. */
  readonly demangle: 'full' | 'simple' | 'no';
  /** Files by their names alone. */
  readonly stripsPaths: boolean;
  /** Whether the kernel is named behind a procedure that it calls. */
  readonly deviceFrames: boolean;
  /** Memory of which it is told that nobody has written it. */
  readonly initSpaces: 'all' | 'global' | 'shared';
  /** Allocations are told of whose unused part is more than so many per cent. */
  readonly leastUnused: number;
  /** Where findings are kept, as text or as XML. */
  readonly save?: string | undefined;
  readonly xml: boolean;
  /** Where reports go; the standard output where it is undefined. */
  readonly logFile?: string | undefined;
};

export const usualCheckSettings: CheckSettings = {
  printLimit: 100,
  leaks: false,
  apiErrors: 'explicit',
  destroysContext: true,
  backtraces: true,
  unusedMemory: false,
  failsOnWarnings: false,
  races: 'analysis',
  kernels: [],
  kernelsLeftOut: [],
  launchesSkipped: 0,
  launchesChecked: 0,
  countsFrom: 0,
  quiet: false,
  requiresCalls: false,
  checksHeap: true,
  tellsStatus: false,
  warns: true,
  prefix: '=========',
  callers: 0,
  padding: 0,
  suppressions: [],
  demangle: 'full',
  stripsPaths: true,
  deviceFrames: true,
  initSpaces: 'all',
  leastUnused: 0,
  xml: false,
};
