/**
 * What it costs to be watched: each kernel of the comparison, and launches of 1,000 elements, with a report of the run (CUFORT_REPORT, what `cufort profile` reads) over the same without, two
 * processes of one thread in turn, ratios of least processor times; and programs under `cufort advise` over the same under `cufort run`, whole commands in turn, ratios of least times.
 *   node bench/overhead.ts             all
 *   node bench/overhead.ts -- scan     those whose names hold the word
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cases } from './kernel-cases.ts';
import { ratioOfLeast, side, sources } from './kernels.ts';

const root = resolve(import.meta.dirname, '..');
const cufort = join(root, 'bin/cufort.js');
const examples = join(root, 'examples');
const span = 0.002;
const samples = 25;
const commands = 3;

const names = process.argv.slice(2).filter((w) => w !== '--');
const wanted = (name: string): boolean => names.length === 0 || names.some((n) => name.includes(n));
const folder = mkdtempSync(join(tmpdir(), 'cufort-overhead-'));
await tracing();
counting();
process.on('exit', () => rmSync(folder, { recursive: true }));

async function tracing(): Promise<void> {
  const kernels = cases.map(({ name }) => name).filter(wanted);
  const short = ['launches of 1000 elements'].filter(wanted);
  const ratios = [
    ...(await ratiosOf(kernels, sources('cuf'))),
    ...(await ratiosOf(short, [join(root, 'bench/programs/short_launches.cuf')])),
  ];
  if (ratios.length > 0)
    console.log(`tracing: geometric mean ${mean(ratios).toFixed(3)}, most ${Math.max(...ratios).toFixed(3)}\n`);
}

/** Of what one program runs, each by its name. */
async function ratiosOf(what: readonly string[], program: readonly string[]): Promise<readonly number[]> {
  if (what.length === 0) return [];
  const args = [cufort, 'run', '--device', 'sim', '--threads', '1', ...program];
  const plain = side(process.execPath, args, {}, true);
  const traced = side(process.execPath, args, { CUFORT_REPORT: join(folder, 'report') }, true);
  const ratios: number[] = [];
  for (const name of what) {
    const ratio = await ratioOfLeast(name, traced, plain, span, samples);
    ratios.push(ratio);
    console.log(`${name.padEnd(28)} ${ratio.toFixed(3)}`);
  }
  plain.end();
  traced.end();
  return ratios;
}

function counting(): void {
  const ratios: number[] = [];
  for (const name of readdirSync(examples)) {
    if (!name.endsWith('.cuf') || !wanted(name)) continue;
    const path = join(examples, name);
    const [run, advise]: [number[], number[]] = [[], []];
    for (let i = 0; i < commands; i++) {
      run.push(seconds(['run', path]));
      advise.push(seconds(['advise', '--try=false', path]));
    }
    const ratio = Math.min(...advise) / Math.min(...run);
    ratios.push(ratio);
    console.log(`${name.padEnd(28)} ${ratio.toFixed(2)}`);
  }
  if (ratios.length > 0)
    console.log(`counting: geometric mean ${mean(ratios).toFixed(2)}, most ${Math.max(...ratios).toFixed(2)}`);
}

function seconds(words: readonly string[]): number {
  const start = performance.now();
  spawnSync(process.execPath, [cufort, ...words], { stdio: 'ignore' });
  return (performance.now() - start) / 1000;
}

function mean(ratios: readonly number[]): number {
  return Math.exp(ratios.reduce((sum, r) => sum + Math.log(r), 0) / ratios.length);
}
