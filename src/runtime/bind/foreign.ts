/** Machine code of other compilers, called by a program's host code. */

/** Names of the imports that call it. */
export const foreignPrefix = 'foreign.';

/** A function as the host module imports it; complex numbers come as their two parts. */
export type ForeignCall = (...args: (number | bigint)[]) => number | bigint | readonly number[] | undefined;
