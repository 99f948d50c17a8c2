/**
 * What the sanitizer costs: the kernels of bench/kernels.ts on one thread of the simulated device, with one kind of checks at a time against without, in turns.
 *   node bench/sanitizer.ts [memory|init|race…] [NAME…]
 *   node bench/sanitizer.ts --others […]     those of bench/other-kernels.ts, a program each
 */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cases } from './kernel-cases.ts';
import { type Side, side, sources } from './kernels.ts';

const cufort = join(resolve(import.meta.dirname, '..'), 'bin/cufort.js');
const tools = ['memory', 'init', 'race'] as const;
const goals: Readonly<Record<(typeof tools)[number], number>> = { memory: 4, init: 5, race: 15 };
/** The same launch comes so many times, the first with memory that nobody has written yet. */
const rounds = 3;
/** What costs more is told of at once. */
const tooMuch = 15;

/** A program with some of the kernels. */
type Program = { readonly files: readonly string[]; readonly names: readonly string[] };

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<void> {
  const asked = tools.filter((t) => words.includes(t));
  const names = words.filter((w) => !w.startsWith('--') && !tools.some((t) => t === w));
  const programs = (
    words.includes('--others') ? others() : [{ files: sources('cuf'), names: cases.map((c) => c.name) }]
  )
    .map((p) => ({ ...p, names: p.names.filter((c) => names.length === 0 || names.some((n) => c.includes(n))) }))
    .filter((p) => p.names.length > 0);
  const rows: Record<string, Record<string, number>> = {};
  for (const tool of asked.length > 0 ? asked : tools) {
    for (const program of programs) await measure(program, tool, rows);
    const costs = Object.values(rows).map((r) => Math.log(r[tool]!));
    const mean = Math.exp(costs.reduce((sum, r) => sum + r, 0) / costs.length);
    console.log(`${tool}: geometric mean ${mean.toFixed(2)}, goal ${goals[tool]}`);
  }
  console.table(rows);
}

async function measure(
  { files, names }: Program,
  tool: (typeof tools)[number],
  rows: Record<string, Record<string, number>>,
): Promise<void> {
  const [plain, checked] = [started([], files), started(['--check', tool], files)];
  for (const name of names) {
    const found = Number((await cost(plain, checked, name)).toPrecision(3));
    rows[name] = { ...rows[name], [tool]: found };
    if (found > tooMuch) console.log(`${tool}: ${name} ${found}`);
  }
  plain.end();
  checked.end();
}

function others(): readonly Program[] {
  const folder = join(import.meta.dirname, 'programs/others');
  const kernels = readdirSync(folder).filter((f) => f.endsWith('.cuf') && f !== 'finish.cuf');
  return kernels.map((f) => ({
    files: ['samples.f90', f, 'finish.cuf', 'main.f90'].map((file) => join(folder, file)),
    names: [f.replace('.cuf', '')],
  }));
}

function started(options: readonly string[], files: readonly string[]): Side {
  const words = ['run', '-w', '--device', 'sim', '--threads', '1', ...options, ...files];
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
