/**
 * Finds races: two accesses of one word, one of them a write, that nothing orders: no barrier, no synchronisation of the warp, no fence and atomic operation between, and of
 * two launches no stream, event or wait. It does not matter in which order the simulated device happens to run threads.
 */
import { accessBits, accessKinds } from '../../machine/check-tools.ts';
import { atomicFlag, kept, keptWords, RaceCells, slots, valuedFlag } from './race-cells.ts';

/** `inWarps`: only between threads of one warp, so far. */
export type Hazard = {
  readonly first: Side;
  readonly second: Side;
  count: number;
  inWarps: boolean;
  /** Some of them, in the order of the accesses. */
  readonly samples: Sample[];
};

/** Threads are -1 in transfers. */
export type Sample = {
  readonly address: number;
  readonly sides: readonly [SampleSide, SampleSide];
  readonly inWarp: boolean;
};
export type SampleSide = Side & { readonly block: number; readonly thread: number; readonly value: number | undefined };
export type Side = { readonly site: number; readonly how: 'Read' | 'Write'; readonly work: number };

export type RaceOptions = {
  readonly isBefore: (first: number, second: number) => boolean;
  /** Memory that each block has for itself. */
  readonly isOfBlock: (address: number) => boolean;
  /** Memory of one thread after the other: what they keep for themselves, and the heap of kernels. */
  readonly isPrivate: (address: number) => boolean;
};

const warpBits = 5;
/** Of each pair of accesses so many collisions are kept. */
const mostSamples = 64;

/** What a thread does now. */
type Now = {
  work: number;
  block: number;
  thread: number;
  blockEpoch: number;
  warpEpoch: number;
  gridEpoch: number;
  site: number;
  flags: number;
  value: number;
  isWrite: boolean;
  at: number;
  /** Where the cell begins in its page. */
  cell: number;
};

