/** Sections of ncu: its names, units and order, from what was counted and what the model makes of it. */
import type { DeviceModel, ModelName } from '../../machine/models.ts';
import { gpus } from './gpu.ts';
import type { BoundName } from './predict.ts';
import type { KernelReport } from './report.ts';

export type Metric = readonly [name: string, unit: string, value: string];
type Section = {
  readonly title: string;
  /** The sets that have it besides full. */
  readonly sets: readonly string[];
  readonly metrics: (r: KernelReport, model: DeviceModel, name: ModelName) => readonly Metric[];
};

export const number = (value: number, digits = 2): string =>
  value.toFixed(digits).replace(/^-?\d+/, (d) => d.replace(/\B(?=(\d{3})+$)/g, ','));

/** Of the time that the model has for the kernel without its launch. */
export function percent(r: KernelReport, ...names: readonly BoundName[]): string {
  const work = Math.max(r.time - r.launch, 1e-9);
  return number(Math.min(100, (100 * Math.max(...names.map((name) => r.bounds[name]))) / work));
}

const sections = {
  SpeedOfLight: {
    title: 'GPU Speed Of Light Throughput',
    sets: ['basic', 'detailed'],
    metrics: (r, _, name) => [
      ['SM Frequency', 'Ghz', number(gpus[name].clock)],
      ['Elapsed Cycles', 'cycle', number((r.time - r.launch) * gpus[name].clock * 1000, 0)],
      ['Memory Throughput', '%', percent(r, 'dram', 'l2', 'accesses', 'banks')],
      ['DRAM Throughput', '%', percent(r, 'dram')],
      ['Duration', 'us', number(r.time - r.launch)],
      ['L1/TEX Cache Throughput', '%', percent(r, 'accesses', 'banks')],
      ['L2 Cache Throughput', '%', percent(r, 'l2')],
      ['Compute (SM) Throughput', '%', percent(r, 'issue', 'fp32', 'fp64', 'integers', 'special')],
    ],
  },
  MemoryWorkloadAnalysis: {
    title: 'Memory Workload Analysis',
    sets: ['detailed'],
    metrics: (r) => {
      const global = r.sites.filter(({ space }) => space === 'global' || space === 'local');
      const loads = global.filter(({ what }) => what === 'load');
      const sectors = loads.reduce((sum, s) => sum + s.sectorsPerRequest * s.requests, 0);
      const hits = loads.reduce((sum, s) => sum + s.cacheHits * s.sectorsPerRequest * s.requests, 0);
      return [
        ['Memory Throughput', 'Gbyte/second', number(r.dramBytes / Math.max(r.time - r.launch, 1e-9) / 1e3)],
        ['Mem Busy', '%', percent(r, 'l2', 'accesses', 'banks')],
        ['Max Bandwidth', '%', percent(r, 'dram', 'l2')],
        ['L1/TEX Hit Rate', '%', number(sectors === 0 ? 0 : (100 * hits) / sectors)],
      ];
    },
  },
  LaunchStats: {
    title: 'Launch Statistics',
    sets: ['basic', 'detailed'],
    metrics: (r, model) => [
      ['Block Size', '', number(product(r.block), 0)],
      ['Grid Size', '', number(product(r.grid), 0)],
      ['Registers Per Thread', 'register/thread', number(r.registers, 0)],
      ['Shared Memory Per Block', 'byte/block', number(r.shared, 0)],
      ['# SMs', 'SM', number(model.multiProcessorCount, 0)],
      ['Threads', 'thread', number(product(r.grid) * product(r.block), 0)],
      ['Waves Per SM', '', number(r.waves)],
    ],
  },
  Occupancy: {
    title: 'Occupancy',
    sets: ['basic', 'detailed'],
    metrics: (r) => [
      ['Block Limit SM', 'block', limit(r.occupancy.limits.blocks)],
      ['Block Limit Registers', 'block', limit(r.occupancy.limits.registers)],
      ['Block Limit Shared Mem', 'block', limit(r.occupancy.limits['shared memory'])],
      ['Block Limit Warps', 'block', limit(r.occupancy.limits.warps)],
      ['Theoretical Active Warps per SM', 'warp', number(r.occupancy.warps, 0)],
      ['Theoretical Occupancy', '%', number(100 * r.occupancy.share)],
      ['Achieved Occupancy', '%', number(100 * r.occupancy.share * Math.min(1, r.waves))],
    ],
  },
  WarpStateStats: {
    title: 'Warp State Statistics',
    sets: [],
    metrics: (r) => [
      ['Avg. Active Threads Per Warp', '', number(32 * r.activeLanes)],
      ['Cycles of latency', '%', percent(r, 'latency')],
    ],
  },
  ComputeWorkloadAnalysis: {
    title: 'Compute Workload Analysis',
    sets: ['detailed'],
    metrics: (r) => [
      ['SM Busy', '%', percent(r, 'issue', 'fp32', 'fp64', 'integers')],
      ['Issue Slots Busy', '%', percent(r, 'issue')],
      ['FP32', '%', percent(r, 'fp32')],
      ['FP64', '%', percent(r, 'fp64')],
      ['ALU', '%', percent(r, 'integers')],
      ['XU', '%', percent(r, 'special')],
    ],
  },
  SourceCounters: {
    title: 'Source Counters',
    sets: ['detailed'],
    metrics: (r) =>
      r.sites.map((s): Metric => {
        const many = s.space === 'shared' || s.space === 'constant' ? s.passesPerRequest : s.sectorsPerRequest;
        const what = s.space === 'shared' || s.space === 'constant' ? 'passes' : 'sectors';
        return [`${s.place} ${s.space} ${s.what}`, `${what}/request`, number(many)];
      }),
  },
} satisfies Readonly<Record<string, Section>>;

