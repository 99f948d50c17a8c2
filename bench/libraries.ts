/**
 * The library modules on the simulated device against Debian's OpenBLAS and FFTW (libopenblas-dev, libfftw3-dev) and gfortran's loops, two threads each:
 * ours / theirs, below 1 is faster. Sparse products also against the memory bandwidth that a triad reaches in the same run.
 *   npm run bench:libraries [-- sparse]
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const programs = join(root, 'bench/programs');
const scratch = mkdtempSync(join(tmpdir(), 'cufort-bench-'));
const rounds = 5;
const only = process.argv.slice(2);

/** The most that ours / theirs may be. */
const limits: Readonly<Record<string, number>> = {
  'sgemm 1024': 3,
  'dgemm 1024': 3,
  'c2c 2**20': 2,
  'c2c 256x256 x 16': 2,
  'xorwow 16M words': 1,
  'xorwow 16M uniform': 1,
};

try {
  execFileSync(process.execPath, [join(root, 'scripts/prepare.mjs')], { stdio: 'inherit' });
  compare(build());
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Undefined where the compiler or a library is missing. */
function build(): string | undefined {
  const exe = join(scratch, 'libraries');
  const options = ['-O3', '-march=native', '-fwrapv', '-fopenmp', '-J', scratch, '-o', exe];
  const libraries = ['-lopenblas', '-lfftw3f_threads', '-lfftw3_threads', '-lfftw3f', '-lfftw3'];
  const built = spawnSync('gfortran', [...options, join(programs, 'libraries.f90'), ...libraries], {
    encoding: 'utf8',
  });
  if (built.status === 0) return exe;
  console.log(
    `the other side is skipped: it takes gfortran, libopenblas-dev and libfftw3-dev (${built.stderr?.trim().split('\n').at(-1) ?? 'no gfortran'})`,
  );
  return undefined;
}

function compare(exe: string | undefined): void {
  const runs = Array.from({ length: rounds }, () => ({
    ours: values(process.execPath, [
      join(root, 'bin/cufort.js'),
      'run',
      join(programs, 'libraries.cuf'),
      ...(only.length > 0 ? ['--', ...only] : []),
    ]),
    theirs: exe === undefined ? new Map<string, number>() : values(exe, only),
  }));
  console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? ''}`);
  const names = [...(runs[0]?.ours.keys() ?? [])];
  const of = (name: string): number[] => runs.map((r) => r.ours.get(name) ?? Number.NaN);
  const times = names.filter((n) => !n.endsWith('GB/s'));
  console.table(
    Object.fromEntries(
      times.map((n) => [
        n,
        row(
          n,
          of(n),
          runs.map((r) => r.theirs.get(n.replace(', preprocessed', '')) ?? Number.NaN),
        ),
      ]),
    ),
  );
  const triad = of('triad GB/s');
  for (const n of names.filter((x) => x.endsWith('GB/s')))
    console.log(
      `${n}: ${middle(of(n)).toFixed(1)}, of the triad's ${middle(of(n).map((x, i) => x / triad[i]!)).toFixed(2)}`,
    );
}

function row(
  name: string,
  ours: readonly number[],
  theirs: readonly number[],
): Readonly<Record<string, number | string>> {
  const ratio = middle(ours.map((t, i) => t / theirs[i]!));
  return {
    'ms, ours': Number((middle(ours) * 1000).toFixed(2)),
    'ours / theirs': Number.isNaN(ratio) ? 'not measured' : Number(ratio.toFixed(2)),
    'at most': limits[name] ?? '',
  };
}

function values(program: string, args: readonly string[]): Map<string, number> {
  const text = execFileSync(program, args, { encoding: 'utf8' });
  return new Map(
    text
      .split('\n')
      .filter((l) => l.trim() !== '')
      .map((l) => [l.slice(0, 36).trim(), Number(l.slice(36))]),
  );
}

function middle(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[list.length >> 1] ?? Number.NaN;
}
