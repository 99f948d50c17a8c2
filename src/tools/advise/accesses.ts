/** What a warp's access to memory costs: sectors, lines, passes over the banks, lanes that meet at one address. */
import { localBase, localStride, sharedBase } from './block-memory.ts';
import type { Counts, Site } from './counts.ts';
import { has, type Lanes, laneOf, warpSize } from './lanes.ts';
import type { SectorCache } from './sector-cache.ts';

export type Latencies = {
  readonly first: number;
  readonly second: number;
  readonly memory: number;
  readonly shared: number;
};

/** Where sectors lie: the number of the allocation. */
export type Allocations = (address: number) => number;

export type Surroundings = {
  readonly counts: Counts;
  readonly cache: SectorCache;
  readonly latencies: Latencies;
  /** Of the second-level cache. */
  readonly secondBytes: number;
  readonly allocationOf: Allocations;
  /** What part of the memory of threads stays in the first-level cache. */
  readonly localShare: number;
};

/** Gives the cycles until what was loaded is there. */
export function access(site: Site, addresses: Lanes, mask: number, around: Surroundings): number {
  const places: number[] = [];
  for (let lane = 0; lane < warpSize; lane++) if (has(mask, lane)) places.push(Number(laneOf(addresses, lane)));
  if (places.length === 0) return 0;
  site.requests++;
  site.lanes += places.length;
  const first = places[0]!;
  if (first >= localBase) return local(site, places, around);
  if (first >= sharedBase) return shared(site, places, around);
  return site.space === 'constant' ? constant(site, places) : global(site, places, around);
}

function global(site: Site, places: readonly number[], around: Surroundings): number {
  const { counts, cache, latencies, allocationOf } = around;
  const distinct = new Set(places);
  const bytesIn = new Map<number, number>();
  for (const at of distinct) {
    const sector = Math.floor(at / 32);
    bytesIn.set(sector, (bytesIn.get(sector) ?? 0) + site.bytes);
  }
  const lines = new Set([...bytesIn.keys()].map((sector) => Math.floor(sector / 4)));
  const least = Math.ceil((distinct.size * site.bytes) / 32);
  site.sectors += bytesIn.size;
  site.least += least;
  site.lines += lines.size;
  if (site.what === 'load') site.passes += bankPasses(places, site.bytes);
  noteStride(site, places);
  const isRegular = lines.size <= 2 * Math.ceil(least / 4) || (!site.indirect && isEven(places));
  const missed = new Map<number, number>();
  const partial = new Set<number>();
  for (const [sector, bytes] of bytesIn) {
    if (site.what === 'load' && cache.take(sector)) {
      site.hits++;
      continue;
    }
    const line = Math.floor(sector / 4);
    missed.set(line, (missed.get(line) ?? 0) + 1);
    if (bytes < 32) partial.add(line);
  }
  let latency = latencies.first;
  for (const [line, sectors] of missed) {
    const allocation = allocationOf(line * 128);
    const bytes = sectors === 4 ? 128 : Math.max(32 * sectors, sparseBytes);
    // A slice of the second-level cache gives two sectors of a line at once, and one takes as long.
    counts.beyond += Math.max(2, sectors);
    const traffic = site.what === 'load' ? counts.read : counts.written;
    add(traffic, allocation, bytes);
    extend(counts, allocation, line);
    latency = Math.max(latency, isNear(counts, allocation, around) ? latencies.second : latencies.memory);
    if (!isRegular && site.what === 'load') add(counts.scattered, allocation, bytes);
  }
  // A few lines are written one after another; many keep the way to the second-level cache busy.
  if (site.what === 'store' && lines.size > 8) site.partial += partial.size;
  if (site.what === 'atomic') {
    site.passes += most(places);
    site.stacked += stackedIn(places);
    for (const line of lines) if (site.met.size < mostMet) site.met.add(line);
  }
  return latency;
}

/** Of a line of which few sectors are wanted memory has to give about so much (bench/model/RESULTS.md). */
const sparseBytes = 112;
const mostMet = 4096;

function extend({ extents }: Counts, allocation: number, line: number): void {
  const known = extents.get(allocation);
  if (!known) extents.set(allocation, { first: line, last: line });
  else if (line < known.first) known.first = line;
  else if (line > known.last) known.last = line;
}

