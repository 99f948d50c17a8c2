/**
 * Kernels of many shapes that nobody tuned the compiler for, against gfortran -O3 -march=native with OpenMP and plain loops: gfortran / ours, above 1 is faster. A program
 * each; the sides take turns and least times count, since others use the machine too. What they compute is compared. `first` is the first turn's time less a usual one's.
 *   npm run bench:others              all
 *   npm run bench:others -- scan      those whose names hold a word
 *   … --one                           one thread on each side, processor times (Linux)
 *   … --wide[=256|128|auto]           ours with such vectors (CUFORT_WIDE; --wide: 256)
 *   … --seconds=3                     how long least times are looked for
 *   … --folder=F                      those of F: name.cuf and name.f90 of a module `work` each, written as those of bench/programs/others
 *   … --against=CHECKOUT              a second ratio, of the compiler in another checkout, in turn with the others
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Side, side, turnsOf } from './kernels.ts';

const root = resolve(import.meta.dirname, '..');
const usualFolder = join(root, 'bench/programs/others');
/** Seconds of a sample. */
const span = 0.02;
const tolerance = 1e-3;

type Setting = {
  readonly one: boolean;
  readonly wide: string | undefined;
  readonly folder: string;
  /** Checkouts whose compilers are measured, the first one this. */
  readonly checkouts: readonly string[];
  readonly seconds: number;
  readonly scratch: string;
};
/** Seconds: `ours` a checkout each. */
type Row = {
  readonly ours: readonly number[];
  readonly theirs: number;
  readonly first: number;
  readonly note: string;
};

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<void> {
  const wanted = words.filter((w) => !w.startsWith('--'));
  const folder = resolve(optionOf(words, 'folder') ?? usualFolder);
  const kernels = readdirSync(folder)
    .filter((f) => f.endsWith('.cuf') && f !== 'finish.cuf')
    .map((f) => f.replace('.cuf', ''))
    .filter((name) => wanted.length === 0 || wanted.some((w) => name.includes(w)));
  const scratch = mkdtempSync(join(tmpdir(), 'cufort-bench-'));
  const seconds = Number(optionOf(words, 'seconds') ?? 1.2);
  const other = optionOf(words, 'against');
  const checkouts = other ? [root, resolve(other)] : [root];
  const setting = { one: words.includes('--one'), wide: widthIn(words), folder, checkouts, seconds, scratch };
  const rows: Row[] = [];
  console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? ''}`);
  try {
    for (const name of kernels) {
      const row = await compare(name, setting);
      if (!row) return;
      rows.push(row);
      const times = `${(row.ours[0]! * 1e3).toPrecision(3).padStart(8)} ms`;
      const ratios = row.ours.map((t) => (row.theirs / t).toFixed(2).padStart(6)).join(' ');
      console.log(
        `${name.padEnd(18)} ${times} ${ratios}   first ${(row.first * 1e3).toFixed(0).padStart(4)} ms ${row.note}`,
      );
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const means = checkouts.map((_, i) => meanOf(rows.map((r) => r.theirs / r.ours[i]!)).toFixed(3));
  const firsts = rows.map((r) => r.first).sort((a, b) => a - b);
  console.log(
    `geometric mean ${means.join(', ')} of ${rows.length}; first turns: middle ${((firsts[firsts.length >> 1] ?? 0) * 1e3).toFixed(0)} ms`,
  );
}

function meanOf(ratios: readonly number[]): number {
  return Math.exp(ratios.reduce((sum, r) => sum + Math.log(r), 0) / ratios.length);
}

/** `value` of a word `--name=value`. */
function optionOf(words: readonly string[], name: string): string | undefined {
  return words.find((w) => w.startsWith(`--${name}=`))?.slice(name.length + 3);
}

function widthIn(words: readonly string[]): string | undefined {
  const word = words.find((w) => /^--wide(=|$)/.test(w));
  return word && (word.split('=')[1] ?? '256');
}

/** Undefined where there is no gfortran. */
async function compare(name: string, setting: Setting): Promise<Row | undefined> {
  const { one, scratch } = setting;
  const exe = join(scratch, name);
  const built = spawnSync(
    'gfortran',
    ['-O3', '-march=native', '-fopenmp', '-J', scratch, '-o', exe, ...filesOf(name, 'f90', setting)],
    { encoding: 'utf8' },
  );
  if (built.status !== 0) {
    console.log(built.error ? 'skipped: no gfortran' : built.stderr);
    return undefined;
  }
  const ours = setting.checkouts.map((checkout) => sideOf(checkout, name, setting));
  // gfortran with OpenMP has large constructors on the stack.
  const theirs = side(
    'sh',
    ['-c', 'ulimit -s unlimited; exec "$0"', exe],
    { GOMP_SPINCOUNT: '20000', ...(one && { OMP_NUM_THREADS: '1' }) },
    one,
  );
  const sides = [theirs, ...ours];
  try {
    const firsts: number[] = [];
    for (const s of ours) firsts.push(await s.ask(name, 1));
    const outcomes: number[] = [];
    for (const s of sides) outcomes.push(await s.ask(name, 0));
    const [other, ...own] = await leastTimes(sides, name, setting.seconds);
    return { ours: own, theirs: other!, first: firsts[0]! - own[0]!, note: note(outcomes) };
  } finally {
    for (const s of sides) s.end();
  }
}

function filesOf(name: string, ending: 'cuf' | 'f90', { folder }: Setting): readonly string[] {
  const common = (file: string): string => join(usualFolder, file);
  return [common('samples.f90'), join(folder, `${name}.${ending}`), common(`finish.${ending}`), common('main.f90')];
}

function sideOf(checkout: string, name: string, setting: Setting): Side {
  const threads = setting.one ? ['--threads', '1'] : [];
  return side(
    process.execPath,
    [join(checkout, 'bin/cufort.js'), 'run', '-w', '--device', 'sim', ...threads, ...filesOf(name, 'cuf', setting)],
    setting.wide ? { CUFORT_WIDE: setting.wide } : {},
    setting.one,
  );
}

async function leastTimes(sides: readonly Side[], name: string, seconds: number): Promise<readonly number[]> {
  const turns: number[] = [];
  for (const s of sides) turns.push(await turnsOf(s, name, span));
  const least = sides.map(() => Number.POSITIVE_INFINITY);
  for (const start = performance.now(); performance.now() - start < 1000 * seconds; )
    for (let i = 0; i < sides.length; i++) least[i] = Math.min(least[i]!, await sides[i]!.ask(name, turns[i]!));
  return least;
}

/** Of results that differ from the first's. */
function note([expected, ...found]: readonly number[]): string {
  const wrong = found.filter((a) => !(Math.abs(a - expected!) <= tolerance * Math.abs(expected!)));
  return wrong.map((a) => `${a} is not ${expected}`).join(', ');
}
