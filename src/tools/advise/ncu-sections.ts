/** Sections of ncu: its names, units and order, from what was counted and what the model makes of it. */
import type { DeviceModel, ModelName } from '../../machine/models.ts';
import { gpus } from './gpu.ts';
import type { BoundName } from './predict.ts';
import type { KernelReport } from './report.ts';

type Metric = readonly [name: string, unit: string, value: string];
type Section = {
  readonly title: string;
  readonly basic?: true;
  readonly metrics: (r: KernelReport, model: DeviceModel, name: ModelName) => readonly Metric[];
};

const number = (value: number, digits = 2): string =>
  value.toFixed(digits).replace(/^-?\d+/, (d) => d.replace(/\B(?=(\d{3})+$)/g, ','));

/** Of the time that the model has for the kernel without its launch. */
function percent(r: KernelReport, ...names: readonly BoundName[]): string {
  const work = Math.max(r.time - r.launch, 1e-9);
  return number(Math.min(100, (100 * Math.max(...names.map((name) => r.bounds[name]))) / work));
}

const sections = {
  SpeedOfLight: {
    title: 'GPU Speed Of Light Throughput',
    basic: true,
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
    basic: true,
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
    basic: true,
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
    metrics: (r) => [
      ['Avg. Active Threads Per Warp', '', number(32 * r.activeLanes)],
      ['Cycles of latency', '%', percent(r, 'latency')],
    ],
  },
  ComputeWorkloadAnalysis: {
    title: 'Compute Workload Analysis',
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

/** The names of the sections; or the one that there is not. */
export function chosenSections(named: readonly string[], set: string): readonly string[] | string {
  if (named.length > 0) return named.find((name) => !Object.hasOwn(rows, name)) ?? named;
  return set === 'full' ? sectionNames : sectionNames.filter((name) => rows[name]?.basic);
}

function product(three: readonly number[]): number {
  return three.reduce((p, x) => p * x, 1);
}

/** JSON has no infinity. */
function limit(blocks: number | null): string {
  return blocks === null || !Number.isFinite(blocks) ? 'none' : number(blocks, 0);
}

export function ncuText(
  reports: readonly KernelReport[],
  chosen: readonly string[],
  model: DeviceModel,
  name: ModelName,
  csv: boolean,
): string {
  const each = reports.map((r, id) => ({
    r,
    id,
    parts: chosen.flatMap((key) => {
      const section = rows[key];
      return section ? [{ title: section.title, metrics: section.metrics(r, model, name) }] : [];
    }),
  }));
  if (csv) {
    const lines = each.flatMap(({ r, id, parts }) =>
      parts.flatMap(({ title, metrics }) =>
        metrics.map(([metric, unit, value]) =>
          [id, r.kernel, title, metric, unit, value].map((c) => `"${c}"`).join(','),
        ),
      ),
    );
    return `"ID","Kernel Name","Section Name","Metric Name","Metric Unit","Metric Value"\n${lines.join('\n')}\n`;
  }
  return each
    .map(({ r, parts }) => `${head(r, model)}${parts.map(({ title, metrics }) => table(title, metrics)).join('')}`)
    .join('\n');
}

function head(r: KernelReport, model: DeviceModel): string {
  const size = (three: readonly number[]): string => `(${three.join(', ')})`;
  return `  ${r.kernel} ${size(r.grid)}x${size(r.block)}, Device 0, CC ${model.major}.${model.minor} (by the model; ${r.times} of these)\n`;
}

function table(title: string, metrics: readonly Metric[]): string {
  const widths = [0, 1, 2].map((i) =>
    Math.max(['Metric Name', 'Metric Unit', 'Metric Value'][i]!.length, ...metrics.map((m) => m[i]!.length)),
  );
  const line = (cells: readonly string[]): string =>
    `    ${cells[0]!.padEnd(widths[0]!)} ${cells[1]!.padStart(widths[1]!)} ${cells[2]!.padStart(widths[2]!)}\n`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return `    Section: ${title}\n${rule}${line(['Metric Name', 'Metric Unit', 'Metric Value'])}${rule}${metrics.map(line).join('')}${rule}\n`;
}
