/** Messages between two processes, and Jacobi iterations on one and two: ours beside gfortran and C on the same library. `node bench/mpi.ts [--only pingpong|jacobi] [launcher [C compiler [Fortran compiler]]]` */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
const [launcher = 'mpirun', cc = 'mpicc', fc = 'mpif90'] = positionals;
const sources = join(import.meta.dirname, 'mpi');
const folder = mkdtempSync(join(tmpdir(), 'cufort-bench-mpi-'));
const isOpenMpi = /Open MPI/.test(run(launcher, ['--version']));
const pingpongRounds = 3;
const jacobiRounds = 7;

type Build = readonly [name: string, command: string, words: readonly string[]];
const ours: Build = ['ours', process.execPath, [join(import.meta.dirname, '../bin/cufort.js'), 'build']];
const gfortran: Build = ['gfortran', fc, ['-O3', '-march=native']];

if (values.only !== 'jacobi') pingpong();
if (values.only !== 'pingpong') jacobi();
rmSync(folder, { recursive: true, force: true });

/** The best of all rounds, in turn, so that what else the machine does meets all alike. */
function pingpong(): void {
  const names = [build(ours, 'pingpong.f90'), build(gfortran, 'pingpong.f90'), build(['C', cc, ['-O3']], 'pingpong.c')];
  const times = new Map(names.map((name) => [name, new Map<number, number>()]));
  for (let round = 0; round < pingpongRounds; round++)
    for (const [name, best] of times)
      for (const line of launched(2, name).split('\n')) {
        const [bytes, time] = line.trim().split(/\s+/).map(Number);
        if (bytes && time) best.set(bytes, Math.min(time, best.get(bytes) ?? Number.POSITIVE_INFINITY));
      }
  console.log('bytes      ours us  gfortran us       C us  ours/gfortran  ours/C');
  const [own, g, c] = [...times.values()];
  for (const [bytes, time] of own ?? []) {
    const [f, plain] = [g, c].map((best) => best?.get(bytes) ?? Number.NaN) as [number, number];
    row(bytes, time.toFixed(2), f.toFixed(2), plain.toFixed(2), (time / f).toFixed(2), (time / plain).toFixed(2));
  }
}

/** Weak scaling: twice the work on two processes. Medians, since other work on the machine makes two processes wait for one. */
function jacobi(): void {
  const names = [build(ours, 'jacobi.f90'), build(gfortran, 'jacobi.f90')];
  const times = new Map<string, number[]>();
  for (let round = 0; round < jacobiRounds; round++)
    for (const name of names)
      for (const ranks of [1, 2]) {
        const key = `${name} ${ranks}`;
        times.set(key, [...(times.get(key) ?? []), ...launched(ranks, name).trim().split(/\s+/).map(Number)]);
      }
  console.log('Jacobi     1 process ms  2 processes ms  efficiency  of the best');
  for (const name of names) {
    const [one, two] = [1, 2].map((ranks) => sorted(times.get(`${name} ${ranks}`) ?? [])) as [number[], number[]];
    const half = one.length >> 1;
    const [a, b] = [one[half] ?? Number.NaN, two[half] ?? Number.NaN];
    const best = (one[0] ?? Number.NaN) / (two[0] ?? Number.NaN);
    row(name.split('-')[0] ?? '', a.toFixed(1), b.toFixed(1), (a / b).toFixed(2), best.toFixed(2));
  }
}

function sorted(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b);
}

function row(first: string | number, ...cells: readonly string[]): void {
  console.log(String(first).padEnd(8), ...cells.map((cell) => cell.padStart(11)));
}

/** The executable's name. */
function build([name, command, words]: Build, source: string): string {
  const made = `${name}-${source}`;
  run(command, [...words, join(sources, source), '-o', join(folder, made)]);
  return made;
}

function launched(ranks: number, name: string): string {
  const words = isOpenMpi ? ['--allow-run-as-root', '--oversubscribe'] : [];
  return run(launcher, [...words, '-np', String(ranks), join(folder, name)]);
}

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? ''}${stderr}`);
  return stdout;
}
