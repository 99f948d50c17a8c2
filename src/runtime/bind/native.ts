/** Routines of library modules whose work a library of the machine may do. */

/** Names of the functions that ask for it. */
export const nativePrefix = 'native.';

/** Their result where the routine itself has to do it; no status of a library. */
export const notDone = -2147483648;
