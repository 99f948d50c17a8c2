/** What memory real devices have, in the table that their kernels read (`machine/check-tools.ts`), which lies in memory of the host that all share. */
import { memoryTable } from '../../machine/check-tools.ts';
import type { Address } from '../../machine/device.ts';
import type { ProgramMemory } from '../program-memory.ts';

/** `twin`: where it stands which of its bytes are written; undefined where nobody keeps that. */
export type Stretch = { readonly bytes: number; readonly twin?: Address };

const { entryBytes, end, twin, most, dynamicBytes, dynamicTwin } = memoryTable;
/** Where there are too many allocations for the table nothing is told of. */
const everything: readonly [Address, Stretch] = [0n, { bytes: Number.MAX_SAFE_INTEGER }];

export class MemoryTable {
  readonly #memory: ProgramMemory;
  readonly #at: number;
  readonly #live = new Map<Address, Stretch>();
  #isWritten = false;
  /** Of the launch that comes: bytes of dynamic shared memory as the program has asked for them, and how far behind each its twin lies. */
  #dynamic = { bytes: 0, twin: 0 };

  /** `at`: where it lies in the host's memory. */
  constructor(memory: ProgramMemory, at: number) {
    this.#memory = memory;
    this.#at = at;
  }

  /** What lies there as the device knows its address. */
  set(at: Address, stretch: Stretch): void {
    this.#live.set(at, stretch);
    this.#isWritten = false;
  }

  delete(at: Address): Stretch | undefined {
    const known = this.#live.get(at);
    if (known) this.#isWritten = false;
    this.#live.delete(at);
    return known;
  }

  at(at: Address): Stretch | undefined {
    return this.#live.get(at);
  }

  /** The one that holds an address. */
  around(address: Address): readonly [at: Address, stretch: Stretch] | undefined {
    for (const entry of this.#live) {
      const [at, { bytes }] = entry;
      if (address >= at && address < at + BigInt(bytes)) return entry;
    }
    return undefined;
  }

  setDynamic(bytes: number, twin: number): void {
    if (bytes !== this.#dynamic.bytes || twin !== this.#dynamic.twin) this.#isWritten = false;
    this.#dynamic = { bytes, twin };
  }

  /** For kernels that come. Those that run read the table: `wait` waits for them. */
  write(wait: () => void): void {
    if (this.#isWritten) return;
    wait();
    const live = [...this.#live].sort(([a], [b]) => (a < b ? -1 : 1));
    const all = live.length > most ? [everything] : live;
    const { view } = this.#memory;
    view.setBigInt64(this.#at, BigInt(all.length), true);
    view.setBigInt64(this.#at + dynamicBytes, BigInt(this.#dynamic.bytes), true);
    view.setBigInt64(this.#at + dynamicTwin, BigInt(this.#dynamic.twin), true);
    all.forEach(([from, stretch], i) => {
      const entry = this.#at + entryBytes * (i + 1);
      view.setBigInt64(entry, from, true);
      view.setBigInt64(entry + end, from + BigInt(stretch.bytes), true);
      view.setBigInt64(entry + twin, stretch.twin === undefined ? 0n : stretch.twin - from, true);
    });
    this.#isWritten = true;
  }
}
