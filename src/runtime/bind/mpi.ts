/** Routines of MPI, which a library of the machine carries out where the program is one of several processes. */

/** Names of the functions that ask for it. */
export const mpiPrefix = 'processes.';
/** Called when the program's own MPI has done a routine. */
export const mpiTold = `${mpiPrefix}told`;

/** What asking gives: the routine of this one process has to do the work, it is done, or the former and `mpiTold` is to be called then. */
export const mpiAnswer = { alone: 0, done: 1, tell: 2 } as const;

/** Takes the routine's arguments, as compiled code passes them. Gives one of `mpiAnswer`. */
export type MpiCall = (...flats: (number | bigint)[]) => number;
