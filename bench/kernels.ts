/**
 * Kernels on the simulated device against gfortran -O3 -march=native -ffast-math -fwrapv with OpenMP on the same cores: ours / gfortran, below 1 is faster.
 *   npm run bench:kernels
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const programs = join(root, 'bench/programs');
const scratch = mkdtempSync(join(tmpdir(), 'cufort-bench-'));

try {
  execFileSync(process.execPath, [join(root, 'scripts/prepare.mjs')], { stdio: 'inherit' });
  const exe = join(scratch, 'kernels');
  const built = spawnSync('gfortran', [
    '-O3',
    '-march=native',
    '-ffast-math',
    '-fwrapv',
    '-fopenmp',
    join(programs, 'kernels.f90'),
    '-o',
    exe,
  ]);
  if (built.status !== 0) console.log('skipped: no gfortran');
  else compare(exe);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** The middle of the ratios of pairs measured one after the other. */
function compare(exe: string): void {
  const rounds = [1, 2, 3, 4, 5].map(() => ({
    ours: times(process.execPath, [join(root, 'bin/cufort.js'), 'run', join(programs, 'kernels.cuf')]),
    theirs: times(exe, []),
  }));
  console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? ''}`);
  const rows = [...(rounds[0]?.ours.keys() ?? [])].map((name) => {
    const ours = rounds.map((r) => r.ours.get(name) ?? Number.NaN);
    const ratios = rounds.map((r) => (r.ours.get(name) ?? Number.NaN) / (r.theirs.get(name) ?? Number.NaN));
    return [
      name,
      { 'ms, ours': Number((middle(ours) * 1000).toFixed(2)), 'ours / gfortran': Number(middle(ratios).toFixed(2)) },
    ] as const;
  });
  console.table(Object.fromEntries(rows));
}

function times(program: string, args: readonly string[]): Map<string, number> {
  const text = execFileSync(program, args, { encoding: 'utf8' });
  return new Map(
    text
      .split('\n')
      .filter((l) => l.trim() !== '')
      .map((l) => [l.slice(0, 20).trim(), Number(l.slice(20))]),
  );
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
