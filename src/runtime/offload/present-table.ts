/** Which data of the host is on one device, and where: blocks that do not overlap, in the order of their host addresses. */
import type { Address } from '../../machine/device.ts';

export type Block = {
  readonly host: Address;
  readonly bytes: number;
  readonly device: Address;
  /** Regions and `enter data` that need it. */
  structured: number;
  dynamic: number;
  /** Its memory is not ours to free. */
  readonly lent: boolean;
  /** Pointers in it that point to data of the device there: host cell to what the device's cell holds. */
  readonly attached: Map<Address, { readonly device: Address; count: number }>;
};

export class PresentTable {
  readonly #blocks: Block[] = [];

  /** The block in which an address lies. */
  at(address: Address): Block | undefined {
    const i = this.#after(address) - 1;
    const block = this.#blocks[i];
    return block && address < block.host + BigInt(Math.max(1, block.bytes)) ? block : undefined;
  }

  /** A block that has some of these bytes. */
  overlapping(address: Address, bytes: number): Block | undefined {
    const inside = this.at(address);
    if (inside) return inside;
    const next = this.#blocks[this.#after(address)];
    return next && next.host < address + BigInt(bytes) ? next : undefined;
  }

  add(block: Block): void {
    this.#blocks.splice(this.#after(block.host), 0, block);
  }

  remove(block: Block): void {
    const i = this.#blocks.indexOf(block);
    if (i >= 0) this.#blocks.splice(i, 1);
  }

  find(test: (block: Block) => boolean): Block | undefined {
    return this.#blocks.find(test);
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  /** The first block that begins after an address. */
  #after(address: Address): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#blocks[middle]!.host <= address) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
