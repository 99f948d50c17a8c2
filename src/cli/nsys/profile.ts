/** `nsys profile` and `cufort profile`: a program runs, and what it did goes to a recording and tables. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileProblem } from '../../driver/files.ts';
import { isCSource, isCudaC, isFortranSource, isObject } from '../../driver/sources.ts';
import type { ReportEvent } from '../../machine/report.ts';
import { recordingOf } from '../../tools/profile/recording.ts';
import { tableOf, usualReports } from '../../tools/profile/reports.ts';
import { formats } from '../../tools/profile/table.ts';
import { disk } from '../disk.ts';
import { print } from '../print.ts';
import { progress } from '../progress.ts';
import { expanded } from '../report-file.ts';
import { isKind, type Kind, kinds, mayWrite, recordingSuffix } from './files.ts';
import { profileOptions } from './options.ts';
import { record } from './record.ts';
import { headed, refuse } from './stats.ts';
import { kept, type Wanted } from './window.ts';
import { helpOf, isTrue, readWords, type ToolWords } from './words.ts';

/** As nsys does it: the tables where somebody asks for them. */
export function runNsysProfile(words: readonly string[]): Promise<number> | number {
  const read = readWords(words, profileOptions);
  const [unknown] = read.unknown;
  if (unknown !== undefined) return refuse(`unrecognised option '${unknown}'`);
  return profile(read, read.rest, { stats: false, kinds: [] });
}

/** With the tables and the page, of sources or of an executable; options that nsys does not know are the compiler's. */
export function runProfile(words: readonly string[]): Promise<number> | number {
  const split = words.indexOf('--');
  const own = split < 0 ? words : words.slice(0, split);
  const read = readWords(own, profileOptions, true);
  const [first] = read.rest;
  if (first !== undefined && !isCompiled(first)) {
    const exact = readWords(words, profileOptions);
    const [unknown] = exact.unknown;
    if (unknown !== undefined) return refuse(`unrecognised option '${unknown}'`);
    return profile(exact, exact.rest, forPeople);
  }
  const starter = [process.execPath, ...process.execArgv, process.argv[1] ?? fileURLToPath(import.meta.url), 'run'];
  const rest = split < 0 ? [] : words.slice(split);
  const command = first === undefined ? [] : [...starter, ...read.others, ...rest];
  return profile(read, command, forPeople);
}

function isCompiled(path: string): boolean {
  return isFortranSource(path) || isCSource(path) || isCudaC(path) || isObject(path);
}

type Usual = { readonly stats: boolean; readonly kinds: readonly Kind[] };
const forPeople: Usual = { stats: true, kinds: ['html'] };

async function profile(read: ToolWords, command: readonly string[], usual: Usual): Promise<number> {
  const last = (name: string): string | undefined => read.values.get(name)?.at(-1);
  if (last('help')) return print(`usage: nsys profile [options] COMMAND\n${helpOf(profileOptions)}`);
  if (read.problem) return refuse(read.problem);
  if (command.length === 0) return refuse('name a program: nsys profile [options] COMMAND');
  const wanted = wantedOf(read);
  const files = kindsOf(last('export'), usual);
  const base = baseOf(last('output'));
  for (const path of [base + recordingSuffix, ...files.map((kind) => base + kinds[kind].ending)])
    mayWrite(path, isTrue(last('force-overwrite')));
  const frequency = last('sample') === 'none' ? '0' : (last('sampling-frequency') ?? '1000');
  if (!/^\d+$/.test(frequency)) throw invalid(`--sampling-frequency takes a number, not \`${frequency}\``);
  const environment = {
    ...process.env,
    CUFORT_REPORT_FREQUENCY: frequency,
    CUFORT_REPORT_PAGES: pagesWanted(last) ? (process.argv[1] ?? '1') : '0',
    ...variables(read.values.get('env-var') ?? []),
  };
  const { status, reports } = await record(command, environment, last('show-output') !== 'false');
  if (reports.length === 0) {
    // A program that was not made or not found has told its own.
    if (status === 0)
      process.stderr.write(
        `nsys: \`${command.join(' ')}\` told nothing: it is no program of cufort, or was built by an older one\n`,
      );
    return status === 0 ? 1 : status;
  }
  // Another run may have taken the free name in the meantime.
  const free = last('output') === undefined ? baseOf(undefined) : base;
  const made = reports.flatMap((text, i) => write(text, i === 0 ? free : `${free}.${i + 1}`, wanted, files));
  print(`Generated:\n${made.map((path) => `    ${resolve(path)}\n`).join('')}`);
  const stats = last('stats');
  if (stats === undefined ? usual.stats : isTrue(stats)) showTables(filtered(reports[0]!, wanted));
  return status;
}

