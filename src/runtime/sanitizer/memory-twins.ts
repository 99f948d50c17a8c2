/** Which bytes of a real device's memory were written: another allocation of the same size, its twin, holds 255 for each byte until its own is written. */
import { memoryTable } from '../../machine/check-tools.ts';
import type { Address, Copy, Device, Fill, StreamId } from '../../machine/device.ts';
import type { ProgramMemory } from '../program-memory.ts';
import type { MemoryTable, Stretch } from './memory-table.ts';
import { areGaps, type Stretch as UnsetStretch } from './padding.ts';
import type { SharedTwins } from './shared-twins.ts';

/** A rectangle of memory. */
type Area = Pick<Copy, 'width' | 'height' | 'stream'> & { readonly at: Address; readonly pitch: number };

/** Of copies with more rows than these it is not looked at what they read. */
const mostRows = 4096;

export type TwinRoom = {
  readonly table: MemoryTable;
  readonly memory: ProgramMemory;
  /** Bytes of the host's memory that a device can copy to. */
  readonly window: number;
  /** Where the host's memory begins for the device. */
  readonly base: bigint;
  readonly shared: SharedTwins;
};

/** More than the host's memory can have. */
const mostHostBytes = 1n << 34n;

export class MemoryTwins {
  readonly #device: Device;
  readonly #table: MemoryTable;
  readonly #memory: ProgramMemory;
  readonly #window: number;
  readonly #base: bigint;
  readonly #shared: SharedTwins;

  constructor(device: Device, { table, memory, window, base, shared }: TwinRoom) {
    this.#device = device;
    this.#table = table;
    this.#memory = memory;
    this.#window = window;
    this.#base = base;
    this.#shared = shared;
  }

  /** A twin for so many bytes that nobody has written; none where there is no room for it. */
  make(bytes: number): Pick<Stretch, 'twin'> {
    if (bytes === 0) return {};
    const twin = this.#device.allocate(bytes, 'device');
    if (twin === 0n) return {};
    this.#fill({ at: twin, pitch: bytes, width: bytes, height: 1, stream: 0n }, 255n, false);
    return { twin };
  }

  /** The same for memory of the host that the device uses too, by its address there. */
  makeShared(address: Address, bytes: number): Pick<Stretch, 'twin'> {
    if (bytes === 0) return {};
    const twin = this.#device.allocate(bytes, 'pinned');
    if (twin === 0n) return {};
    this.#shared.begin(address, bytes, twin);
    return { twin: this.#base + twin };
  }

  /** Its memory is nobody's. */
  end(at: Address, { twin }: Stretch): void {
    const own = this.#shared.end(at - this.#base) ?? twin;
    if (own !== undefined) this.#device.free(own);
  }

  seeWrites(): void {
    this.#shared.seeWrites();
  }

  /** Somebody writes there whom nobody sees. */
  forget(address: Address): void {
    const found = this.#table.around(address);
    if (found?.[1].twin === undefined) return;
    const [at, stretch] = found;
    this.#table.set(at, { bytes: stretch.bytes });
    this.end(at, stretch);
  }

  copied({ to, toPitch, from, fromPitch, width, height, stream }: Copy): void {
    const target = this.#twinAt(to);
    if (target === undefined) return;
    const source = this.#twinAt(from);
    if (source === undefined) this.#fill({ at: target, pitch: toPitch, width, height, stream }, 0n, true);
    else
      this.#device.copy({
        to: target,
        toPitch,
        from: source,
        fromPitch,
        width,
        height,
        stream,
        asynchronous: true,
      });
  }

  filled({ to, pitch, patternBytes, count, height, stream }: Fill): void {
    const target = this.#twinAt(to);
    if (target !== undefined) this.#fill({ at: target, pitch, width: patternBytes * count, height, stream }, 0n, true);
  }

  /** The first byte that a copy would read and nobody has written; `partly`: others of it were written. */
  firstUnset({ from, fromPitch, width, height, stream }: Copy): { at: Address; partly: boolean } | undefined {
    const twin = this.#twinAt(from);
    if (twin === undefined || height > mostRows) return undefined;
    const isWhole = height === 1 || fromPitch === width;
    const rows = isWhole
      ? [[0, width * height] as const]
      : [...Array(height).keys()].map((r) => [r * fromPitch, width] as const);
    let first: number | undefined;
    let all = 0;
    for (const [start, bytes] of rows) {
      const unset = this.#unsetIn(twin, start, bytes, stream);
      all += unset.reduce((n, s) => n + s.bytes, 0);
      if (!areGaps(unset, start, bytes)) first ??= unset[0]?.at;
    }
    return first === undefined ? undefined : { at: from + BigInt(first), partly: all < width * height };
  }

  #unsetIn(twin: Address, start: number, bytes: number, stream: StreamId): readonly UnsetStretch[] {
    const found: { at: number; bytes: number }[] = [];
    for (let at = start; at < start + bytes; at += memoryTable.windowBytes) {
      const part = Math.min(memoryTable.windowBytes, start + bytes - at);
      const values = this.#read(twin + BigInt(at), part, stream);
      for (let i = values.findIndex((v) => v !== 0); i >= 0 && i < part; i++) {
        if (values[i] === 0) continue;
        const last = found.at(-1);
        if (last && last.at + last.bytes === at + i) last.bytes++;
        else found.push({ at: at + i, bytes: 1 });
      }
    }
    return found;
  }

  #read(from: Address, bytes: number, stream: StreamId): Uint8Array {
    this.#device.copy({
      to: BigInt(this.#window),
      toPitch: bytes,
      from,
      fromPitch: bytes,
      width: bytes,
      height: 1,
      stream,
      asynchronous: false,
    });
    return this.#memory.bytes(this.#window, bytes);
  }

  #twinAt(address: Address): Address | undefined {
    const found = this.#table.around(address);
    const twin = found?.[1].twin;
    if (!found || twin === undefined) return undefined;
    const onHost = twin >= this.#base && twin < this.#base + mostHostBytes;
    return twin + (address - found[0]) - (onHost ? this.#base : 0n);
  }

  #fill({ at, pitch, width, height, stream }: Area, pattern: bigint, asynchronous: boolean): void {
    this.#device.fill({ to: at, pitch, pattern, patternBytes: 1, count: width, height, stream, asynchronous });
  }
}
