/** Routines of MPI, which a library of the machine carries out where the program is one of several. */

/** Names of the functions that ask for it. They give 0 where the routine of this one process has to do it. */
export const mpiPrefix = 'processes.';

/** Takes the routine's arguments, as compiled code passes them. Gives 1 where it was done. */
export type MpiCall = (...flats: (number | bigint)[]) => number;