/** Unless both kinds of page faults are said to be of no interest. */
function pagesWanted(last: (name: string) => string | undefined): boolean {
  return !pageFaults.every((name) => last(name) === 'false');
}

const pageFaults = ['cuda-um-cpu-page-faults', 'cuda-um-gpu-page-faults'];

function write(text: string, base: string, wanted: Wanted, files: readonly Kind[]): readonly string[] {
  const lines = filtered(text, wanted);
  const recording = recordingOf(lines);
  if (!recording) throw new FileProblem('the program ended before its report was written', 'unreadable-file');
  const path = base + recordingSuffix;
  disk.write(path, lines);
  const others = files.map((kind) => ({ kind, to: base + kinds[kind].ending }));
  for (const { kind, to } of others) {
    progress.say(`writing ${to}`);
    kinds[kind].write(to, recording, lines);
  }
  progress.clear();
  return [path, ...others.map(({ to }) => to)];
}

function filtered(text: string, wanted: Wanted): string {
  const lines = text.split('\n').filter((line) => line !== '');
  const events = lines.map((line): ReportEvent => JSON.parse(line));
  return kept(events, wanted)
    .map((event) => `${JSON.stringify(event)}\n`)
    .join('');
}

function showTables(text: string): void {
  const recording = recordingOf(text);
  if (!recording) return;
  for (const name of usualReports) {
    const table = tableOf(name, recording);
    if (table.rows.length > 0) print(headed(table, formats.column(table, 'nsec', [])));
  }
}

function wantedOf({ values }: ToolWords): Wanted {
  const last = (name: string): string | undefined => values.get(name)?.at(-1);
  const capture = last('capture-range') ?? 'none';
  if (capture !== 'none' && capture !== 'cudaProfilerApi' && capture !== 'nvtx')
    throw invalid(`--capture-range takes none, cudaProfilerApi or nvtx, not \`${capture}\``);
  const range = last('nvtx-capture');
  if (capture === 'nvtx' && range === undefined)
    throw invalid('--capture-range=nvtx needs a range: --nvtx-capture=NAME');
  const traces = (last('trace') ?? 'cuda,nvtx').split(',');
  const unknown = traces.find((word) => !traceNames.has(word));
  if (unknown !== undefined) throw invalid(`--trace takes cuda, nvtx and none, not \`${unknown}\``);
  return {
    traces,
    delay: seconds('delay', last('delay')) ?? 0,
    duration: seconds('duration', last('duration')),
    capture,
    range,
  };
}

/** Those of nsys: of cuda and nvtx alone there is something to record. */
const traceNames = new Set(
  'cuda,cuda-hw,cuda-sw,nvtx,none,osrt,cublas,cublas-verbose,cudnn,cusparse,cusparse-verbose,cusolver,cusolver-verbose,mpi,ucx,openacc,openmp,opengl,opengl-annotations,vulkan,vulkan-annotations,python-gil,syscall,nvvideo,gds,tegra-accelerators,oshmem,wddm,dx11,dx12,openxr'.split(
    ',',
  ),
);

function seconds(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+(\.\d*)?$/.test(text)) throw invalid(`--${option} takes seconds, not \`${text}\``);
  return Number(text);
}

function invalid(text: string): FileProblem {
  return new FileProblem(text, 'invalid-option');
}

function kindsOf(list: string | undefined, usual: Usual): readonly Kind[] {
  if (list === undefined) return usual.kinds;
  const words = list.split(',').filter((word) => word !== 'none');
  const unknown = words.find((word) => !isKind(word));
  if (unknown !== undefined) throw invalid(`--export takes ${Object.keys(kinds).join(', ')}, not \`${unknown}\``);
  return words.filter(isKind);
}

/** The name that was given, or the first of report1, report2 … that is free. */
function baseOf(name: string | undefined): string {
  if (name !== undefined) return expanded(name).replace(/\.nsys-rep$/, '');
  for (let n = 1; ; n++) if (!existsSync(`report${n}${recordingSuffix}`)) return `report${n}`;
}

function variables(lists: readonly string[]): NodeJS.ProcessEnv {
  const pairs = lists.flatMap((list) => list.split(',')).map((pair) => pair.split('='));
  return Object.fromEntries(pairs.map(([name = '', ...value]) => [name, value.join('=')]));
}
