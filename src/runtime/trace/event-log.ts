/**
 * What happens often in a traced run, as rows of numbers in pages that are there already: a running program makes no objects of it. Events are made when it is over.
 * A row is its kind, its time, its duration and what else its kind has; the time is NaN for as long as it is not known.
 */
import type { CopyRun, MemoryName, ReportEvent } from '../../machine/report.ts';

/** What all launches of a kernel have in common. */
export type KernelOfLog = {
  readonly name: string;
  readonly registers: number;
  readonly staticShared: number;
  readonly local: number;
};

type Triple = { readonly x: number; readonly y: number; readonly z: number };

const pageCells = 1 << 16;
/** A row's kind, time and duration, and for work the call of the API, the device and the stream. */
const headCells = 3;
const workCells = 6;
const kinds = { api: 1, kernel: 2, copy: 3, fill: 4, allocate: 5, free: 6 } as const;

export class EventLog {
  readonly #pages: Float64Array[] = [];
  #page = new Float64Array(pageCells);
  /** Where the next row begins in the last page. */
  #next = 0;
  readonly #kernels: KernelOfLog[] = [];
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  constructor() {
    this.#pages.push(this.#page);
  }

  /** The number of a kernel in rows of its launches. */
  addKernel(kernel: KernelOfLog): number {
    return this.#kernels.push(kernel) - 1;
  }

  /** Each of these begins a row and gives its place. */

  api(correlation: number): number {
    const row = this.#row(kinds.api, headCells + 3);
    this.#page[this.#at(row) + headCells] = correlation;
    return row;
  }

  kernel(device: number, stream: number, kernel: number, grid: Triple, block: Triple, dynamicShared: number): number {
    const row = this.#work(kinds.kernel, workCells + 8, device, stream);
    const page = this.#page;
    const at = this.#at(row) + workCells;
    page[at] = kernel;
    page[at + 1] = grid.x;
    page[at + 2] = grid.y;
    page[at + 3] = grid.z;
    page[at + 4] = block.x;
    page[at + 5] = block.y;
    page[at + 6] = block.z;
    page[at + 7] = dynamicShared;
    return row;
  }

  copy(device: number, stream: number, { direction, bytes, from, to }: Omit<CopyRun, keyof Work>): number {
    const row = this.#work(kinds.copy, workCells + 4, device, stream);
    const page = this.#page;
    const at = this.#at(row) + workCells;
    page[at] = this.#number(direction);
    page[at + 1] = bytes;
    page[at + 2] = this.#number(from);
    page[at + 3] = this.#number(to);
    return row;
  }

  fill(device: number, stream: number, bytes: number, value: number, memory: MemoryName): number {
    const row = this.#work(kinds.fill, workCells + 3, device, stream);
    const page = this.#page;
    const at = this.#at(row) + workCells;
    page[at] = bytes;
    page[at + 1] = value;
    page[at + 2] = this.#number(memory);
    return row;
  }

  /** An allocation takes no time of its own. */
  allocation(
    what: 'allocate' | 'free',
    time: number,
    correlation: number,
    device: number,
    memory: MemoryName,
    address: number,
    bytes: number,
  ): void {
    const row = this.#work(kinds[what], workCells + 3, device, 0);
    this.placeWork(row, time, 0, correlation);
    const page = this.#page;
    const at = this.#at(row) + workCells;
    page[at] = this.#number(memory);
    page[at + 1] = address;
    page[at + 2] = bytes;
  }

  /** Says when the call was, and what it gave. */
  placeCall(row: number, time: number, duration: number, name: string, result: number): void {
    const page = this.#pageOf(row);
    const at = this.#at(row);
    page[at + 1] = time;
    page[at + 2] = duration;
    page[at + headCells + 1] = this.#number(name);
    page[at + headCells + 2] = result;
  }

