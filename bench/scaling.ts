/**
 * Kernels on the simulated device with 1, 2, 4, … threads, each as so many times the speed of one; those that are bound by memory end where memory does.
 *   npm run bench:scaling            all, up to the cores at hand
 *   npm run bench:scaling -- scan    those whose names hold the word
 */
import { availableParallelism, cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { type Case, cases } from './kernel-cases.ts';
import { type Side, side, sources, turnsOf } from './kernels.ts';

const cufort = join(resolve(import.meta.dirname, '..'), 'bin/cufort.js');
/** Seconds that a sample should take, and samples. */
const span = 0.02;
const samples = 7;

await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<void> {
  const wanted = cases.filter((c) => names.length === 0 || names.some((w) => c.name.includes(w)));
  const counts = threadCounts(availableParallelism());
  const times = new Map<string, number[]>();
  for (const count of counts) {
    const run = side(
      process.execPath,
      [cufort, 'run', '--device', 'sim', '--threads', String(count), ...sources('cuf')],
      {},
    );
    for (const c of wanted) times.set(c.name, [...(times.get(c.name) ?? []), await least(run, c)]);
    run.end();
  }
  console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? ''}`);
  console.table(Object.fromEntries(wanted.map((c) => [c.name, row(counts, times.get(c.name) ?? [], c)])));
}

/** Powers of two up to the cores, and the cores. */
function threadCounts(cores: number): readonly number[] {
  const counts: number[] = [];
  for (let n = 1; n < cores; n *= 2) counts.push(n);
  return [...counts, cores];
}

async function least(run: Side, c: Case): Promise<number> {
  const turns = await turnsOf(run, c.name, span);
  let time = Number.POSITIVE_INFINITY;
  for (let i = 0; i < samples; i++) time = Math.min(time, await run.ask(c.name, turns));
  return time;
}

function row(counts: readonly number[], times: readonly number[], c: Case): Record<string, number | string> {
  const [one = Number.NaN] = times;
  return {
    'ms, 1 thread': Number((one * 1000).toPrecision(3)),
    ...Object.fromEntries(counts.slice(1).map((n, i) => [`x ${n}`, Number((one / times[i + 1]!).toFixed(2))])),
    'bound by': c.bytes === undefined ? 'arithmetic' : 'memory',
  };
}
