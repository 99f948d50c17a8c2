/**
 * Kernels on the simulated device against gfortran -O3 -march=native with OpenMP on the same cores: ours / gfortran, below 1 is faster. One process on each
 * side; short runs of them take turns, and each figure is the ratio of medians.
 *   npm run bench:kernels            all
 *   npm run bench:kernels -- scan    those whose names hold the word
 *   … --least                        ratios of least times
 *   … --one                          one thread on each side, least processor times: what still says something where others use the machine too (Linux)
 *   … --wide                         ours with vectors of 256 bits, an experimental part of V8 (CUFORT_WIDE=256)
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Case, cases } from './kernel-cases.ts';

const root = resolve(import.meta.dirname, '..');
const programs = join(root, 'bench/programs/kernels');
const cufort = join(root, 'bin/cufort.js');
const rooms = ['stream', 'transposes', 'stencils', 'products', 'numbers', 'collections'];
/** Seconds that a sample should take, and samples of each side. */
const span = 0.025;
const samples = 11;
/** Seconds of turns before the samples, at least. */
const warm = 0.2;
/** Seconds for which least times are looked for. */
const search = 1.5;

/** A program that answers each line it is sent with a number. */
export type Side = { readonly ask: (name: string, turns: number) => Promise<number>; readonly end: () => void };
type Way = 'usual' | 'least' | 'one';

export type Measured = {
  readonly name: string;
  readonly milliseconds: number;
  readonly ratio: number;
  /** Part of what the machine can do. */
  readonly ofLimit: number;
  readonly limit: number;
  /** What differs in the outcomes. */
  readonly wrong: string;
};

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<void> {
  const names = words.filter((w) => !w.startsWith('--'));
  const way: Way = words.includes('--one') ? 'one' : words.includes('--least') ? 'least' : 'usual';
  const rows = await measureKernels(
    (c) => names.length === 0 || names.some((w) => c.name.includes(w)),
    way,
    words.includes('--wide'),
  );
  if (rows) show(rows);
}

