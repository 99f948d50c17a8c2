/** The memory of a running program, host's and simulated device's alike: one shared WebAssembly memory with a heap above the static data. */
import type { AddressType, DataRange } from '../back/wasm/encode/artifact.ts';
import { Heap, type Owner } from './heap.ts';
import { maxPages, newMemory, pageBytes, placeOfAddress } from './linear-memory.ts';
import { loadKoffi } from './native/load-koffi.ts';
import { SharedMemory } from './native/shared-memory.ts';
import { guardNull } from './null-guard.ts';
import { ProgramExit } from './program-exit.ts';

const hostOwner: Owner = { kind: 'unregistered', device: -1 };
/** What lies below the static data (back/wasm/layout.ts). */
const guardBytes = pageBytes;
/** A power of two. */
const keptViews = 64;
/** What the heap has at the start. */
const spareBytes = 4 << 20;

export class ProgramMemory {
  readonly memory: WebAssembly.Memory;
  readonly address: AddressType;
  readonly heap: Heap;
  readonly #heapStart: number;
  readonly #variables: readonly DataRange[];
  #guarded = 0;
  /** The views made last: loops ask for the same bytes again and again, and a view costs more than what is done with a few bytes. */
  readonly #views: (Uint8Array | undefined)[] = Array.from({ length: keptViews }, () => undefined);
  #nativeFrom: readonly string[] = [];
  #shared: SharedMemory | undefined;
  /** Told of an allocation that failed for want of addresses: how many bytes are used, and how many more are wanted. */
  onShortage: (used: number, bytes: number) => void = () => {};
  /** The memory as it is now: read it anew after anything that may allocate. */
  view: DataView;
  /** The same in words of 4 bytes. */
  words: Uint32Array;
  /** The same in bytes. */
  octets: Uint8Array;

  /** `heapStart`: the first byte that belongs to nobody. `variables`: those whose sizes the program asks for. */
  constructor(heapStart: number, address: AddressType = 'i32', variables: readonly DataRange[] = []) {
    this.#heapStart = heapStart;
    this.#variables = variables;
    const initial = Math.ceil((heapStart + spareBytes) / pageBytes);
    if (initial > maxPages[address]) throw new ProgramExit(127, tooLarge(heapStart, address));
    this.address = address;
    this.memory = memoryOf(initial, address);
    this.view = new DataView(this.memory.buffer);
    this.words = new Uint32Array(this.memory.buffer);
    this.octets = new Uint8Array(this.memory.buffer);
    this.heap = new Heap(this.memory, address, heapStart, maxPages[address], () => this.refresh());
  }

  /** Another thread may have made the memory larger. */
  refresh(): void {
    if (this.memory.buffer.byteLength === this.view.byteLength) return;
    this.view = new DataView(this.memory.buffer);
    this.words = new Uint32Array(this.memory.buffer);
    this.octets = new Uint8Array(this.memory.buffer);
  }

  /** From now on, nobody can use the addresses near null. `from`: see `guardNull`. */
  guard(from: readonly string[]): void {
    this.#nativeFrom = from;
    if (guardNull(this.memory, guardBytes, from)) this.#guarded = guardBytes;
  }

  /** What processes of the machine share of it; undefined where they can share nothing. */
  get shared(): SharedMemory | undefined {
    const koffi = this.#shared ? undefined : loadKoffi(this.#nativeFrom);
    if (koffi) this.#shared = SharedMemory.of(koffi, this.memory, maxPages[this.address] * pageBytes);
    return this.#shared;
  }

  /** 0 where there is no room. */
  allocate(bytes: number, alignment = 64): number {
    const address = this.heap.allocate(bytes, alignment, hostOwner);
    if (address === 0) this.short(bytes);
    return address;
  }

  /** Bytes from an address to the end of the variable or block that holds it. */
  roomAt(address: number): number | undefined {
    const variable = this.#variables.find(({ at, bytes }) => address >= at && address < at + bytes);
    if (variable) return variable.at + variable.bytes - address;
    const block = address < this.#heapStart ? undefined : this.heap.around(address);
    return block && Math.max(0, block.address + block.asked - address);
  }

  /** Whether the host's data lie there: its variables and stack, or a block of its own. */
  isOfHost(address: number): boolean {
    if (address < this.#heapStart) return true;
    const block = this.heap.around(address);
    return block?.owner?.kind === 'unregistered' && address < block.address + block.asked;
  }

  /** An allocation has failed, and nothing will be freed for it. */
  short(bytes: number): void {
    if (this.address === 'i32') this.onShortage(maxPages.i32 * pageBytes - this.heap.available(), bytes);
  }

  /** The bytes in place. Addresses may come as signed numbers. */
  bytes(address: number, length: number | bigint): Uint8Array {
    const count = Math.max(0, Number(length));
    const at = placeOfAddress(address);
    if (count > 0 && at < this.#guarded) throw new WebAssembly.RuntimeError('memory access out of bounds');
    const place = (at ^ count) & (keptViews - 1);
    const { buffer } = this.view;
    const known = this.#views[place];
    if (known && known.byteOffset === at && known.length === count && known.buffer === buffer) return known;
    const view = new Uint8Array(buffer, at, count);
    this.#views[place] = view;
    return view;
  }

  holds(address: number, length: number): boolean {
    return address >= this.#guarded && address + length <= this.octets.length;
  }

  /** A copy of bytes. */
  copied(address: number, length: number | bigint): Uint8Array {
    return new Uint8Array(this.bytes(address, length));
  }

  /** Characters as the program has them: UTF-8. */
  text(address: number, length: number | bigint): string {
    return new TextDecoder().decode(this.copied(address, length));
  }

  /** Fills a character variable, padded by blanks or cut. */
  setText(address: number, length: number | bigint, text: string): void {
    const target = this.bytes(address, length);
    target.fill(32);
    target.set(new TextEncoder().encode(text).subarray(0, target.length));
  }
}

function memoryOf(pages: number, address: AddressType): WebAssembly.Memory {
  try {
    return newMemory(pages, address);
  } catch (problem) {
    if (!(problem instanceof RangeError)) throw problem;
    throw new ProgramExit(127, '0: the system has no room for the memory of the program (see ulimit -v)');
  }
}

function tooLarge(bytes: number, address: AddressType): string {
  const size = (bytes / 2 ** 30).toFixed(2);
  const most = Math.ceil((maxPages[address] * pageBytes) / 2 ** 30);
  return `0: the arrays of fixed size take ${size} GiB in all; host and simulated devices have ${most} GiB together`;
}
