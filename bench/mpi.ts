/** Messages between two processes: ours beside gfortran and C on the same library. `node bench/mpi.ts [launcher [C compiler [Fortran compiler]]]` */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [launcher = 'mpirun', cc = 'mpicc', fc = 'mpif90'] = process.argv.slice(2);
const sources = join(import.meta.dirname, 'mpi');
const folder = mkdtempSync(join(tmpdir(), 'cufort-bench-mpi-'));
const isOpenMpi = /Open MPI/.test(run(launcher, ['--version']));
const words = [...(isOpenMpi ? ['--allow-run-as-root', '--oversubscribe'] : []), '-np', '2'];

const builds: readonly (readonly [name: string, command: string, words: readonly string[]])[] = [
  ['ours', process.execPath, [join(import.meta.dirname, '../bin/cufort.js'), 'build', join(sources, 'pingpong.f90')]],
  ['gfortran', fc, ['-O3', join(sources, 'pingpong.f90')]],
  ['C', cc, ['-O3', join(sources, 'pingpong.c')]],
];

for (const [name, command, args] of builds) run(command, [...args, '-o', join(folder, name)]);
const times = new Map<string, Map<number, number>>();
// In turn, so that what else the machine does meets all alike.
for (let round = 0; round < 3; round++)
  for (const [name] of builds) {
    const best = times.get(name) ?? new Map<number, number>();
    for (const line of run(launcher, [...words, join(folder, name)]).split('\n')) {
      const [bytes, time] = line.trim().split(/\s+/).map(Number);
      if (bytes && time) best.set(bytes, Math.min(time, best.get(bytes) ?? Number.POSITIVE_INFINITY));
    }
    times.set(name, best);
  }
console.log('bytes      ours us  gfortran us       C us  ours/gfortran  ours/C');
for (const [bytes, ours] of times.get('ours') ?? []) {
  const [g, c] = ['gfortran', 'C'].map((name) => times.get(name)?.get(bytes) ?? Number.NaN);
  const cells = [
    ours.toFixed(2),
    g?.toFixed(2),
    c?.toFixed(2),
    (ours / (g ?? 1)).toFixed(2),
    (ours / (c ?? 1)).toFixed(2),
  ];
  console.log(String(bytes).padEnd(8), ...cells.map((cell) => String(cell).padStart(11)));
}
rmSync(folder, { recursive: true, force: true });

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? ''}${stderr}`);
  return stdout;
}
