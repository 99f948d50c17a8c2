/**
 * The host program's memory as the driver sees it. Small addresses are offsets in it; all others are addresses of the device.
 * Ranges that the driver knows (page-locked, mapped for the device) only grow: the memory itself never shrinks or moves.
 */
import { codeOf } from '../../machine/errors.ts';
import type { ProgramMemory } from '../program-memory.ts';
import type { Driver } from './driver-table.ts';

const pageBytes = 65536;
/** More than a program's memory can have, and less than any address of a device. */
const limit = 2n ** 34n;
/** CU_MEMHOSTREGISTER_PORTABLE and DEVICEMAP. */
const registerFlags = 3;
/** A range of at least so many bytes that is copied again is page-locked: it moves at eight times the speed. */
const worthwhile = 4 << 20;

type Range = { readonly from: number; readonly to: number };

export class HostMemory {
  readonly memory: ProgramMemory;
  /** Where the program's memory begins, as native code and the device see it. */
  readonly base: bigint;
  readonly #driver: Driver;
  /** In order, not touching each other. */
  #ranges: Range[] = [];
  readonly #seen = new Set<number>();
  /** The length of the memory when all of it was registered. */
  #known = 0;

  constructor(driver: Driver, memory: ProgramMemory) {
    this.#driver = driver;
    this.memory = memory;
    this.base = driver.addressOf(memory.memory.buffer);
  }

  isHost(address: bigint): boolean {
    return address < limit;
  }

  /** An address that the driver understands. */
  native(address: bigint): bigint {
    return address < limit && address !== 0n ? this.base + address : address;
  }

  /** Makes the driver know all of [from, from + bytes). */
  register(from: number, bytes: number): number {
    const start = Math.floor(from / pageBytes) * pageBytes;
    const end = Math.min(Math.ceil((from + bytes) / pageBytes) * pageBytes, this.memory.view.byteLength);
    for (const gap of this.#gaps(start, end)) {
      const address = this.base + BigInt(gap.from);
      const code = this.#driver.calls.cuMemHostRegister_v2(address, gap.to - gap.from, registerFlags);
      if (code !== codeOf.success) return code;
      this.#ranges.push(gap);
      this.#ranges.sort((a, b) => a.from - b.from);
    }
    return codeOf.success;
  }

  /** The driver has taken this range as its own. */
  know(from: number, to: number): void {
    this.#ranges.push({ from, to });
    this.#ranges.sort((a, b) => a.from - b.from);
  }

  forget(from: number, to: number): void {
    this.#ranges = this.#ranges.filter((r) => r.from !== from || r.to !== to);
    this.#known = 0;
  }

  /** Whether the driver knows any of it. */
  touches(from: number, bytes: number): boolean {
    return this.#ranges.some((r) => r.from < from + bytes && r.to > from);
  }

  /** Makes the driver know the whole memory, as long as it is now. */
  registerAll(): void {
    const { byteLength } = this.memory.view;
    if (this.#known === byteLength) return;
    if (this.register(pageBytes, byteLength - pageBytes) === codeOf.success) this.#known = byteLength;
  }

  /** The context that knew the ranges is gone. */
  forgetRegistered(): void {
    this.#ranges = [];
    this.#known = 0;
    this.#seen.clear();
  }

  #gaps(start: number, end: number): Range[] {
    const gaps: Range[] = [];
    let at = start;
    for (const r of this.#ranges) {
      if (r.to <= at || r.from >= end) continue;
      if (r.from > at) gaps.push({ from: at, to: r.from });
      at = Math.max(at, r.to);
    }
    if (at < end) gaps.push({ from: at, to: end });
    return gaps;
  }

  /** Whether the driver knows the whole range. */
  isRegistered(from: number, bytes: number): boolean {
    return this.#gaps(from, from + bytes).length === 0;
  }

  /** Page-locks a large range that is copied for the second time. */
  expectCopy(address: bigint, bytes: number): void {
    if (bytes < worthwhile || !this.isHost(address)) return;
    const from = Number(address);
    if (this.isRegistered(from, bytes)) return;
    if (this.#seen.has(from)) this.register(from, bytes);
    else this.#seen.add(from);
  }

  /** The range cut where what the driver knows begins or ends: it does not take a copy across such a place. */
  pieces(address: bigint, bytes: number): readonly number[] {
    if (!this.isHost(address)) return [bytes];
    const cuts: number[] = [];
    const from = Number(address);
    let at = from;
    for (const r of this.#ranges)
      for (const edge of [r.from, r.to])
        if (edge > at && edge < from + bytes) {
          cuts.push(edge - at);
          at = edge;
        }
    cuts.push(from + bytes - at);
    return cuts;
  }
}
