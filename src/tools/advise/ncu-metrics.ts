/** Metrics by ncu's names, for `--metrics`: those of which the counts and the model know something. */
import type { DeviceModel, ModelName } from '../../machine/models.ts';
import type { UnitName } from './counts.ts';
import { gpus } from './gpu.ts';
import { type Metric, number, percent, product } from './ncu-sections.ts';
import type { BoundName } from './predict.ts';
import type { KernelReport } from './report.ts';

type Given = { readonly r: KernelReport; readonly model: DeviceModel; readonly name: ModelName };
type Row = { readonly unit: string; readonly digits?: number; readonly of: (given: Given) => number | string };
type Site = KernelReport['sites'][number];

const work = ({ r }: Given): number => r.time - r.launch;
const scale = ({ r }: Given): number => product(r.grid) / (r.sampled || 1);
const warps = ({ r }: Given): number => product(r.grid) * Math.ceil(product(r.block) / 32);

/** Of all accesses of a kind, on the whole grid. */
function total(given: Given, space: Site['space'], what: Site['what'] | undefined, of: (site: Site) => number): number {
  const sites = given.r.sites.filter((site) => site.space === space && (what === undefined || site.what === what));
  return sites.reduce((sum, site) => sum + of(site) * site.requests, 0) * scale(given);
}
const one = (): number => 1;
const sectors = (site: Site): number => site.sectorsPerRequest;
const passes = (site: Site): number => site.passesPerRequest;
const conflicts = (site: Site): number => site.passesPerRequest - site.leastPasses;
const ratio = (a: number, b: number): number => (b === 0 ? 0 : a / b);

const count = (unit: string, of: (given: Given) => number): Row => ({ unit, digits: 0, of });
const share = (...bounds: readonly BoundName[]): Row => ({ unit: '%', of: ({ r }) => percent(r, ...bounds) });
const ofUnit = (unit: UnitName): Row => count('inst', (g) => g.r.instructions[unit] * scale(g));
const accesses = (space: string, what: string, of: (site: Site) => number, unit: string): Row =>
  count(unit, (g) => total(g, space, what, of));

/** A row for what ncu calls `…_op_ld` and one for `…_op_st`. */
function loadsAndStores(stem: string, ending: string, row: (what: string) => Row): Readonly<Record<string, Row>> {
  return { [`${stem}_ld${ending}`]: row('load'), [`${stem}_st${ending}`]: row('store') };
}

