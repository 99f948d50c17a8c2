/** `cufort with ncu …`: what NVIDIA's ncu tells of kernels in its sections and metrics, counted on the simulated device and timed by the model. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { children } from '../../base/node-parts.ts';
import { defaults } from '../../driver/options.ts';
import { deviceModels, type ModelName } from '../../machine/models.ts';
import { externalSymbolOf } from '../../machine/symbols.ts';
import { metricNames } from '../../tools/advise/ncu-metrics.ts';
import { chosenSections, sectionNames, setNames } from '../../tools/advise/ncu-sections.ts';
import { type NcuRequest, ncuDetails, ncuDetailsTable, ncuRawTable } from '../../tools/advise/ncu-text.ts';
import type { Advice, KernelReport } from '../../tools/advise/report.ts';
import { chosenDevice } from '../device-choice.ts';
import { modelName } from '../model-name.ts';
import { helpOf, readWords } from '../nsys/words.ts';
import { print } from '../print.ts';
import { realTool } from '../real-tool.ts';
import { expanded } from '../report-file.ts';
import { version } from '../version.ts';
import { ncuHelp, ncuOptions } from './options.ts';

type Values = ReadonlyMap<string, readonly string[]>;
/** A report in a file: what was counted, and of which program. */
type Kept = {
  readonly cufort: 1;
  readonly model: ModelName;
  readonly program: NcuRequest['program'];
  readonly kernels: readonly KernelReport[];
};

export function runNcu(words: readonly string[]): number {
  const real = chosenDevice(defaults) === 'cuda' ? realTool('ncu', words) : undefined;
  if (real !== undefined) return real;
  const { values, rest, unknown, problem } = readWords(words, ncuOptions);
  for (const [name, text] of Object.entries(tellers)) if (values.has(name)) return print(text());
  const last = (name: string): string | undefined => values.get(name)?.at(-1);
  const metrics = (values.get('metrics') ?? []).flatMap((list) => list.split(',')).filter((name) => name !== '');
  const named = values.get('section') ?? [];
  const sections = chosenSections(named, last('set') ?? (named.length + metrics.length === 0 ? 'basic' : undefined));
  if (problem !== undefined) return failed(problem);
  if (typeof sections === 'string') return failed(`there is no section or set ${sections}: ${sectionNames.join(', ')}`);
  // Words of the compiler may stand before sources.
  const kept = last('import') === undefined ? profiled([...unknown, ...rest], values) : imported(last('import')!);
  if (typeof kept === 'number') return kept;
  const kernels = filtered(kept.kernels, values);
  const request = { sections, metrics, model: deviceModels[kept.model], name: kept.model, program: kept.program };
  if (last('export') !== undefined) return exported({ ...kept, kernels }, last('export')!, values);
  const text = last('csv') === undefined ? ncuDetails : last('page') === 'raw' ? ncuRawTable : ncuDetailsTable;
  const out = `${noted(kept, kernels, values)}${text(kernels, request)}`;
  if (last('log-file') === undefined) return print(out);
  writeFileSync(last('log-file')!, out);
  return 0;
}

const tellers: Readonly<Record<string, () => string>> = {
  help: () => `usage: ncu [options] PROGRAM|FILE.cuf [its arguments]\n${helpOf(ncuHelp)}`,
  version: () => `${version}: what ncu shows, from the simulated device and a model of time\n`,
  'list-sections': () => `${sectionNames.join('\n')}\n`,
  'list-sets': () => `${setNames.join('\n')}\n`,
  'query-metrics': () => `${metricNames.join('\n')}\n`,
};

function failed(problem: string): number {
  process.stderr.write(`==ERROR== ${problem}\n`);
  return 1;
}

