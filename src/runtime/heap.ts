/**
 * One heap for host and device memory, above the program's static data. Its books are kept outside of the memory that it manages.
 * Free blocks lie in bins of two-level size classes; neighbours that are free are joined.
 */
import type { AddressType } from '../back/wasm/encode/artifact.ts';
import type { MemoryKind } from '../machine/device.ts';
import { growMemory, pageBytes } from './linear-memory.ts';

export type Owner = { readonly kind: MemoryKind; readonly device: number };

export type Block = {
  address: number;
  size: number;
  /** Bytes asked for. */
  asked: number;
  /** Free, but kept whole for the next that asks for its size. */
  kept: boolean;
  owner: Owner | undefined;
  before: Block | undefined;
  after: Block | undefined;
  binBefore: Block | undefined;
  binAfter: Block | undefined;
};

const unit = 64;
const others: Owner = { kind: 'unregistered', device: -1 };
const binCount = 128;
const leastGrowth = 4 << 20;
/** Bytes at the end of the memory that are nobody's: code that loads what it may not need looks there for what lies behind all data (`readable` of the IR). */
const margin = pageBytes;
/** Small blocks are kept when they are freed: so many units at most, so many of each size. */
const keptUnits = 64;
const keptOfSize = 32;

export class Heap {
  readonly #memory: WebAssembly.Memory;
  readonly #address: AddressType;
  readonly #onGrow: (from: number, to: number) => void;
  readonly #maxBytes: number;
  readonly #bins: (Block | undefined)[] = new Array(binCount).fill(undefined);
  readonly #occupied = new Int32Array(binCount / 32);
  /** Blocks in use, and those kept. */
  readonly #used = new Map<number, Block>();
  readonly #kept: Block[][] = Array.from({ length: keptUnits + 1 }, () => []);
  #last: Block | undefined;
  #end: number;
  #freeBytes = 0;
  #keptBytes = 0;

  /**
   * `start`: from there on the memory is the heap's; without it, none so far: only what it adds itself. `maxPages`: the maximum with which the memory was made. `onGrow`: told
   * of bytes that are the heap's from now on.
   */
  constructor(
    memory: WebAssembly.Memory,
    address: AddressType,
    start: number | undefined,
    maxPages: number,
    onGrow: (from: number, to: number) => void,
  ) {
    this.#memory = memory;
    this.#address = address;
    this.#maxBytes = maxPages * pageBytes;
    this.#onGrow = onGrow;
    this.#end = start === undefined ? 0 : Math.ceil(start / 256) * 256;
    const room = start === undefined ? 0 : memory.buffer.byteLength - this.#end;
    if (room > margin) this.#extend(room - margin);
  }

  /** The address, or 0 where there is no room. `align` is a power of two. */
  allocate(bytes: number, align: number, owner: Owner): number {
    const size = Math.max(unit, Math.ceil(bytes / unit) * unit);
    if (!(size <= this.#maxBytes)) return 0;
    const again = align <= unit && size <= keptUnits * unit ? this.#kept[size / unit]!.pop() : undefined;
    if (again) {
      this.#keptBytes -= size;
      return taken(again, bytes, owner);
    }
    const slack = align > unit ? align - unit : 0;
    const found = this.#find(size + slack) ?? this.#grow(size + slack) ?? this.#findInKept(size + slack);
    if (!found) return 0;
    this.#unlink(found);
    const block = this.#cutFront(found, Math.ceil(found.address / align) * align - found.address);
    this.#cutBack(block, size);
    block.owner = owner;
    block.asked = bytes;
    this.#used.set(block.address, block);
    return block.address;
  }

  /** False where no block begins there. */
  free(address: number): boolean {
    const block = this.#used.get(address);
    if (!block || block.kept) return false;
    const same = block.size <= keptUnits * unit ? this.#kept[block.size / unit]! : undefined;
    if (same && same.length < keptOfSize) {
      block.kept = true;
      this.#keptBytes += block.size;
      same.push(block);
    } else this.#release(block);
    return true;
  }

  #release(block: Block): void {
    this.#used.delete(block.address);
    block.owner = undefined;
    this.#link(this.#join(block));
  }

  #findInKept(size: number): Block | undefined {
    for (const list of this.#kept) {
      for (const block of list) {
        block.kept = false;
        this.#release(block);
      }
      list.length = 0;
    }
    this.#keptBytes = 0;
    return this.#find(size);
  }

  /** The block that begins at this address. */
  at(address: number): Block | undefined {
    const block = this.#used.get(address);
    return block?.kept ? undefined : block;
  }

  /** The block that holds this address. */
  around(address: number): Block | undefined {
    const exact = this.at(address);
    if (exact) return exact;
    const count = this.#used.size;
    for (let at = Math.floor(address / unit) * unit, n = 0; n < count && at > 0; n++, at -= unit) {
      const block = this.#used.get(at);
      if (block) return !block.kept && address < block.address + block.size ? block : undefined;
    }
    for (const block of this.blocks())
      if (address >= block.address && address < block.address + block.size) return block;
    return undefined;
  }