export class Races {
  readonly hazards = new Map<string, Hazard>();
  readonly #cells = new RaceCells();
  readonly #options: RaceOptions;
  readonly #order: KnownOrder;
  /** Whether what is done now is remembered. */
  #keeps = true;
  /** Fences of the running launch, counted; of each thread and block the last one, and its last atomic operation or volatile load. */
  #clock = 1;
  #launch = 0;
  readonly #fences = new Map<number, number>();
  readonly #blockFences = new Map<number, { clock: number; epoch: number }>();
  readonly #looks = new Map<number, number>();
  readonly #blockLooks = new Map<number, { clock: number; epoch: number }>();
  readonly #now: Now = {
    work: 0,
    block: 0,
    thread: 0,
    blockEpoch: 0,
    warpEpoch: 0,
    gridEpoch: 0,
    site: 0,
    flags: 0,
    value: 0,
    isWrite: false,
    at: 0,
    cell: 0,
  };

  constructor(options: RaceOptions) {
    this.#options = options;
    this.#order = new KnownOrder(options.isBefore);
  }

  /** A launch begins to run, or goes on: its number among works. */
  begin(work: number): void {
    if (work === this.#launch) return;
    this.#launch = work;
    this.#fences.clear();
    this.#blockFences.clear();
    this.#looks.clear();
    this.#blockLooks.clear();
  }

  /** The runtime's `check.access`: a thread of a block of the grid that has passed so many barriers of each kind (below 0: nobody counts). */
  access(
    at: number,
    code: number,
    site: number,
    thread: number,
    block: number,
    blockEpoch: number,
    warpEpoch: number,
    gridEpoch: number,
    value: number,
  ): void {
    if (blockEpoch < 0) return;
    const isVolatile = (code & accessBits.volatile) !== 0;
    const flags = this.#enter(code, isVolatile, site, thread, block, blockEpoch, warpEpoch, gridEpoch, value);
    const bytes = code & accessBits.bytes;
    if (bytes <= 4) this.#word(at - (at % 4), flags | (((1 << bytes) - 1) << (at % 4)));
    else {
      this.#word(at, flags | 15);
      this.#word(at + 4, flags | 15);
    }
  }

  /** `check.stretch`. */
  stretch(
    at: number,
    bytes: number,
    code: number,
    site: number,
    thread: number,
    block: number,
    blockEpoch: number,
    warpEpoch: number,
    gridEpoch: number,
    value: number,
  ): void {
    if (blockEpoch < 0) return;
    this.#enter(code, false, site, thread, block, blockEpoch, warpEpoch, gridEpoch, value);
    this.#words(at, bytes);
  }

  /** `check.fence`. */
  fence(thread: number, block: number, blockEpoch: number): void {
    this.#clock++;
    this.#fences.set(key(block, thread), this.#clock);
    this.#blockFences.set(block, { clock: this.#clock, epoch: blockEpoch });
  }

  /** A copy or a fill of the host's. `keeps`: later works may collide with it. */
  transfer(work: number, at: number, bytes: number, isWrite: boolean, site: number, keeps: boolean): void {
    this.#keeps = keeps;
    Object.assign(this.#now, {
      work,
      block: -1,
      thread: -1,
      blockEpoch: 0,
      warpEpoch: 0,
      gridEpoch: 0,
      site,
      value: 0,
      flags: 0,
      isWrite,
    });
    this.#words(at, bytes);
    this.#keeps = true;
  }

  /** Memory that is new. */
  forget(at: number, bytes: number): void {
    this.#cells.forget(at, bytes);
  }

  /** Gives the flags of its words. */
  #enter(
    code: number,
    isVolatile: boolean,
    site: number,
    thread: number,
    block: number,
    blockEpoch: number,
    warpEpoch: number,
    gridEpoch: number,
    value: number,
  ): number {
    const kind = (code >> accessBits.kind) & 3;
    const synchronises = isVolatile || kind === accessKinds.atomic;
    const now = this.#now;
    now.work = this.#launch;
    now.block = block;
    now.thread = thread;
    now.blockEpoch = blockEpoch;
    now.warpEpoch = warpEpoch;
    now.gridEpoch = gridEpoch;
    now.site = site;
    now.value = value;
    now.flags = (synchronises ? atomicFlag : 0) | ((code & accessBits.valued) !== 0 ? valuedFlag : 0);
    now.isWrite = kind !== accessKinds.read;
    if (synchronises) this.#look();
    return now.flags;
  }

  /** An atomic operation, or a volatile access: what others have released is seen. */
  #look(): void {
    const { block, thread, blockEpoch } = this.#now;
    this.#clock++;
    this.#looks.set(key(block, thread), this.#clock);
    this.#blockLooks.set(block, { clock: this.#clock, epoch: blockEpoch });
  }

  #words(at: number, bytes: number): void {
    const { flags } = this.#now;
    const end = at + bytes;
    for (let word = at - (at % 4); word < end; word += 4) {
      if (!this.#keeps && !this.#cells.page(word, false)) {
        word = this.#cells.endOfPage(word) - 4;
        continue;
      }
      let mask = 15;
      if (word < at) mask &= 15 << (at - word);
      if (word + 4 > end) mask &= 15 >> (word + 4 - end);
      this.#word(word, flags | mask);
    }
  }

  #word(at: number, flags: number): void {
    const page = this.#cells.page(at, this.#keeps);
    if (!page) return;
    const cell = this.#cells.cell(at);
    const now = this.#now;
    now.flags = flags;
    now.at = at;
    now.cell = cell;
    if (now.isWrite && (flags & atomicFlag) === 0 && this.#gives(page, cell)) now.flags |= atomicFlag;
    if (page[cell + kept.work] !== 0 && this.#collides(page, cell)) this.#tell(page, cell, 'Write');
    if (now.isWrite) {
      for (let s = 1, slot = cell + keptWords; s < slots; s++, slot += keptWords)
        if (page[slot + kept.work] !== 0 && this.#collides(page, slot)) this.#tell(page, slot, 'Read');
      if (this.#keeps) this.#keep(page, cell);
    } else if (this.#keeps) this.#keepRead(page, cell);
  }

  /** A lock that was taken by an atomic operation is given back by a plain store behind a fence. */
  #gives(page: Int32Array, cell: number): boolean {
    const now = this.#now;
    const isLock = (page[cell + kept.flags]! & atomicFlag) !== 0 && page[cell + kept.work] === now.work;
    return isLock && this.#fences.has(key(now.block, now.thread));
  }

  /** Whether a kept access and the one of now are not in order. */
  #collides(page: Int32Array, slot: number): boolean {
    return this.#areUnordered(page, slot) && !this.#options.isPrivate(this.#now.at);
  }

  #areUnordered(page: Int32Array, slot: number): boolean {
    const now = this.#now;
    const work = page[slot + kept.work]!;
    const flags = page[slot + kept.flags]!;
    if ((flags & now.flags & 15) === 0 || areAtomic(flags, slot === now.cell, now)) return false;
    if (work !== now.work) return !this.#order.isBefore(work, now.work) && !this.#options.isOfBlock(now.at);
    const [block, thread] = [page[slot + kept.block]!, page[slot + kept.thread]!];
    if (block !== now.block)
      return (
        page[slot + kept.grid]! >= now.gridEpoch && !this.#isReleased(page, slot) && !this.#options.isOfBlock(now.at)
      );
    if (thread === now.thread || page[slot + kept.block_]! < now.blockEpoch) return false;
    if (warpOf(thread) === warpOf(now.thread) && page[slot + kept.warp]! < now.warpEpoch) return false;
    return !this.#isReleased(page, slot);
  }

  /** Whether the thread of the kept access, or its block, has passed a fence since, and the one of now has looked at something after it. */
  #isReleased(page: Int32Array, slot: number): boolean {
    const now = this.#now;
    const [block, thread, clock] = [page[slot + kept.block]!, page[slot + kept.thread]!, page[slot + kept.clock]!];
    const ofBlock = this.#blockFences.get(block);
    const released =
      (this.#fences.get(key(block, thread)) ?? 0) > clock ||
      (ofBlock !== undefined && ofBlock.clock > clock && ofBlock.epoch > page[slot + kept.block_]!);
    if (!released) return false;
    const look = this.#blockLooks.get(now.block);
    return (
      (this.#looks.get(key(now.block, now.thread)) ?? 0) > clock ||
      (look !== undefined && look.clock > clock && look.epoch < now.blockEpoch)
    );
  }

  #keepRead(page: Int32Array, cell: number): void {
    const now = this.#now;
    let place = cell + keptWords;
    for (let s = 1; s < slots; s++) {
      const slot = cell + s * keptWords;
      const isOld = page[slot + kept.work]! !== now.work || page[slot + kept.block]! !== now.block;
      const isSame = !isOld && page[slot + kept.thread]! === now.thread;
      if (isSame || isOld) {
        place = slot;
        break;
      }
      // Of many readers the first and the last are kept.
      place = slot;
    }
    this.#keep(page, place);
  }

  #keep(page: Int32Array, slot: number): void {
    const now = this.#now;
    page[slot + kept.work] = now.work;
    page[slot + kept.block] = now.block;
    page[slot + kept.thread] = now.thread;
    page[slot + kept.block_] = now.blockEpoch;
    page[slot + kept.warp] = now.warpEpoch;
    page[slot + kept.grid] = now.gridEpoch;
    page[slot + kept.site] = now.site;
    page[slot + kept.flags] = now.flags;
    page[slot + kept.value] = now.value;
    page[slot + kept.clock] = this.#clock;
  }

  #tell(page: Int32Array, slot: number, how: Side['how']): void {
    const now = this.#now;
    const later: Side = { site: now.site, how: now.isWrite ? 'Write' : 'Read', work: now.work };
    const earlier: Side = { site: page[slot + kept.site]!, how, work: page[slot + kept.work]! };
    const [first, second] = inOrder(earlier, later);
    const bothValued = (page[slot + kept.flags]! & now.flags & valuedFlag) !== 0;
    // Whoever comes last, the value is the same.
    if (how === 'Write' && now.isWrite && bothValued && page[slot + kept.value]! === now.value) return;
    const inWarp =
      page[slot + kept.work]! === now.work &&
      page[slot + kept.block]! === now.block &&
      warpOf(page[slot + kept.thread]!) === warpOf(now.thread);
    const name = `${first.site} ${first.how} ${second.site} ${second.how} ${first.work === second.work}`;
    const hazard = this.hazards.get(name) ?? { first, second, count: 0, inWarps: true, samples: [] };
    hazard.count++;
    hazard.inWarps &&= inWarp;
    if (hazard.samples.length < mostSamples) hazard.samples.push(this.#sample(page, slot, earlier, later, inWarp));
    this.hazards.set(name, hazard);
  }

  #sample(page: Int32Array, slot: number, earlier: Side, later: Side, inWarp: boolean): Sample {
    const { at: address, block, thread, flags, value } = this.#now;
    const known = (of: number, bits: number): number | undefined => ((bits & valuedFlag) !== 0 ? of : undefined);
    const [keptFlags, keptValue] = [page[slot + kept.flags]!, page[slot + kept.value]!];
    const [keptBlock, keptThread] = [page[slot + kept.block]!, page[slot + kept.thread]!];
    const first = { ...earlier, block: keptBlock, thread: keptThread, value: known(keptValue, keptFlags) };
    const second = { ...later, block, thread, value: known(value, flags) };
    // Threads that run side by side come to what stands first in the program first.
    const isTurned = first.work === second.work && first.site > second.site;
    return { address, inWarp, sides: isTurned ? [second, first] : [first, second] };
  }
}