function profiled(words: readonly string[], values: Values): Kept | number {
  const model = modelName(process.env.CUFORT_MODEL);
  if (!model) return 1;
  if (words.length === 0) return failed('no program is named: ncu [options] PROGRAM|FILE.cuf');
  const target = values.get('export')?.at(-1);
  if (target !== undefined && existsSync(reportPath(target)) && !values.has('force-overwrite'))
    return failed(`${reportPath(target)} is there already: -f overwrites it`);
  const folder = mkdtempSync(join(tmpdir(), 'cufort-ncu-'));
  try {
    const json = join(folder, 'advice.json');
    const own = ['advise', '--quiet', '--try=false', '--json', json, '--model', model];
    const command = [...process.execArgv, process.argv[1] ?? '', ...own, ...separated(words)];
    const { status, pid } = children().spawnSync(process.execPath, command, { stdio: 'inherit' });
    if (status !== 0) return status ?? 1;
    const { kernels }: Advice = JSON.parse(readFileSync(json, 'utf8'));
    const file = words.find((word) => !word.startsWith('-')) ?? '';
    return { cufort: 1, model, program: { id: pid, name: basename(file) }, kernels };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What stands behind an executable is its own; behind sources `--` says where the program's words begin. */
function separated(words: readonly string[]): readonly string[] {
  const file = words.findIndex((word) => !word.startsWith('-'));
  const isSource = /\.(?:cuf|f|for|f90|f95|f03|f08|o)$/i.test(words[file] ?? '');
  if (file < 0 || isSource || words.includes('--')) return words;
  return [...words.slice(0, file + 1), '--', ...words.slice(file + 1)];
}

function imported(file: string): Kept | number {
  const path = existsSync(file) ? file : reportPath(file);
  try {
    const kept: Kept = JSON.parse(readFileSync(path, 'utf8'));
    if (kept.cufort === 1) return kept;
  } catch (problem) {
    if (!existsSync(path)) return failed(`there is no report ${path}`);
    if (!(problem instanceof SyntaxError)) throw problem;
  }
  return failed(`${path} is no report of cufort's ncu (--export makes one)`);
}

function reportPath(name: string): string {
  return name.endsWith('.ncu-rep') ? name : `${name}.ncu-rep`;
}

function exported(kept: Kept, name: string, values: Values): number {
  const path = resolve(reportPath(expanded(name)));
  writeFileSync(path, JSON.stringify(kept));
  return print(`${noted(kept, kept.kernels, values)}${values.has('quiet') ? '' : `==PROF== Report: ${path}\n`}`);
}

/** Where kernels are profiled, lines as those of ncu; nothing where a report is printed again. */
function noted({ model, program }: Kept, kernels: readonly KernelReport[], values: Values): string {
  if (values.has('quiet') || values.has('import')) return '';
  const each = kernels.map(
    (r, i) =>
      `==PROF== Profiling "${externalSymbolOf(r.kernel)}" - ${i}: ${r.times} launched, counted, time by the model of ${model}\n`,
  );
  const none = kernels.length === 0 ? '==WARNING== No kernels were profiled.\n' : '';
  return `${each.join('')}==PROF== Disconnected from process ${program.id}\n${none}`;
}

/** By name, then so many launches behind those that are left out. */
function filtered(kernels: readonly KernelReport[], values: Values): readonly KernelReport[] {
  const name = values.get('kernel-name')?.at(-1);
  const isWanted = (kernel: string): boolean => {
    if (name === undefined) return true;
    if (name.startsWith('regex:')) return new RegExp(name.slice('regex:'.length)).test(externalSymbolOf(kernel));
    return kernel.includes(name) || externalSymbolOf(kernel).includes(name);
  };
  let skip = Number(values.get('launch-skip')?.at(-1) ?? 0);
  let left = Number(values.get('launch-count')?.at(-1) ?? Number.POSITIVE_INFINITY);
  return kernels.flatMap((r) => {
    if (!isWanted(r.kernel)) return [];
    const times = Math.min(left, Math.max(0, r.times - skip));
    skip = Math.max(0, skip - r.times);
    left -= times;
    return times > 0 ? [{ ...r, times }] : [];
  });
}
