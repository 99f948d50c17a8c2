/** Copies between host and device: where the program asks for them, and which of them cost more than they must. */
import type { Copy, Device, MemoryKind } from '../../machine/device.ts';
import type { ModelName } from '../../machine/models.ts';
import type { ProgramMemory } from '../../runtime/program-memory.ts';
import { ManagedPages, type Migrations, type Range } from './managed-pages.ts';

/** All copies of one line in one direction. */
export type Transfers = {
  readonly place: string;
  readonly direction: 'to-device' | 'to-host';
  times: number;
  bytes: number;
  pageable: number;
  asynchronous: number;
  /** Copies that found what they brought, and their bytes. */
  redundant: number;
  redundantBytes: number;
};

export type TransferFinding = {
  readonly code: string;
  readonly place: string;
  readonly message: string;
  readonly help: string;
  /** Microseconds of all copies of the line, and without what is found. */
  readonly before: number;
  readonly after: number;
};

export class TransferBook {
  readonly byPlace = new Map<string, Transfers>();
  readonly pages: ManagedPages;
  readonly #seen = new Set<string>();
  readonly #memory: ProgramMemory;
  /** Where the host code stands. */
  readonly place: () => string;

  /** `managed`: managed variables; `place`: where the host code stands. */
  constructor(memory: ProgramMemory, managed: readonly Range[], place: () => string) {
    this.#memory = memory;
    this.place = place;
    this.pages = new ManagedPages(memory, managed, place);
  }

  note(device: Device, copy: Copy): void {
    const [from, to] = [device.pointerFacts(copy.from).kind, device.pointerFacts(copy.to).kind];
    if (isHost(from) === isHost(to)) return;
    const direction = isHost(from) ? 'to-device' : 'to-host';
    const transfers = this.#of(direction);
    const bytes = copy.width * copy.height;
    transfers.times++;
    transfers.bytes += bytes;
    if (copy.asynchronous) transfers.asynchronous++;
    if (from === 'unregistered' || to === 'unregistered') transfers.pageable += bytes;
    if (!this.#isRedundant(device, copy)) return;
    transfers.redundant++;
    transfers.redundantBytes += bytes;
  }

  #of(direction: Transfers['direction']): Transfers {
    const place = this.place();
    const key = `${place} ${direction}`;
    const zeros = { times: 0, bytes: 0, pageable: 0, asynchronous: 0, redundant: 0, redundantBytes: 0 };
    const known = this.byPlace.get(key) ?? { place, direction, ...zeros };
    this.byPlace.set(key, known);
    return known;
  }

  /** The same copy was made before, and what it brings is there still. */
  #isRedundant(device: Device, copy: Copy): boolean {
    const key = `${copy.to} ${copy.from} ${copy.width} ${copy.height}`;
    if (!this.#seen.has(key)) {
      this.#seen.add(key);
      return false;
    }
    device.synchronise();
    for (let row = 0; row < copy.height; row++) {
      const there = this.#memory.bytes(Number(copy.to) + row * copy.toPitch, copy.width);
      const brought = this.#memory.bytes(Number(copy.from) + row * copy.fromPitch, copy.width);
      if (Buffer.compare(there, brought) !== 0) return false;
    }
    return true;
  }
}

function isHost(kind: MemoryKind): boolean {
  return kind === 'unregistered' || kind === 'pinned';
}

/** GB/s between host and device over PCIe of the GPU's generation, from page-locked and from other memory; microseconds of a copy besides. */
type Link = { readonly pinned: number; readonly pageable: number; readonly overhead: number };
const third: Link = { pinned: 12, pageable: 6, overhead: 10 };
const fifth: Link = { pinned: 54, pageable: 14, overhead: 8 };
const links: Readonly<Record<ModelName, Link>> = {
  p100: third,
  v100: third,
  t4: third,
  a100: { pinned: 24, pageable: 10, overhead: 9 },
  h100: fifth,
  h200: fifth,
};

function timeOf(t: Transfers, link: Link): number {
  return t.times * link.overhead + t.pageable / link.pageable / 1e3 + (t.bytes - t.pageable) / link.pinned / 1e3;
}

const worthTelling = 20;
const smallBytes = 64 << 10;

