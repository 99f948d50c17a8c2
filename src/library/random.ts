/** The generator of random_number: xoshiro128** (Blackman and Vigna), 128 bits of state, period 2^128 - 1; a number takes 53 bits (24 for real(4)). */

/** Words of 32 bits, as many as a seed has. */
export const firstState = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0x6a09e667] as const;
