/** Seeds of random_number (library/random.ts). */
import { firstState } from '../library/random.ts';

export const seedSize = firstState.length;

/** Seeds are often small, or all alike: their bits are spread over the words of the state. */
export function stateOf(seed: ArrayLike<number>): Uint32Array {
  const state = Uint32Array.from(firstState, (first, i) => Math.imul((seed[i] ?? 0) ^ first, spread));
  return state.every((word) => word === 0) ? Uint32Array.from(firstState) : state;
}

/** The seed that leads to a state. */
export function seedOf(state: Uint32Array): Uint32Array {
  return state.map((word, i) => Math.imul(word, gathered) ^ firstState[i]!);
}

/** Odd, and its inverse modulo 2^32. */
const spread = 0x9e3779b1;
const gathered = 0x0e8b2f51;
