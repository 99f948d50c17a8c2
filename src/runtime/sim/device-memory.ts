/** The memory of one simulated device: what it owns of the common heap, what waits to be freed, what host memory is page-locked. */
import type { ErrorCode, PointerFacts } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { Sanitizer } from '../sanitizer/sanitizer.ts';
import type { Engine } from './engine.ts';

type Kind = 'device' | 'managed' | 'pinned';

/** `all`: when all commands up to this one are done, not it alone. `own`: no program knows of it. */
type Due = { readonly sequence: number; readonly address: number; readonly all: boolean; readonly own?: true };

/** So much of memory that is given back, from its start, is overwritten: what is cheap. */
const poisonedBytes = 16 << 10;

export class DeviceMemory {
  readonly #engine: Engine;
  readonly #device: number;
  readonly #totalBytes: number;
  readonly #registered = new Map<number, number>();
  readonly #due: Due[] = [];
  #usedBytes = 0;
  /** Freed, the oldest first, but not to be used again so soon. */
  readonly #quarantine: number[] = [];
  #quarantinedBytes = 0;

  constructor(engine: Engine, device: number, totalBytes: number) {
    this.#engine = engine;
    this.#device = device;
    this.#totalBytes = totalBytes;
  }

  /** 0 where there is no room. */
  allocate(bytes: number, kind: Kind, align = 256): number {
    this.freeDue();
    if (!this.hasRoom(bytes, kind)) return 0;
    const address = this.#engine.heap.allocate(bytes + this.#gap(bytes), align, { kind, device: this.#device });
    if (address > 0) this.#tellAllocated(address, bytes, kind);
    if (address > 0 && kind !== 'pinned') this.#usedBytes += this.#engine.heap.at(address)?.size ?? 0;
    return address;
  }

  /** A page of the runtime's own; 0 where there is no room. */
  allocateZeros(bytes: number): number {
    const { heap, moves } = this.#engine;
    const address = heap.allocate(bytes, bytes, { kind: 'unregistered', device: this.#device });
    if (address > 0) moves.fill(address, 0, bytes);
    return address;
  }

  #gap(bytes: number): number {
    return this.#engine.sanitizer?.gapAfter(bytes) ?? 0;
  }

  #tellAllocated(address: number, bytes: number, kind: Kind): void {
    const { sanitizer, heap } = this.#engine;
    const block = heap.at(address);
    if (!sanitizer || !block) return;
    block.asked = bytes;
    sanitizer.allocated(address, bytes, kind);
  }

  /** Whether the simulated device has so much. */
  hasRoom(bytes: number, kind: Kind): boolean {
    return kind === 'pinned' || this.#usedBytes + bytes <= this.#totalBytes;
  }

  /** Whether some memory is free as soon as work is done. */
  get isWaiting(): boolean {
    return this.#due.length > 0;
  }

  owns(address: number): boolean {
    const owner = this.#engine.heap.at(address)?.owner;
    return owner !== undefined && owner.kind !== 'unregistered';
  }

  /** Frees it when a command is done. */
  freeAfter(sequence: number, address: number): void {
    this.#letGo(address);
    this.#due.push({ sequence, address, all: false });
    this.#freeFirst();
  }

  /** The same for memory of the runtime's own. */
  freeOwnAfter(sequence: number, address: number): void {
    this.#letGo(address);
    this.#due.push({ sequence, address, all: false, own: true });
    this.#freeFirst();
  }

  /** Frees it when all work enqueued so far is done. */
  freeAfterAll(address: number): void {
    this.#letGo(address);
    this.#due.push({ sequence: this.#engine.lastPublished, address, all: true });
    this.freeDue();
  }

