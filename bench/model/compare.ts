/**
 * The model of time against measurements: for each set of kernels a table of what is predicted, what was measured, and the error; the tables of the book; remedies.
 *   node bench/model/compare.ts                    all, as bench/model/RESULTS.md
 *   node bench/model/compare.ts further unseen     these sets, on the terminal
 * What a launch takes besides its kernel differs from machine to machine and from run to run: a launch named `empty`, or one of the same run, stands for it, and what it
 * took more or less than is predicted of it is taken from all.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bookTable } from './book.ts';
import { type KernelSet, kernelSets } from './sets.ts';

const model = 'h200';
/** Microseconds in which the model's empty kernel begins and ends. */
const begun = 0.3;

type Row = {
  readonly name: string;
  readonly time: number;
  readonly measured: number;
  readonly bound: string;
  /** Predicted before it was measured. */
  readonly before?: number;
};
type Report = { readonly kernel: string; readonly time: number; readonly launch: number; readonly bound: string };

const here = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), 'cufort-model-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
const intro = `# The model of time against measurements
Written by \`node bench/model/compare.ts\`. Measured on an NVIDIA H200 (driver 580.159.04) with events around each launch, the fastest of 20
(\`cufort run --device cuda bench/model/SET.cuf -- 20\` prints SET.h200.txt). A kernel that waits stands before each one (\`hold.inc\`), so that none of the host's time lies between the events: an empty
kernel takes 4.4 us there (1.9 us by ncu). The model's launch is 5 us, as a host sees it, and an empty kernel 5.3 us: what is measured has 0.9 us added, so that the two hold the same.

*Chosen by it*: numbers that no document tells were chosen by this set, and by \`constants.cuf\`, a kernel for each term of the model: operations in a chain, caches, latencies, atomic functions,
barriers, blocks. *Mended by it*: errors of the set showed what the model lacked, and terms were added or changed for their cause. *Held out*: nothing
was chosen or changed by it; how well the model predicts is for these to tell. Columns of "before" are what the model said before anything was measured. Kernel loops with reductions (\`greatest\`,
\`norm\`) and those that the host waits for have work of the host between the events.

| set | role | kernels | median error | within 15 % | within 25 % |
| --- | --- | ---: | ---: | ---: | ---: |`;

const wanted = process.argv.slice(2);
if (wanted.length > 0) {
  for (const name of wanted) {
    const set = kernelSets.find((s) => s.name === name);
    if (!set) throw new RangeError(`no set ${name}: ${kernelSets.map((s) => s.name).join(', ')}`);
    const rows = rowsOf(set);
    console.log(`${table(rows)}\n\n${summary(rows)}`);
  }
} else writeFileSync(join(here, 'RESULTS.md'), page());

function rowsOf(set: KernelSet): readonly Row[] {
  const launches = predicted(join(here, `${set.name}.cuf`));
  const times = linesOf(`${set.name}.h200.txt`).map(([name, milliseconds]) => ({ name, time: 1000 * milliseconds }));
  if (times.length !== launches.length)
    throw new RangeError(`${set.name}: ${launches.length} launches, ${times.length} measurements`);
  const known = existsSync(join(here, `${set.name}.predicted.txt`)) ? linesOf(`${set.name}.predicted.txt`) : [];
  const before = new Map(known);
  const empty = set.empty ?? times.find(({ name }) => name === 'empty')?.time;
  if (empty === undefined) throw new RangeError(`${set.name} has no empty launch`);
  return times.flatMap(({ name, time: whole }, i) => {
    const { time, bound, launch } = launches[i]!;
    if (name === 'empty') return [];
    const was = before.get(name);
    return [{ name, time, measured: whole - empty + launch + begun, bound, ...(was !== undefined && { before: was }) }];
  });
}

/** What the model has for each launch of a program, but for kernels that initialise arrays. */
function predicted(program: string): readonly Report[] {
  const json = join(folder, 'advice.json');
  const command = resolve(here, '../../bin/cufort.js');
  const args = [command, 'advise', '--quiet', '--try=false', '--model', model, '--json', json, program, '--', '1'];
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  const { kernels }: { readonly kernels: readonly Report[] } = JSON.parse(readFileSync(json, 'utf8'));
  return kernels.filter(({ kernel }) => !kernel.startsWith('main'));
}