/** Which works are known to come before one, or not to: asked for each access. */
class KnownOrder {
  readonly #ask: RaceOptions['isBefore'];
  /** The work, and by the low bits of others: their numbers, and whether they come before it. */
  #of = 0;
  readonly #firsts = new Int32Array(256);
  readonly #answers = new Uint8Array(256);

  constructor(ask: RaceOptions['isBefore']) {
    this.#ask = ask;
  }

  isBefore(first: number, second: number): boolean {
    if (second !== this.#of) {
      this.#of = second;
      this.#firsts.fill(0);
    }
    const place = first & 255;
    if (this.#firsts[place] !== first) {
      this.#firsts[place] = first;
      this.#answers[place] = this.#ask(first, second) ? 1 : 0;
    }
    return this.#answers[place] === 1;
  }
}

/** Of two sides the one that writes comes first, then the one that stands first in the program: in whichever order they happened to run. */
function inOrder(a: Side, b: Side): readonly [Side, Side] {
  const swap = a.how === b.how ? a.site > b.site : a.how === 'Read';
  return swap ? [b, a] : [a, b];
}

/** Two atomic operations are in order, and one that looks finds what an atomic operation has left. `isWrite`: the kept one. */
function areAtomic(flags: number, isWrite: boolean, now: Now): boolean {
  const [a, b] = [(flags & atomicFlag) !== 0, (now.flags & atomicFlag) !== 0];
  return (a && b) || (a && !now.isWrite) || (b && !isWrite);
}

function warpOf(thread: number): number {
  return thread >> warpBits;
}

/** A thread of a launch as one number. */
function key(block: number, thread: number): number {
  return block * 2048 + thread;
}
