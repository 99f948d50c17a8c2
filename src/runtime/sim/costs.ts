/** What a thread of each kernel takes, as all threads of the machine measure it: a word for each kernel in the shared memory. */

/** Nanoseconds are kept in parts. */
const parts = 1024;
/** A slower measurement may be an accident: it counts for so little. */
const doubt = 8;

export class Costs {
  readonly #words: Int32Array;

  /** `at`: address of the words, zero at first. */
  constructor(memory: WebAssembly.Memory, at: number, kernels: number) {
    this.#words = new Int32Array(memory.buffer, at, kernels);
  }

  /** Some threads of a kernel took so long. */
  note(kernel: number, milliseconds: number, threads: number): void {
    const fresh = Math.max(1, Math.min(2 ** 30, Math.round((milliseconds * 1e6 * parts) / threads)));
    const old = this.#words[kernel]!;
    this.#words[kernel] = old === 0 || fresh < old ? fresh : Math.ceil(old + (fresh - old) / doubt);
  }

  /** Another version takes about as long as `kernel`, until it is measured. */
  guess(version: number, kernel: number): void {
    this.#words[version] = this.#words[kernel]!;
  }

  /** Nanoseconds of a thread; undefined where nothing is known. */
  of(kernel: number): number | undefined {
    const known = this.#words[kernel]!;
    return known === 0 ? undefined : known / parts;
  }
}