  /** Says when the work was done. */
  placeWork(row: number, time: number, duration: number, correlation: number): void {
    const page = this.#pageOf(row);
    const at = this.#at(row);
    page[at + 1] = time;
    page[at + 2] = duration;
    page[at + 3] = correlation;
  }

  /** Events of all rows whose time is known. */
  *events(): Generator<ReportEvent> {
    for (const page of this.#pages)
      for (let at = 0; at < pageCells && page[at] !== 0; at += page[at]! >> kindBits)
        if (!Number.isNaN(page[at + 1])) yield this.#event(page, at);
  }

  #event(page: Float64Array, at: number): ReportEvent {
    const cell = (n: number): number => page[at + n]!;
    const text = (n: number): string => this.#texts[cell(n)]!;
    const kind = cell(0) & kindMask;
    const time = rounded(cell(1));
    const duration = rounded(cell(2));
    if (kind === kinds.api) {
      const [correlation, name, result] = [cell(headCells), text(headCells + 1), cell(headCells + 2)];
      return { kind: 'api', time, duration, name, correlation, result };
    }
    const [correlation, device, stream] = [cell(3), cell(4), cell(5)];
    const own = workCells;
    const work = { time, duration, device, stream, correlation };
    switch (kind) {
      case kinds.kernel: {
        const { name, registers, staticShared, local } = this.#kernels[cell(own)]!;
        const grid = [cell(own + 1), cell(own + 2), cell(own + 3)] as const;
        const block = [cell(own + 4), cell(own + 5), cell(own + 6)] as const;
        const dynamicShared = cell(own + 7);
        return { kind: 'kernel', name, grid, block, registers, staticShared, dynamicShared, local, ...work };
      }
      case kinds.copy: {
        const [from, to] = [memoryOf(text(own + 2)), memoryOf(text(own + 3))];
        return { kind: 'copy', direction: text(own), bytes: cell(own + 1), from, to, ...work };
      }
      case kinds.fill:
        return { kind: 'fill', bytes: cell(own), value: cell(own + 1), memory: memoryOf(text(own + 2)), ...work };
      default: {
        const what = kind === kinds.free ? 'free' : 'allocate';
        const [memory, address, bytes] = [memoryOf(text(own)), BigInt(cell(own + 1)), cell(own + 2)];
        return { kind: 'allocation', time, what, memory, address, bytes, device, correlation };
      }
    }
  }

  #work(kind: number, cells: number, device: number, stream: number): number {
    const row = this.#row(kind, cells);
    const page = this.#page;
    const at = this.#at(row);
    page[at + 4] = device;
    page[at + 5] = stream;
    return row;
  }

  /** A place is the number of the page and the cell in it. */
  #row(kind: number, cells: number): number {
    if (this.#next + cells > pageCells) {
      this.#page = new Float64Array(pageCells);
      this.#pages.push(this.#page);
      this.#next = 0;
    }
    const at = this.#next;
    this.#next += cells;
    this.#page[at] = (cells << kindBits) | kind;
    this.#page[at + 1] = Number.NaN;
    return (this.#pages.length - 1) * pageCells + at;
  }

  #pageOf(row: number): Float64Array {
    return this.#pages[Math.floor(row / pageCells)]!;
  }

  #at(row: number): number {
    return row % pageCells;
  }

  #number(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const made = this.#texts.push(text) - 1;
    this.#numbers.set(text, made);
    return made;
  }
}

/** The first cell of a row: how many cells it has, and its kind in the lowest bits. */
const kindBits = 4;
const kindMask = (1 << kindBits) - 1;

type Work = Pick<CopyRun, 'duration' | 'device' | 'stream' | 'correlation'>;

const memories: readonly MemoryName[] = ['Pageable', 'Pinned', 'Device', 'Managed'];

function memoryOf(text: string): MemoryName {
  return memories.find((name) => name === text) ?? 'Pageable';
}

/** Microseconds in whole nanoseconds. */
export function rounded(time: number): number {
  return Math.round(time * 1000) / 1000;
}
