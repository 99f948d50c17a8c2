/**
 * What cufort costs, as ratios and against the limits it set itself. Prints a table; only ratios hold on a shared machine.
 *   npm run bench
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FrontEnd } from './front-end.ts';
import { measureKernels, show } from './kernels.ts';
import { longCSource, longCSources } from './long-c-source.ts';
import { longSource } from './long-source.ts';

const root = resolve(import.meta.dirname, '..');
const cufort = join(root, 'bin/cufort.js');
const programs = join(root, 'bench/programs');
const scratch = mkdtempSync(join(tmpdir(), 'cufort-bench-'));

type Row = {
  readonly what: string;
  readonly value: string;
  readonly limit: string;
  readonly holds: boolean | undefined;
};

try {
  execFileSync(process.execPath, [join(root, 'scripts/prepare.mjs')], { stdio: 'inherit' });
  const rows = [small(), long(), ...longC(), frontEnd(), memory(), launch(), cores(), transpose()];
  console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? ''}`);
  console.table(
    Object.fromEntries(rows.map((r) => [r.what, { value: r.value, limit: r.limit, holds: r.holds ?? 'not measured' }])),
  );
  const kernels = await measureKernels(() => true);
  if (kernels) show(kernels);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function small(): Row {
  const seconds = median(7, () => wall(['run', join(programs, 'increment.cuf')]));
  return {
    what: 'compile and run a small program',
    value: `${seconds.toFixed(2)} s`,
    limit: '0.6 s',
    holds: seconds <= 0.6,
  };
}

function long(): Row {
  const path = join(scratch, 'long.cuf');
  const text = longSource(5000);
  writeFileSync(path, text);
  const seconds = median(3, () => wall(['build', path, '-o', join(scratch, 'long'), '-module', scratch]));
  return {
    what: `compile ${text.split('\n').length - 1} lines`,
    value: `${seconds.toFixed(2)} s`,
    limit: '3 s',
    holds: seconds <= 3,
  };
}

/** To an object: what is optimised and written for a program is written when it is linked. */
function longC(): Row[] {
  return Object.entries(longCSources).map(([kind, source]) => {
    const path = join(scratch, `long.${source.extension}`);
    const text = longCSource(source, 5000);
    writeFileSync(path, text);
    const seconds = median(3, () => wall(['build', '-c', path, '-o', join(scratch, 'long.o')]));
    return {
      what: `compile ${text.split('\n').length - 1} lines of C or C++: ${kind}`,
      value: `${seconds.toFixed(2)} s`,
      limit: '1 s',
      holds: seconds <= 1,
    };
  });
}

function frontEnd(): Row {
  const told: FrontEnd = JSON.parse(output('front-end.ts', '20000'));
  return {
    what: `front end, ${told.lines} lines in one module`,
    value: `${told.linesPerSecond} lines/s`,
    limit: '50000 lines/s',
    holds: told.linesPerSecond >= 50_000,
  };
}

function memory(): Row {
  const megabytes = Number(output('whole-compile.ts', '20000', scratch));
  return {
    what: 'memory to build a module of 20000 lines',
    value: `${megabytes} MB`,
    limit: '1024 MB',
    holds: megabytes <= 1024,
  };
}

function output(script: string, ...args: readonly string[]): string {
  return execFileSync(process.execPath, [join(root, 'bench', script), ...args], { encoding: 'utf8' });
}

function launch(): Row {
  const microseconds = median(3, () => printed('null_launch.cuf'));
  return {
    what: 'null kernel launch and synchronise',
    value: `${microseconds.toFixed(1)} us`,
    limit: '10 us',
    holds: microseconds <= 10,
  };
}

function cores(): Row {
  const pairs = [1, 2, 3, 4, 5].map(
    () => printed('compute.cuf', '--threads', '1') / printed('compute.cuf', '--threads', '2'),
  );
  const ratio = middle(pairs);
  return {
    what: 'two cores over one, compute bound',
    value: `${ratio.toFixed(2)} x`,
    limit: '1.7 x',
    holds: ratio >= 1.7,
  };
}

function transpose(): Row {
  const what = 'tiled transpose over gfortran -O3 simple loop';
  const exe = join(scratch, 'transpose');
  const built = spawnSync('gfortran', ['-O3', '-march=native', '-fopenmp', join(programs, 'transpose.f90'), '-o', exe]);
  if (built.status !== 0) return { what, value: 'skipped: no gfortran', limit: '3 x', holds: undefined };
  const pairs = [1, 2, 3].map(() => printed('transpose.cuf') / Number(execFileSync(exe, { encoding: 'utf8' })));
  const ratio = middle(pairs);
  return { what, value: `${ratio.toFixed(2)} x`, limit: '3 x', holds: ratio <= 3 };
}

function wall(args: readonly string[]): number {
  const start = performance.now();
  const result = spawnSync(process.execPath, [cufort, ...args], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`cufort ${args.join(' ')} gave ${result.status}: ${result.stderr}`);
  return (performance.now() - start) / 1000;
}

function printed(program: string, ...options: readonly string[]): number {
  return Number(
    execFileSync(process.execPath, [cufort, 'run', ...options, join(programs, program)], { encoding: 'utf8' }),
  );
}

function median(runs: number, measure: () => number): number {
  measure();
  return middle(Array.from({ length: runs }, measure));
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
