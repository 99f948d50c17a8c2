/** The time of a kernel on a GPU from what some of its blocks did: each part of the GPU takes so long, and the slowest parts decide. */
import type { DeviceModel } from '../../machine/models.ts';
import type { Counts, Site } from './counts.ts';
import type { Gpu } from './gpu.ts';
import type { Occupancy } from './occupancy.ts';

export type Bounds = {
  readonly dram: number;
  readonly l2: number;
  readonly issue: number;
  readonly fp32: number;
  readonly fp64: number;
  readonly integers: number;
  readonly special: number;
  readonly accesses: number;
  readonly banks: number;
  readonly atomics: number;
  readonly latency: number;
  readonly blocks: number;
};
export type BoundName = keyof Bounds;

export type Prediction = {
  /** Microseconds, with the launch. */
  readonly time: number;
  readonly launch: number;
  /** Microseconds that each part of the GPU would take alone. */
  readonly bounds: Bounds;
  readonly bound: BoundName;
  readonly dramBytes: number;
  readonly dramWritten: number;
  readonly waves: number;
};

export type Launched = {
  readonly blocks: number;
  readonly threads: number;
  readonly counts: Counts;
  readonly occupancy: Occupancy;
  /** What part of the registers that the kernel would take it does not get: their values lie in memory in between. */
  readonly spilled: number;
  /** Bytes of the allocations by their numbers. */
  readonly allocationBytes: ReadonlyMap<number, number>;
};

const sector = 32;
/** Cycles that a block takes to begin, and to end once its last store is done, or where there is none; how many blocks begin each cycle on the whole GPU. */
const beginCycles = 250;
const endCycles = 400;
const endWithoutStores = 70;
const blocksEachCycle = 0.8;
/** Until the first data of a launch is there: pages are looked up, code and parameters fetched. */
const coldCycles = 2000;
/** Of the share of the peak that copies reach: reads alone reach more, writes less. */
const readShare = 1.13;
const writeShare = 0.9;

export function predict(launched: Launched, gpu: Gpu, model: DeviceModel): Prediction {
  const { counts, blocks, occupancy } = launched;
  const scale = blocks / (counts.blocks || 1);
  const multiprocessors = model.multiProcessorCount;
  // Where there are few blocks some multiprocessors have one more than others.
  const busiest = Math.ceil(blocks / multiprocessors) / (blocks / multiprocessors);
  const whole = blocks / (multiprocessors * occupancy.blocks);
  const uneven = whole <= 1 ? busiest : whole <= 3 ? (1 + busiest) / 2 : 1;
  const cycle = 1e-3 / gpu.clock;
  const each = (amount: number): number => ((amount * scale * uneven) / multiprocessors) * cycle;
  const of = (what: (site: Site) => number): number => counts.sites.reduce((sum, site) => sum + what(site), 0);
  const { instructions } = counts;
  // Three operands an instruction; of values, those that are needed least are spilled.
  const spills = counts.issued * launched.spilled;
  const issued = counts.issued + spills;
  const memory = dramOf(launched, gpu, scale);
  const speed = gpu.bandwidth * gpu.reached * 1e3;
  const waves = blocks / (multiprocessors * occupancy.blocks);
  const blockCycles = counts.blockCycles.reduce((sum, c) => sum + c, 0) / Math.max(1, counts.blockCycles.length);
  // The longest may begin last.
  const longer = Math.max(0, ...counts.blockCycles, ...counts.endCycles) - blockCycles;
  const cold = counts.sites.some((site) => site.space === 'global' && site.what === 'load') ? coldCycles : 0;
  const stores = counts.sites.some((site) => site.space === 'global' && site.what !== 'load' && site.requests > 0);
  const around = beginCycles + (stores ? endCycles : endWithoutStores);
  const bounds = {
    dram: memory.read / (speed * readShare) + memory.written / (speed * writeShare),
    l2: ((counts.beyond * scale * sector) / gpu.secondBytes) * cycle,
    issue: each(issued / gpu.issue),
    fp32: each((instructions.fp32 * 32) / gpu.lanes.fp32),
    fp64: each((instructions.fp64 * 32) / gpu.lanes.fp64),
    integers: each((instructions.int * 32) / gpu.lanes.int),
    special: each((instructions.special * 32) / gpu.lanes.special),
    accesses: each(of((site) => accessCycles(site, gpu)) + counts.exchanges + spills),
    banks: each(of(bankCycles)),
    atomics: atomicsOf(counts, scale) * cycle,
    latency: ((blockCycles * (1 + launched.spilled) + around) * tailed(waves) + longer + cold) * cycle,
    blocks: (blocks / blocksEachCycle) * cycle,
  };
  const sum = joined(bounds, gpu);
  const names = Object.keys(bounds).filter((name): name is BoundName => name in bounds);
  const bound = names.reduce((most, name) => (bounds[name] > bounds[most] ? name : most));
  return {
    time: sum + gpu.launch,
    launch: gpu.launch,
    bounds,
    bound,
    dramBytes: memory.read + memory.written,
    dramWritten: memory.written,
    waves,
  };
}