  *blocks(): Iterable<Block> {
    for (const block of this.#used.values()) if (!block.kept) yield block;
  }

  /** Bytes that are free or can still be had from the memory. */
  available(): number {
    return this.#freeBytes + this.#keptBytes + this.#maxBytes - this.#memoryEnd;
  }

  #find(size: number): Block | undefined {
    const own = binOf(size);
    for (let block = this.#bins[own]; block; block = block.binAfter) if (block.size >= size) return block;
    for (let bin = own + 1; bin < binCount; ) {
      const word = this.#occupied[bin >> 5]! >>> (bin & 31);
      if (word !== 0) return this.#bins[bin + 31 - Math.clz32(word & -word)];
      bin = ((bin >> 5) + 1) << 5;
    }
    return undefined;
  }

  #grow(size: number): Block | undefined {
    const tail = this.#last && !this.#last.owner ? this.#last.size : 0;
    const missing = size - tail;
    const growth = Math.min(Math.max(missing, leastGrowth), this.#maxBytes - this.#memoryEnd);
    if (growth < missing) return undefined;
    const from = this.#addPages(Math.ceil(growth / pageBytes));
    if (from === undefined) return undefined;
    // What was kept at the end is used where nobody else has taken memory since.
    if (from !== this.#end + margin) this.#skipTo(from);
    const start = this.#end;
    const end = from + Math.ceil(growth / pageBytes) * pageBytes - margin;
    this.#onGrow(start, end);
    const block = this.#extend(end - start);
    // Behind another heap's bytes the free end before them is of no use.
    return block.size >= size ? block : this.#grow(size);
  }

  get #memoryEnd(): number {
    return Math.max(this.#end, this.#memory.buffer.byteLength);
  }

  #addPages(pages: number): number | undefined {
    try {
      return growMemory(this.#memory, pages, this.#address);
    } catch {
      return undefined;
    }
  }

  /** What lies between is another heap's. */
  #skipTo(from: number): void {
    const hole = newBlock(this.#end, from - this.#end, this.#last);
    hole.owner = others;
    if (this.#last) this.#last.after = hole;
    this.#last = hole;
    this.#end = from;
  }

  /** Takes `bytes` more after the end into the heap. */
  #extend(bytes: number): Block {
    const block = newBlock(this.#end, bytes, this.#last);
    if (this.#last) this.#last.after = block;
    this.#last = block;
    this.#end += bytes;
    const joined = this.#join(block);
    this.#link(joined);
    return joined;
  }

  /** Joins a free block, in no bin, with free neighbours. */
  #join(block: Block): Block {
    let joined = block;
    const { before } = block;
    if (before && !before.owner) {
      this.#unlink(before);
      this.#absorb(before, block);
      joined = before;
    }
    const { after } = joined;
    if (after && !after.owner) {
      this.#unlink(after);
      this.#absorb(joined, after);
    }
    return joined;
  }

  #absorb(block: Block, next: Block): void {
    block.size += next.size;
    block.after = next.after;
    if (next.after) next.after.before = block;
    else this.#last = block;
  }

  /** Gives `bytes` in front back; what remains is the block. */
  #cutFront(block: Block, bytes: number): Block {
    if (bytes === 0) return block;
    const rest = this.#split(block, bytes);
    this.#link(block);
    return rest;
  }

  #cutBack(block: Block, size: number): void {
    if (block.size - size < unit) return;
    this.#link(this.#split(block, size));
  }

  #split(block: Block, size: number): Block {
    const rest = newBlock(block.address + size, block.size - size, block);
    rest.after = block.after;
    if (block.after) block.after.before = rest;
    else this.#last = rest;
    block.after = rest;
    block.size = size;
    return rest;
  }

  #link(block: Block): void {
    const bin = binOf(block.size);
    const first = this.#bins[bin];
    block.binBefore = undefined;
    block.binAfter = first;
    if (first) first.binBefore = block;
    this.#bins[bin] = block;
    this.#occupied[bin >> 5]! |= 1 << (bin & 31);
    this.#freeBytes += block.size;
  }

  #unlink(block: Block): void {
    const bin = binOf(block.size);
    if (block.binBefore) block.binBefore.binAfter = block.binAfter;
    else this.#bins[bin] = block.binAfter;
    if (block.binAfter) block.binAfter.binBefore = block.binBefore;
    if (!this.#bins[bin]) this.#occupied[bin >> 5]! &= ~(1 << (bin & 31));
    block.binBefore = undefined;
    block.binAfter = undefined;
    this.#freeBytes -= block.size;
  }
}

function newBlock(address: number, size: number, before: Block | undefined): Block {
  const none = undefined;
  return { address, size, asked: 0, kept: false, owner: none, before, after: none, binBefore: none, binAfter: none };
}

function taken(block: Block, bytes: number, owner: Owner): number {
  block.kept = false;
  block.owner = owner;
  block.asked = bytes;
  return block.address;
}

/** Four bins for each power of two of 64 bytes. */
function binOf(size: number): number {
  const units = Math.floor(size / unit);
  if (units < 4) return units;
  const power = 31 - Math.clz32(units);
  return power * 4 + ((units >>> (power - 2)) & 3);
}
