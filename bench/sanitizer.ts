/**
 * What the sanitizer costs: the kernels of bench/kernels.ts on one thread of the simulated device, with one kind of checks at a time against without, in turns.
 *   node bench/sanitizer.ts [memory|init|race…] [NAME…]
 */
import { join, resolve } from 'node:path';
import { cases } from './kernel-cases.ts';
import { type Side, side, sources } from './kernels.ts';

const cufort = join(resolve(import.meta.dirname, '..'), 'bin/cufort.js');
const tools = ['memory', 'init', 'race'] as const;
const goals: Readonly<Record<(typeof tools)[number], number>> = { memory: 4, init: 5, race: 15 };
/** The same launch comes so many times, the first with memory that nobody has written yet. */
const rounds = 3;

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<void> {
  const asked = tools.filter((t) => words.includes(t));
  const names = words.filter((w) => !tools.some((t) => t === w));
  const chosen = cases.filter((c) => names.length === 0 || names.some((n) => c.name.includes(n)));
  const plain = started([]);
  const rows: Record<string, Record<string, number>> = Object.fromEntries(chosen.map((c) => [c.name, {}]));
  for (const tool of asked.length > 0 ? asked : tools) {
    const checked = started(['--check', tool]);
    for (const { name } of chosen) rows[name]![tool] = Number((await cost(plain, checked, name)).toPrecision(3));
    checked.end();
    const mean = Math.exp(Object.values(rows).reduce((sum, r) => sum + Math.log(r[tool]!), 0) / chosen.length);
    console.log(`${tool}: geometric mean ${mean.toFixed(2)}, goal ${goals[tool]}`);
  }
  plain.end();
  console.table(rows);
}

function started(options: readonly string[]): Side {
  const words = ['run', '-w', '--device', 'sim', '--threads', '1', ...options, ...sources('cuf')];
  return side(process.execPath, [cufort, ...words], {}, true);
}

async function cost(plain: Side, checked: Side, name: string): Promise<number> {
  const [mine, theirs]: [number[], number[]] = [[], []];
  for (let i = 0; i < rounds; i++) {
    theirs.push(await plain.ask(name, 3));
    mine.push(await checked.ask(name, 1));
  }
  return Math.min(...mine.slice(1)) / Math.min(...theirs);
}
