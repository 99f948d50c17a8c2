/**
 * Kernels of many shapes that nobody tuned the compiler for, against gfortran -O3 -march=native with OpenMP and plain loops: gfortran / ours, above 1 is faster. A program
 * each; the sides take turns and least times count, since others use the machine too. What they compute is compared. `first` is the first turn's time less a usual one's.
 *   npm run bench:others              all
 *   npm run bench:others -- scan      those whose names hold a word
 *   … --one                           one thread on each side, processor times (Linux)
 *   … --wide[=256|128|auto]           ours with such vectors (CUFORT_WIDE; --wide: 256)
 *   … --seconds=3                     how long least times are looked for
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Side, side, turnsOf } from './kernels.ts';

const root = resolve(import.meta.dirname, '..');
const cufort = join(root, 'bin/cufort.js');
const folder = join(root, 'bench/programs/others');
/** Seconds of a sample. */
const span = 0.02;
const tolerance = 1e-3;

type Setting = {
  readonly one: boolean;
  readonly wide: string | undefined;
  readonly seconds: number;
  readonly scratch: string;
};
type Row = { readonly ours: number; readonly theirs: number; readonly first: number; readonly note: string };

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<void> {
  const wanted = words.filter((w) => !w.startsWith('--'));
  const kernels = readdirSync(folder)
    .filter((f) => f.endsWith('.cuf') && f !== 'finish.cuf')
    .map((f) => f.replace('.cuf', ''))
    .filter((name) => wanted.length === 0 || wanted.some((w) => name.includes(w)));
  const scratch = mkdtempSync(join(tmpdir(), 'cufort-bench-'));
  const seconds = Number(words.find((w) => w.startsWith('--seconds='))?.slice('--seconds='.length) ?? 1.2);
  const setting = { one: words.includes('--one'), wide: widthIn(words), seconds, scratch };
  const rows: Row[] = [];
  console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? ''}`);
  try {
    for (const name of kernels) {
      const row = await compare(name, setting);
      if (!row) return;
      rows.push(row);
      const times = `${(row.ours * 1e3).toPrecision(3).padStart(8)} ms`;
      const ratio = (row.theirs / row.ours).toFixed(2).padStart(6);
      console.log(
        `${name.padEnd(18)} ${times} ${ratio}   first ${(row.first * 1e3).toFixed(0).padStart(4)} ms ${row.note}`,
      );
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const logs = rows.map((r) => Math.log(r.theirs / r.ours));
  const firsts = rows.map((r) => r.first).sort((a, b) => a - b);
  const mean = Math.exp(logs.reduce((a, b) => a + b, 0) / logs.length);
  console.log(
    `geometric mean ${mean.toFixed(3)} of ${logs.length}; first turns: middle ${((firsts[firsts.length >> 1] ?? 0) * 1e3).toFixed(0)} ms`,
  );
}

function widthIn(words: readonly string[]): string | undefined {
  const word = words.find((w) => /^--wide(=|$)/.test(w));
  return word && (word.split('=')[1] ?? '256');
}

/** Undefined where there is no gfortran. */
async function compare(name: string, { one, wide, seconds, scratch }: Setting): Promise<Row | undefined> {
  const files = (ending: 'cuf' | 'f90'): readonly string[] =>
    ['samples.f90', `${name}.${ending}`, `finish.${ending}`, 'main.f90'].map((f) => join(folder, f));
  const exe = join(scratch, name);
  const built = spawnSync('gfortran', ['-O3', '-march=native', '-fopenmp', '-J', scratch, '-o', exe, ...files('f90')], {
    encoding: 'utf8',
  });
  if (built.status !== 0) {
    console.log(built.error ? 'skipped: no gfortran' : built.stderr);
    return undefined;
  }
  const threads = one ? ['--threads', '1'] : [];
  const ours = side(
    process.execPath,
    [cufort, 'run', '-w', '--device', 'sim', ...threads, ...files('cuf')],
    wide ? { CUFORT_WIDE: wide } : {},
    one,
  );
  // gfortran with OpenMP has large constructors on the stack.
  const theirs = side(
    'sh',
    ['-c', 'ulimit -s unlimited; exec "$0"', exe],
    { GOMP_SPINCOUNT: '20000', ...(one && { OMP_NUM_THREADS: '1' }) },
    one,
  );
  try {
    const first = await ours.ask(name, 1);
    const outcomes = [await ours.ask(name, 0), await theirs.ask(name, 0)] as const;
    const least = await leastTimes([ours, theirs], name, seconds);
    return { ours: least[0], theirs: least[1], first: first - least[0], note: note(...outcomes) };
  } finally {
    ours.end();
    theirs.end();
  }
}

async function leastTimes(
  sides: readonly [Side, Side],
  name: string,
  seconds: number,
): Promise<readonly [number, number]> {
  const turns = [await turnsOf(sides[0], name, span), await turnsOf(sides[1], name, span)] as const;
  const least: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const start = performance.now(); performance.now() - start < 1000 * seconds; )
    for (const i of [0, 1] as const) least[i] = Math.min(least[i], await sides[i].ask(name, turns[i]));
  return least;
}

function note(a: number, b: number): string {
  return Math.abs(a - b) <= tolerance * Math.abs(b) ? '' : `${a} is not ${b}`;
}