const rows: Readonly<Record<string, Row>> = {
  'gpu__time_duration.sum': { unit: 'us', of: work },
  'sm__cycles_elapsed.max': count('cycle', (g) => work(g) * gpus[g.name].clock * 1000),
  'gpc__cycles_elapsed.max': count('cycle', (g) => work(g) * gpus[g.name].clock * 1000),
  'sm__throughput.avg.pct_of_peak_sustained_elapsed': share('issue', 'fp32', 'fp64', 'integers', 'special'),
  'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed': share('dram', 'l2', 'accesses', 'banks'),
  'gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed': share('dram'),
  'dram__throughput.avg.pct_of_peak_sustained_elapsed': share('dram'),
  'l1tex__throughput.avg.pct_of_peak_sustained_active': share('accesses', 'banks'),
  'lts__t_bytes.avg.pct_of_peak_sustained_elapsed': share('l2'),
  'lts__throughput.avg.pct_of_peak_sustained_elapsed': share('l2'),
  'dram__bytes.sum': { unit: 'Mbyte', of: ({ r }) => r.dramBytes / 1e6 },
  'dram__bytes_read.sum': { unit: 'Mbyte', of: ({ r }) => (r.dramBytes - r.dramWritten) / 1e6 },
  'dram__bytes_write.sum': { unit: 'Mbyte', of: ({ r }) => r.dramWritten / 1e6 },
  'dram__bytes.sum.per_second': { unit: 'Gbyte/second', of: (g) => g.r.dramBytes / Math.max(work(g), 1e-9) / 1e3 },
  ...loadsAndStores('l1tex__t_sectors_pipe_lsu_mem_global_op', '.sum', (what) =>
    accesses('global', what, sectors, 'sector'),
  ),
  ...loadsAndStores('l1tex__t_requests_pipe_lsu_mem_global_op', '.sum', (what) =>
    accesses('global', what, one, 'request'),
  ),
  ...loadsAndStores('l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op', '.ratio', (what) => ({
    unit: 'sector/request',
    of: (g) => ratio(total(g, 'global', what, sectors), total(g, 'global', what, one)),
  })),
  ...loadsAndStores('smsp__sass_average_data_bytes_per_sector_mem_global_op', '.pct', (what) => ({
    unit: '%',
    of: (g) =>
      100 *
      ratio(
        total(g, 'global', what, (s) => s.leastSectors),
        total(g, 'global', what, sectors),
      ),
  })),
  ...loadsAndStores('smsp__inst_executed_op_global', '.sum', (what) => accesses('global', what, one, 'inst')),
  ...loadsAndStores('smsp__inst_executed_op_shared', '.sum', (what) => accesses('shared', what, one, 'inst')),
  ...loadsAndStores('l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op', '.sum', (what) =>
    accesses('shared', what, conflicts, ''),
  ),
  ...loadsAndStores('l1tex__data_pipe_lsu_wavefronts_mem_shared_op', '.sum', (what) =>
    accesses('shared', what, passes, ''),
  ),
  'l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum': count('', (g) => total(g, 'shared', undefined, conflicts)),
  'l1tex__data_pipe_lsu_wavefronts_mem_shared.sum': count('', (g) => total(g, 'shared', undefined, passes)),
  'l1tex__t_sector_hit_rate.pct': {
    unit: '%',
    of: (g) =>
      100 *
      ratio(
        total(g, 'global', 'load', (s) => s.cacheHits * s.sectorsPerRequest),
        total(g, 'global', 'load', sectors),
      ),
  },
  'smsp__inst_executed.sum': count('inst', ({ r }) => r.issued),
  'sm__inst_executed.sum': count('inst', ({ r }) => r.issued),
  'smsp__inst_executed_per_warp.ratio': { unit: 'inst/warp', of: (g) => g.r.issued / warps(g) },
  'sm__inst_executed_pipe_fma.sum': ofUnit('fp32'),
  'sm__inst_executed_pipe_fp64.sum': ofUnit('fp64'),
  'sm__inst_executed_pipe_alu.sum': ofUnit('int'),
  'sm__inst_executed_pipe_xu.sum': ofUnit('special'),
  'smsp__thread_inst_executed_per_inst_executed.ratio': { unit: '', of: ({ r }) => 32 * r.activeLanes },
  'smsp__warps_launched.sum': count('warp', warps),
  'sm__warps_active.avg.pct_of_peak_sustained_active': {
    unit: '%',
    of: ({ r }) => 100 * r.occupancy.share * Math.min(1, r.waves),
  },
  sm__maximum_warps_per_active_cycle_pct: { unit: '%', of: ({ r }) => 100 * r.occupancy.share },
  launch__registers_per_thread: count('register/thread', ({ r }) => r.registers),
  launch__shared_mem_per_block: count('byte/block', ({ r }) => r.shared),
  launch__grid_size: count('', ({ r }) => product(r.grid)),
  launch__block_size: count('', ({ r }) => product(r.block)),
  launch__thread_count: count('thread', ({ r }) => product(r.grid) * product(r.block)),
  launch__waves_per_multiprocessor: { unit: '', of: ({ r }) => r.waves },
};

export const metricNames: readonly string[] = Object.keys(rows).toSorted();

/** Those that there are not have no value, as in ncu; names of a base have all their endings. */
export function metricsOf(
  wanted: readonly string[],
  r: KernelReport,
  model: DeviceModel,
  name: ModelName,
): readonly Metric[] {
  return wanted.flatMap((metric) => {
    const named = Object.hasOwn(rows, metric) ? [metric] : metricNames.filter((known) => matches(known, metric));
    if (named.length === 0) return [[metric, '', 'n/a'] as const];
    return named.map((key): Metric => {
      const { unit, digits, of } = rows[key]!;
      const value = of({ r, model, name });
      return [key, unit, typeof value === 'string' ? value : number(value, digits)];
    });
  });
}

function matches(known: string, wanted: string): boolean {
  if (wanted.startsWith('regex:')) return new RegExp(wanted.slice('regex:'.length)).test(known);
  return known.startsWith(`${wanted}.`);
}
