/**
 * Where pages of managed memory are while a program runs on a simulated device, and what would move on a GPU: all of them lie in one memory here. A page is where it was
 * used last; host code tells of pages that it does not have, kernels mark those that they use, which is looked at when they are done.
 */
import { watchedPageBytes as pageBytes, type WatchedPages } from '../../machine/page-watch.ts';
import { rounded } from './event-log.ts';
import type { Trace } from './trace.ts';

/** A driver moves neighbouring pages together, in blocks of this size. */
const blockBytes = 2 << 20;

type Range = { readonly at: number; readonly bytes: number };
type Side = 'host' | 'device';

export class ManagedMoves {
  readonly #pages: WatchedPages;
  readonly #trace: Trace;
  /** The program's memory as it is now: it may grow. */
  readonly #bytes: (at: number, count: number) => Uint8Array;
  readonly #ranges = new Map<number, Range>();
  /** Pages that somebody has used. */
  readonly #where = new Map<number, Side>();
  #device = 0;

  constructor(pages: WatchedPages, trace: Trace, bytes: (at: number, count: number) => Uint8Array) {
    this.#pages = pages;
    this.#trace = trace;
    this.#bytes = bytes;
    for (const variable of pages.variables) this.allocated(variable.at, variable.bytes);
  }

  allocated(at: number, bytes: number): void {
    const range = { at, bytes };
    this.#ranges.set(at, range);
    for (const page of pagesOf(range)) if (!this.#where.has(page)) this.#miss(page, true);
  }

  freed(at: number): void {
    const range = this.#ranges.get(at);
    if (!range) return;
    this.#ranges.delete(at);
    for (const page of pagesOf(range)) {
      if (this.#rangeOf(page)) continue;
      this.#where.delete(page);
      this.#miss(page, false);
    }
  }

  /** Host code is about to use this memory; `place`: where it stands. */
  hostUses(at: number, bytes: number, place: string): void {
    const moved: number[] = [];
    for (const page of pagesOf({ at, bytes })) {
      const where = this.#where.get(page);
      if (where === 'host' || !this.#rangeOf(page)) continue;
      this.#fault('host', page, place);
      if (where === 'device') moved.push(page);
      this.#put(page, 'host');
    }
    this.#moves('DtoH', moved, 'fault');
  }

  /** Kernels of the device are done: what they have marked they have used. */
  kernelsDone(device: number): void {
    this.#device = device;
    const moved: number[] = [];
    for (const range of this.#ranges.values())
      for (const page of pagesOf(range)) {
        const mark = this.#bytes(this.#pages.used + page, 1);
        if (mark[0] === 0) continue;
        mark[0] = 0;
        const where = this.#where.get(page);
        if (where === 'device') continue;
        this.#fault('device', page, '');
        if (where === 'host') moved.push(page);
        this.#put(page, 'device');
      }
    this.#moves('HtoD', moved, 'fault');
  }

  /** The program asks for it (cudaMemPrefetchAsync). */
  prefetched(at: number, bytes: number, toDevice: boolean): void {
    const side = toDevice ? 'device' : 'host';
    const moved: number[] = [];
    for (const page of pagesOf({ at, bytes })) {
      const where = this.#where.get(page);
      if (where === side || !this.#rangeOf(page)) continue;
      if (where !== undefined) moved.push(page);
      this.#put(page, side);
    }
    this.#moves(toDevice ? 'HtoD' : 'DtoH', moved, 'user');
  }

  #rangeOf(page: number): boolean {
    const [from, to] = [page * pageBytes, (page + 1) * pageBytes];
    for (const { at, bytes } of this.#ranges.values()) if (at < to && at + bytes > from) return true;
    return false;
  }

  #put(page: number, side: Side): void {
    this.#where.set(page, side);
    this.#miss(page, side === 'device');
  }

  #miss(page: number, misses: boolean): void {
    this.#bytes(this.#pages.missing + page, 1)[0] = misses ? 1 : 0;
  }

  #fault(by: Side, page: number, place: string): void {
    const time = rounded(this.#trace.now());
    this.#trace.tell({
      kind: 'page-fault',
      time,
      by,
      address: BigInt(page * pageBytes),
      device: this.#device,
      place,
      count: 1,
    });
  }

  #moves(direction: 'HtoD' | 'DtoH', pages: readonly number[], cause: 'fault' | 'user'): void {
    const { correlation } = this.#trace;
    const time = rounded(this.#trace.now());
    for (const { at, bytes } of blocksOf(pages))
      this.#trace.tell({
        kind: 'migration',
        time,
        duration: 0,
        device: this.#device,
        stream: 0,
        correlation,
        direction,
        cause,
        address: BigInt(at),
        bytes,
      });
  }
}

function pagesOf({ at, bytes }: Range): readonly number[] {
  if (bytes <= 0) return [];
  const first = Math.floor(at / pageBytes);
  const last = Math.floor((at + bytes - 1) / pageBytes);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** Neighbours together, within a block. */
function blocksOf(pages: readonly number[]): readonly Range[] {
  const found: { at: number; bytes: number }[] = [];
  for (const page of pages.toSorted((a, b) => a - b)) {
    const at = page * pageBytes;
    const last = found.at(-1);
    if (last && last.at + last.bytes === at && at % blockBytes !== 0) last.bytes += pageBytes;
    else found.push({ at, bytes: pageBytes });
  }
  return found;
}
