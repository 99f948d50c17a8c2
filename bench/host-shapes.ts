/**
 * Host programs of everyday shapes against gfortran -O3 -march=native, one thread each: gfortran / ours, above 1 is faster. Two processes in turn, least times,
 * since others use the machine too. What the shapes compute is compared.
 *   npm run bench:host               all
 *   npm run bench:host -- lu json    those whose names hold a word
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Side, side } from './kernels.ts';

const root = resolve(import.meta.dirname, '..');
const cufort = join(root, 'bin/cufort.js');
const folder = join(root, 'bench/programs/shapes');
/** Seconds of a sample (shorter than a slice of the system's scheduler, so that some are not interrupted), of the first turns, and of samples in all, on each side. */
const span = 0.001;
const warm = 0.4;
const search = 0.8;

type Row = { readonly ours: number; readonly theirs: number; readonly note: string };

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<void> {
  const shapes = readdirSync(folder)
    .map((f) => f.replace('.f90', ''))
    .filter((name) => name !== 'main' && (words.length === 0 || words.some((w) => name.includes(w))));
  const scratch = mkdtempSync(join(tmpdir(), 'cufort-bench-'));
  const rows = new Map<string, Row>();
  console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? ''}`);
  try {
    for (const name of shapes) {
      const row = await compare(name, scratch);
      if (!row) return;
      rows.set(name, row);
      const times = `${(row.ours * 1e3).toPrecision(3).padStart(8)} ms`;
      console.log(`${name.padEnd(22)} ${times} ${(row.theirs / row.ours).toFixed(2).padStart(6)} ${row.note}`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const logs = [...rows.values()].map((r) => Math.log(r.theirs / r.ours));
  console.log(`geometric mean ${Math.exp(logs.reduce((a, b) => a + b, 0) / logs.length).toFixed(3)} of ${logs.length}`);
}

/** Undefined where there is no gfortran. */
async function compare(name: string, scratch: string): Promise<Row | undefined> {
  const files = [`${name}.f90`, 'main.f90'].map((f) => join(folder, f));
  const exe = join(scratch, name);
  const built = spawnSync('gfortran', ['-O3', '-march=native', '-J', scratch, '-o', exe, ...files], {
    encoding: 'utf8',
  });
  if (built.status !== 0) {
    console.log(built.error ? 'skipped: no gfortran' : built.stderr);
    return undefined;
  }
  const sides = [side(process.execPath, [cufort, 'run', '-w', ...files], {}, true), side(exe, [], {}, true)] as const;
  try {
    const [a, b] = [await sides[0].ask('', 0), await sides[1].ask('', 0)];
    const note = Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b)) ? '' : `outcomes differ: ${a} ${b}`;
    const turns = [await turnsOf(sides[0]), await turnsOf(sides[1])] as const;
    const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const end = performance.now() + 2000 * search; performance.now() < end; )
      for (const k of [0, 1] as const) least[k] = Math.min(least[k]!, await sides[k].ask('', turns[k]));
    return { ours: least[0]!, theirs: least[1]!, note };
  } finally {
    for (const s of sides) s.end();
  }
}

/** How many turns a sample has, after so many that engines compile the code well. */
async function turnsOf(s: Side): Promise<number> {
  let seconds = 0;
  for (const end = performance.now() + 1000 * warm; performance.now() < end; ) seconds = await s.ask('', 1);
  return Math.max(1, Math.min(100_000, Math.round(span / seconds)));
}