export function show(rows: readonly Measured[]): void {
  console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? ''}`);
  console.table(
    Object.fromEntries(
      rows.map((r) => [
        r.name,
        {
          'ms, ours': Number(r.milliseconds.toPrecision(3)),
          'ours / gfortran': Number(r.ratio.toFixed(2)),
          'of the limit': Number(r.ofLimit.toFixed(2)),
          note: r.wrong || (r.ratio > r.limit ? 'slow' : ''),
        },
      ]),
    ),
  );
  const mean = Math.exp(rows.reduce((sum, r) => sum + Math.log(r.ratio), 0) / rows.length);
  console.log(`geometric mean ${mean.toFixed(3)}: ${(1 / mean).toFixed(2)} times as fast`);
}

/** Undefined where there is no gfortran. */
export async function measureKernels(
  wanted: (c: Case) => boolean,
  way: Way = 'usual',
  wide = false,
): Promise<readonly Measured[] | undefined> {
  const scratch = mkdtempSync(join(tmpdir(), 'cufort-bench-'));
  try {
    spawnSync(process.execPath, [join(root, 'scripts/prepare.mjs')], { stdio: 'inherit' });
    const exe = join(scratch, 'theirs');
    const flags = ['-O3', '-march=native', '-fopenmp', '-J', scratch, '-o', exe];
    const built = spawnSync('gfortran', [...flags, ...sources('f90')], { encoding: 'utf8' });
    if (built.status !== 0) {
      console.log(built.error ? 'skipped: no gfortran' : built.stderr);
      return undefined;
    }
    const one = way === 'one';
    const theirs = side(exe, [], { GOMP_SPINCOUNT: '20000', ...(one && { OMP_NUM_THREADS: '1' }) }, one);
    const threads = one ? ['--threads', '1'] : [];
    const ours = side(
      process.execPath,
      [cufort, 'run', '--device', 'sim', ...threads, ...sources('cuf')],
      wide ? { CUFORT_WIDE: '256' } : {},
      one,
    );
    const peak = (64 * 256 * 1000 * 8) / (await best(ours, 'peak'));
    const bandwidth = (12 * 16 * 2 ** 20) / Math.min(await best(ours, 'triad f32'), await best(theirs, 'triad f32'));
    console.log(`${(peak / 1e9).toFixed(0)} GFLOP/s in 128-bit lanes, ${(bandwidth / 1e9).toFixed(1)} GB/s`);
    const of = way === 'usual' ? middle : (t: readonly number[]) => Math.min(...t);
    const machine = { peak, bandwidth, of, span: one ? span / 5 : span, search: one ? search : 0 };
    const rows: Measured[] = [];
    for (const c of cases) if (wanted(c)) rows.push(await compare(c, ours, theirs, machine));
    ours.end();
    theirs.end();
    return rows;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** In the order of their use. */
export function sources(ending: 'cuf' | 'f90'): readonly string[] {
  return ['sizes.f90', ...rooms.map((r) => `${r}.${ending}`), 'cases.f90', `finish.${ending}`, 'main.f90'].map((f) =>
    join(programs, f),
  );
}

/** `processor`: times are those of the busiest thread, not those of the clock. */
export function side(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  processor = false,
): Side {
  const child: ChildProcess = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('no pipes');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return {
    ask: async (name, turns) => {
      const before = processor ? busy(child.pid) : undefined;
      stdin.write(`"${name}" ${turns}\n`);
      let line = await lines.next();
      // What the sanitizer says.
      while (!line.done && line.value.startsWith('=')) line = await lines.next();
      if (line.done) throw new Error(`${program} ended at ${name}`);
      const seconds = Number(line.value);
      // Shorter times are not counted exactly.
      if (!before || turns === 0 || seconds * turns < 0.002) return seconds;
      const after = busy(child.pid);
      const most = Math.max(...[...after].map(([thread, time]) => time - (before.get(thread) ?? 0)));
      // The account of a thread that still runs may lag behind.
      return most / turns < seconds / 4 ? seconds : Math.min(seconds, most / turns);
    },
    end: () => stdin.end(),
  };
}

/** Seconds of processor time of each thread. */
function busy(process: number | undefined): Map<string, number> {
  const tasks = `/proc/${process}/task`;
  const times = new Map<string, number>();
  for (const t of readdirSync(tasks))
    times.set(t, Number(readFileSync(join(tasks, t, 'schedstat'), 'utf8').split(' ')[0]) / 1e9);
  return times;
}

async function best(of: Side, name: string): Promise<number> {
  await of.ask(name, 1);
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 5; i++) least = Math.min(least, await of.ask(name, 4));
  return least;
}

async function compare(
  c: Case,
  ours: Side,
  theirs: Side,
  machine: {
    readonly peak: number;
    readonly bandwidth: number;
    readonly of: (times: readonly number[]) => number;
    readonly span: number;
    readonly search: number;
  },
): Promise<Measured> {
  const sides = [ours, theirs] as const;
  const turns: number[] = [];
  const outcomes: number[] = [];
  for (const s of sides) {
    turns.push(await turnsOf(s, c.name, machine.span));
    outcomes.push(await s.ask(c.name, 0));
  }
  const times: [number[], number[]] = [[], []];
  const start = performance.now();
  for (let i = 0; i < samples || performance.now() - start < 1000 * machine.search; i++) {
    times[0].push(await ours.ask(c.name, turns[0]!));
    times[1].push(await theirs.ask(c.name, turns[1]!));
  }
  const [mine, other] = [machine.of(times[0]), machine.of(times[1])];
  const ofLimit =
    c.bytes === undefined ? (c.operations ?? 0) / mine / machine.peak : c.bytes / mine / machine.bandwidth;
  return {
    name: c.name,
    milliseconds: mine * 1000,
    ratio: mine / other,
    ofLimit,
    limit: c.limit,
    wrong: wrong(c, outcomes),
  };
}

/** How many turns take `span` seconds once programs are compiled for speed, caches hold what they can, and threads are awake. */
export async function turnsOf(of: Side, name: string, span: number): Promise<number> {
  const start = performance.now();
  let least = Number.POSITIVE_INFINITY;
  for (let n = 1; performance.now() - start < 1000 * warm; n *= 2) least = Math.min(least, await of.ask(name, n));
  return Math.min(1000, Math.max(1, Math.round(span / least)));
}

/** Least time of a kernel on one side over that on the other, by samples of `span` seconds in turn. */
export async function ratioOfLeast(
  name: string,
  over: Side,
  under: Side,
  span: number,
  samples: number,
): Promise<number> {
  const turns: number[] = [];
  for (const s of [under, over]) {
    await s.ask(name, 1);
    turns.push(Math.min(1000, Math.max(1, Math.round(span / (await s.ask(name, 2))))));
  }
  const [a, b]: [number[], number[]] = [[], []];
  for (let i = 0; i < samples; i++) {
    a.push(await under.ask(name, turns[0]!));
    b.push(await over.ask(name, turns[1]!));
  }
  return Math.min(...b) / Math.min(...a);
}

function wrong(c: Case, outcomes: readonly number[]): string {
  const [a, b] = outcomes;
  const differ = Math.abs(a! - b!) > c.tolerance * Math.abs(b!);
  return differ || Number.isNaN(a) ? `${a} is not ${b}` : '';
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
