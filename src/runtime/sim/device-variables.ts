/** The variables of modules that lie on devices: all simulated devices share their places, which hold the values of the one that is current. */
import type { DataRange } from '../../back/wasm/encode/artifact.ts';
import type { ProgramMemory } from '../program-memory.ts';

export class DeviceVariables {
  readonly #memory: ProgramMemory;
  readonly #ranges: readonly DataRange[];
  /** Values of devices that are not current; one that is met for the first time begins with those of the program's start. */
  readonly #kept = new Map<number, readonly Uint8Array[]>();
  readonly #first: readonly Uint8Array[];
  #current = 0;

  /** Made before a device has changed anything. */
  constructor(memory: ProgramMemory, ranges: readonly DataRange[]) {
    this.#memory = memory;
    this.#ranges = ranges;
    this.#first = this.#values();
  }

  /** `settle` waits for all work of devices, which may use the variables. */
  enter(ordinal: number, settle: () => void): void {
    if (ordinal === this.#current) return;
    settle();
    this.#kept.set(this.#current, this.#values());
    const values = this.#kept.get(ordinal) ?? this.#first;
    this.#ranges.forEach(({ at, bytes }, i) => {
      this.#memory.bytes(at, bytes).set(values[i]!);
    });
    this.#current = ordinal;
  }

  #values(): readonly Uint8Array[] {
    return this.#ranges.map(({ at, bytes }) => this.#memory.copied(at, bytes));
  }
}