/** `kernels`: microseconds of all kernels. */
export function transferFindings(books: readonly TransferBook[], model: ModelName, kernels: number): TransferFinding[] {
  const link = links[model];
  const all = books.flatMap(({ byPlace }) => [...byPlace.values()]);
  const copies = all.reduce((sum, t) => sum + timeOf(t, link), 0);
  const found = all.flatMap((t) => [redundant(t, link), pageable(t, link), small(t, link)]);
  const overlap = overlapped(all, link, copies, kernels);
  const migrations = books.flatMap(({ pages }) => [...pages.byPlace.values()].map((m) => pingPong(m, link)));
  return [...found, overlap, ...migrations]
    .filter((f) => f !== undefined)
    .filter(({ before, after }) => before - after > Math.max(worthTelling, 0.08 * before))
    .toSorted((a, b) => b.before - b.after - (a.before - a.after));
}

function redundant(t: Transfers, link: Link): TransferFinding | undefined {
  if (t.redundant === 0) return undefined;
  const before = timeOf(t, link);
  const where = t.direction === 'to-device' ? 'device' : 'host';
  return {
    code: 'redundant-copy',
    place: t.place,
    message: `${t.redundant} of ${t.times} copies bring to the ${where} what is there already: nothing has changed on either side since the copy before`,
    help: 'copy once, before the loop, and again only where the data changes',
    before,
    after: before * (1 - t.redundantBytes / Math.max(1, t.bytes)),
  };
}

function pageable(t: Transfers, link: Link): TransferFinding | undefined {
  // To lock pages takes as long as some copies.
  if (t.pageable < 1 << 20 || t.times < 3) return undefined;
  const before = timeOf(t, link);
  return {
    code: 'pageable-copy',
    place: t.place,
    message: `${(t.pageable / 1e6).toFixed(1)} MB go through pageable memory, which the driver copies once more on the way`,
    help: 'give the host array the attribute pinned (`real, allocatable, pinned :: a(:)`)',
    before,
    after: before - t.pageable / link.pageable / 1e3 + t.pageable / link.pinned / 1e3,
  };
}

function small(t: Transfers, link: Link): TransferFinding | undefined {
  if (t.times < 20 || t.bytes / t.times > smallBytes) return undefined;
  const before = timeOf(t, link);
  return {
    code: 'small-copies',
    place: t.place,
    message: `${t.times} copies of ${Math.round(t.bytes / t.times)} bytes each: beginning a copy takes about ${link.overhead} us, whatever its size`,
    help: 'gather what belongs together in one array and copy it at once; scalars go as arguments by value',
    before,
    after: before - (t.times - 1) * link.overhead,
  };
}

/** Pages that are missed come slower than copies, and each group of them interrupts the kernel. */
const missedShare = 0.4;
const groupBytes = 2 << 20;
const groupMicroseconds = 30;

function pingPong({ place, kernel, times, bytes }: Migrations, link: Link): TransferFinding | undefined {
  if (times < 3) return undefined;
  const groups = times * Math.ceil(bytes / times / groupBytes);
  return {
    code: 'managed-ping-pong',
    place,
    message: `\`${kernel}\` is launched ${times} times on managed data that the host has changed since the launch before: ${(bytes / 1e6).toFixed(1)} MB of pages go to the host and back`,
    help: 'change the data in a kernel too, or keep it in a device array and copy what the host needs; cudaMemPrefetchAsync moves pages before they are missed',
    before: (2 * bytes) / (missedShare * link.pinned) / 1e3 + 2 * groups * groupMicroseconds,
    after: 0,
  };
}

/** Copies that wait for kernels and kernels that wait for copies. */
function overlapped(
  all: readonly Transfers[],
  link: Link,
  copies: number,
  kernels: number,
): TransferFinding | undefined {
  const [most] = all.toSorted((a, b) => b.bytes - a.bytes);
  if (!most || most.times < 4 || all.some(({ asynchronous }) => asynchronous > 0)) return undefined;
  if (Math.min(copies, kernels) < 0.2 * Math.max(copies, kernels)) return undefined;
  const before = timeOf(most, link);
  return {
    code: 'synchronous-copies',
    place: most.place,
    message: `${copies.toFixed(0)} us of copies and ${kernels.toFixed(0)} us of kernels take turns: each waits for the other`,
    help: 'copy with cudaMemcpyAsync in several streams, from pinned arrays, and launch the kernels of each part in its stream',
    before,
    after: Math.max(0, before - 0.8 * Math.min(copies, kernels)),
  };
}
