/** What a user says of the sanitizer. */

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
  readonly kernels: readonly string[];
  readonly kernelsLeftOut: readonly string[];
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
};
