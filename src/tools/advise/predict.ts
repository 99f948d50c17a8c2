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
/** Cycles that a block takes to begin, and to end once its last store is done; how many blocks begin each cycle on the whole GPU. */
const beginCycles = 250;
const endCycles = 400;
const blocksEachCycle = 0.8;
/** Until the first data of a launch is there: pages are looked up, code and parameters fetched. */
const coldCycles = 2000;
/** Of the share of the peak that copies reach: reads alone reach more, writes less. */
const readShare = 1.13;
const writeShare = 0.9;

export function predict(launched: Launched, gpu: Gpu, model: DeviceModel): Prediction {
  const { counts, blocks, occupancy } = launched;
  const scale = blocks / Math.max(1, counts.blocks);
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
    latency: ((blockCycles * (1 + launched.spilled) + beginCycles + endCycles) * tailed(waves) + longer + cold) * cycle,
    blocks: (blocks / blocksEachCycle) * cycle,
  };
  const sum = joined(bounds, gpu);
  const names = Object.keys(bounds).filter((name): name is BoundName => name in bounds);
  const bound = names.reduce((most, name) => (bounds[name] > bounds[most] ? name : most));
  return { time: sum + gpu.launch, launch: gpu.launch, bounds, bound, dramBytes: memory.read + memory.written, waves };
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
  const share = footprint < 0.5 * gpu.second ? 0.1 : 1;
  return { read: (once(counts.read) + again) * share, written: once(counts.written) * share };
}

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
  // A line each cycle, and two sectors that come from beyond.
  if (site.what === 'load')
    return Math.max(site.lines, (site.lanes * site.bytes) / 128) + fillCycles * Math.max(0, site.sectors - site.hits);
  if (site.what === 'atomic') return site.requests;
  return Math.max(site.requests, site.lines - site.partial) + site.partial * gpu.partialLine;
}

/** What conflicts of banks add. */
function bankCycles(site: Site): number {
  return site.space === 'shared' ? site.passes - site.least : 0;
}

/** The second-level cache does one atomic function of a line at a time, sooner where lanes meet at one address; up to 64 lines at once (bench/model/RESULTS.md). */
function atomicsOf({ sites }: Counts, scale: number): number {
  return sites.reduce((sum, site) => {
    if (site.what !== 'atomic' || site.space === 'shared' || site.lanes === 0) return sum;
    // Lanes side by side go as one.
    if (site.passes === site.requests && site.sectors * 4 < site.lanes)
      return sum + (2 * site.sectors * scale) / Math.min(64, site.met.size);
    const alike = site.passes / site.lanes;
    // Lanes in one sector go together, but for those that meet at one address.
    const bySectors = 4.85 * site.sectors + 1.3 * Math.max(0, site.passes - site.requests);
    const cycles = Math.min(site.lanes * (3.6 - 2.15 * alike), bySectors);
    return sum + (cycles * scale) / Math.min(64, Math.max(1, site.met.size));
  }, 0);
}

/** Parts that work at the same time: the longest decides, and others near it add a little. Conflicts of banks hold up the unit that loads as well. */
function joined({ banks, ...bounds }: Bounds, gpu: Gpu): number {
  const power = 4;
  const rest = Object.values(bounds).reduce((sum, t) => sum + t ** power, 0) ** (1 / power);
  return gpu.unified ? rest + 0.9 * banks : (rest ** 2 + banks ** 2) ** 0.5;
}
