/** The allocations and variables that a program's device memory is made of, with the places where they came and went. */

/** A place in host code that a call came from, the innermost procedure first. */
export type Backtrace = readonly { readonly procedure: string; readonly path: string; readonly line: number }[];

/** Looked up when it is shown. */
export type Trace = () => Backtrace;

export type Allocation = {
  readonly address: number;
  readonly bytes: number;
  readonly kind: 'device' | 'managed' | 'pinned' | 'variable' | 'heap';
  /** Of a variable. */
  readonly name?: string;
  readonly from: Trace;
  /** Host and device use it. */
  readonly isManaged?: boolean;
  freed?: Trace;
  used?: boolean;
};

export type Nearest = {
  readonly allocation: Allocation;
  readonly where: 'before' | 'inside' | 'after';
  /** How far the address is away, or where in it. */
  readonly bytes: number;
};

/** Allocations and variables lie so far apart at least. */
export const leastGap = 256;

export class Allocations {
  readonly #all = new Map<number, Allocation>();
  /** Their addresses, from below. */
  readonly #order: number[] = [];

  /** Whether there has been managed or pinned memory of the program's. */
  hasShared = false;

  add(allocation: Allocation): void {
    const { address } = allocation;
    const isShared = allocation.isManaged || allocation.kind === 'pinned';
    if (isShared && !allocation.name?.startsWith('cufort.')) this.hasShared = true;
    if (!this.#all.has(address)) this.#order.splice(this.#placeOf(address), 0, address);
    this.#all.set(address, allocation);
  }

  /** How many begin before an address. */
  #placeOf(address: number): number {
    let [low, high] = [0, this.#order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#order[middle]! < address) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  at(address: number): Allocation | undefined {
    return this.#all.get(address);
  }

  /** Another may take its place. */
  forget(address: number): void {
    if (this.#all.delete(address)) this.#order.splice(this.#placeOf(address), 1);
  }

  *living(): Iterable<Allocation> {
    for (const a of this.#all.values()) if (!a.freed && a.kind !== 'variable') yield a;
  }

  /** The one that holds an address, whether it is freed or not. */
  around(address: number): Allocation | undefined {
    const a = this.#all.get(this.#order[this.#placeOf(address + 1) - 1] ?? -1);
    return a && address < a.address + Math.max(1, a.bytes) ? a : undefined;
  }

  /** Of those that the program knows. */
  nearest(address: number): Nearest | undefined {
    let found: Nearest | undefined;
    for (const allocation of this.#all.values()) {
      if (allocation.name?.startsWith('cufort.')) continue;
      const near = distance(allocation, address);
      if (near.where === 'inside') return near;
      // Kernels may have freed what they allocated by the time that their mistakes are told of.
      const counts = !allocation.freed || allocation.kind === 'heap';
      if (counts && (!found || near.bytes < found.bytes)) found = near;
    }
    return found;
  }
}

function distance(allocation: Allocation, address: number): Nearest {
  const end = allocation.address + allocation.bytes;
  if (address < allocation.address) return { allocation, where: 'before', bytes: allocation.address - address };
  if (address >= end) return { allocation, where: 'after', bytes: address - end + 1 };
  return { allocation, where: 'inside', bytes: address - allocation.address };
}
