/**
 * Of memory that host and device share: which of its bytes were written. The host's writes are not seen when they are made: such memory is full of a filler at first, and before the next
 * work of the device what has changed was written. Twins lie in the host's memory, where both sides reach them.
 */
import type { Address } from '../../machine/device.ts';
import type { ProgramMemory } from '../program-memory.ts';

type Twin = { readonly bytes: number; readonly twin: number };

/** What new memory is filled with that the host may write. */
export const filler = 0xcb;
const unset = 255;

export class SharedTwins {
  readonly #memory: ProgramMemory;
  /** By addresses in the host's memory. */
  readonly #twins = new Map<number, Twin>();
  /** Those that the host has not written all of. */
  readonly #open = new Set<number>();

  constructor(memory: ProgramMemory) {
    this.#memory = memory;
  }

  /** Nobody has written there but where it holds no filler; `twin`: room of the same size. */
  begin(at: Address, bytes: number, twin: Address): void {
    const [from, to] = [Number(at), Number(twin)];
    this.#memory.bytes(to, bytes).fill(unset);
    this.#twins.set(from, { bytes, twin: to });
    this.#open.add(from);
  }

  /** Gives the twin, which nobody needs any more. */
  end(at: Address): Address | undefined {
    const from = Number(at);
    const known = this.#twins.get(from);
    this.#twins.delete(from);
    this.#open.delete(from);
    return known && BigInt(known.twin);
  }

  /** Before a work of the device: what the host has written by now. */
  seeWrites(): void {
    for (const from of this.#open) if (!this.#see(from, this.#twins.get(from)!)) this.#open.delete(from);
  }

  /** Word by word: whether some are left that nobody has written. */
  #see(from: number, { bytes, twin }: Twin): boolean {
    const values = this.#memory.bytes(from, bytes);
    const marks = this.#memory.bytes(twin, bytes);
    let left = false;
    for (let at = 0; at < bytes; at += 4) {
      const end = Math.min(bytes, at + 4);
      let [marked, changed] = [false, false];
      for (let i = at; i < end; i++) {
        marked ||= marks[i] !== 0;
        changed ||= values[i] !== filler;
      }
      if (marked && changed) marks.fill(0, at, end);
      else left ||= marked;
    }
    return left;
  }
}
