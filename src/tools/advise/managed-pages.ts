/** Pages of managed memory that go to and fro: what the host has changed between one kernel that uses them and the next. */
import type { Device } from '../../machine/device.ts';
import type { ProgramMemory } from '../../runtime/program-memory.ts';

/** All launches of one line. */
export type Migrations = { readonly place: string; readonly kernel: string; times: number; bytes: number };

/** What a driver moves at a time. */
const pageBytes = 64 << 10;
/** Comparing memory costs time: so much in all. */
const mostCompared = 2 ** 31;

export type Range = { readonly base: number; readonly bytes: number };

export class ManagedPages {
  readonly byPlace = new Map<string, Migrations>();
  readonly #memory: ProgramMemory;
  readonly #place: () => string;
  readonly #fixed: readonly Range[];
  /** Used by kernels that nobody has waited for. */
  readonly #inUse = new Map<number, Range>();
  /** What pages held when a kernel that used them was done. */
  readonly #left = new Map<number, readonly number[]>();
  #compared = 0;

  /** `fixed`: managed variables, which the device does not know as allocations; `place`: where the host code stands. */
  constructor(memory: ProgramMemory, fixed: readonly Range[], place: () => string) {
    this.#memory = memory;
    this.#fixed = fixed;
    this.#place = place;
  }

  /** A kernel begins that uses what lies at these addresses. */
  launched(device: Device, kernel: string, addresses: readonly number[]): void {
    let changed = 0;
    for (const range of this.#managed(device, addresses)) {
      const before = this.#left.get(range.base);
      if (before) {
        const now = this.#pagesOf(range);
        changed += now.filter((sum, page) => sum !== before[page]).length;
      }
      this.#left.delete(range.base);
      this.#inUse.set(range.base, range);
    }
    if (changed > 0) this.#note(kernel, changed * pageBytes);
  }

  /** The host has waited for all kernels. */
  waited(): void {
    for (const range of this.#inUse.values()) this.#left.set(range.base, this.#pagesOf(range));
    this.#inUse.clear();
  }

  #note(kernel: string, bytes: number): void {
    const place = this.#place();
    const known = this.byPlace.get(place) ?? { place, kernel, times: 0, bytes: 0 };
    this.byPlace.set(place, known);
    known.times++;
    known.bytes += bytes;
  }

  #managed(device: Device, addresses: readonly number[]): readonly Range[] {
    if (this.#compared > mostCompared) return [];
    const found = new Map<number, Range>();
    for (const address of addresses) {
      const variable = this.#fixed.find((range) => address >= range.base && address < range.base + range.bytes);
      if (variable) found.set(variable.base, variable);
      const { kind, base, bytes } = device.pointerFacts(BigInt(address));
      if (kind === 'managed') found.set(Number(base), { base: Number(base), bytes });
    }
    return [...found.values()];
  }

  /** A number for each page, by what it holds. */
  #pagesOf({ base, bytes }: Range): readonly number[] {
    this.#compared += bytes;
    const sums: number[] = [];
    for (let at = 0; at < bytes; at += pageBytes)
      sums.push(sumOf(this.#memory.bytes(base + at, Math.min(pageBytes, bytes - at))));
    return sums;
  }
}

function sumOf(page: Uint8Array): number {
  const whole = page.byteOffset % 4 === 0 ? page.byteLength >> 2 : 0;
  const words = new Int32Array(page.buffer, whole > 0 ? page.byteOffset : 0, whole);
  let sum = 0;
  for (const word of words) sum = mixed(sum, word);
  for (let at = 4 * whole; at < page.byteLength; at++) sum = mixed(sum, page[at]!);
  return sum;
}

/** High bits reach low ones: equal words of a page count each. */
function mixed(sum: number, word: number): number {
  const product = Math.imul(sum ^ word, 0x9e37_79b1);
  return product ^ (product >>> 15);
}
