/** What is said of each launch that was looked at: numbers, findings, and both as text. */
import { lineText } from '../../base/source.ts';
import { deviceModels, type ModelName } from '../../machine/models.ts';
import { symbolOf } from '../../machine/symbols.ts';
import type { Counts } from './counts.ts';
import { type Finding, findingsOf } from './findings.ts';
import { gpus } from './gpu.ts';
import type { Observed } from './observer.ts';
import type { Occupancy } from './occupancy.ts';
import { type BoundName, type Prediction, predict } from './predict.ts';
import { lineOf, placeText } from './source-words.ts';
import { type TransferBook, type TransferFinding, transferFindings } from './transfers.ts';

export type KernelReport = Prediction & {
  readonly kernel: string;
  readonly place: string;
  readonly launchedAt: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly times: number;
  readonly registers: number;
  readonly shared: number;
  readonly occupancy: Occupancy;
  readonly flops: number;
  readonly doubleFlops: number;
  /** Of the lanes of warps, in instructions. */
  readonly activeLanes: number;
  /** Blocks that were looked at. */
  readonly sampled: number;
  readonly instructions: Counts['instructions'];
  /** Of warps, on the whole grid. */
  readonly issued: number;
  readonly sites: readonly SiteReport[];
  readonly findings: readonly KernelFinding[];
  readonly problem?: string;
};

export type KernelFinding = Omit<Finding, 'at'> & {
  readonly place: string;
  readonly text: string;
  readonly tried?: Tried;
};

type SiteReport = {
  readonly place: string;
  readonly what: string;
  readonly space: string;
  readonly bytes: number;
  readonly requests: number;
  readonly sectorsPerRequest: number;
  readonly leastSectors: number;
  readonly cacheHits: number;
  readonly passesPerRequest: number;
  readonly leastPasses: number;
};

/** A remedy that was tried on a copy of the program. */
export type Tried = {
  readonly place: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Microseconds that the model has for a launch, or for the copies of a line, without it and with it. */
  readonly was: number;
  readonly is: number;
  readonly output: 'same' | 'differs';
  /** The model gains by it, and the program prints the same. */
  readonly holds: boolean;
};

export type Advice = {
  readonly kernels: readonly KernelReport[];
  readonly copies: readonly (TransferFinding & { readonly tried?: Tried })[];
};

export function adviceOf(launches: readonly Observed[], transfers: readonly TransferBook[], name: ModelName): Advice {
  const kernels = kernelReports(launches, name);
  const all = kernels.reduce((sum, { time: each, times }) => sum + each * times, 0);
  return { kernels, copies: transferFindings(transfers, name, all) };
}

function kernelReports(launches: readonly Observed[], name: ModelName): readonly KernelReport[] {
  const [gpu, model] = [gpus[name], deviceModels[name]];
  return launches.map((observed) => {
    const { launch, counts, occupancy } = observed;
    const { grid, block } = launch;
    const launched = {
      blocks: grid.x * grid.y * grid.z,
      threads: block.x * block.y * block.z,
      counts,
      occupancy,
      spilled: 1 - observed.registers / Math.max(observed.registers, observed.wantedRegisters),
      allocationBytes: observed.allocationBytes,
    };
    const prediction = predict(launched, gpu, model);
    const scale = launched.blocks / (counts.blocks || 1);
    const findings = counts.blocks === 0 ? [] : findingsOf({ observed, launched, prediction, gpu, model });
    return {
      kernel: observed.kernel.startsWith('_Z') ? symbolOf(observed.kernel) : observed.kernel,
      place: placeText(observed.fn.at),
      launchedAt: observed.launchedAt,
      grid: [grid.x, grid.y, grid.z],
      block: [block.x, block.y, block.z],
      times: observed.times,
      registers: observed.registers,
      shared: observed.shared,
      occupancy,
      flops: counts.flops * scale,
      doubleFlops: counts.doubleFlops * scale,
      activeLanes: counts.activeLanes / Math.max(1, counts.issued),
      sampled: counts.blocks,
      instructions: counts.instructions,
      issued: counts.issued * scale,
      sites: sitesOf(counts),
      ...(observed.problem !== undefined && { problem: observed.problem }),
      ...prediction,
      findings: findings.map(({ at, ...finding }) => ({
        ...finding,
        place: placeText(at),
        text: lineText(at.source, lineOf(at)).trim(),
      })),
    };
  });
}

function sitesOf({ sites }: Counts): readonly SiteReport[] {
  return sites
    .filter(({ requests }) => requests > 0)
    .map((site) => ({
      place: placeText(site.at),
      what: site.what,
      space: site.space,
      bytes: site.bytes,
      requests: site.requests,
      sectorsPerRequest: site.sectors / site.requests,
      leastSectors: site.least / site.requests,
      cacheHits: site.sectors === 0 ? 0 : site.hits / site.sectors,
      passesPerRequest: site.passes / site.requests,
      leastPasses: site.least / site.requests,
    }));
}

const boundNames: Readonly<Record<BoundName, string>> = {
  dram: 'the memory of the GPU',
  l2: 'the second-level cache',
  issue: 'how many instructions can begin',
  fp32: 'arithmetic of single precision',
  fp64: 'arithmetic of double precision',
  integers: 'arithmetic of integers',
  special: 'conversions and special functions',
  accesses: 'the units for loads and stores',
  banks: 'conflicts of banks in shared memory',
  atomics: 'atomic functions',
  latency: 'how long results take (latency)',
  blocks: 'how fast blocks begin',
};

