/**
 * Finds races: two accesses of one word, one of them a write, that nothing orders: no barrier, no synchronisation of the warp, no fence and atomic operation between, and of
 * two launches no stream, event or wait. It does not matter in which order the simulated device happens to run threads. What is done at each access the program does itself
 * (opt/check/race-code.ts); here is what it asks then, and what it tells of.
 */

import type { CheckSite } from '../../machine/check-record.ts';
import { raceFlags } from '../../machine/check-tools.ts';
import { KeptTransfers } from './kept-transfers.ts';
import type { RaceMemory } from './race-memory.ts';

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
  readonly memory: RaceMemory;
  readonly isBefore: (first: number, second: number) => boolean;
  readonly isDone: (work: number) => boolean;
  /** Whether all works before it are done when it begins. */
  readonly isAlone: (work: number) => boolean;
  /** Memory that each block has for itself. */
  readonly isOfBlock: (address: number) => boolean;
  /** Whether two blocks of the launch that runs are of one cluster. */
  readonly areOfCluster: (block: number, other: number) => boolean;
  /** Memory of one thread after the other: what they keep for themselves, and the heap of kernels. */
  readonly isPrivate: (address: number) => boolean;
  /** The program's own function for words that the host uses: address, bytes, flags. */
  readonly use: (at: number, bytes: number, flags: number) => void;
};

const warpBits = 5;
/** Of each pair of accesses so many collisions are kept. */
const mostSamples = 64;

/** The work of a side that is host code. */
export const ofHost = -1;

type Moment = { readonly clock: number; readonly epoch: number };

export class Races {
  readonly hazards = new Map<string, Hazard>();
  readonly #memory: RaceMemory;
  readonly #options: RaceOptions;
  readonly #transfers: KeptTransfers;
  /** The launch that runs, and the work for which answers are kept. */
  #launch = 0;
  #asked = 0;
  /** Of each thread and block of it the last fence, and the last atomic operation or volatile load. */
  readonly #fences = new Map<number, number>();
  readonly #blockFences = new Map<number, Moment>();
  readonly #looks = new Map<number, number>();
  readonly #blockLooks = new Map<number, Moment>();

  constructor(options: RaceOptions) {
    this.#options = options;
    this.#memory = options.memory;
    this.#transfers = new KeptTransfers(options);
    this.#memory.set('keeps', 1);
    this.#memory.set('clock', 1);
  }

