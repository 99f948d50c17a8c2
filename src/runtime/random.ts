/** The generator of random_number: xoshiro128** (Blackman and Vigna), 128 bits of state, period 2^128 - 1; a number takes 53 bits (24 for real(4)). */

export const seedSize = 4;

export class Random {
  readonly #state = new Uint32Array(seedSize);

  constructor() {
    this.#state.set(firstSeed);
  }

  /** Seeds are often small, or all alike: their bits are spread over the words of the state. */
  seed(words: ArrayLike<number>): void {
    for (let i = 0; i < seedSize; i++) this.#state[i] = Math.imul((words[i] ?? 0) ^ firstSeed[i]!, spread);
    if (this.#state.every((word) => word === 0)) this.#state.set(firstSeed);
  }

  /** The seed that leads to the present state. */
  get state(): Uint32Array {
    return this.#state.map((word, i) => Math.imul(word, gathered) ^ firstSeed[i]!);
  }

  /** 0 <= x < 1 with 53 bits. */
  double(): number {
    const high = this.#next() >>> 5;
    const low = this.#next() >>> 6;
    return (high * 67_108_864 + low) / 9_007_199_254_740_992;
  }

  /** 0 <= x < 1 with 24 bits. */
  single(): number {
    return (this.#next() >>> 8) / 16_777_216;
  }

  #next(): number {
    const s = this.#state;
    const [s0, s1, s2, s3] = [s[0]!, s[1]!, s[2]!, s[3]!];
    const five = Math.imul(s1, 5);
    const result = Math.imul((five << 7) | (five >>> 25), 9);
    const third = s3 ^ s1;
    s[2] = s2 ^ s0 ^ (s1 << 9);
    s[3] = (third << 11) | (third >>> 21);
    s[1] = s1 ^ s2 ^ s0;
    s[0] = s0 ^ third;
    return result;
  }
}

const firstSeed = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0x6a09e667];

/** Odd, and its inverse modulo 2^32. */
const spread = 0x9e3779b1;
const gathered = 0x0e8b2f51;
