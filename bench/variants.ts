/**
 * Kernels of different classes, each written in eight ways that mean the same (`variant-kernels.ts`), as instructions of a GPU: PTX by cufort, counted in what ptxas makes of it.
 * How a computation is written should not matter: a row's counts should lie within a tenth of its first.
 *   npm run bench:variants                 all
 *   npm run bench:variants -- scan hash    those whose names hold a word
 *   npm run bench:variants -- --keep DIR   sources, PTX and cubins stay in a folder
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { instructionsOf } from './cubin.ts';
import { identifier, kernels, programOf, type WayName, ways } from './variant-kernels.ts';

const command = resolve(import.meta.dirname, '../bin/cufort.js');
/** By how much a variant may differ from the first. */
const most = 0.1;

main(process.argv.slice(2));

function main(args: readonly string[]): void {
  const at = args.indexOf('--keep');
  const kept = at >= 0 ? args[at + 1] : undefined;
  const words = args.filter((_, i) => at < 0 || (i !== at && i !== at + 1));
  const chosen = Object.keys(kernels).filter((k) => words.length === 0 || words.some((w) => k.includes(w)));
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'cufort-variants-'));
  mkdirSync(folder, { recursive: true });
  try {
    const counts = new Map(ways.map((way) => [way, countsOf(way, chosen, folder)]));
    show(chosen, counts);
  } finally {
    if (!kept) rmSync(folder, { recursive: true, force: true });
  }
}

function countsOf(way: WayName, chosen: readonly string[], folder: string): ReadonlyMap<string, number> {
  const base = join(folder, identifier(way));
  writeFileSync(`${base}.cuf`, programOf(way, chosen));
  run(process.execPath, [
    command,
    'build',
    '--show',
    'ptx',
    '--device',
    'cuda',
    '-gpu=cc90',
    `${base}.cuf`,
    '-o',
    `${base}.ptx`,
  ]);
  run('ptxas', ['-arch=sm_90', `${base}.ptx`, '-o', `${base}.cubin`]);
  return instructionsOf(readFileSync(`${base}.cubin`));
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr}`);
}

function show(chosen: readonly string[], counts: ReadonlyMap<WayName, ReadonlyMap<string, number>>): void {
  console.log(`${''.padEnd(14)}${ways.map((w) => w.padStart(16)).join('')}`);
  let apart = 0;
  const logs: number[] = [];
  for (const kernel of chosen) {
    const row = ways.map((w) => numberOf(counts.get(w)!, kernel));
    const first = row[0]!;
    const cells = row.map((n) => {
      const mark = Math.abs(n / first - 1) > most ? '*' : ' ';
      if (mark === '*') apart++;
      logs.push(Math.abs(Math.log(n / first)));
      return `${n}${mark}`.padStart(16);
    });
    console.log(`${kernel.padEnd(14)}${cells.join('')}`);
  }
  const mean = Math.exp(logs.reduce((a, b) => a + b, 0) / logs.length) - 1;
  console.log(
    `${apart} of ${logs.length} differ from the first by more than ${100 * most} %; by ${(100 * mean).toFixed(1)} % on average`,
  );
}

function numberOf(of: ReadonlyMap<string, number>, kernel: string): number {
  for (const [name, n] of of) if (name.endsWith(`_${identifier(kernel)}`)) return n;
  throw new Error(`no kernel ${kernel} in ${[...of.keys()].join(', ')}`);
}