/** The last wave runs as long as a whole one, though others begin early. */
function tailed(waves: number): number {
  if (waves <= 1) return 1;
  return waves + 0.5 * (Math.ceil(waves) - waves);
}

/**
 * Each allocation is read and written once where its sectors stay in the second-level cache until they are needed again: they do where neighbouring blocks share them;
 * where accesses are scattered over more than the cache, some must be fetched again. Half of the cache counts: data of the other half of the GPU is in both.
 */
function dramOf(launched: Launched, gpu: Gpu, scale: number): { readonly read: number; readonly written: number } {
  const { counts, allocationBytes } = launched;
  const sizeOf = (allocation: number): number => touched(launched, allocation, allocationBytes.get(allocation) ?? 1);
  const once = (traffic: ReadonlyMap<number, number>): number =>
    [...traffic].reduce((sum, [allocation, bytes]) => sum + Math.min(bytes * scale, sizeOf(allocation)), 0);
  const again = [...counts.scattered].reduce((sum, [allocation, bytes]) => {
    const rest = Math.max(0, bytes * scale - sizeOf(allocation));
    return sum + rest * Math.max(0, 1 - gpu.second / 2 / sizeOf(allocation));
  }, 0);
  const allocations = new Set([...counts.read.keys(), ...counts.written.keys()]);
  const all = (allocation: number): number =>
    (counts.read.get(allocation) ?? 0) + (counts.written.get(allocation) ?? 0);
  const footprint = [...allocations].reduce((sum, a) => sum + Math.min(sizeOf(a), all(a) * scale), 0);
  // What fits into the cache is there since it was made.
  const over = (footprint / gpu.second - fits) / (fitsNot - fits);
  const share = Math.min(1, Math.max(0.1, over));
  return { read: (once(counts.read) + again) * share, written: once(counts.written) * share };
}

/** Of the second-level cache: less than that much stays in it from launch to launch, of more than that nothing does. */
const fits = 0.7;
const fitsNot = 0.9;

/** Bytes between the first and the last place of an allocation that blocks touch. */
function touched({ counts }: Launched, allocation: number, bytes: number): number {
  const { first = 0, last = 0 } = counts.extents.get(allocation) ?? {};
  return Math.max(1, Math.min(bytes, (last - first + 1) * 128));
}

const fillCycles = 0.5;

/** Cycles of the unit for loads and stores. */
function accessCycles(site: Site, gpu: Gpu): number {
  if (site.space === 'shared') return site.least;
  if (site.space === 'constant') return site.passes;
  // Two lines are looked up each cycle, and two sectors come from beyond.
  if (site.what === 'load')
    return (
      Math.max(site.lines / 2, site.passes, (site.lanes * site.bytes) / 128) +
      fillCycles * Math.max(0, site.sectors - site.hits)
    );
  if (site.what === 'atomic') return site.requests;
  return Math.max(site.requests, site.lines - site.partial) + site.partial * gpu.partialLine;
}

/** What conflicts of banks add. */
function bankCycles(site: Site): number {
  return site.space === 'shared' ? site.passes - site.least : 0;
}

/**
 * A slice of the second-level cache takes the atomic functions of a sector together, but for those of one address, which go one after another. Lines lie in slices as
 * their hash has it: few lines do not reach all of them (bench/model/constants.cuf).
 */
function atomicsOf({ sites }: Counts, scale: number): number {
  return sites.reduce((sum, site) => {
    if (site.what !== 'atomic' || site.space === 'shared' || site.lanes === 0) return sum;
    const lines = linesOf(site, scale);
    const again = site.isReal ? realAtomic : sectorAtomic;
    // Requests for one line find each other's additions under way.
    const cycles = (lines === 1 ? again : sectorAtomic) * site.sectors + again * site.stacked;
    return sum + (cycles * scale) / Math.min(mostSlices, lines ** 0.62);
  }, 0);
}

/** As many as the blocks that were looked at have met for each of them, but no more than there are from the first to the last. */
function linesOf({ met }: Site, scale: number): number {
  if (met.size === 0) return 1;
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const line of met) {
    first = Math.min(first, line);
    last = Math.max(last, line);
  }
  return Math.max(met.size, Math.min(last - first + 1, met.size * scale));
}

const sectorAtomic = 1.45;
const realAtomic = 3.3;
const mostSlices = 78;

/** Parts that work at the same time: the longest decides, and others near it add a little. Conflicts of banks hold up the unit that loads as well. */
function joined({ banks, ...bounds }: Bounds, gpu: Gpu): number {
  const power = 4;
  const rest = Object.values(bounds).reduce((sum, t) => sum + t ** power, 0) ** (1 / power);
  return gpu.unified ? rest + 0.9 * banks : (rest ** 2 + banks ** 2) ** 0.5;
}
