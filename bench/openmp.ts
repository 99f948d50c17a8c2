/**
 * Ten loops and reductions of OpenMP on one thread and on two, with gfortran -O3 -march=native -fopenmp beside them, and what a region costs. The four sides run in turn,
 * least times of all turns, since others use the machine too.
 *   node bench/openmp.ts [TURNS [FOLDER]]
 * FOLDER: where gfortran's programs, `loops` and `regions`, lie, for a machine without gfortran.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const cufort = join(root, 'bin/cufort.js');
const turns = Number(process.argv[2] ?? 6);
const made = process.argv[3];

type Times = Map<string, number>;
type Side = { readonly name: string; readonly program: string; readonly threads: number; readonly least: Times };

const scratch = mkdtempSync(join(tmpdir(), 'cufort-openmp-'));
try {
  const [loops, regions] = ['loops', 'regions'].map(built);
  const sides = [loops, regions].map((programs) =>
    [1, 2].flatMap((threads) =>
      (['ours', 'theirs'] as const).map(
        (name): Side => ({ name, program: programs![name], threads, least: new Map() }),
      ),
    ),
  );
  for (let turn = 0; turn < turns; turn++) for (const side of sides[0]!) run(side, loopTimes);
  for (let turn = 0; turn < turns; turn++) for (const side of sides[1]!) if (side.threads === 2) run(side, regionTimes);
  showLoops(sides[0]!);
  for (const { name, threads, least } of sides[1]!)
    if (threads === 2) console.log(`region of two threads, ${name}: ${list(least)}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function built(name: string): { readonly ours: string; readonly theirs: string } {
  const source = join(root, 'bench/openmp', `${name}.f90`);
  const [ours, theirs] = [join(scratch, `${name}-ours`), join(made ?? scratch, made ? name : `${name}-theirs`)];
  execFileSync(process.execPath, [cufort, 'build', '-w', '-mp', source, '-o', ours]);
  if (made === undefined)
    execFileSync('gfortran', ['-O3', '-march=native', '-fopenmp', '-J', scratch, source, '-o', theirs]);
  return { ours, theirs };
}

function run(side: Side, timesOf: (text: string) => readonly (readonly [string, number])[]): void {
  const env = { ...process.env, OMP_NUM_THREADS: String(side.threads) };
  const text = execFileSync(side.program, { env, encoding: 'utf8' });
  for (const [name, time] of timesOf(text))
    side.least.set(name, Math.min(side.least.get(name) ?? Number.POSITIVE_INFINITY, time));
}

function loopTimes(text: string): readonly (readonly [string, number])[] {
  return Array.from(text.matchAll(/^(.{16})\s*([\d.]+)$/gm), ([, name, ms]) => [name!.trim(), Number(ms)] as const);
}

function regionTimes(text: string): readonly (readonly [string, number])[] {
  const [least, , , middle] = (text.split('50%')[1] ?? '').trim().split(/\s+/).map(Number);
  return [
    ['least us', least ?? Number.NaN],
    ['middle us', middle ?? Number.NaN],
  ];
}

function showLoops(sides: readonly Side[]): void {
  const [ours1, theirs1, ours2, theirs2] = sides.map((s) => s.least);
  console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? ''}; ${turns} turns`);
  console.log(
    '| loop | ours, 1 thread, ms | 2 threads | speed-up | gfortran, 1 thread, ms | 2 threads | speed-up | ours / theirs |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  const ratios: number[] = [];
  for (const [name, a] of ours1!) {
    const [b, c, d] = [ours2!.get(name)!, theirs1!.get(name)!, theirs2!.get(name)!];
    const ratio = a / b / (c / d);
    const digits = [a, b, a / b, c, d, c / d, ratio].map((x) => x.toPrecision(3));
    console.log(`| ${name} | ${digits.join(' | ')} |`);
    ratios.push(ratio);
  }
  const mean = Math.exp(ratios.reduce((sum, r) => sum + Math.log(r), 0) / ratios.length);
  console.log(`geometric mean of the loops ${mean.toFixed(3)}, least ${Math.min(...ratios).toFixed(2)}`);
}

function list(times: Times): string {
  return [...times].map(([name, time]) => `${name} ${time}`).join(', ');
}