  /** Of what is due, what comes before all that has to wait: many launches that each leave something ask for little. */
  #freeFirst(): void {
    const waits = this.#due.findIndex((d) => !this.#isOver(d));
    const over = this.#due.splice(0, waits < 0 ? this.#due.length : waits);
    for (const due of over) this.#end(due);
  }

  freeDue(): void {
    for (let i = this.#due.length - 1; i >= 0; i--) {
      const due = this.#due[i]!;
      if (!this.#isOver(due)) continue;
      this.#due.splice(i, 1);
      this.#end(due);
    }
  }

  #isOver({ sequence, all }: Due): boolean {
    return all ? this.#engine.isPast(sequence) : this.#engine.isDone(sequence);
  }

  #end({ address, own }: Due): void {
    if (!own) this.#poison(address);
    this.#release(address);
  }

  /** Under the sanitizer nobody gets the memory for a while. */
  #release(address: number): void {
    const { sanitizer, heap } = this.#engine;
    const block = sanitizer?.knows(address) ? heap.at(address) : undefined;
    if (!sanitizer || !block) {
      heap.free(address);
      return;
    }
    this.#quarantine.push(address);
    this.#quarantinedBytes += block.size;
    while (this.#quarantinedBytes > sanitizer.quarantineBytes) this.#leaveQuarantine(sanitizer);
  }

  #leaveQuarantine(sanitizer: Sanitizer): void {
    const address = this.#quarantine.shift() ?? 0;
    const block = this.#engine.heap.at(address);
    if (!block) return;
    this.#quarantinedBytes -= block.size;
    sanitizer.released(address, block.asked);
    this.#engine.heap.free(address);
  }

  /** Who reads it after all finds no numbers, and addresses that lead nowhere. */
  #poison(address: number): void {
    const bytes = this.#engine.heap.at(address)?.size ?? 0;
    this.#engine.moves.fill(address, 0xff, Math.min(bytes, poisonedBytes));
  }

  /** From now on it is nobody's: freeing it again is an error. */
  #letGo(address: number): void {
    const block = this.#engine.heap.at(address);
    const owner = block?.owner;
    if (!block || !owner) return;
    if (owner.device === this.#device && (owner.kind === 'device' || owner.kind === 'managed'))
      this.#usedBytes -= block.size;
    block.owner = { kind: 'unregistered', device: this.#device };
    this.#engine.sanitizer?.freed(block.address);
  }

  /** Frees all at once. */
  clear(): void {
    this.#due.length = 0;
    this.#quarantine.length = 0;
    this.#quarantinedBytes = 0;
    for (const block of [...this.#engine.heap.blocks()])
      if (block.owner?.device === this.#device) {
        this.#engine.sanitizer?.released(block.address, block.asked);
        this.#engine.heap.free(block.address);
      }
    this.#usedBytes = 0;
    this.#registered.clear();
  }

  info(): { readonly free: bigint; readonly total: bigint } {
    this.freeDue();
    const left = Math.max(0, this.#totalBytes - this.#usedBytes);
    return { free: BigInt(Math.min(left, this.#engine.heap.available())), total: BigInt(this.#totalBytes) };
  }

  factsOf(address: number): PointerFacts {
    const block = this.#engine.heap.around(address);
    if (block?.owner && block.owner.kind !== 'unregistered')
      return { kind: block.owner.kind, base: BigInt(block.address), bytes: block.asked };
    for (const [base, bytes] of this.#registered)
      if (address >= base && address < base + bytes) return { kind: 'pinned', base: BigInt(base), bytes };
    return { kind: 'unregistered', base: BigInt(address), bytes: 0 };
  }

  register(address: number, bytes: number): ErrorCode {
    if (this.#registered.has(address)) return codeOf.hostMemoryAlreadyRegistered;
    if (address === 0 || bytes <= 0) return codeOf.invalidValue;
    this.#registered.set(address, bytes);
    this.#engine.sanitizer?.allow(address, bytes);
    return codeOf.success;
  }

  unregister(address: number): ErrorCode {
    return this.#registered.delete(address) ? codeOf.success : codeOf.hostMemoryNotRegistered;
  }
}
