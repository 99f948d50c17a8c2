/** The memory of a running program, host's and simulated device's alike: one shared WebAssembly memory with a heap above the static data. */
import { Heap, type Owner } from './heap.ts';
import { guardNull } from './null-guard.ts';
import { ProgramExit } from './program-exit.ts';

const hostOwner: Owner = { kind: 'unregistered', device: -1 };
const pageBytes = 65536;
/** What lies below the static data (back/wasm/layout.ts). */
const guardBytes = pageBytes;
/** One page less than 4 GiB, so that the last addresses always trap. */
const maxPages = 65535;
/** What the heap has at the start. */
const spareBytes = 4 << 20;

export class ProgramMemory {
  readonly memory: WebAssembly.Memory;
  readonly heap: Heap;
  #guarded = 0;
  /** The memory as it is now: read it anew after anything that may allocate. */
  view: DataView;

  /** `heapStart`: the first byte that belongs to nobody. */
  constructor(heapStart: number) {
    const initial = Math.ceil((heapStart + spareBytes) / pageBytes);
    if (initial > maxPages) throw new ProgramExit(127, tooLarge(heapStart));
    this.memory = new WebAssembly.Memory({ initial, maximum: maxPages, shared: true });
    this.view = new DataView(this.memory.buffer);
    this.heap = new Heap(this.memory, heapStart, maxPages, () => {
      this.view = new DataView(this.memory.buffer);
    });
  }

  /** From now on, nobody can use the addresses near null. `from`: see `guardNull`. */
  guard(from: string): void {
    if (guardNull(this.memory, guardBytes, from)) this.#guarded = guardBytes;
  }

  /** 0 where there is no room. */
  allocate(bytes: number): number {
    return this.heap.allocate(bytes, 64, hostOwner);
  }

  /** The bytes in place. Addresses may come as signed numbers. */
  bytes(address: number, length: number | bigint): Uint8Array {
    const count = Math.max(0, Number(length));
    if (count > 0 && address >>> 0 < this.#guarded) throw new WebAssembly.RuntimeError('memory access out of bounds');
    return new Uint8Array(this.view.buffer, address >>> 0, count);
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

function tooLarge(bytes: number): string {
  const size = (bytes / 2 ** 30).toFixed(2);
  return `0: the arrays of fixed size take ${size} GiB in all; host and simulated devices have 4 GiB together`;
}