/** For a terminal: what takes longest first. */
export function adviceText({ kernels: reports, copies }: Advice, name: ModelName): string {
  if (reports.length === 0) return `no kernel was launched\n${copiesText(copies)}`;
  const sorted = reports.toSorted((a, b) => b.time * b.times - a.time * a.times);
  const all = sorted.reduce((sum, r) => sum + r.time * r.times, 0);
  const head = `Kernels on an ${deviceModels[name].name}, as the model has it: ${time(all)} in all. Nothing was measured on a GPU.\n`;
  return `${head}\n${sorted.map((r) => kernelText(r, name, all)).join('\n')}${copiesText(copies)}`;
}

/** What was tried stands behind it; other advice is told as what it is. */
function helpText(help: string, tried: Tried | undefined): readonly string[] {
  if (tried && !tried.holds) return [];
  return [`     ${tried ? 'help' : 'idea, not tried'}: ${help}`];
}

function triedText(tried: Tried | undefined): readonly string[] {
  if (!tried) return [];
  const output = tried.output === 'same' ? 'prints the same' : 'prints something else';
  return [
    `     tried at ${tried.place}:`,
    ...tried.before.map((line) => `       - ${line.trim()}`),
    ...tried.after.map((line) => `       + ${line.trim()}`),
    `     the model has ${time(tried.is)} for it in place of ${time(tried.was)}, and the program ${output}${tried.holds ? '' : ': no remedy'}`,
  ];
}

function copiesText(copies: Advice['copies']): string {
  if (copies.length === 0) return '';
  const lines = copies.flatMap((finding, i) => [
    `  ${i + 1}. ${finding.place}: ${finding.code}: ${finding.message}`,
    ...helpText(finding.help, finding.tried),
    `     without it the model has ${time(finding.after)} in place of ${time(finding.before)}`,
    ...triedText(finding.tried),
  ]);
  return `\ncopies between host and device\n${lines.join('\n')}\n`;
}

function kernelText(r: KernelReport, name: ModelName, all: number): string {
  const size = (three: readonly number[]): string => three.join('x').replace(/(?:x1)+$/, '');
  const share = ((100 * r.time * r.times) / all).toFixed(0);
  const launches = r.times === 1 ? '1 launch' : `${r.times} launches`;
  const lines = [
    `${r.kernel} <<<${size(r.grid)}, ${size(r.block)}>>> (${r.place}): ${launches} of ${time(r.time)}, ${share} %`,
  ];
  if (r.problem !== undefined) lines.push(`  looked at in part only: ${r.problem}`);
  if (r.sites.length > 0 || r.problem === undefined) lines.push(...kernelNumbers(r, name).map((line) => `  ${line}`));
  r.findings.forEach((finding, i) => {
    const gain = finding.before - finding.after;
    const part = ((100 * gain) / finding.before).toFixed(0);
    lines.push(
      `  ${i + 1}. ${finding.place}: ${finding.code}: ${finding.message}`,
      `       ${finding.text}`,
      ...helpText(finding.help, finding.tried),
      `     without it the model has ${time(finding.after)} in place of ${time(finding.before)} (${part} % less)`,
      ...triedText(finding.tried),
    );
  });
  if (r.findings.length === 0 && r.problem === undefined) lines.push('  nothing found that would gain 8 %');
  return `${lines.join('\n')}\n`;
}

/** What limits it, its traffic, how full multiprocessors are: a line each. */
export function kernelNumbers(r: KernelReport, name: ModelName): readonly string[] {
  const { occupancy, bounds, bound, waves } = r;
  const work = r.time - r.launch;
  const gpu = gpus[name];
  const speed = work > 0 ? r.dramBytes / work / 1e3 : 0;
  const flops = r.flops + r.doubleFlops;
  const intensity = r.dramBytes > 0 ? flops / r.dramBytes : 0;
  const others = Object.entries(bounds)
    .filter(([key, t]) => key !== bound && t > 0.3 * bounds[bound])
    .toSorted(([, a], [, b]) => b - a)
    .map(([key, t]) => `${key} ${time(t)}`);
  return [
    `limited by ${boundNames[bound]}: ${time(bounds[bound])}${others.length > 0 ? `; ${others.join(', ')}` : ''}`,
    `memory ${(r.dramBytes / 1e6).toFixed(1)} MB, ${speed.toFixed(0)} of ${gpu.bandwidth} GB/s; ${(flops / 1e6).toFixed(1)} Mflop, ${intensity.toFixed(2)} flop/byte`,
    `occupancy ${(100 * occupancy.share).toFixed(0)} % (${occupancy.warps} warps, limited by ${occupancy.limiter}), ${waves.toFixed(2)} waves, ${r.registers} registers, ${r.shared} bytes shared, ${(100 * r.activeLanes).toFixed(0)} % of lanes active`,
  ];
}

export function time(microseconds: number): string {
  if (microseconds >= 1e6) return `${(microseconds / 1e6).toFixed(3)} s`;
  return microseconds >= 1e3 ? `${(microseconds / 1e3).toFixed(3)} ms` : `${microseconds.toFixed(1)} us`;
}