/** So little is touched that it stays in the second-level cache. */
function isNear({ extents }: Counts, allocation: number, { secondBytes }: Surroundings): boolean {
  const known = extents.get(allocation);
  if (known !== undefined && (known.last - known.first) * 128 < secondBytes / 8) return true;
  // All that the kernel touches fits, and is there from the launch before.
  let all = 0;
  for (const { first, last } of extents.values()) all += (last - first) * 128;
  return known !== undefined && all < 0.7 * secondBytes;
}

function add(to: Map<number, number>, key: number, amount: number): void {
  to.set(key, (to.get(key) ?? 0) + amount);
}

/** Equal distances between neighbours: bytes, or NaN where there is no such distance. */
function noteStride(site: Site, places: readonly number[]): void {
  if (places.length < 2) return;
  const steps = new Map<number, number>();
  for (let i = 1; i < places.length; i++) {
    const step = places[i]! - places[i - 1]!;
    steps.set(step, (steps.get(step) ?? 0) + 1);
  }
  const [[step, times] = [Number.NaN, 0]] = [...steps].toSorted(([, a], [, b]) => b - a);
  const key = 2 * times >= places.length - 1 ? step : Number.NaN;
  site.strides.set(key, (site.strides.get(key) ?? 0) + 1);
}

function isEven(places: readonly number[]): boolean {
  const steps = new Set<number>();
  for (let i = 1; i < places.length; i++) steps.add(places[i]! - places[i - 1]!);
  return steps.size <= 2;
}

/** How many meet at the address where most do. */
function most(places: readonly number[]): number {
  const times = new Map<number, number>();
  for (const at of places) times.set(at, (times.get(at) ?? 0) + 1);
  return Math.max(...times.values());
}

/** Lanes of a sector wait for each other at the address where most of them meet. */
function stackedIn(places: readonly number[]): number {
  const sectors = Map.groupBy(places, (at) => Math.floor(at / 32));
  return [...sectors.values()].reduce((sum, own) => sum + most(own) - 1, 0);
}

/** 32 banks of 4 bytes: values of 8 bytes go in two halves, those of 16 in four parts, but for lanes that share what they read. */
function shared(site: Site, places: readonly number[], { latencies }: Surroundings): number {
  const parts = partsOf(places, site.bytes);
  const inParts = parts.reduce((sum, part) => sum + passesOf(part, site.bytes), 0);
  const passes = site.what === 'load' ? Math.min(inParts, passesOf(places, site.bytes)) : inParts;
  site.passes += site.what === 'atomic' ? Math.max(passes, most(places)) : passes;
  site.least += Math.min(parts.length, Math.ceil((new Set(places).size * site.bytes) / 128));
  noteStride(site, places);
  return latencies.shared + 2 * (passes - 1);
}

function partsOf(places: readonly number[], bytes: number): readonly (readonly number[])[] {
  const together = Math.max(8, Math.min(warpSize, 128 / bytes));
  return Array.from({ length: Math.ceil(places.length / together) }, (_, n) =>
    places.slice(n * together, (n + 1) * together),
  );
}

/** The first-level cache lies in the banks of shared memory. */
function bankPasses(places: readonly number[], bytes: number): number {
  return partsOf(places, bytes).reduce((sum, part) => sum + passesOf(part, bytes), 0);
}

function passesOf(places: readonly number[], bytes: number): number {
  const words = new Map<number, Set<number>>();
  for (const at of places)
    for (let word = Math.floor(at / 4); word <= Math.floor((at + bytes - 1) / 4); word++) {
      const bank = word % 32;
      const known = words.get(bank) ?? new Set();
      words.set(bank, known.add(word));
    }
  return Math.max(1, ...[...words.values()].map(({ size }) => size));
}

function constant(site: Site, places: readonly number[]): number {
  const different = new Set(places).size;
  site.passes += different;
  site.least++;
  return 8 * different;
}

/** Words of all lanes side by side: lanes at one offset share sectors. */
function local(site: Site, places: readonly number[], { counts, latencies, localShare }: Surroundings): number {
  const offsets = new Set(places.map((at) => (at - localBase) % localStride)).size;
  const sectors = offsets === 1 ? Math.ceil((places.length * site.bytes) / 32) : places.length;
  site.sectors += sectors;
  site.least += Math.ceil((places.length * site.bytes) / 32);
  site.lines += Math.ceil(sectors / 4);
  site.hits += sectors * localShare;
  counts.beyond += sectors * (1 - localShare);
  return latencies.first * localShare + latencies.second * (1 - localShare);
}