const rows: Readonly<Record<string, Section>> = sections;
export const sectionNames: readonly string[] = Object.keys(rows);

/** Sections by the sets of ncu; those of others' (roofline, source, nvlink …) are what is nearest. */
export const setNames = ['basic', 'detailed', 'full', 'roofline', 'source', 'none'] as const;
const sectionsOfSet: Readonly<Record<string, readonly string[]>> = {
  basic: sectionNames.filter((name) => rows[name]?.sets.includes('basic')),
  detailed: sectionNames.filter((name) => rows[name]?.sets.includes('detailed')),
  full: sectionNames,
  roofline: ['SpeedOfLight', 'ComputeWorkloadAnalysis'],
  source: ['SourceCounters'],
  none: [],
};

/** Those that are named, also by `regex:`, with those of the set; or the name that there is not. */
export function chosenSections(named: readonly string[], set: string | undefined): readonly string[] | string {
  const chosen = new Set<string>(set === undefined ? [] : sectionsOfSet[set]);
  if (set !== undefined && !Object.hasOwn(sectionsOfSet, set)) return set;
  for (const name of named) {
    // A chart of a section's shows what the section has.
    const [own = ''] = name.split('_');
    const found = name.startsWith('regex:')
      ? sectionNames.filter((section) => new RegExp(name.slice('regex:'.length)).test(section))
      : sectionNames.filter((section) => section === own);
    if (found.length === 0) return name;
    for (const section of found) chosen.add(section);
  }
  return sectionNames.filter((name) => chosen.has(name));
}

/** Of one kernel: titles and metrics. */
export type Part = { readonly title: string; readonly metrics: readonly Metric[] };

export function partsOf(
  r: KernelReport,
  chosen: readonly string[],
  model: DeviceModel,
  name: ModelName,
): readonly Part[] {
  return chosen.flatMap((key) => {
    const section = rows[key];
    return section ? [{ title: section.title, metrics: section.metrics(r, model, name) }] : [];
  });
}

export function product(three: readonly number[]): number {
  return three.reduce((p, x) => p * x, 1);
}

/** JSON has no infinity. */
function limit(blocks: number | null): string {
  return blocks === null || !Number.isFinite(blocks) ? 'none' : number(blocks, 0);
}
