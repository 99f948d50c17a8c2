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
  /** Bytes of the allocations by their numbers. */
  readonly allocationBytes: ReadonlyMap<number, number>;
};

const sector = 32;
/** Cycles of the path to memory for a sector that is written in part. */
const partialCycles = 4.5;

export function predict(launched: Launched, gpu: Gpu, model: DeviceModel): Prediction {
  const { counts, blocks, occupancy } = launched;
  const scale = blocks / Math.max(1, counts.blocks);
  const multiprocessors = model.multiProcessorCount;
  // Where there are few blocks some multiprocessors have one more than others.
  const busiest = Math.ceil(blocks / multiprocessors) / (blocks / multiprocessors);
  const uneven = blocks <= multiprocessors * occupancy.blocks ? busiest : 1;
  const cycle = 1e-3 / gpu.clock;
  const each = (amount: number): number => ((amount * scale * uneven) / multiprocessors) * cycle;
  const of = (what: (site: Site) => number): number => counts.sites.reduce((sum, site) => sum + what(site), 0);
  const { instructions, issued } = counts;
  const dramBytes = dramOf(launched, gpu, scale);
  const l2Sectors = total(counts.read) + total(counts.written);
  const waves = blocks / (multiprocessors * occupancy.blocks);
  const blockCycles = counts.blockCycles.reduce((sum, c) => sum + c, 0) / Math.max(1, counts.blockCycles.length);
  const bounds = {
    dram: dramBytes / (gpu.bandwidth * gpu.reached) / 1e3,
    l2: ((l2Sectors * scale * sector) / gpu.secondBytes) * cycle,
    issue: each(issued / gpu.issue),
    fp32: each((instructions.fp32 * 32) / gpu.lanes.fp32),
    fp64: each((instructions.fp64 * 32) / gpu.lanes.fp64),
    integers: each((instructions.int * 32) / gpu.lanes.int),
    special: each((instructions.special * 32) / gpu.lanes.special),
    accesses: each(of(accessCycles)),
    banks: each(of(bankCycles)),
    atomics: atomicsOf(counts, scale) * cycle,
    latency: blockCycles * tailed(waves) * cycle,
  };
  const sum = joined(bounds, gpu);
  const names = Object.keys(bounds).filter((name): name is BoundName => name in bounds);
  const bound = names.reduce((most, name) => (bounds[name] > bounds[most] ? name : most));
  return { time: sum + gpu.launch, launch: gpu.launch, bounds, bound, dramBytes, waves };
}

/** The last wave runs as long as a whole one, though others begin early. */
function tailed(waves: number): number {
  if (waves <= 1) return 1;
  return waves + 0.5 * (Math.ceil(waves) - waves);
}

function total(sectors: ReadonlyMap<number, number>): number {
  return [...sectors.values()].reduce((sum, n) => sum + n, 0);
}

/**
 * Each allocation is read and written once where its sectors stay in the second-level cache until they are needed again: they do where neighbouring blocks share them;
 * where accesses are scattered over more than the cache, some must be fetched again.
 */
function dramOf({ counts, allocationBytes }: Launched, gpu: Gpu, scale: number): number {
  const footprint = [...new Set([...counts.read.keys(), ...counts.written.keys()])].reduce(
    (sum, a) => sum + Math.min(allocationBytes.get(a) ?? 0, traffic(counts, a) * scale * sector),
    0,
  );
  const once = (sectors: ReadonlyMap<number, number>): number =>
    [...sectors].reduce((sum, [allocation, n]) => {
      const asked = n * scale * sector;
      const least = Math.min(asked, allocationBytes.get(allocation) ?? asked);
      const scattered =
        ((counts.scattered.get(allocation) ?? 0) / Math.max(1, traffic(counts, allocation))) * (asked - least);
      const missed = Math.max(0, 1 - gpu.second / Math.max(1, allocationBytes.get(allocation) ?? 1));
      return sum + least + scattered * missed;
    }, 0);
  const all = once(counts.read) + once(counts.written);
  // What fits into the cache is there since it was made.
  return footprint < 0.5 * gpu.second ? all * 0.1 : all;
}

function traffic(counts: Counts, allocation: number): number {
  return (counts.read.get(allocation) ?? 0) + (counts.written.get(allocation) ?? 0);
}

/** Cycles of the unit for loads and stores. */
function accessCycles(site: Site): number {
  if (site.space === 'shared') return site.least;
  if (site.space === 'constant') return site.passes;
  if (site.what === 'load') return Math.max(site.requests, site.lines, (site.lanes * site.bytes) / 128);
  return Math.max(site.requests, (site.sectors - site.partial) / 4) + site.partial * partialCycles;
}

/** What conflicts of banks add. */
function bankCycles(site: Site): number {
  return site.space === 'shared' ? site.passes - site.least : 0;
}

/** The second-level cache takes one atomic function of an address each cycle. */
function atomicsOf({ sites }: Counts, scale: number): number {
  return sites.reduce((sum, site) => {
    if (site.what !== 'atomic' || site.space === 'shared') return sum;
    const alike = site.passes / Math.max(1, site.requests);
    return sum + (alike > 16 ? site.requests * scale : (site.sectors * scale) / 40);
  }, 0);
}

/** Parts that work at the same time: the longest decides, and others near it add a little. Conflicts of banks hold up the unit that loads as well. */
function joined({ banks, ...bounds }: Bounds, gpu: Gpu): number {
  const power = 4;
  const rest = Object.values(bounds).reduce((sum, t) => sum + t ** power, 0) ** (1 / power);
  return gpu.unified ? rest + 0.9 * banks : (rest ** 2 + banks ** 2) ** 0.5;
}
