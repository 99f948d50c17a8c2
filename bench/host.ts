/**
 * Host loops against gfortran -O3 -march=native (no -ffast-math), one thread each: ours / gfortran, below 1 is faster. Two processes in turn, ratios of least times, since others use the machine too.
 *   node bench/host.ts
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { side } from './kernels.ts';

const root = resolve(import.meta.dirname, '..');
const cufort = join(root, 'bin/cufort.js');
const files = ['loops.f90', 'main.f90'].map((f) => join(root, 'bench/programs/host', f));
const names = [
  'triad, in cache',
  'triad, in memory',
  'square root of arrays',
  'five-point stencil',
  'sum of integers',
  'largest of reals',
  'dot product',
  'complex product',
  'complex arrays, product',
  'complex arrays, sum',
  'points moved',
  'roots of the positive',
  'numbers kept in limits',
  'count of the greater',
  'update of the chosen',
  'copy of the greater',
];
const span = 0.001;
const samples = 150;

const scratch = mkdtempSync(join(tmpdir(), 'cufort-bench-'));
try {
  await compareAll();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function compareAll(): Promise<void> {
  const exe = join(scratch, 'theirs');
  const built = spawnSync('gfortran', ['-O3', '-march=native', '-J', scratch, '-o', exe, ...files], {
    encoding: 'utf8',
  });
  if (built.status !== 0) {
    console.log(built.error ? 'skipped: no gfortran' : built.stderr);
    return;
  }
  const sides = [side(process.execPath, [cufort, 'run', ...files], {}), side(exe, [], {})] as const;
  for (const name of names) {
    const turns: number[] = [];
    for (const s of sides) {
      await s.ask(name, 1);
      turns.push(Math.min(100_000, Math.max(1, Math.round(span / (await s.ask(name, 3))))));
    }
    const times: [number[], number[]] = [[], []];
    for (let i = 0; i < samples; i++)
      for (const k of [0, 1] as const) times[k].push(await sides[k].ask(name, turns[k]!));
    const [ours, theirs] = [Math.min(...times[0]), Math.min(...times[1])];
    console.log(`${name.padEnd(26)} ${(ours * 1e6).toPrecision(3).padStart(8)} us ${(ours / theirs).toFixed(2)}`);
  }
  for (const s of sides) s.end();
}