  /** A launch begins to run, or goes on: its number among works. */
  begin(work: number): void {
    if (work === this.#launch) return;
    this.#launch = work;
    for (const t of this.#transfers.besides(work)) this.#memory.keep(t);
    this.#beginWork(work);
    for (const map of [this.#fences, this.#blockFences, this.#looks, this.#blockLooks]) map.clear();
    this.#memory.set('fences', 0);
  }

  #beginWork(work: number): void {
    this.#memory.set('work', work);
    if (work !== this.#asked) this.#memory.forgetAnswers();
    this.#asked = work;
  }

  /** The runtime's `check.fence`. */
  fence(thread: number, block: number, blockEpoch: number): void {
    const clock = this.#tick();
    this.#memory.set('fences', this.#memory.now('fences') + 1);
    this.#fences.set(key(block, thread), clock);
    this.#blockFences.set(block, { clock, epoch: blockEpoch });
  }

  #tick(): number {
    const clock = this.#memory.now('clock') + 1;
    this.#memory.set('clock', clock);
    return clock;
  }

  /** An atomic operation, or a volatile access: what others have released is seen. */
  look(): void {
    const [block, thread, epoch] = [
      this.#memory.now('block'),
      this.#memory.now('thread'),
      this.#memory.now('blockEpoch'),
    ];
    const clock = this.#tick();
    this.#looks.set(key(block, thread), clock);
    this.#blockLooks.set(block, { clock, epoch });
  }

  /** Whether the thread of now has passed a fence. */
  get hasFenced(): boolean {
    return this.#fences.has(key(this.#memory.now('block'), this.#memory.now('thread')));
  }

  /** Whether a work is done when the one of now begins. */
  isBefore(work: number): boolean {
    return this.#options.isBefore(work, this.#memory.now('work'));
  }

  page(address: number): number {
    return this.#memory.page(address);
  }

  /** A copy or a fill of the host's. `keeps`: later works may collide with it. */
  transfer(work: number, at: number, bytes: number, isWrite: boolean, site: number, keeps: boolean): void {
    if (!this.#options.isAlone(work)) this.#check(work, at, bytes, isWrite, site);
    if (keeps) this.#transfers.add({ work, at, bytes, isWrite, site });
  }

  /** Tells where a transfer collides with what is written down. */
  #check(work: number, at: number, bytes: number, isWrite: boolean, site: number): void {
    for (const t of this.#transfers.besides(work)) this.#memory.keep(t);
    const memory = this.#memory;
    this.#beginWork(work);
    memory.set('keeps', 0);
    memory.set('block', -1);
    memory.set('thread', -1);
    for (const field of ['blockEpoch', 'warpEpoch', 'gridEpoch', 'value'] as const) memory.set(field, 0);
    memory.set('site', site);
    memory.set('isWrite', isWrite ? 1 : 0);
    this.#options.use(at, bytes, 0);
    memory.set('keeps', 1);
    this.#beginWork(this.#launch);
  }

  /** Memory that is new. */
  forget(at: number, bytes: number): void {
    this.#memory.forget(at, bytes);
    this.#transfers.forget(at, bytes);
  }

  /** Whether the thread of the kept access, or its block, has passed a fence since, and the one of now has looked at something after it. */
  isReleased(slot: number): boolean {
    const memory = this.#memory;
    const [block, thread, clock] = [memory.of(slot, 'block'), memory.of(slot, 'thread'), memory.of(slot, 'clock')];
    const ofBlock = this.#blockFences.get(block);
    const released =
      (this.#fences.get(key(block, thread)) ?? 0) > clock ||
      (ofBlock !== undefined && ofBlock.clock > clock && ofBlock.epoch > memory.of(slot, 'blockEpoch'));
    if (!released) return false;
    const look = this.#blockLooks.get(memory.now('block'));
    return (
      (this.#looks.get(key(memory.now('block'), memory.now('thread'))) ?? 0) > clock ||
      (look !== undefined && look.clock > clock && look.epoch < memory.now('blockEpoch'))
    );
  }

  /** Nothing orders a kept access and the one of now. `isWrite`: the kept one. */
  collide(slot: number, isWrite: boolean): void {
    const memory = this.#memory;
    const { isPrivate, isOfBlock } = this.#options;
    if (isPrivate(memory.at)) return;
    const isOfOne = memory.of(slot, 'work') === memory.now('work') && memory.of(slot, 'block') === memory.now('block');
    if (!isOfOne && isOfBlock(memory.at) && !this.#isInCluster(slot)) return;
    this.#tell(slot, isWrite ? 'Write' : 'Read');
  }

  /** Whether a block has used another one's shared memory, or it its own that another one uses. */
  #isInCluster(slot: number): boolean {
    const memory = this.#memory;
    return (
      (memory.now('flags') & raceFlags.ofCluster) !== 0 &&
      memory.of(slot, 'work') === memory.now('work') &&
      this.#options.areOfCluster(memory.of(slot, 'block'), memory.now('block'))
    );
  }

  /** Host code has used what the device uses in a work that it has not waited for. `site`: of its kernel, or the number of a transfer. */
  collideWithHost(
    device: { readonly site: CheckSite | number; readonly work: number; readonly isWrite: boolean },
    host: CheckSite,
  ): void {
    const howOf = (isWrite: boolean): Side['how'] => (isWrite ? 'Write' : 'Read');
    const site = typeof device.site === 'number' ? device.site : device.site.id;
    const first: Side = { site, how: howOf(device.isWrite), work: device.work };
    const second: Side = { site: host.id, how: howOf(host.how === 'write'), work: ofHost };
    const name = `${first.site} ${first.how} ${second.site} ${second.how} host`;
    const hazard = this.hazards.get(name) ?? { first, second, count: 0, inWarps: false, samples: [] };
    hazard.count++;
    this.hazards.set(name, hazard);
  }

  #tell(slot: number, how: Side['how']): void {
    const memory = this.#memory;
    const isWrite = memory.now('isWrite') !== 0;
    const later: Side = { site: memory.now('site'), how: isWrite ? 'Write' : 'Read', work: memory.now('work') };
    const earlier: Side = { site: memory.of(slot, 'site'), how, work: memory.of(slot, 'work') };
    const [first, second] = inOrder(earlier, later);
    const bothValued = (memory.of(slot, 'flags') & memory.now('flags') & raceFlags.valued) !== 0;
    // Whoever comes last, the value is the same.
    if (how === 'Write' && isWrite && bothValued && memory.of(slot, 'value') === memory.now('value')) return;
    const inWarp =
      earlier.work === later.work &&
      memory.of(slot, 'block') === memory.now('block') &&
      warpOf(memory.of(slot, 'thread')) === warpOf(memory.now('thread'));
    const name = `${first.site} ${first.how} ${second.site} ${second.how} ${first.work === second.work}`;
    const hazard = this.hazards.get(name) ?? { first, second, count: 0, inWarps: true, samples: [] };
    hazard.count++;
    hazard.inWarps &&= inWarp;
    if (hazard.samples.length < mostSamples) hazard.samples.push(this.#sample(slot, earlier, later, inWarp));
    this.hazards.set(name, hazard);
  }

  #sample(slot: number, earlier: Side, later: Side, inWarp: boolean): Sample {
    const { at: address } = this.#memory;
    const side = (of: Side, field: (name: 'block' | 'thread' | 'flags' | 'value') => number): SampleSide => {
      const value = (field('flags') & raceFlags.valued) !== 0 ? field('value') : undefined;
      return { ...of, block: field('block'), thread: field('thread'), value };
    };
    const first = side(earlier, (field) => this.#memory.of(slot, field));
    const second = side(later, (field) => this.#memory.now(field));
    // Threads that run side by side come to what stands first in the program first.
    const isTurned = first.work === second.work && first.site > second.site;
    return { address, inWarp, sides: isTurned ? [second, first] : [first, second] };
  }
}

/** Of two sides the one that writes comes first, then the one that stands first in the program: in whichever order they happened to run. */
function inOrder(a: Side, b: Side): readonly [Side, Side] {
  const swap = a.how === b.how ? a.site > b.site : a.how === 'Read';
  return swap ? [b, a] : [a, b];
}

function warpOf(thread: number): number {
  return thread >> warpBits;
}

/** A thread of a launch as one number. */
function key(block: number, thread: number): number {
  return block * 2048 + thread;
}