function linesOf(file: string): readonly (readonly [string, number])[] {
  return readFileSync(join(here, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', value = ''] = line.trim().split(/\s+/);
      return [name, Number(value)] as const;
    });
}

function errorOf({ time, measured }: Row): number {
  return time / measured - 1;
}

function errorBefore({ before = Number.NaN, measured }: Row): number {
  return before / measured - 1;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function table(rows: readonly Row[]): string {
  const isOld = rows.some(({ before }) => before !== undefined);
  const head = isOld
    ? '| kernel | before, us | predicted, us | measured, us | error before | error | limited by |\n| --- | ---: | ---: | ---: | ---: | ---: | --- |'
    : '| kernel | predicted, us | measured, us | error | limited by |\n| --- | ---: | ---: | ---: | --- |';
  const lines = rows.map((row) => {
    const { name, time, measured, bound, before } = row;
    const was = isOld ? [before === undefined ? '' : before.toFixed(1)] : [];
    const wasWrong = isOld ? [before === undefined ? '' : percent(errorBefore(row))] : [];
    return `| ${[name, ...was, time.toFixed(1), measured.toFixed(1), ...wasWrong, percent(errorOf(row)), bound].join(' | ')} |`;
  });
  return [head, ...lines].join('\n');
}

type Errors = { readonly median: number; readonly within15: number; readonly within25: number; readonly of: number };

function errorsOf(errors: readonly number[]): Errors {
  const sorted = errors.map(Math.abs).toSorted((a, b) => a - b);
  const within = (share: number): number => sorted.filter((e) => e <= share).length;
  const median = sorted[sorted.length >> 1] ?? 0;
  return { median, within15: within(0.15), within25: within(0.25), of: sorted.length };
}

function errorText({ median, within15, within25, of }: Errors): string {
  return `median ${(100 * median).toFixed(1)} %, within 15 %: ${within15} of ${of}, within 25 %: ${within25}`;
}

function summary(rows: readonly Row[]): string {
  const now = errorText(errorsOf(rows.map(errorOf)));
  const old = rows.filter(({ before }) => before !== undefined);
  return old.length === 0 ? now : `before: ${errorText(errorsOf(old.map(errorBefore)))}\n\nnow: ${now}`;
}

function page(): string {
  const all = kernelSets.map((set) => ({ set, rows: rowsOf(set) }));
  const overview = all.map(({ set, rows }) => {
    const { median, within15, within25, of } = errorsOf(rows.map(errorOf));
    return `| \`${set.name}\` | ${set.role} | ${of} | ${(100 * median).toFixed(1)} % | ${within15} | ${within25} |`;
  });
  const sections = all.map(
    ({ set, rows }) =>
      `## ${set.title}\n\`${set.name}.cuf\`, ${set.role}. ${set.about}\n\n${table(rows)}\n\n${summary(rows)}\n`,
  );
  return `${intro}\n${overview.join('\n')}\n\n${sections.join('\n')}\n${remedies()}\n${bookTable()}`;
}

function remedies(): string {
  return `## Remedies
Measured by \`node bench/model/remedies.ts test/advise/cases/*.cuf test/advise/tried.cuf\` (remedies.h200.txt): what the model promises of each change that the adviser tries, and what the change gains
on the H200, events around each launch, launches of some microseconds of which are the machine's.

${readFileSync(join(here, 'remedies.h200.txt'), 'utf8')}
14 of 15 gain. \`corner_turn\` (a square tile of complex(4) in blocks of 16 x 16) was measured as slower with the remedy. Its code with the pad is the same but for one constant, 136 bytes for a row
of the tile where there were 128, with as many instructions and registers (ptxas), and its banks do not conflict then. It runs for less time than the host takes to ask for a kernel and the events
around it, and was launched eight times: the difference can hardly be the kernel's. \`remedies.ts\` launches each 36 times since, which was not measured so far.
`;
}
